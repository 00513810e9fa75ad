/**
 * The three tables of rows that make up a version in complex mode: each change is checked against its version and
 * rebuilds the rule.
 */
import { isEmpty, isId } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { rawOf } from '#kit/declare/check.ts';
import { text } from '#kit/declare/text.ts';
import { idsIn, rowOf } from '#kit/server/row-by-id.ts';
import { removeRows } from '#kit/server/remove.ts';
import type { Rules } from '#kit/server/rules.ts';
import { present } from '#kit/server/rows.ts';
import type { Stored } from '#kit/server/rows.ts';
import type { Work } from '#kit/server/work.ts';
import { feeRule } from '#areas/fee/model/fee-rule.ts';
import { feeRuleArea, feeRulePeriod, feeRuleSubPeriod, parkFeeRule } from '#areas/fee/model/park-fee-rule.ts';
import { parkArea } from '#areas/lot/model/park-area.ts';
import { rewrite, rowsOf } from './complex.ts';
import { mustBeOf, versionOf } from './versions.ts';
import type { Version } from './versions.ts';

/** The field by which rows hang below what is above them. */
export const above: Readonly<Record<string, { readonly field: string; readonly of: Resource }>> = {
  feeRuleArea: { field: 'feeRuleId', of: parkFeeRule },
  feeRulePeriod: { field: 'areaRuleId', of: feeRuleArea },
  feeRuleSubPeriod: { field: 'periodId', of: feeRulePeriod },
};

/** The version a row belongs to, locked until its rule is rebuilt. Only rows of drafts change. */
async function draftOf(of: Resource, row: Readonly<Record<string, unknown>>, work: Work): Promise<Version> {
  const { field, of: parent } = above[of.name]!;
  const id = String(row[field]);
  if (parent !== parkFeeRule) return draftOf(parent, await rowOf(parent, id, work.db), work);
  const version = await versionOf(id, work, true);
  if (version.status !== 'draft')
    throw ruleRefused(
      text(
        '已发布的规则不能修改：请先保存规则，生成新的草稿后再改',
        'A published rule is never changed: save the rule first, which makes a draft, and change that',
      ),
    );
  mustBeOf('complex', version);
  return version;
}

/** What is wrong with a row by itself. */
export const rowChecks: Readonly<
  Record<string, (row: Readonly<Record<string, unknown>>, work: Work) => Promise<Problem[]> | Problem[]>
> = {
  feeRuleArea: async ({ areaId, parkId }, work) =>
    areaId && (await rowOf(parkArea, String(areaId), work.db)).parkId !== parkId
      ? [{ field: 'areaId', msg: text('区域不属于该车场', 'The area belongs to another car park') }]
      : [],
  feeRulePeriod: (row) =>
    ['startTime', 'endTime']
      .filter((name) => String(row[name] ?? '').length > 5)
      .map((field) => ({ field, msg: text('应为时刻，如 08:00', 'must be a time of day such as 08:00') })),
  feeRuleSubPeriod: ({ startMinute, endMinute }) =>
    endMinute !== null && endMinute !== undefined && Number(endMinute) <= Number(startMinute)
      ? [{ field: 'endMinute', msg: text('结束分钟须大于开始分钟', 'The end must be after the start') }]
      : [],
};

const rulesFor = (of: Resource): Rules => ({
  check: async (values, before, work) => {
    const now: Readonly<Record<string, unknown>> = { ...before, ...values };
    await draftOf(of, now, work);
    return rowChecks[of.name]!(now, work);
  },
  saved: async (after, _, work) => {
    await rewrite(await draftOf(of, after, work), work);
  },
});

/** A new row is its version's lot's; naming another lot is an error. */
async function withLot(of: Resource, work: Work): Promise<Work> {
  const { field, of: parent } = above[of.name]!;
  const id = rawOf(field, of.fields[field]!, work.raw);
  if (!isId(typeof id === 'string' ? id.toLowerCase() : id)) return work;
  const { parkId } = (await rowOf(parent, String(id).toLowerCase(), work.db)) as Stored;
  if (!isEmpty(work.raw.parkId) && String(work.raw.parkId).toLowerCase() !== parkId)
    throw new Refused('bad_input', {}, [
      { field: 'parkId', msg: text('与收费规则的车场不同', 'Not the car park of the tariff') },
    ]);
  return { ...work, raw: { ...work.raw, parkId } };
}

/** A row goes with all below it. */
async function removeBelow(of: Resource, ids: readonly string[], work: Work): Promise<null> {
  for (const id of ids) {
    const row = (await rowOf(of, id, work.db)) as Stored;
    const version = await draftOf(of, row, work);
    const { periods, subPeriods } = await rowsOf(version.id, work.db);
    const under =
      of === feeRuleArea
        ? periods.filter(({ areaRuleId }) => areaRuleId === id).map((each) => each.id)
        : of === feeRulePeriod
          ? [id]
          : [];
    await removeRows(
      feeRuleSubPeriod,
      subPeriods.filter(({ periodId }) => under.includes(periodId)).map((each) => each.id),
      work,
    );
    if (of === feeRuleArea) await removeRows(feeRulePeriod, under, work);
    await removeRows(of, [id], work);
    await rewrite(version, work);
  }
  return null;
}

/** What the rule says now, so that whoever saved a row need not ask. */
async function answered(
  of: Resource,
  id: string,
  work: Work,
): Promise<{ FeeRuleID: string; faults: Version['faults']; complete: boolean }> {
  const version = await draftOf(of, await rowOf(of, id, work.db), work);
  return { FeeRuleID: version.id, faults: version.faults, complete: version.rule !== null };
}

const servingRules = (of: Resource): Rules => ({
  ...rulesFor(of),
  verbs: {
    remove: (work) => removeBelow(of, idsIn(of, work.raw), work),
    submit: async (work, plain) => {
      const given = [work.raw.id, of.wire.key ? work.raw[of.wire.key] : undefined].some((each) => !isEmpty(each));
      const saved = (await plain(given ? work : await withLot(of, work))) as { id: string };
      return { ...saved, ...(await answered(of, saved.id, work)) };
    },
  },
});

/** A version in complex mode with its areas, their periods and the sub periods of those. */
export async function versionWithRows(row: Stored, work: Work): Promise<Record<string, unknown>> {
  const stored = await rowsOf(row.id, work.db);
  const shown = async (of: Resource, rows: readonly object[]) =>
    present(of, rows as Stored[], work.db, work.person, work.lang);
  const [[head], [state], areas, periods, subs] = await Promise.all([
    shown(parkFeeRule, [row]),
    shown(feeRule, [row]),
    shown(feeRuleArea, stored.areas),
    shown(feeRulePeriod, stored.periods),
    shown(feeRuleSubPeriod, stored.subPeriods),
  ]);
  const moves = (state!.may as string[]).filter((each) => each !== 'edit' && each !== 'remove');
  return {
    ...head,
    may: [...(head!.may as string[]), ...moves],
    areas: areas.map((area) => ({
      ...area,
      periods: periods
        .filter(({ areaRuleId }) => areaRuleId === area.id)
        .map((period) => ({ ...period, subPeriods: subs.filter(({ periodId }) => periodId === period.id) })),
    })),
  };
}

export const complexRules: Record<string, Rules> = Object.fromEntries(
  [feeRuleArea, feeRulePeriod, feeRuleSubPeriod].map((of) => [of.name, servingRules(of)]),
);
