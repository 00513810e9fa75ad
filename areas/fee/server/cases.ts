import { eq } from 'drizzle-orm';
import type { Problem } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import { idsIn, rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { feeRule } from '#areas/fee/model/fee-rule.ts';
import { runCases } from '#areas/fee/model/rule-calls.ts';
import { carModel } from '#areas/vehicle/model/car-model.ts';
import { carType } from '#areas/vehicle/model/car-type.ts';
import { casesOf, resultsOf } from './case-results.ts';
import type { StoredCase } from './case-results.ts';
import { givenContext } from './trial-context.ts';
import { ofFamily, versionOf } from './versions.ts';
import type { Family } from './versions.ts';

/** So many are priced in one go when a version is published. */
const MOST_CASES = 100;
const LONGEST_DAYS = 62;

async function check(values: Partial<StoredCase>, before: StoredCase | null, work: Work): Promise<Problem[]> {
  const now = { carModelId: null, expectFen: null, expectRefusal: null, ...before, ...values } as StoredCase;
  const problems: Problem[] = [];
  givenContext(now.context);
  if ((now.expectFen === null) === (now.expectRefusal === null))
    problems.push({
      field: 'expectFen',
      msg: text('应收金额与预期被拒绝须填其一', 'Enter either the expected price or the expected refusal'),
    });
  if (Date.parse(now.outTime) - Date.parse(now.inTime) > LONGEST_DAYS * 86_400_000)
    problems.push({
      field: 'outTime',
      msg: text(`算例最长${LONGEST_DAYS}天`, `A case is at most ${LONGEST_DAYS} days long`),
    });
  if (before !== null) return problems;
  for (const [field, of] of [
    ['carTypeId', carType],
    ['carModelId', carModel],
  ] as const) {
    const id = now[field];
    if (id && (await rowOf(of, id, work.db)).parkId !== now.parkId)
      problems.push({
        field,
        msg: fill(text('{title}不属于该车场', 'The {title} belongs to another car park'), { title: of.title }),
      });
  }
  if ((await casesOf(now, work)).length >= MOST_CASES)
    problems.push({ field: 'name', msg: text(`最多${MOST_CASES}个算例`, `At most ${MOST_CASES} cases`) });
  return problems;
}

/** What was approved was approved against other cases. */
async function unapprove(family: Family, work: Work): Promise<void> {
  const t = tableOf(feeRule);
  await work.db
    .update(t)
    .set({ approvedBy: null, approvedReason: null, approvedTime: null })
    .where(scoped(feeRule, work.db.scope, [eq(t.status!, 'draft'), ...ofFamily(t, family)]));
}

export const caseRules: Rules = {
  check: check,
  saved: (after, _, work) => unapprove(after as StoredCase, work),
  removing: (row, work) => unapprove(row as StoredCase, work),
};

export const casesServed: Served[] = [
  serve(runCases, async (plain) => {
    const work = plain;
    const version = await versionOf(idsIn(feeRule, { id: plain.input.id })[0]!, work);
    const cases = await resultsOf(version, work);
    return {
      FeeRuleID: version.id,
      version: version.version,
      total: cases.length,
      failed: cases.filter(({ ok }) => !ok).length,
      approvedBy: version.approvedBy ?? null,
      cases,
    };
  }),
];
