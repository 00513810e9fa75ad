/** Stays, their money and the cars inside, as rows. */
import type { BillLine } from '#domain/fee/types.ts';
import type { Stay } from '#domain/lane/types.ts';
import { outstanding } from '#domain/ledger/order-state.ts';
import type { Order } from '#domain/ledger/order-types.ts';
import { stayDeltas, takenAway } from '#areas/billing/server/door.ts';
import type { DayDelta } from '#areas/billing/server/door.ts';
import { typeOfKind } from '#areas/vehicle/server/door.ts';
import { insertRows, orUpdate } from '#kit/server/bulk.ts';
import type { Db } from '#kit/server/db.ts';
import { beginOf, iso, ms, stayRow } from './rows.ts';
import type { Row } from './rows.ts';
import type { Session } from './session.ts';
import { owner, frame } from './write-base.ts';
import type { Wide, Of } from './write-base.ts';

export type StayWrite = { stay: Stay; row: Wide; days: DayDelta[] };

const kindOfType = { temp: 'temp', pass: 'monthly', visitor: 'visitor', free: 'free' } as const;

export function stayRows(session: Session): StayWrite[] {
  return [...session.touchedStays].flatMap((id) => {
    const stay = session.book.stay(id);
    if (!stay) return [];
    const before = session.before.get(id);
    const row = {
      ...owner(session),
      id,
      ...frame(),
      begin_time: before?.begin_time ?? iso(beginOf(stay)),
      ...stayRow(stay),
      ...moneyOf(session, stay, before),
      ...extra(session, stay, before),
    };
    const days = [
      ...(before ? takenAway(stayDeltas(factOf(before), session.lot.place.zone)) : []),
      ...stayDeltas(factOf(row), session.lot.place.zone),
    ];
    return [{ stay, row, days }];
  });
}

const factOf = (row: Row) => ({
  status: String(row.status),
  inTime: ms(row.in_time),
  outTime: ms(row.out_time),
  staySeconds: row.stay_seconds as number | null,
  releaseType: row.release_type as string | null,
  kind: row.kind as string | null,
  carTypeId: row.car_type_id as string | null,
  paidFen: row.paid_fen as number | null,
  plate: String(row.plate_number ?? ''),
});

/** The stay's money is the sum of its orders'. */
function moneyOf(session: Session, stay: Stay, before: Row | undefined): Wide {
  const orders = session.book.ordersOf(stay.id).filter((order) => order.state !== 'none' || order.paidFen > 0);
  const sum = (of: (order: Order) => number) => orders.reduce((total, order) => total + of(order), 0);
  return {
    receivable_fen: sum((order) => order.receivableFen),
    derate_fen: sum((order) => order.deratedFen),
    waived_fen: sum((order) => order.waivedFen),
    paid_fen: sum((order) => order.paidFen),
    outstanding_fen: sum(outstanding),
    ...billOf(session, stay, before),
  };
}

const bill = (lines: unknown): Wide | null =>
  Array.isArray(lines)
    ? { bill_fen: (lines as BillLine[]).reduce((total, line) => total + line.amountFen, 0), lines }
    : null;

const noBill: Wide = { bill_fen: null, lines: null };

/**
 * The bill is the last amount due at the exit, and belongs to that passage: should the passage turn out to end another
 * stay, the bill goes along.
 */
function billOf(session: Session, stay: Stay, before: Row | undefined): Wide {
  const kept = before ? { bill_fen: before.bill_fen, lines: before.lines } : noBill;
  if (stay.exit === null) {
    const quoted = session.facts.findLast((fact) => fact.fact === 'quoted' && fact.quote.stay === stay.id);
    return (quoted?.fact === 'quoted' ? bill(quoted.quote.lines) : null) ?? (before?.out_time ? noBill : kept);
  }
  const { passage } = stay.exit;
  if (passage === null) {
    const quoted =
      stay.berth && session.facts.findLast((fact) => fact.fact === 'quoted' && fact.quote.stay === stay.id);
    return (quoted?.fact === 'quoted' ? bill(quoted.quote.lines) : null) ?? kept;
  }
  const fact = session.facts.findLast((each) => each.fact === 'passage' && each.id === passage);
  if (fact?.fact === 'passage') return bill(fact.order === null ? null : session.abouts.get(fact.order)?.lines) ?? kept;
  const ended = [...session.before.values()].find((row) => row.out_passage_id === passage && row.lines !== null);
  return ended ? { bill_fen: ended.bill_fen, lines: ended.lines } : kept;
}

const typeIdOf = (session: Session, stay: Stay): string | null =>
  (stay.kind === 'pass' ? session.passes.get(stay.pass ?? '')?.carTypeId : null) ??
  typeOfKind(session.lot.kinds, kindOfType[stay.kind as keyof typeof kindOfType] ?? 'temp')?.id ??
  null;

