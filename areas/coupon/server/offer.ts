/** What a driver is offered by a code, before he gives plate and phone: what it takes off, until when and where. */
import { dayOf } from '#domain/time/day.ts';
import { formatFen } from '#domain/money/fen.ts';
import { derateTypes } from '#areas/derate/model/words.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Work } from '#kit/server/work.ts';
import { sizeOf } from '../model/terms.ts';
import type { RuleTerms } from '../model/terms.ts';
import type { Found } from './driver.ts';
import { zoneOf } from './limits.ts';

const words = {
  off: text('优惠', 'What it gives'),
  from: text('停车费满', 'From a fee of'),
  until: text('有效期至', 'Valid until'),
  days: text('领取后 {n} 天内有效', 'For {n} days once claimed'),
  both: text('{until}，且领取后 {n} 天内', '{until}, at most {n} days once claimed'),
  where: text('可用车场', 'Car parks'),
  minutes: text('{kind} {n} 分钟', '{kind}: {n} minutes'),
  percent: text('{kind} {n} %', '{kind}: {n} %'),
  yuan: text('{kind} {n} 元', '{kind}: {n} yuan'),
};

type Stored = Pick<RuleTerms, 'derateType' | 'minutes' | 'amountFen' | 'percentOff' | 'minSpendFen'> & {
  readonly validUntil: string | null;
  readonly validDays: number | null;
  readonly parks: string[] | null;
  readonly lots: string[] | null;
};

function sizeText(rule: Stored): Text {
  const kind = derateTypes[rule.derateType];
  const size = sizeOf(rule);
  if (rule.derateType === 'full') return kind;
  if (rule.derateType === 'time') return fill(words.minutes, { kind, n: size });
  return rule.derateType === 'percent'
    ? fill(words.percent, { kind, n: size })
    : fill(words.yuan, { kind, n: formatFen(size) });
}

function validText({ validUntil, validDays }: Stored, zone: string): Text {
  const until = validUntil ? dayOf(Date.parse(validUntil), zone) : '';
  if (!validDays) return text(until, until);
  return until ? fill(words.both, { until, n: validDays }) : fill(words.days, { n: validDays });
}

export type OfferLine = { readonly label: Text; readonly value: Text };

/** The terms of the rule behind a code, a line each. */
export const offerOf = (work: Work, { tenantId, ruleId }: Found): Promise<OfferLine[]> =>
  work.database.read(tenantScope(tenantId), async (db) => {
    const [rule] = await db.raw<Stored>(
      `SELECT r.derate_type AS "derateType", r.minutes, r.amount_fen AS "amountFen", r.percent_off AS "percentOff", r.min_spend_fen AS "minSpendFen", r.valid_until AS "validUntil", r.valid_days AS "validDays", r.park_ids AS parks,
        (SELECT array_agg(p.park_name ORDER BY p.park_name) FROM park p WHERE p.tenant_id = $1 AND p.id = ANY(r.park_ids) AND p.deleted_at IS NULL) AS lots
       FROM coupon_rule r WHERE r.tenant_id = $1 AND r.id = $2`,
      [tenantId, ruleId],
    );
    if (!rule) return [];
    const from = rule.minSpendFen ?? 0;
    const lots = rule.lots ?? [];
    return [
      { label: words.off, value: sizeText(rule) },
      ...(from > 0 ? [{ label: words.from, value: text(formatFen(from), formatFen(from)) }] : []),
      { label: words.until, value: validText(rule, await zoneOf(db, tenantId, rule.parks ?? [])) },
      ...(lots.length > 0 ? [{ label: words.where, value: text(lots.join('、'), lots.join(', ')) }] : []),
    ];
  });
