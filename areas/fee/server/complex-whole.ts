/** A whole version in complex mode, saved by one call: its head and all its rows, or nothing of them. */
import { checkFields } from '#kit/declare/check.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { add, edit } from '#kit/server/save.ts';
import { removeRows } from '#kit/server/remove.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { feeRuleArea, feeRulePeriod, feeRuleSubPeriod, parkFeeRule } from '#areas/fee/model/park-fee-rule.ts';
import { saveComplex } from '#areas/fee/model/rule-calls.ts';
import { complexSaving, rewrite, rowsOf } from './complex.ts';
import { above, rowChecks } from './complex-rows.ts';
import { saveOver, savedAs, versionOf } from './versions.ts';
import type { Version } from './versions.ts';

type Given = Readonly<Record<string, unknown>>;
/** A row that stands there or is to, with the rows below it. */
type Wanted = {
  readonly of: Resource;
  readonly id: string | null;
  readonly values: Given;
  readonly place: string;
  readonly below: readonly Wanted[];
};

const levels = [
  { of: feeRuleArea, below: 'periods' },
  { of: feeRulePeriod, below: 'subPeriods' },
  { of: feeRuleSubPeriod, below: null },
] as const;
const MOST_ROWS = 60;

const wrong = (field: string, zh: string, en: string) => new Refused('bad_input', {}, [{ field, msg: text(zh, en) }]);

/** The rows of a call, by level. @throws Refused `bad_input` at the place of what is no list of rows */
function wantedIn(raw: unknown, place: string, level = 0): Wanted[] {
  const { of, below } = levels[level]!;
  if (!Array.isArray(raw) || raw.length > MOST_ROWS)
    throw wrong(place, `须为最多${MOST_ROWS}项的列表`, `must be a list of at most ${MOST_ROWS}`);
  return raw.map((each: unknown, nth) => {
    const here = `${place}[${nth}]`;
    if (typeof each !== 'object' || each === null || Array.isArray(each))
      throw wrong(here, '须为对象', 'must be an object');
    const { id = null, ...values } = each as Given;
    return {
      of,
      id: typeof id === 'string' ? id.toLowerCase() : null,
      values,
      place: here,
      below: below === null ? [] : wantedIn(values[below] ?? [], `${here}.${below}`, level + 1),
    };
  });
}

/** Problems of a row are reported by its place in the call. */
async function at<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refused) || error.problems.length === 0) throw error;
    throw new Refused(
      'bad_input',
      {},
      error.problems.map(({ field, msg }) => ({ field: `${place}.${field}`, msg })),
    );
  }
}

/** Whether a row says what is stored of it already. */
function isSame(of: Resource, { values }: Wanted, stored: Given): boolean {
  const entered = Object.fromEntries(Object.entries(of.fields).filter(([, field]) => !field.readOnly && !field.fixed));
  const checked = checkFields(entered, values, false);
  return (
    checked.problems.length === 0 &&
    Object.entries(checked.values).every(
      ([name, value]) => JSON.stringify(value ?? null) === JSON.stringify(stored[name] ?? null),
    )
  );
}

/** Puts rows below `parentId`: those of the draft are changed where they say something else, others are new. */
async function put(
  rows: readonly Wanted[],
  parentId: string,
  draft: Version,
  stored: ReadonlyMap<string, Given>,
  work: Work,
): Promise<void> {
  for (const row of rows) {
    const { of, place } = row;
    const owner = { parkId: draft.parkId, [above[of.name]!.field]: parentId };
    const before = row.id === null ? undefined : stored.get(row.id);
    const kept = before !== undefined && before[above[of.name]!.field] === parentId;
    const rules = { check: (values: Given, was: Given | null) => rowChecks[of.name]!({ ...was, ...values }, work) };
    const id = kept ? row.id! : (await at(place, () => add(of, { ...row.values, ...owner }, work, rules))).id;
    if (kept && !isSame(of, row, before)) await at(place, () => edit(of, id, row.values, work, rules));
    await put(row.below, id, draft, stored, work);
  }
}

const idsIn = (rows: readonly Wanted[]): string[] =>
  rows.flatMap(({ id, below }) => [...(id === null ? [] : [id]), ...idsIn(below)]);

/** Makes the rows of a draft these ones. Rows that go, go first, from the leaves up. */
async function replaceRows(draft: Version, wanted: readonly Wanted[], work: Work): Promise<Version> {
  const { areas, periods, subPeriods } = await rowsOf(draft.id, work.db);
  const left = new Set(idsIn(wanted));
  const goneAreas = new Set(areas.filter(({ id }) => !left.has(id)).map(({ id }) => id));
  const gonePeriods = new Set(
    periods.filter(({ id, areaRuleId }) => !left.has(id) || goneAreas.has(areaRuleId)).map(({ id }) => id),
  );
  const goneSubs = subPeriods
    .filter(({ id, periodId }) => !left.has(id) || gonePeriods.has(periodId))
    .map(({ id }) => id);
  for (const [of, gone] of [
    [feeRuleSubPeriod, goneSubs],
    [feeRulePeriod, [...gonePeriods]],
    [feeRuleArea, [...goneAreas]],
  ] as const)
    await removeRows(of, gone, work);
  const removed = new Set([...goneAreas, ...gonePeriods, ...goneSubs]);
  const stored = new Map(
    [...areas.map((row) => ({ ...row, feeRuleId: draft.id })), ...periods, ...subPeriods]
      .filter(({ id }) => !removed.has(id))
      .map((row) => [row.id, row as Given]),
  );
  await put(wanted, draft.id, draft, stored, work);
  return rewrite(draft, work);
}

/** Its own rows come with the call, so that a new draft takes none along. */
const { drafted: _, ...headSaving } = complexSaving;

export const complexWholeServed: Served[] = [
  serve(saveComplex, async (plain) => {
    const work = plain;
    const { areas, ...head } = work.raw;
    const wanted = wantedIn(areas ?? null, 'areas');
    const { id } = plain.input;
    const draft = id
      ? await saveOver(headSaving, await versionOf(id, work, true), head, work)
      : ((await add(parkFeeRule, head, work, complexSaving.rules)) as Version);
    const saved = await replaceRows(draft, wanted, work);
    return { ...savedAs(saved), complete: saved.rule !== null, faults: saved.faults };
  }),
];
