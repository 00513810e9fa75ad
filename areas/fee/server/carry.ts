/** A version taken to another family: as a file, or straight to other lots. */
import { describeRule } from '#domain/fee/describe.ts';
import { byName, list, shape, word } from '#domain/fee/grammar.ts';
import type { Grammar } from '#domain/fee/grammar.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { add } from '#kit/server/save.ts';
import { namesOf } from '#kit/server/rows.ts';
import { Raw, serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { feeCase } from '#areas/fee/model/fee-case.ts';
import { ruleFields } from '#areas/fee/model/fee-rule.ts';
import { copyRule, exportRule, importRule } from '#areas/fee/model/rule-calls.ts';
import { park } from '#areas/lot/model/park.ts';
import { carModel } from '#areas/vehicle/model/car-model.ts';
import { carType } from '#areas/vehicle/model/car-type.ts';
import { casesOf } from './case-results.ts';
import { caseRules } from './cases.ts';
import { carriedRows, complexSaving, plantRows } from './complex.ts';
import type { CarriedArea } from './complex.ts';
import { expertSaving, writtenTariff } from './expert.ts';
import { simpleSaving } from './rules.ts';
import { writtenRule } from './test-fee.ts';
import { ruleInForce, savedAs, versionOf } from './versions.ts';
import type { Family, Mode, Saving, Version } from './versions.ts';

export const savings: Readonly<Record<Mode, Saving>> = {
  simple: simpleSaving,
  complex: complexSaving,
  expert: expertSaving,
};
/** What a mode's form holds beside name and remark. */
export const ownFields: Readonly<Record<Mode, readonly string[]>> = {
  simple: Object.keys(ruleFields),
  complex: ['freeMinutes', 'freeMinutesCounted', 'dayCapBasis', 'maxFee'],
  expert: ['rule'],
};

/** A version without ids. */
export type Carried = {
  readonly mode: Mode;
  readonly ruleName?: string | null;
  readonly remark?: unknown;
  readonly values: Readonly<Record<string, unknown>>;
  readonly areas: readonly CarriedArea[];
};

export const carried = async (version: Version, work: Work): Promise<Carried> => ({
  mode: version.mode,
  ruleName: version.ruleName,
  remark: version.remark,
  values: Object.fromEntries(ownFields[version.mode].map((name) => [name, version[name as keyof Version]])),
  areas: version.mode === 'complex' ? await carriedRows(version.id, work.db) : [],
});

/** Makes it the draft of a family. @throws Refused where there is one, or where something it names is not there */
export async function plant(
  { mode, ruleName, remark, values, areas }: Carried,
  family: Family,
  work: Work,
): Promise<Version> {
  const { of, rules } = savings[mode];
  const draft = (await add(of, { ...values, ruleName, remark, ...family }, work, rules)) as Version;
  return mode === 'complex' ? plantRows(draft, areas, work) : draft;
}

// ---------------------------------------------------------------- files

const KIND = 'gatehouse-fee-rule';

async function file(version: Version, work: Work): Promise<Record<string, unknown>> {
  const { mode, ruleName, remark, values, areas } = await carried(version, work);
  const [parks, types, models] = await Promise.all([
    namesOf(park, [version.parkId], work.db),
    namesOf(carType, [version.carTypeId], work.db),
    namesOf(carModel, version.carModelId ? [version.carModelId] : [], work.db),
  ]);
  const cases = (await casesOf(version, work)).map(
    ({ name, inTime, outTime, carKind, context, expectFen, expectRefusal, remark: remarkText }) => ({
      name,
      inTime,
      outTime,
      carKind,
      context,
      expectFen,
      expectRefusal,
      remark: remarkText,
    }),
  );
  return {
    kind: KIND,
    ruleName,
    mode,
    version: version.version,
    description: version.rule ? describeRule(version.rule) : null,
    parkName: parks.get(version.parkId) ?? null,
    carType: types.get(version.carTypeId) ?? null,
    carModel: models.get(version.carModelId ?? '') ?? null,
    rule: version.rule,
    ...(mode === 'complex' ? { head: values, areas } : {}),
    cases,
    remark,
  };
}

const anything: Grammar = { check: () => [], schema: () => ({}) };
const record = byName(anything);
const listed = (field: string): Grammar => ({
  ...record,
  check: (value, path) => [
    ...record.check(value, path),
    ...list(record, { max: 60 }).check((value as Record<string, unknown> | null)?.[field] ?? null, `${path}.${field}`),
  ],
});
const periods: Grammar = {
  ...listed('periods'),
  check: (value, path) => {
    const problems = listed('periods').check(value, path);
    return problems.length > 0
      ? problems
      : list(listed('subPeriods'), { max: 60 }).check((value as { periods: unknown }).periods, `${path}.periods`);
  },
};
export const grammar = shape({ head: record, areas: list(periods, { max: 60 }), cases: list(record, { max: 100 }) });

export function mustMatch(of: Grammar, value: unknown, path: string): void {
  const problems = of.check(value, path);
  if (problems.length > 0)
    throw new Refused(
      'bad_input',
      {},
      problems.map(({ field, words }) => ({ field, msg: text(words.zh, words.en) })),
    );
}

/** What a file says; a bare rule is taken as one. */
function readFile(raw: unknown): Carried & { readonly cases: readonly Record<string, unknown>[] } {
  mustMatch(record, raw, 'file');
  const given = raw as Record<string, unknown>;
  const {
    kind,
    rule,
    head,
    areas,
    cases = [],
    ruleName,
    remark,
  } = given.kind === KIND ? given : ({ rule: given } as Record<string, unknown>);
  mustMatch(grammar, { ...(areas === undefined ? {} : { head, areas }), cases }, 'file');
  const named = {
    ruleName: typeof ruleName === 'string' ? ruleName : null,
    remark,
    cases: cases as Record<string, unknown>[],
  };
  if (areas !== undefined)
    return {
      ...named,
      mode: 'complex',
      values: pickOf(head as Record<string, unknown>, ownFields.complex),
      areas: areas as CarriedArea[],
    };
  const read = writtenRule(rule, kind === KIND ? 'file.rule' : 'file');
  if (read.form === 2) return { ...named, mode: 'expert', values: { rule: writtenTariff(read, 'file') }, areas: [] };
  return {
    ...named,
    mode: 'simple',
    values: Object.fromEntries(Object.entries(ruleFields).map(([wire, engine]) => [wire, read[engine]])),
    areas: [],
  };
}

export const pickOf = (from: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]]));

