/** What a rule would have cost over the last weeks, before it is enabled. */
import { replayRule } from '#domain/coupon/replay.ts';
import type { PaidBill } from '#domain/coupon/replay.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { ofTenant } from '#kit/server/db.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { replayOfRule } from '../model/calls.ts';
import { termsOf } from '../model/terms.ts';
import { ruleNamed } from './rules.ts';

const DAY_MS = 86_400_000;
/** A quote is paid within hours; orders are kept by the month they were made in. */
const PAID_WITHIN_DAYS = 31;
/** Bills a replay looks at, the latest ones. */
const MOST_BILLS = 200_000;

const BILLS = `
  SELECT o.order_no AS id, to_char(o.paid_time AT TIME ZONE coalesce(p.zone, 'Asia/Shanghai'), 'YYYY-MM-DD') AS day,
    o.plate_number AS plate, o.receivable_fen AS "feeFen", o.derate_fen AS "deratedFen"
  FROM parking_order o JOIN park p ON p.tenant_id = o.tenant_id AND p.id = o.park_id
  WHERE o.tenant_id = $1 AND o.park_id = ANY($2::uuid[]) AND o.kind IN ('exit', 'prepay') AND o.status IN ('paid', 'overpaid')
    AND o.created_time >= $3::timestamptz AND o.paid_time >= $4::timestamptz AND o.receivable_fen > 0
  ORDER BY o.paid_time DESC, o.order_no LIMIT ${MOST_BILLS}`;

async function replay(work: Work<typeof replayOfRule.input>): Promise<unknown> {
  const { ruleId } = work.input;
  const days = work.input.days ?? 30;
  const rule = await ruleNamed(work, ruleId);
  if (rule.derateType === 'time')
    throw ruleRefused(
      text(
        '减免时长的金额由车场收费标准决定，不能试算',
        'Each tariff determines what time off is worth: it cannot be tried',
      ),
    );
  const parkIds = rule.parkIds ?? [];
  if (parkIds.length === 0) throw ruleRefused(text('请先选择可用车场', 'First choose its car parks'));
  const from = (back: number): string => new Date(work.now.getTime() - back * DAY_MS).toISOString();
  const bills = await ofTenant(work.db, rule.tenantId).raw<PaidBill>(BILLS, [
    rule.tenantId,
    parkIds,
    from(days + PAID_WITHIN_DAYS),
    from(days),
  ]);
  return { days, ...replayRule(termsOf(rule), rule, bills.toReversed()) };
}

export const replayServed: Served[] = [serve(replayOfRule, replay)];
