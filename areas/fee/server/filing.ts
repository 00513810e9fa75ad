/**
 * Tariffs as files of configuration: of a family the version in force, written without ids; what a file changes becomes
 * the draft of the next.
 */
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { FileDoc, Filing } from '#kit/server/rules.ts';
import type { Stored } from '#kit/server/rows.ts';
import { edit } from '#kit/server/save.ts';
import { through } from '#kit/server/through.ts';
import type { Work } from '#kit/server/work.ts';
import { feeRule, ruleModes } from '#areas/fee/model/fee-rule.ts';
import { carried, familyOf, grammar, mustMatch, ownFields, pickOf, plant, savings } from './carry.ts';
import type { Carried } from './carry.ts';
import { plantRows, removeRowsOf } from './complex.ts';
import { writtenTariff } from './expert.ts';
import { mustBeOf, versionsOf } from './versions.ts';
import type { Family, Mode, Version } from './versions.ts';

/** A value without what is empty in it. */
function full(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(full);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, each]) => each !== null && each !== undefined);
  return Object.fromEntries(kept.map(([name, each]) => [name, full(each)]));
}

async function written(version: Version, work: Work): Promise<FileDoc> {
  const { mode, values, areas } = await carried(version, work);
  return { mode, values: full(values), ...(mode === 'complex' ? { areas: full(areas) } : {}) };
}

const familyKey = ({ parkId, carTypeId, carModelId }: Family): string => [parkId, carTypeId, carModelId].join();

/** Of a family the version in force, else the one that will be, else the draft; a family that was retired has none. */
function chosen(versions: readonly Version[], now: string): Version | undefined {
  const newest = versions.toSorted((a, b) => b.version - a.version);
  const inForce = ({ status, effectiveFrom, effectiveUntil }: Version) =>
    status === 'published' && effectiveFrom! <= now && (effectiveUntil === null || effectiveUntil > now);
  return (
    newest.find(inForce) ??
    newest.find(({ status }) => status === 'published') ??
    newest.find(({ status }) => status === 'draft')
  );
}

/** What a file says, fit to be made a draft. @throws Refused `bad_input` by the place of the fault */
function carriedIn(given: FileDoc): Carried {
  const { mode, values = {}, areas = [], ruleName = null, remark = null } = given;
  if (typeof mode !== 'string' || !Object.hasOwn(ruleModes, mode))
    throw new Refused('bad_input', {}, [
      { field: 'mode', msg: text('模式应为 simple、complex 或 expert', 'The mode must be simple, complex or expert') },
    ]);
  mustMatch(grammar, { head: values, areas, cases: [] }, 'values');
  const plain = values as Readonly<Record<string, unknown>>;
  const own = pickOf(plain, ownFields[mode as Mode]);
  return {
    mode: mode as Mode,
    ruleName: ruleName as string | null,
    remark,
    values: mode === 'expert' ? { rule: writtenTariff(plain.rule, 'values.rule') } : own,
    areas: areas as Carried['areas'],
  };
}

/** The draft of the family is changed; where there is none, one is made. Publishing stays with people. */
async function draft(row: Stored | null, given: FileDoc, work: Work): Promise<string> {
  const right = row === null ? 'feeRule:add' : 'feeRule:edit';
  if (!work.permits(right)) throw new Refused('not_permitted', { what: feeRule.title });
  const family = familyOf((row ?? given) as Partial<Family>);
  const what = carriedIn(given);
  const there = (await versionsOf(family, work)).find(({ status }) => status === 'draft');
  if (!there) return (await plant(what, family, work)).id;
  mustBeOf(what.mode, there);
  const { of, rules } = savings[what.mode];
  const cleared = Object.fromEntries(ownFields[what.mode].map((name) => [name, what.values[name] ?? null]));
  const changed = (await edit(
    of,
    there.id,
    { ...cleared, ruleName: what.ruleName, remark: what.remark },
    work,
    rules,
  )) as Version;
  if (what.mode === 'complex') {
    await removeRowsOf(changed, work);
    await plantRows(changed, what.areas, work);
  }
  return there.id;
}

export const tariffFiles: Filing = {
  also: ['mode', 'values', 'areas'],
  read: async (rows, work) => {
    const versions = rows as readonly Version[];
    const now = work.now.toISOString();
    const kept = new Set([...Map.groupBy(versions, familyKey).values()].map((each) => chosen(each, now)?.id));
    const docs: (FileDoc | null)[] = [];
    for (const each of versions) docs.push(kept.has(each.id) ? await written(each, work) : null);
    return docs;
  },
  waiting: async (row, work) => {
    const later = (await versionsOf(row as Version, work)).filter(
      ({ id, status, version }) => id !== row.id && status !== 'retired' && version > (row as Version).version,
    );
    return Promise.all(later.map(async (each) => ({ row: each, also: await written(each, work) })));
  },
  save: (row, values, _, work) => draft(row, values, work),
};

/** The calendar of a lot is one call. */
export const calendarFiles: Filing = {
  saveAll: async (parkId, dates, work) => {
    await through('holidayDate.submit', { parkId, dates }, work);
  },
};
