import { describeRule } from '#domain/fee/describe.ts';
import { price } from '#domain/fee/price.ts';
import { isFeeRefusal } from '#domain/fee/types.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/crud.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { testFee } from '#areas/fee/model/calls.ts';
import { feeRule } from '#areas/fee/model/fee-rule.ts';
import { park } from '#areas/lot/model/park.ts';
import { ruleInForce } from './rules.ts';
import type { RuleInForce, Version } from './rules.ts';

type Asked = { FeeRuleID?: string | null; parkId?: string | null; carTypeId?: string | null; carModelId?: string | null; inTime: string; outTime: string };
type Chosen = Pick<RuleInForce, 'id' | 'name' | 'version' | 'rule'> & { parkId: string; status: string };

/** The version named, else the one in force at the entry. */
async function chosen(work: Work): Promise<Chosen> {
  const { FeeRuleID, parkId, carTypeId, carModelId, inTime } = work.input as Asked;
  if (FeeRuleID) {
    const row = await rowOf(feeRule, FeeRuleID, work.db) as unknown as Version;
    return { id: row.id, name: row.ruleName, version: row.version, rule: row.rule, parkId: row.parkId, status: row.status };
  }
  if (!parkId || !carTypeId) throw new Refused('bad_input', {}, [{ field: 'parkId', msg: text('请指定收费规则，或车场与车类', 'Please name a rule, or a car park and a car type') }]);
  const found = await ruleInForce(work.db, parkId, carTypeId, Date.parse(inTime), carModelId ?? null);
  if (!found) throw ruleRefused(text('该车类在入场时没有生效的收费规则', 'No tariff is in force for this car type at the entry'));
  return { ...found, parkId, status: 'published' };
}

/** No stay is longer before it is listed as stale; a bill of centuries would hold up everyone else's. */
const LONGEST_MS = 3_660 * 86_400_000;

export const testFeeServed: Served[] = [serve(testFee, async (plain) => {
  const work = plain as unknown as Work;
  const { inTime, outTime } = work.input as Asked;
  if (Date.parse(outTime) - Date.parse(inTime) > LONGEST_MS) throw new Refused('bad_input', {}, [{ field: 'outTime', msg: text('最长试算10年', 'At most ten years can be tried') }]);
  const { id, name, version, rule, parkId, status } = await chosen(work);
  const lot = await rowOf(park, parkId, work.db);
  const priced = price(rule, { inAt: Date.parse(inTime), outAt: Date.parse(outTime) }, { zone: lot.zone ?? 'Asia/Shanghai' });
  if (isFeeRefusal(priced)) throw ruleRefused(priced.words);
  return {
    FeeRuleID: id, ruleName: name, version, status, description: describeRule(rule)[work.lang], zone: lot.zone, inTime, outTime,
    minutes: Math.floor((Date.parse(outTime) - Date.parse(inTime)) / 60_000), totalFen: priced.totalFen,
    lines: priced.lines.map(({ from, to, clause, ...line }) => ({ ...line, from: new Date(from).toISOString(), to: new Date(to).toISOString(), clause: clause[work.lang] })),
  };
})];
