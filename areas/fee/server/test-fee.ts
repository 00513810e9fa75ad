import { readRule } from '#domain/fee/check.ts';
import { describeRule } from '#domain/fee/describe.ts';
import { isFeeRefusal } from '#domain/fee/types.ts';
import type { FeeRule } from '#domain/fee/types.ts';
import { CURRENCY } from '#domain/fee/words.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { testFee } from '#areas/fee/model/calls.ts';
import { placeOf } from './lot-place.ts';
import { answeredLines, tried } from './tried.ts';
import { ruleInForce, versionOf } from './versions.ts';
import type { Version } from './versions.ts';

type TestInput = {
  FeeRuleID?: string | null;
  parkId?: string | null;
  carTypeId?: string | null;
  carModelId?: string | null;
  inTime: string;
  outTime: string;
  rule?: unknown;
  carKind?: string | null;
  context?: unknown;
};
type Chosen = {
  id: string | null;
  name: string | null;
  version: number | null;
  status: string;
  rule: FeeRule;
  parkId: string | null;
  carModelId: string | null;
};

/** A rule as a call gives it, its faults named by their place below `field`. */
export function writtenRule(raw: unknown, field: string): FeeRule {
  const read = readRule(raw);
  if ('rule' in read) return read.rule;
  throw new Refused(
    'bad_input',
    {},
    read.problems.map((problem) => ({
      field: problem.field === '' ? field : `${field}.${problem.field}`,
      msg: text(problem.words.zh, problem.words.en),
    })),
  );
}

/** The rule of a version, which a draft in complex mode may not have yet. */
export function completeRule({ rule, faults }: Version): FeeRule {
  if (rule) return rule;
  const [first] = faults ?? [];
  throw ruleRefused(
    fill(text('规则还不完整，不能计价：{what}', 'The rule is not complete and has no price: {what}'), {
      what: text(first?.zh ?? '', first?.en ?? ''),
    }),
  );
}

/** The rule written down in the call, else the version named, else the one in force at the entry. */
async function chosen(work: Work): Promise<Chosen> {
  const { FeeRuleID, parkId, carTypeId, carModelId = null, inTime, rule } = work.input as TestInput;
  if (rule !== null && rule !== undefined)
    return {
      id: null,
      name: null,
      version: null,
      status: 'draft',
      rule: writtenRule(rule, 'rule'),
      parkId: parkId ?? null,
      carModelId,
    };
  if (FeeRuleID) {
    const row = await versionOf(FeeRuleID, work);
    return {
      id: row.id,
      name: row.ruleName,
      version: row.version,
      rule: completeRule(row),
      parkId: row.parkId,
      status: row.status,
      carModelId: carModelId ?? row.carModelId,
    };
  }
  if (!parkId || !carTypeId)
    throw new Refused('bad_input', {}, [
      {
        field: 'parkId',
        msg: text('请指定收费规则，或车场与车类', 'Please name a rule, or a car park and a car type'),
      },
    ]);
  const found = await ruleInForce(work.db, parkId, carTypeId, Date.parse(inTime), carModelId);
  if (!found)
    throw ruleRefused(text('该车类在入场时没有生效的收费规则', 'No tariff is in force for this car type at the entry'));
  return { ...found, parkId, status: 'published', carModelId: carModelId ?? found.carModelId };
}

export const testFeeServed: Served[] = [
  serve(testFee, async (plain) => {
    const work = plain;
    const input = work.input as TestInput;
    const { inTime, outTime } = input;
    const { id, name, version, rule, parkId, status, carModelId } = await chosen(work);
    const { priced, zone } = tried(
      rule,
      input,
      parkId === null ? { zone: work.person.zone } : await placeOf(work.db, parkId, carModelId),
    );
    if (isFeeRefusal(priced)) throw ruleRefused(priced.words, priced.refused);
    const { receivableFen, prepaidFen, waivedFen, surplusFen, totalFen, lines } = priced;
    return {
      FeeRuleID: id,
      ruleName: name,
      version,
      status,
      description: describeRule(rule)[work.lang],
      currency: (rule.form === 2 ? rule.currency : undefined) ?? CURRENCY,
      zone,
      inTime,
      outTime,
      minutes: Math.floor((Date.parse(outTime) - Date.parse(inTime)) / 60_000),
      totalFen,
      receivableFen,
      prepaidFen,
      waivedFen,
      surplusFen,
      ...answeredLines(lines, work.lang),
    };
  }),
];
