import { factsBetween } from '#domain/upload/facts.ts';
import type { Stands } from '#domain/upload/facts.ts';
import { arrearsMoved, moneyMoved } from '#areas/billing/model/events.ts';
import type { ArrearsMove, MoneyMoved } from '#areas/billing/model/events.ts';
import { passesMoved } from '#areas/pass/model/events.ts';
import type { MovedPass } from '#areas/pass/model/events.ts';
import { barriersOpened, staysMoved } from '#areas/passage/model/events.ts';
import type { Opened, StayMoved } from '#areas/passage/model/events.ts';
import type { AreaEvents } from '#kit/server/events.ts';
import { on } from '#kit/server/events.ts';
import { recordEvents } from './record.ts';
import type { Happened } from './record.ts';

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

const stayKinds = {
  entry: 'stay.entered',
  exit: 'stay.left',
  correct: 'stay.corrected',
  void: 'stay.voided',
} as const;

const visit = (stay: Stands) => ({
  stayId: stay.id,
  plate: stay.plate,
  plateColour: stay.colour,
  kind: stay.kind,
  inTime: iso(stay.inAt),
  inLane: stay.inLane,
  outTime: iso(stay.outAt),
  outLane: stay.outLane,
  receivableFen: stay.receivableFen,
  deratedFen: stay.deratedFen,
  waivedFen: stay.waivedFen,
  paidFen: stay.paidFen,
});

const stays = (moved: readonly StayMoved[], now = Date.now()): Happened[] =>
  moved.flatMap(({ before, after }) =>
    factsBetween(before, after, now).flatMap(({ kind, key, at }): Happened[] =>
      kind in stayKinds ? [{ kind: stayKinds[kind as keyof typeof stayKinds], key, at, data: visit(after) }] : [],
    ),
  );

const wayOf = (via: string): string =>
  via.startsWith('drawer:') ? 'cash' : via.startsWith('stored-value:') ? 'storedValue' : via.slice('channel:'.length);

const money = (moved: readonly MoneyMoved[]): Happened[] =>
  moved.map(({ id, orderId, stayId, plateNumber, via, amountFen, isRefund, at }) => ({
    kind: isRefund ? 'order.refunded' : 'order.paid',
    key: `${isRefund ? 'refund' : 'payment'}/${id}`,
    at,
    data: {
      [isRefund ? 'refundId' : 'paymentId']: id,
      orderId,
      stayId,
      plate: plateNumber,
      way: wayOf(via),
      amountFen,
    },
  }));

const OPENS: ReadonlySet<string> = new Set(['owed', 'restored']);

const debts = (moves: readonly ArrearsMove[]): Happened[] =>
  moves.map(({ orderId, stayId, plateNumber, inTime, move: { kind: how, amountFen }, at }) => ({
    kind: OPENS.has(how) ? 'debt.opened' : 'debt.settled',
    key: `debt/${orderId}/${how}/${at}/${amountFen}`,
    at,
    data: { orderId, stayId, plate: plateNumber, inTime: iso(inTime), how, amountFen },
  }));

const passes = (moved: readonly MovedPass[], at: number): Happened[] =>
  moved.map(({ id, plates, change, endDay }) => ({
    kind: 'pass.changed',
    key: `pass/${id}/${change}/${at}`,
    at,
    data: { passId: id, change, plates, endDay },
  }));

const barriers = (opened: readonly Opened[]): Happened[] =>
  opened.map(({ id, lane, cause, causeId, plate, at }) => ({
    kind: 'barrier.opened',
    key: `opening/${id}`,
    at,
    data: { openingId: id, laneId: lane, plate, cause: cause ?? 'none', causeId },
  }));

/** What webhooks handle: every event an application may receive, in the transaction that writes it. */
export const webhookEvents: AreaEvents = {
  name: 'webhook',
  emits: [],
  handles: [
    on(staysMoved, ({ place, moved }, { db }) => recordEvents(db, place, stays(moved))),
    on(moneyMoved, ({ place, moved }, { db }) => recordEvents(db, place, money(moved))),
    on(arrearsMoved, ({ place, moves }, { db }) => recordEvents(db, place, debts(moves))),
    on(passesMoved, ({ place, passes: moved, at }, { db }) => recordEvents(db, place, passes(moved, at))),
    on(barriersOpened, ({ place, opened }, { db }) => recordEvents(db, place, barriers(opened))),
  ],
};
