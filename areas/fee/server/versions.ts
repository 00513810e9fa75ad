/** Versions of tariffs as they are stored, however they are written: which is in force, and what saving one means. */
import { desc, eq, gt, isNull, lte, ne, or } from 'drizzle-orm';
import { describeRule } from '#domain/fee/describe.ts';
import type { FeeRule } from '#domain/fee/types.ts';
import { isEmpty } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { formFields } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import { add, edit } from '#kit/server/save.ts';
import { idsIn, rowOf } from '#kit/server/row-by-id.ts';
import type { Plain, Rules } from '#kit/server/rules.ts';
import { platformScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { mover } from '#kit/server/mover.ts';
import type { Stored } from '#kit/server/rows.ts';
import { scoped } from '#kit/server/scope.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { feeRule, ruleModes } from '#areas/fee/model/fee-rule.ts';
import { carModel } from '#areas/vehicle/model/car-model.ts';
import { carType } from '#areas/vehicle/model/car-type.ts';

export type Mode = keyof typeof ruleModes;
/** Whose tariff it is: versions of one family follow each other. */
export type Family = { readonly parkId: string; readonly carTypeId: string; readonly carModelId: string | null };
/** Where a draft in complex mode is not complete; `rowId` null is the rule itself. */
export type Fault = {
  readonly table: string;
  readonly rowId: string | null;
  readonly field: string;
  readonly zh: string;
  readonly en: string;
};

/**
 * A version as stored. `rule` is the engine's own form of it, frozen with the version; null while a draft is not
 * complete.
 */
export type Version = Stored &
  Family & {
    tenantId: number;
    companyId: string;
    ruleName: string;
    mode: Mode;
    version: number;
    status: 'draft' | 'published' | 'retired';
    effectiveFrom: string | null;
    effectiveUntil: string | null;
    rule: FeeRule | null;
    faults: readonly Fault[] | null;
    editorId: string | null;
    approvedTime: string | null;
  };

const t = tableOf(feeRule);
const supersede = mover(feeRule, 'supersede', 'clock');
/** The rows of a family, in any table that names one. */
export const ofFamily = (table: typeof t, { parkId, carTypeId, carModelId }: Family) => [
  eq(table.parkId!, parkId),
  eq(table.carTypeId!, carTypeId),
  carModelId ? eq(table.carModelId!, carModelId) : isNull(table.carModelId!),
];

/**
 * All versions of a family, newest first. The car type's row is locked, so that versions are made one after the other.
 */
export async function versionsOf(of: Family, work: Work): Promise<Version[]> {
  await rowOf(carType, of.carTypeId, work.db, { lock: true });
  return (await work.db
    .select()
    .from(t)
    .where(scoped(feeRule, work.db.scope, ofFamily(t, of)))
    .orderBy(desc(t.version!))) as Version[];
}

export const versionOf = async (id: string, work: Work, lock = false): Promise<Version> =>
  (await rowOf(feeRule, id, work.db, { lock })) as Version;

const draftThere = text('该车类已有草稿，请修改草稿', 'There is a draft for this car type already; please change that');

/** A draft that is changed is nobody's approved draft any more. */
export const changedBy = ({ person }: Work) => ({
  editorId: person.userId,
  approvedBy: null,
  approvedReason: null,
  approvedTime: null,
});

/** What is wrong with putting a new version there. */
export async function familyProblems(of: Family, work: Work): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const [field, resource] of [
    ['carTypeId', carType],
    ['carModelId', carModel],
  ] as const) {
    const id = of[field];
    if (id && (await rowOf(resource, id, work.db)).parkId !== of.parkId)
      problems.push({
        field,
        msg: fill(text('{title}不属于该车场', 'The {title} belongs to another car park'), { title: resource.title }),
      });
  }
  const versions = problems.length > 0 ? [] : await versionsOf(of, work);
  return versions.some(({ status }) => status === 'draft')
    ? [...problems, { field: 'carTypeId', msg: draftThere }]
    : problems;
}

/** The engine's rule from a version's fields; null with what is missing, or what is wrong with them. */
export type Reading =
  | { readonly rule: FeeRule | null; readonly faults?: readonly Fault[]; readonly problems?: undefined }
  | { readonly problems: readonly Problem[] };

/**
 * Saving a version in a mode: one draft per family, its rule rebuilt with every change. `before` is null when it is
 * new.
 */
export function savingRules(mode: Mode, read: (now: Version, work: Work) => Promise<Reading> | Reading): Rules {
  const reading = async (values: object, before: object | null, work: Work) => {
    const now = { carModelId: null, ...before, ...values } as Version;
    return { now, made: await read(now, work) };
  };
  return {
    check: async (values, before, work) => {
      const { now, made } = await reading(values, before, work);
      return [...(made.problems ?? []), ...(before === null ? await familyProblems(now, work) : [])];
    },
    fill: async (values, before, work) => {
      const { now, made } = await reading(values, before, work);
      if (made.problems) throw new Refused('bad_input', {}, made.problems);
      const frozen = { rule: made.rule, faults: made.faults ?? null, ...changedBy(work) };
      if (before !== null)
        return {
          ...frozen,
          ...(now.ruleName || !made.rule ? {} : { ruleName: describeRule(made.rule).zh.slice(0, 60) }),
        };
      const [newest] = await versionsOf(now, work);
      const type = await rowOf(carType, now.carTypeId, work.db);
      return {
        ...frozen,
        mode,
        status: 'draft',
        version: (newest?.version ?? 0) + 1,
        ruleName: now.ruleName || (type.typeName as string),
      };
    },
  };
}