function extra(session: Session, stay: Stay, before: Row | undefined): Wide {
  const { lot } = session;
  const left = session.facts.findLast(
    (fact) => fact.fact === 'passage' && fact.direction === 'exit' && fact.stay === stay.id,
  );
  const corrections = session.facts.filter(
    (fact) => fact.fact === 'stayChanged' && fact.stay === stay.id && isCorrection(fact) && fact.why !== 'event',
  ).length;
  return {
    car_type_id: typeIdOf(session, stay),
    rule_name: lot.rules.find((rule) => rule.id === stay.tariff)?.name ?? before?.rule_name ?? null,
    release_type: stay.exit ? (releaseOf(session, stay) ?? before?.release_type ?? 'free') : null,
    out_picture: (left?.fact === 'passage' ? left.picture : null) ?? before?.out_picture ?? null,
    confidence: before?.confidence ?? session.confidences.get(stay.id) ?? null,
    changes: Number(before?.changes ?? 0) + corrections,
  };
}

/** How the car was let go, by what is known of its exit; null when this batch does not show it. */
function releaseOf(session: Session, stay: Stay): string | null {
  if (stay.state === 'closed-batch' || stay.state === 'closed-inferred') return 'repair';
  const orders = session.book.ordersOf(stay.id);
  const left = session.facts.findLast(
    (fact) => fact.fact === 'passage' && fact.direction === 'exit' && fact.stay === stay.id,
  );
  if (
    session.facts.some((fact) => fact.fact === 'release' && fact.stay === stay.id) ||
    orders.some((order) => order.waivedFen > 0)
  )
    return 'manual';
  if (orders.some((order) => order.owedFen > 0)) return 'unpaid';
  if (left?.fact === 'passage' && left.offline) return 'offline';
  if (left?.fact === 'passage' && left.cause?.kind === 'remote') return 'remote';
  if (orders.some((order) => order.paidFen > 0)) return 'paid';
  if (stay.kind === 'pass') return 'pass';
  if (stay.kind === 'free' || stay.kind === 'visitor') return 'list';
  return left ? 'free' : null;
}

export const inside = new Set(['open', 'suspect', 'stale']);

export async function writeStays(db: Db, session: Session, stays: readonly StayWrite[]): Promise<void> {
  const { tenantId, parkId } = session.lot.place;
  await insertRows(
    db,
    'stay',
    stays.map(({ row }) => row),
    orUpdate(stays[0]?.row, ['tenant_id', 'begin_time', 'id'], ['created_at']),
  );
  const plates = new Set(
    stays.flatMap(({ stay }) => [stay.plate, String(session.before.get(stay.id)?.plate_number ?? stay.plate)]),
  );
  const here = [...plates].flatMap((plate) => matesOf(session, plate));
  const ids = [...new Set([...stays.map(({ stay }) => stay.id), ...here.map(({ id }) => id)])];
  if (ids.length === 0) return;
  await db.raw(
    'DELETE FROM car_inside c USING jsonb_to_recordset($2::jsonb) AS g(park_id uuid, id uuid) WHERE c.tenant_id = $1 AND c.park_id = g.park_id AND c.id = g.id',
    [tenantId, JSON.stringify(ids.map((id) => ({ park_id: parkId, id })))],
  );
  await insertRows(
    db,
    'car_inside',
    here.map((stay) => insideRow(session, stay)),
    '',
  );
}

/** Cars inside under one plate: the one meant first, then doubted and accepted second ones. */
const matesOf = (session: Session, plate: string): Stay[] =>
  session.book
    .stays(plate)
    .filter((stay) => inside.has(stay.state))
    .sort(
      (a, b) =>
        Number(a.state !== 'open') - Number(b.state !== 'open') || beginOf(b) - beginOf(a) || (a.id < b.id ? -1 : 1),
    );

function insideRow(session: Session, stay: Stay): Wide {
  const settled = session.book.settled(stay.id, '');
  return {
    ...owner(session),
    id: stay.id,
    ...frame(),
    plate_number: stay.plate,
    plate_colour: stay.colour,
    kind: stay.kind,
    status: stay.state,
    car_type_id: typeIdOf(session, stay),
    in_time: iso(stay.entry?.at),
    in_gate_id: stay.entry?.lane ?? null,
    in_picture: stay.picture,
    paid_fen: settled.paidFen,
    free_until: iso(settled.freeUntil),
    clone_no: matesOf(session, stay.plate).findIndex((each) => each.id === stay.id),
    offline: stay.offline,
    berth_id: stay.berth?.id ?? null,
    section_id: stay.berth?.section ?? null,
    proven_to: iso(stay.berth?.provenTo),
  };
}

/** A car that simply left, or went to another area, was not corrected: its passage shows it. */
export const isCorrection = ({ why }: Of<'stayChanged'>): boolean => why !== 'left' && why !== 'moved';
