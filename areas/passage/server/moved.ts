/** The visits of a batch before and after it, for emitting events. */
import type { Stands, StoodBefore } from '#domain/upload/facts.ts';
import type { UploadPayment } from '#domain/upload/content.ts';
import type { StayMoved } from '../model/events.ts';
import { ms } from './rows.ts';
import type { Row } from './rows.ts';
import type { Session } from './session.ts';
import type { StayWrite } from './write-stays.ts';

const wayOf = (via: string): string =>
  via.startsWith('drawer:') ? 'cash' : via.startsWith('stored-value:') ? 'storedValue' : via.slice('channel:'.length);

const words = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const stood = (row: Row): StoodBefore => ({
  state: String(row['status']),
  plate: words(row['plate_number']),
  colour: String(row['plate_colour'] ?? 'unknown'),
  inAt: ms(row['in_time']),
  outAt: ms(row['out_time']),
});

function stands(session: Session, row: Row): Stands {
  const lane = (id: unknown): string | null => session.lot.lanes.get(String(id))?.name ?? null;
  const payments = session.book
    .ordersOf(String(row['id']))
    .flatMap(({ payments: of }) => of)
    .map(({ id, via, appliedFen, at }): UploadPayment => ({ id, way: wayOf(via), amountFen: appliedFen, at }));
  return {
    ...stood(row),
    id: String(row['id']),
    kind: String(row['kind']),
    inLane: lane(row['in_gate_id']),
    outLane: lane(row['out_gate_id']),
    inLaneId: words(row['in_gate_id']),
    outLaneId: words(row['out_gate_id']),
    receivableFen: Number(row['receivable_fen'] ?? 0),
    deratedFen: Number(row['derate_fen'] ?? 0),
    waivedFen: Number(row['waived_fen'] ?? 0),
    paidFen: Number(row['paid_fen'] ?? 0),
    payments,
    changes: Number(row['changes'] ?? 0),
  };
}

export const movedOf = (session: Session, stays: readonly StayWrite[]): StayMoved[] =>
  stays.map(({ row }) => {
    const before = session.before.get(String(row['id']));
    return { before: before ? stood(before) : null, after: stands(session, row) };
  });
