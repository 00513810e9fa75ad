/** What a session found out, into the tables: in bulk, in the lot's one transaction, the same again without effect. */
import type { Order } from '#domain/ledger/order-types.ts';
import { kickMoney, writeMoney } from '#areas/billing/server/door.ts';
import type { OrderEntry } from '#areas/billing/server/door.ts';
import { followLot } from '#areas/derate/server/door.ts';
import { queueLaneCommands, wakeDispatch } from '#areas/device/server/door.ts';
import { markArrived } from '#areas/vehicle/server/door.ts';
import type { Db } from '#kit/server/db.ts';
import { emit } from '#kit/server/events.ts';
import { bookedCars, carsCame, staysMoved, ticketsDue } from '../model/events.ts';
import type { BookedCar } from '../model/events.ts';
import type { Session } from './session.ts';
import { facts, plateOf } from './write-base.ts';
import { stayRows, writeStays } from './write-stays.ts';
import { writeFacts } from './write-facts.ts';
import { writeReported } from './write-history.ts';
import { writeLive } from './write-live.ts';
import { movedOf } from './moved.ts';
import { ticketsOf } from './tickets.ts';

const nothing = (session: Session): boolean =>
  session.facts.length === 0 &&
  session.commands.length === 0 &&
  session.touchedStays.size === 0 &&
  session.touchedLanes.size === 0 &&
  session.touchedDevices.size === 0;

/**
 * Writes everything; returns what to call after the commit (sends the lanes' commands). Without new facts nothing is
 * written.
 */
export async function writeSession(db: Db, session: Session, givenAt = new Date()): Promise<() => void> {
  if (nothing(session)) return () => undefined;
  const { place } = session.lot;
  const stays = stayRows(session);
  const counts = new Map(
    session.facts.flatMap((fact) =>
      fact.fact === 'quoted' && fact.lane !== null ? [[fact.lane, fact.quote.dueFen] as const] : [],
    ),
  );
  const [wake] = await Promise.all([
    queueLaneCommands(
      db,
      place.tenantId,
      session.lot.devices,
      session.commands,
      (lane) => counts.get(lane) || null,
      givenAt,
    ),
    writeStays(db, session, stays),
    writeMoney(db, place, {
      entries: entriesOf(session),
      postings: session.postings,
      days: stays.flatMap(({ days }) => days),
      charges: session.charges,
    }),
    writeFacts(db, session),
    markArrived(db, place.tenantId, arrivals(session)),
    writeLive(db, session),
    writeReported(db, session),
  ]);
  await followLot(db, place, {
    quotes: facts(session, 'quoted').map(({ quote }) => ({ ...quote, at: quote.pricedAt })),
    voided: facts(session, 'quoteVoid').map(({ order }) => order),
    left: facts(session, 'passage').flatMap(({ direction, stay, state, at }) =>
      direction === 'exit' && state === 'left' && stay !== null
        ? [{ stay, plate: plateOf(session, stay) ?? '', at }]
        : [],
    ),
  });
  const cars = facts(session, 'stayOpened').flatMap(({ stay }) =>
    stay.entry && stay.plate ? [{ stayId: stay.id, plate: stay.plate, at: stay.entry.at }] : [],
  );
  if (cars.length > 0) await emit(carsCame, { place, cars }, { db });
  const moved = movedOf(session, stays);
  if (moved.length > 0) await emit(staysMoved, { place, moved, inside: session.book.occupancy() }, { db });
  const [came, left] = [cameByBooking(session), leftByBooking(session)];
  if (came.length + left.length > 0) await emit(bookedCars, { place, came, left }, { db });
  const tickets = ticketsOf(session, givenAt);
  if (tickets.length > 0) await emit(ticketsDue, { place, tickets }, { db });
  return () => {
    wake();
    if (tickets.length > 0) wakeDispatch(place.tenantId);
    if (session.charges.length > 0) kickMoney();
  };
}

/** Orders that ask for nothing and were given nothing are not kept: a bill of 0 stands on its stay. */
const worthKeeping = (session: Session, order: Order): boolean =>
  session.entries.has(order.id) ||
  order.receivableFen > 0 ||
  order.payments.length > 0 ||
  order.waivedFen > 0 ||
  order.deratedFen > 0 ||
  order.attempts.length > 0;

function entriesOf(session: Session): OrderEntry[] {
  return [...session.touchedOrders].flatMap((id) => {
    const [order, about] = [session.book.order(id), session.abouts.get(id)];
    return order && about && worthKeeping(session, order) ? [{ order, about }] : [];
  });
}

/** Bookings whose cars have come in this batch. */
const arrivals = (session: Session) =>
  facts(session, 'stayOpened').flatMap(({ stay }) =>
    stay.booking !== null && stay.entry ? [{ booking: stay.booking, stay: stay.id, at: stay.entry.at }] : [],
  );

const laneName = (session: Session, lane: string | null): string | null =>
  (lane === null ? undefined : session.lot.lanes.get(lane)?.name) ?? null;

const cameByBooking = (session: Session): BookedCar[] =>
  facts(session, 'stayOpened').flatMap(({ stay }) =>
    stay.booking !== null && stay.entry
      ? [{ booking: stay.booking, stay: stay.id, at: stay.entry.at, lane: laneName(session, stay.entry.lane) }]
      : [],
  );

const leftByBooking = (session: Session): BookedCar[] =>
  facts(session, 'passage').flatMap(({ direction, stay, state, at, lane }) => {
    const booking = stay === null ? null : (session.book.stay(stay)?.booking ?? null);
    return direction === 'exit' && state === 'left' && stay !== null && booking !== null
      ? [{ booking, stay, at, lane: laneName(session, lane) }]
      : [];
  });
