/** What stays would have cost had they ended some minutes earlier: what a coupon of minutes takes off their bills. */
import { knownAtGate } from '#domain/fee/known.ts';
import { price } from '#domain/fee/price.ts';
import { isFeeRefusal } from '#domain/fee/types.ts';
import type { FeeContext, FeeRule } from '#domain/fee/types.ts';
import type { StayEvent } from '#domain/fee/events.ts';
import type { Move } from '#domain/lane/types.ts';
import { MINUTE } from '#domain/time/zone.ts';
import { calendarOf, ruleById } from '#areas/fee/server/door.ts';
import { placesOf } from '#areas/billing/server/door.ts';
import { carKindOf, carKindsOf, modelOfColour } from '#areas/vehicle/server/door.ts';
import type { Db } from '#kit/server/db.ts';

/** A paid order as it was priced: by which version of a tariff, from when to when. */
export type PricedBill = {
  readonly id: string;
  readonly stayId: string | null;
  readonly parkId: string;
  readonly ruleId: string | null;
  readonly inTime: string | null;
  readonly pricedTime: string | null;
  readonly feeFen: number;
};
type Seen = {
  readonly id: string;
  readonly colour: string | null;
  readonly area: string | null;
  readonly moves: readonly Move[] | null;
  readonly events: readonly StayEvent[] | null;
};

/** What the lanes knew of the bills' stays. */
async function seenOf(db: Db, tenantId: number, bills: readonly PricedBill[]): Promise<ReadonlyMap<string, Seen>> {
  const rows = await db.raw<Seen>(
    `SELECT s.id, s.plate_colour AS colour, g.area_id AS area, s.moves, s.events
     FROM stay s LEFT JOIN park_gate g ON g.tenant_id = $1 AND g.id = s.in_gate_id
     WHERE s.tenant_id = $1 AND s.park_id = ANY($2::uuid[]) AND s.id = ANY($3::uuid[])`,
    [tenantId, [...new Set(bills.map(({ parkId }) => parkId))], bills.flatMap(({ stayId }) => stayId ?? [])],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** What the lots' tariffs read of zone, calendar and the kind of car. */
async function lotsOf(db: Db, tenantId: number, parkIds: readonly string[]) {
  const places = await placesOf(db, [...parkIds], tenantId);
  const lots = new Map<string, Pick<FeeContext, 'zone' | 'calendar'>>();
  const kinds = new Map<string, Awaited<ReturnType<typeof carKindsOf>>>();
  for (const parkId of parkIds) {
    lots.set(parkId, { calendar: await calendarOf(db, parkId), zone: places.get(parkId)?.zone ?? 'Asia/Shanghai' });
    kinds.set(parkId, await carKindsOf(db, parkId));
  }
  return { lots, kinds };
}

/**
 * The bills' fees, fen by the order's id, had their stays ended `minutes` earlier: each fee less what its tariff
 * charges for its last minutes. Orders that no version of a tariff priced are left out.
 */
export async function earlierFees(
  db: Db,
  tenantId: number,
  bills: readonly PricedBill[],
  minutes: number,
): Promise<ReadonlyMap<string, number>> {
  const seen = await seenOf(db, tenantId, bills);
  const { lots, kinds } = await lotsOf(db, tenantId, [...new Set(bills.map(({ parkId }) => parkId))]);
  const rules = new Map<string, FeeRule>();
  for (const id of new Set(bills.flatMap(({ ruleId }) => ruleId ?? []))) {
    const found = await ruleById(db, id);
    if (found) rules.set(id, found.rule);
  }
  const fees = new Map<string, number>();
  for (const { id, stayId, parkId, ruleId, inTime, pricedTime, feeFen } of bills) {
    const [rule, stay] = [rules.get(ruleId ?? ''), seen.get(stayId ?? '')];
    if (!rule || !stay || inTime === null || pricedTime === null) continue;
    const [inAt, outAt] = [Date.parse(inTime), Date.parse(pricedTime)];
    const colour = stay.colour ?? 'unknown';
    const model = modelOfColour(kinds.get(parkId)!, colour);
    const known = { colour, area: stay.area, moves: stay.moves ?? [], events: stay.events ?? [] };
    const feeAt = (at: number): number | null => {
      const priced = price(
        rule,
        { inAt, outAt: Math.max(inAt, at), ...(model ? { carKind: carKindOf(model) } : {}) },
        { ...lots.get(parkId)!, ...knownAtGate({ ...known, from: inAt, to: at }) },
      );
      return isFeeRefusal(priced) ? null : priced.totalFen;
    };
    const [full, less] = [feeAt(outAt), feeAt(outAt - minutes * MINUTE)];
    if (full !== null && less !== null) fees.set(id, Math.max(0, feeFen - Math.max(0, full - less)));
  }
  return fees;
}