/** Cases of a name that is there already stay as they are. */
async function plantCases(cases: readonly Record<string, unknown>[], family: Family, work: Work): Promise<number> {
  const there = new Set((await casesOf(family, work)).map(({ name }) => name));
  const fresh = cases.filter(({ name }) => typeof name !== 'string' || !there.has(name));
  for (const each of fresh)
    await add(
      feeCase,
      {
        ...pickOf(each, ['name', 'inTime', 'outTime', 'carKind', 'context', 'expectFen', 'expectRefusal', 'remark']),
        ...family,
      },
      work,
      caseRules,
    );
  return fresh.length;
}

export const familyOf = ({
  parkId,
  carTypeId,
  carModelId,
}: {
  parkId?: string | null;
  carTypeId?: string | null;
  carModelId?: string | null;
}): Family => ({ parkId: parkId!, carTypeId: carTypeId!, carModelId: carModelId ?? null });

// ---------------------------------------------------------------- other lots

const id = word(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, '01980000-0000-7000-8000-000000000001');
const nothing: Grammar = {
  ...id,
  check: (value, path) => (value === null || value === '' ? [] : id.check(value, path)),
};
const targets = list(shape({ parkId: id, carTypeId: id, carModelId: nothing }, ['parkId', 'carTypeId']), {
  min: 1,
  max: 200,
});

type Copied = {
  readonly parkId: string;
  readonly carTypeId: string;
  readonly carModelId: string | null;
  readonly parkName: string | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly problem: string | null;
  readonly FeeRuleID: string | null;
};

/** One copy, made in full and, for a preview or where it fails, taken back: the preview is the real result. */
async function copyTo(what: Carried, to: Family, preview: boolean, work: Work): Promise<Copied> {
  const inForce = await ruleInForce(work.db, to.parkId, to.carTypeId, work.now.getTime(), to.carModelId);
  const values = {
    ...to,
    parkName: (await namesOf(park, [to.parkId], work.db)).get(to.parkId) ?? null,
    before: inForce ? describeRule(inForce.rule)[work.lang] : null,
  };
  await work.db.raw('SAVEPOINT copied');
  try {
    const entries: Parameters<Work['record']>[0][] = [];
    const { id: made, rule } = await plant(what, to, {
      ...work,
      record: (entry) => {
        entries.push(entry);
      },
    });
    if (preview) await work.db.raw('ROLLBACK TO SAVEPOINT copied');
    else for (const entry of entries) work.record(entry);
    return {
      ...values,
      after: rule ? describeRule(rule)[work.lang] : null,
      problem: null,
      FeeRuleID: preview ? null : made,
    };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await work.db.raw('ROLLBACK TO SAVEPOINT copied');
    return { ...values, after: null, problem: (error.words as Text)[work.lang], FeeRuleID: null };
  }
}

export const carryServed: Served[] = [
  serve(exportRule, async (plain) => {
    const work = plain;
    const version = await versionOf(plain.input.id!, work);
    const json = JSON.stringify(await file(version, work), null, 2);
    const name = encodeURIComponent(`${version.ruleName}-V${version.version}.json`);
    return new Raw((reply) =>
      reply
        .header('Content-Type', 'application/json; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="fee-rule.json"; filename*=UTF-8''${name}`)
        .header('Cache-Control', 'private, no-store')
        .send(json),
    );
  }),
  serve(importRule, async (plain) => {
    const work = plain;
    const { cases, ...what } = readFile(plain.input.file);
    const family = familyOf(plain.input);
    const draft = await plant(what, family, work);
    return {
      ...savedAs(draft),
      mode: draft.mode,
      complete: draft.rule !== null,
      cases: await plantCases(cases, family, work),
    };
  }),
  serve(copyRule, async (plain) => {
    const work = plain;
    mustMatch(targets, plain.input.toParks, 'toParks');
    const what = await carried(await versionOf(plain.input.id!, work), work);
    const copies: Copied[] = [];
    for (const to of plain.input.toParks as Family[])
      copies.push(
        await copyTo(
          what,
          familyOf({
            ...to,
            parkId: to.parkId.toLowerCase(),
            carTypeId: to.carTypeId.toLowerCase(),
            carModelId: to.carModelId ? to.carModelId.toLowerCase() : null,
          }),
          plain.input.preview !== false,
          work,
        ),
      );
    return {
      preview: plain.input.preview !== false,
      made: copies.filter(({ FeeRuleID }) => FeeRuleID !== null).length,
      targets: copies,
    };
  }),
];
