import { eq } from 'drizzle-orm';
import { bill } from '#domain/fee/bill.ts';
import { readRule } from '#domain/fee/check.ts';
import { describeRule } from '#domain/fee/describe.ts';
import { isFeeRefusal } from '#domain/fee/types.ts';
import type { FeeRule } from '#domain/fee/types.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/crud.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { testFee } from '#areas/fee/model/calls.ts';
import { feeRule } from '#areas/fee/model/fee-rule.ts';
import { holidayDate } from '#areas/fee/model/holiday-date.ts';
import { park } from '#areas/lot/model/park.ts';
import { ruleInForce } from './rules.ts';
import type { Version } from './rules.ts';
import { contextOf, givenContext } from './trial-context.ts';
import type { Given } from './trial-context.ts';

type Asked = { FeeRuleID?: string | null; parkId?: string | null; carTypeId?: string | null; carModelId?: string | null; inTime: string; outTime: string; rule?: unknown; carKind?: string | null; context?: unknown };
type Chosen = { id: string | null; name: string | null; version: number | null; status: string; rule: FeeRule; parkId: string | null };

function written(raw: unknown): FeeRule {
  const read = readRule(raw);
  if ('rule' in read) return read.rule;
  throw new Refused('bad_input', {}, read.problems.map(({ field, words }) => ({ field: field === '' ? 'rule' : `rule.${field}`, msg: text(words.zh, words.en) })));
}

/** The rule written down in the call, else the version named, else the one in force at the entry. */
async function chosen(work: Work): Promise<Chosen> {
  const { FeeRuleID, parkId, carTypeId, carModelId, inTime, rule } = work.input as Asked;
  if (rule !== null && rule !== undefined) return { id: null, name: null, version: null, status: 'draft', rule: written(rule), parkId: parkId ?? null };
  if (FeeRuleID) {
    const row = await rowOf(feeRule, FeeRuleID, work.db) as unknown as Version;
    return { id: row.id, name: row.ruleName, version: row.version, rule: row.rule, parkId: row.parkId, status: row.status };
  }
  if (!parkId || !carTypeId) throw new Refused('bad_input', {}, [{ field: 'parkId', msg: text('请指定收费规则，或车场与车类', 'Please name a rule, or a car park and a car type') }]);
  const found = await ruleInForce(work.db, parkId, carTypeId, Date.parse(inTime), carModelId ?? null);
  if (!found) throw ruleRefused(text('该车类在入场时没有生效的收费规则', 'No tariff is in force for this car type at the entry'));
  return { ...found, parkId, status: 'published' };
}

const h = tableOf(holidayDate);

/** Zone and calendar of the lot, where one is meant. */
async function placeOf(work: Work, parkId: string | null): Promise<Pick<Given, 'zone' | 'holidays' | 'workdays'>> {
  if (parkId === null) return {};
  const lot = await rowOf(park, parkId, work.db);
  const days = await work.db.select({ day: h.day!, kind: h.dayKind! }).from(h).where(scoped(holidayDate, work.db.scope, [eq(h.parkId!, parkId)])) as { day: string; kind: string }[];
  const of = (kind: string): string[] => days.filter((each) => each.kind === kind).map(({ day }) => day);
  return { ...(lot.zone ? { zone: String(lot.zone) } : {}), holidays: of('holiday'), workdays: of('workday') };
}

/** No stay is longer before it is listed as stale; a bill of centuries would hold up everyone else's. */
const LONGEST_MS = 3_660 * 86_400_000;

export const testFeeServed: Served[] = [serve(testFee, async (plain) => {
  const work = plain as unknown as Work;
  const { inTime, outTime } = work.input as Asked;
  if (Date.parse(outTime) - Date.parse(inTime) > LONGEST_MS) throw new Refused('bad_input', {}, [{ field: 'outTime', msg: text('最长试算10年', 'At most ten years can be tried') }]);
  const { carKind, context } = work.input as Asked;
  const { id, name, version, rule, parkId, status } = await chosen(work);
  const given: Given = { ...await placeOf(work, parkId), ...givenContext(context) };
  const zone = given.zone ?? 'Asia/Shanghai';
  const stay = { inAt: Date.parse(inTime), outAt: Date.parse(outTime), ...(carKind ? { carKind } : {}) };
  const paidFen = (given.payments ?? []).reduce((sum, { fen }) => sum + fen, 0);
  const priced = bill(rule, stay, contextOf(given, zone, rule.form === 2 ? rule.leaveMinutes ?? 0 : 0), { paidFen });
  if (isFeeRefusal(priced)) throw ruleRefused(priced.words);
  const { receivableFen, prepaidFen, waivedFen, surplusFen, totalFen } = priced;
  return {
    FeeRuleID: id, ruleName: name, version, status, description: describeRule(rule)[work.lang], zone, inTime, outTime,
    minutes: Math.floor((stay.outAt - stay.inAt) / 60_000), totalFen, receivableFen, prepaidFen, waivedFen, surplusFen,
    lines: priced.lines.map(({ from, to, clause, ...line }) => ({ ...line, from: new Date(from).toISOString(), to: new Date(to).toISOString(), clause: clause[work.lang] })),
  };
})];
