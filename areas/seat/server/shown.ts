/**
 * What a seat's page shows: itself, who waits, its own call, what is still to be noted, and whom it may hand over to.
 */
import { plateIdentity } from '#domain/plate/plate.ts';
import type { Call, Desk, Seat } from '#domain/queue/queue.ts';
import { before, comesTo } from '#domain/queue/queue.ts';
import { isoOf } from '#domain/time/iso.ts';
import { ofTenant } from '#kit/server/db.ts';
import { masked } from '#kit/server/rows.ts';
import type { Work } from '#kit/server/work.ts';
import { callRecord } from '../model/call-record.ts';
import { openCalls } from './desk.ts';

type Known = {
  id: string;
  callNo: string;
  parkName: string;
  gateName: string;
  plate: string | null;
  picture: string | null;
};
type Own = { readonly id: string; readonly tenantId: number; readonly sipNo: string | null };

async function knownOf(work: Work, { tenantId }: Own, ids: readonly string[]): Promise<ReadonlyMap<string, Known>> {
  const rows = await ofTenant(work.db, tenantId).raw<Known>(
    `SELECT c.id, c.call_no AS "callNo", p.park_name AS "parkName", g.gate_name AS "gateName", c.plate_number AS plate, c.picture
     FROM call_record c JOIN park p ON p.tenant_id = $1 AND p.id = c.park_id JOIN park_gate g ON g.tenant_id = $1 AND g.id = c.gate_id
     WHERE c.tenant_id = $1 AND c.id = ANY($2::uuid[])`,
    [tenantId, [...ids]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

async function namesOf(work: Work, { tenantId }: Own, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await ofTenant(work.db, tenantId).raw<{ id: string; name: string | null; account: string }>(
    `SELECT s.id, u.real_name AS name, u.account FROM seat_user s JOIN "user" u ON u.tenant_id = $1 AND u.id = s.user_id
     WHERE s.tenant_id = $1 AND s.id = ANY($2::uuid[])`,
    [tenantId, [...ids]],
  );
  return new Map(rows.map(({ id, name, account }) => [id, name || account]));
}

const groupNamesOf = async (work: Work, { tenantId }: Own): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (
      await ofTenant(work.db, tenantId).raw<{ id: string; name: string }>(
        'SELECT id, group_name AS name FROM seat_group WHERE tenant_id = $1 AND deleted_at IS NULL',
        [tenantId],
      )
    ).map(({ id, name }) => [id, name]),
  );

type Names = { readonly seats: ReadonlyMap<string, string>; readonly groups: ReadonlyMap<string, string> };

/** Plates and pictures go out whole to whoever may see them in the records. */
function shownCall(work: Work, call: Call, known: Known | undefined, seat: Seat, names: Names) {
  const sees = work.permits(`${callRecord.name}:unmask`);
  const plate = known?.plate ? plateIdentity(known.plate) : '';
  return {
    callId: call.id,
    callNo: known?.callNo ?? '',
    parkId: call.lot,
    parkName: known?.parkName ?? '',
    gateId: call.lane,
    gateName: known?.gateName ?? '',
    exit: call.exit,
    state: call.state,
    plate: plate === '' || sees ? plate : String(masked(callRecord.fields.plateNumber, plate)),
    picture: sees ? (known?.picture ?? null) : null,
    queuedAt: isoOf(call.queuedAt),
    answeredAt: call.answeredAt === null ? null : isoOf(call.answeredAt),
    endedAt: call.endedAt === null ? null : isoOf(call.endedAt),
    seat: call.seat === null ? null : (names.seats.get(call.seat) ?? null),
    group: names.groups.get(call.reached[0] ?? '') ?? null,
    overflowed: call.overflowed,
    takable: call.state === 'queued' && comesTo(seat, call),
  };
}

/** Whether two seats answer any lot in common; null is all lots. */
const meet = (a: readonly string[] | null, b: readonly string[] | null): boolean =>
  a === null || b === null || a.some((lot) => b.includes(lot));

export async function shownTo(work: Work, own: Own, desk: Desk, lots: readonly string[] | null) {
  const seat = desk.seats.get(own.id)!;
  const queue = openCalls(desk, lots).sort(before);
  const notes = [...desk.calls.values()].filter(({ state, seat: by }) => state === 'wrapup' && by === own.id);
  const current = seat.state === 'ringing' || seat.state === 'talking' ? seat.call : null;
  const mine = current === null ? undefined : desk.calls.get(current);
  const known = await knownOf(work, own, [
    ...new Set([...queue, ...notes, ...(mine ? [mine] : [])].map(({ id }) => id)),
  ]);
  const names = await namesOf(work, own, [...desk.seats.keys()]);
  const groups = desk.groups.size === 0 ? new Map<string, string>() : await groupNamesOf(work, own);
  const shown = (call: Call) => shownCall(work, call, known.get(call.id), seat, { seats: names, groups });
  return {
    at: work.now.toISOString(),
    seat: {
      seatId: own.id,
      name: names.get(own.id) ?? '',
      state: seat.state,
      since: isoOf(seat.since),
      sipNo: own.sipNo,
      lots: lots === null ? null : lots.length,
      groups: seat.groups.flatMap((id) => groups.get(id) ?? []),
    },
    queue: queue.map(shown),
    own: mine ? shown(mine) : null,
    notes: notes.map(shown),
    others: [...desk.seats.values()]
      .filter(({ id, state, lots: theirs }) => id !== own.id && state !== 'offline' && meet(theirs, lots))
      .map(({ id, state }) => ({ seatId: id, name: names.get(id) ?? '', state })),
  };
}