/** A draft is saved in its own mode; `feeRule.changeMode` writes it in another. */
export function mustBeOf(mode: Mode, row: Version): void {
  if (row.mode !== mode)
    throw ruleRefused(
      fill(
        text(
          '这是{mode}的草稿，请在该模式中修改，或先改用其他模式',
          'This draft is in {mode} mode; change it there, or write it in another mode first',
        ),
        { mode: ruleModes[row.mode] },
      ),
    );
}

/** How a mode saves: its declaration, its rules, and what a new draft takes along from the version it follows. */
export type Saving = {
  readonly of: Resource;
  readonly mode: Mode;
  readonly rules: Rules;
  readonly drafted?: (draft: Version, from: Version, work: Work) => Promise<void>;
};

/**
 * Saves over a version: a draft is changed; a published one stays as it is, and what is saved becomes the draft of the
 * next.
 * @throws Refused `changed_meanwhile` where `updatedAt` is not what it was read with, or somebody has begun the draft
 * since
 */
export async function saveOver(
  { of, mode, rules, drafted }: Saving,
  row: Version,
  changes: Readonly<Record<string, unknown>>,
  work: Work,
): Promise<Version> {
  const draft = row.status === 'draft' ? row : (await versionsOf(row, work)).find(({ status }) => status === 'draft');
  if (draft) mustBeOf(mode, draft);
  if (draft && draft !== row && !isEmpty(changes.updatedAt))
    throw new Refused('changed_meanwhile', {}, [{ field: 'carTypeId', msg: draftThere }]);
  if (draft === row) return (await edit(of, row.id, changes, work, rules)) as Version;
  const kept = Object.fromEntries(formFields(of, true).map((name) => [name, row[name as keyof Version]]));
  const { id: _, FeeRuleID: __, updatedAt: ___, ...rest } = changes as Record<string, unknown>;
  const wanted = { ...kept, ...rest, parkId: row.parkId, carTypeId: row.carTypeId, carModelId: row.carModelId };
  if (draft) return (await edit(of, draft.id, wanted, work, rules)) as Version;
  const added = (await add(of, wanted, work, rules)) as Version;
  if (row.mode === mode) await drafted?.(added, row, work);
  return added;
}

export const savedAs = ({ id, version }: Version) => ({ id, FeeRuleID: id, version });

/** Saving in a mode: new rows by the kit's own road, others over what is there. */
export const submitting =
  (saving: Saving) =>
  async (work: Work, plain: Plain): Promise<unknown> => {
    const given = [work.raw.FeeRuleID, work.raw.id].find((each) => !isEmpty(each));
    if (given === undefined) return plain(work);
    if (!work.permits(`${saving.of.name}:edit`)) throw new Refused('not_permitted', { what: saving.of.title });
    const row = (await rowOf(saving.of, idsIn(saving.of, { id: given })[0]!, work.db, {
      lock: true,
      narrow: saving.rules.narrow?.(work),
    })) as Version;
    return savedAs(await saveOver(saving, row, work.raw, work));
  };

// ---------------------------------------------------------------- for other areas

/** What bills and lanes need of a version. `from`, `until`: ISO; `until` null while nothing follows. */
export type RuleInForce = {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly rule: FeeRule;
  readonly carTypeId: string;
  readonly carModelId: string | null;
  readonly from: string;
  readonly until: string | null;
};

const shown = (row: Version): RuleInForce => ({
  id: row.id,
  name: row.ruleName,
  version: row.version,
  rule: row.rule!,
  carTypeId: row.carTypeId,
  carModelId: row.carModelId,
  from: row.effectiveFrom!,
  until: row.effectiveUntil,
});

/**
 * The version in force at an instant (epoch ms) for a car type of a lot: one for the car model before one for all
 * models. Answers also for the past, as drafts alone are never in force. Null when none is.
 */
export async function ruleInForce(
  db: Db,
  parkId: string,
  carTypeId: string,
  at: number,
  carModelId: string | null = null,
): Promise<RuleInForce | null> {
  const when = new Date(at).toISOString();
  const rows = (await db
    .select()
    .from(t)
    .where(
      scoped(feeRule, db.scope, [
        eq(t.parkId!, parkId),
        eq(t.carTypeId!, carTypeId),
        carModelId ? or(eq(t.carModelId!, carModelId), isNull(t.carModelId!)) : isNull(t.carModelId!),
        ne(t.status!, 'draft'),
        lte(t.effectiveFrom!, when),
        or(isNull(t.effectiveUntil!), gt(t.effectiveUntil!, when)),
      ]),
    )
    .orderBy(desc(t.effectiveFrom!), desc(t.version!))) as Version[];
  const found = rows.find((row) => row.carModelId !== null) ?? rows[0];
  return found ? shown(found) : null;
}

/** Every version of a lot that ever was in force, for callers that price many stays. */
export async function rulesOfPark(db: Db, parkId: string): Promise<RuleInForce[]> {
  const rows = (await db
    .select()
    .from(t)
    .where(scoped(feeRule, db.scope, [eq(t.parkId!, parkId), ne(t.status!, 'draft')]))
    .orderBy(desc(t.effectiveFrom!), desc(t.version!))) as Version[];
  return rows.map(shown);
}

/** The version a stay froze, by its id; null when it is not in scope. */
export async function ruleById(db: Db, id: string): Promise<RuleInForce | null> {
  const [row] = (await db
    .select()
    .from(t)
    .where(scoped(feeRule, db.scope, [eq(t.id!, id), ne(t.status!, 'draft')]))
    .limit(1)) as Version[];
  return row ? shown(row) : null;
}

/**
 * The clock's `supersede`: versions whose successor has come into force are retired. Says how many. Prices do not
 * depend on it.
 */
export async function retireSuperseded(database: Database, now: Date): Promise<number> {
  const where = lte(t.effectiveUntil!, now.toISOString());
  return database.write(platformScope, async (db) => (await supersede(db, { now, where })).length);
}
