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
import { earlierFees } from './replay-time.ts';
import type { PricedBill } from './replay-time.ts';
import { ruleNamed } from './rules.ts';

const DAY_MS = 86_400_000;
/** A quote is paid within hours; orders are kept by the month they were made in. */
const PAID_WITHIN_DAYS = 31;
/** Bills a replay reads, the latest ones; each is priced anew for a rule of minutes. */
const MOST_BILLS = 200_000;
const MOST_PRICED = 20_000;

/** A car's driver is whoever has it among his plates as a member, else the phone that claimed a coupon for it last. */
const BILLS = `
  SELECT o.id, o.order_no AS "orderNo", o.stay_id AS "stayId", o.park_id AS "parkId", o.rule_id AS "ruleId",
    o.in_time AS "inTime", o.priced_time AS "pricedTime",
    to_char(o.paid_time AT TIME ZONE coalesce(p.zone, 'Asia/Shanghai'), 'YYYY-MM-DD') AS day, o.plate_number AS plate,
      o.receivable_fen AS "feeFen", o.derate_fen AS "deratedFen",
    coalesce(
      (SELECT m.phone FROM member_plate mp JOIN member m ON m.tenant_id = $1 AND m.id = mp.member_id AND m.deleted_at IS NULL
       WHERE mp.tenant_id = $1 AND mp.plate_number = o.plate_number AND mp.deleted_at IS NULL ORDER BY mp.id LIMIT 1),
      (SELECT c.holder_phone FROM coupon_info c WHERE c.tenant_id = $1 AND c.plate_number = o.plate_number
        AND c.holder_phone IS NOT NULL AND c.deleted_at IS NULL
       ORDER BY c.claim_time DESC LIMIT 1)
    ) AS person
  FROM parking_order o JOIN park p ON p.tenant_id = o.tenant_id AND p.id = o.park_id
  WHERE o.tenant_id = $1 AND o.park_id = ANY($2::uuid[]) AND o.kind IN ('exit', 'prepay') AND o.status IN ('paid', 'overpaid')
    AND o.created_time >= $3::timestamptz AND o.paid_time >= $4::timestamptz AND o.receivable_fen > 0
  ORDER BY o.paid_time DESC, o.order_no LIMIT $5`;

type BillRow = PricedBill & Omit<PaidBill, 'id' | 'earlierFen'> & { readonly orderNo: string };

async function replay(work: Work<typeof replayOfRule.input>): Promise<unknown> {
  const { ruleId } = work.input;
  const days = work.input.days ?? 30;
  const rule = await ruleNamed(work, ruleId);
  const parkIds = rule.parkIds ?? [];
  if (parkIds.length === 0) throw ruleRefused(text('请先选择可用车场', 'First choose its car parks'));
  const from = (back: number): string => new Date(work.now.getTime() - back * DAY_MS).toISOString();
  const db = ofTenant(work.db, rule.tenantId);
  const isTime = rule.derateType === 'time';
  const rows = await db.raw<BillRow>(BILLS, [
    rule.tenantId,
    parkIds,
    from(days + PAID_WITHIN_DAYS),
    from(days),
    isTime ? MOST_PRICED : MOST_BILLS,
  ]);
  const earlier = isTime ? await earlierFees(db, rule.tenantId, rows, rule.minutes ?? 0) : null;
  const bills = rows.toReversed().map((row): PaidBill => ({
    ...row,
    id: row.orderNo,
    ...(earlier ? { earlierFen: earlier.get(row.id) ?? null } : {}),
  }));
  return { days, ...replayRule(termsOf(rule), rule, bills) };
}

export const replayServed: Served[] = [serve(replayOfRule, replay)];
