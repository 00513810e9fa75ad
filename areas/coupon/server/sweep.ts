import { couponStep } from '#domain/coupon/coupon.ts';
import type { Purse } from '#domain/coupon/coupon.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { ofTenant, platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { emit } from '#kit/server/events.ts';
import type { Job } from '#kit/server/jobs.ts';
import { idsIn, rowOf } from '#kit/server/row-by-id.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { couponInfo } from '../model/coupon-info.ts';
import { couponsEnding } from '../model/events.ts';
import { voidCoupons } from '../model/row-calls.ts';
import { ofStore } from './own.ts';
import { couponOf, couponsWhere, Purses, writeCoupons } from './rows.ts';

const BATCH = 500;
/** A gift moves no money. */
const NO_MONEY: Purse = { chargedFen: 0, usedFen: 0, reservedFen: 0, creditFen: 0 };

/**
 * Ends coupons whose time is over and lets go what was held for them. Nobody waits for it: one that is over is placed
 * on no bill.
 */
export async function endCoupons(database: Database, now: Date): Promise<number> {
  return database.write(platformScope, async (db) => {
    const due = await db.raw<{ tenant_id: number; id: string; rule_id: string }>(
      `SELECT tenant_id, id, rule_id FROM coupon_info WHERE status IN ('unclaimed', 'held', 'giving')
       AND valid_until < $1 AND deleted_at IS NULL ORDER BY tenant_id, id LIMIT ${BATCH}`,
      [now.toISOString()],
    );
    for (const [tenantId, group] of Map.groupBy(due, (row) => row.tenant_id)) await endSome(db, tenantId, group, now);
    return due.length;
  });
}

async function endSome(
  db: Db,
  tenantId: number,
  due: readonly { readonly id: string; readonly rule_id: string }[],
  now: Date,
): Promise<void> {
  const purses = await Purses.hold(
    db,
    tenantId,
    due.map((row) => row.rule_id),
  );
  const rows = await couponsWhere(db, tenantId, 'c.id = ANY($2::uuid[])', [due.map(({ id }) => id)], true);
  const ended = rows.map((row) => {
    const step = couponStep(couponOf(row), purses.of(row.ruleId), { kind: 'expire', at: now.getTime() });
    purses.put(row.ruleId, step.purse);
    return { coupon: step.coupon };
  });
  await writeCoupons(db, tenantId, ended);
  await purses.write();
}

/** Gifts that nobody accepted in time go back to who offered them. @returns how many */
export async function endGifts(database: Database, now: Date): Promise<number> {
  return database.write(platformScope, async (db) => {
    const due = await db.raw<{ tenant_id: number; id: string }>(
      `SELECT tenant_id, id FROM coupon_info WHERE status = 'giving' AND giving_until < $1 AND deleted_at IS NULL ORDER BY tenant_id, id LIMIT ${BATCH}`,
      [now.toISOString()],
    );
    for (const [tenantId, group] of Map.groupBy(due, (row) => row.tenant_id)) {
      const ids = group.map(({ id }) => id);
      const rows = await couponsWhere(db, tenantId, 'c.id = ANY($2::uuid[])', [ids], true);
      await writeCoupons(
        db,
        tenantId,
        rows.map((row) => ({
          coupon: couponStep(couponOf(row), NO_MONEY, { kind: 'lapse', at: now.getTime() }).coupon,
        })),
      );
    }
    return due.length;
  });
}

const DAY_MS = 86_400_000;

type Ending = {
  readonly tenantId: number;
  readonly companyId: string;
  readonly ruleId: string;
  readonly id: string;
  readonly name: string;
  readonly plate: string;
  readonly phone: string | null;
  readonly validUntil: string;
};

/** Publishes the coupons held by drivers that end within a day, those of one rule and car together. */
export async function publishEnding(database: Database, now: Date): Promise<void> {
  const rows = await database.read(platformScope, (db) =>
    db.raw<Ending>(
      `SELECT tenant_id AS "tenantId", company_id AS "companyId", rule_id AS "ruleId", id, terms->>'name' AS name,
       plate_number AS plate, holder_phone AS phone, valid_until AS "validUntil"
       FROM coupon_info WHERE status = 'held' AND valid_until >= $1 AND valid_until < $2 AND plate_number IS NOT NULL
         AND deleted_at IS NULL ORDER BY tenant_id, id`,
      [now.toISOString(), new Date(now.getTime() + DAY_MS).toISOString()],
    ),
  );
  for (const [tenantId, group] of Map.groupBy(rows, (row) => row.tenantId))
    await database.write(tenantScope(tenantId), async (db) => {
      for (const same of Map.groupBy(group, ({ ruleId, plate }) => `${ruleId} ${plate}`).values()) {
        const { companyId, name, plate, phone, validUntil } = same[0]!;
        const couponIds = same.map(({ id }) => id);
        const until = Date.parse(validUntil);
        const at = now.getTime();
        await emit(
          couponsEnding,
          { tenantId, companyId, couponIds, name, plate, phone, validUntil: until, at },
          { db },
        );
      }
    });
}

/** A person voids coupons that are on no bill: what was held is free again. */
async function voidSome(work: Work): Promise<unknown> {
  const { ids: given, remark } = work.input as { ids: unknown; remark: string };
  const ids = idsIn(couponInfo as Resource, { ids: given });
  const named = await Promise.all(
    ids.map((id) => rowOf(couponInfo as Resource, id, work.db, { narrow: ofStore(couponInfo)(work) })),
  );
  for (const [tenantId, group] of Map.groupBy(named, (row) => Number(row.tenantId))) {
    const db = ofTenant(work.db, tenantId);
    const purses = await Purses.hold(
      db,
      tenantId,
      group.map((row) => String(row.ruleId)),
    );
    const rows = await couponsWhere(db, tenantId, 'c.id = ANY($2::uuid[])', [group.map(({ id }) => id)], true);
    const ended = rows.map((row) => {
      const step = couponStep(couponOf(row), purses.of(row.ruleId), { kind: 'cancel' });
      if (step.refused)
        throw ruleRefused(text('已核销或在账单上的卡券不能作废', 'Used or on a bill: not to be voided'));
      purses.put(row.ruleId, step.purse);
      if (row.status !== 'cancelled') purses.count(row.ruleId, { cancelled: 1 });
      return { coupon: step.coupon, also: { endRemark: remark } };
    });
    await writeCoupons(db, tenantId, ended);
    await purses.write();
    for (const row of rows)
      work.record({
        resource: couponInfo.name,
        action: 'remove',
        rowId: row.id,
        before: { status: row.status },
        after: { status: 'cancelled', endRemark: remark },
        tenantId,
        companyId: row.companyId,
      });
  }
  return { ids };
}

export const voidServed: Served[] = [serve(voidCoupons, voidSome)];

export const jobs: readonly Job[] = [
  {
    name: 'coupons',
    title: text('卡券到期检查', 'Ended coupons'),
    cron: '*/5 * * * *',
    work: async (database, now) => {
      await endGifts(database, now);
      await endCoupons(database, now);
    },
  },
  {
    name: 'coupons-ending',
    title: text('提醒将到期的卡券', 'Coupons about to end'),
    cron: '30 9 * * *',
    missed: 'skip',
    work: publishEnding,
  },
];
