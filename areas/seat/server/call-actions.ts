/** What a seat does: it comes and goes, answers, transfers, ends, and enters why the driver called. */
import { laneShown } from '#areas/passage/server/door.ts';
import { WRAP_MS } from '#domain/queue/queue.ts';
import type { DeskEvent } from '#domain/queue/queue.ts';
import { Refused } from '#kit/declare/refused.ts';
import { ofTenant } from '#kit/server/db.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { callRecord } from '../model/call-record.ts';
import { acceptCall, callLane, endCall, transferCall, noteCall, seatPresence, seatState } from '../model/calls.ts';
import { seatUser } from '../model/seat-user.ts';
import { callIdIn, moved, note, ownSeat, seatFound, seenLots } from './own.ts';
import { shownTo } from './shown.ts';

async function presence(work: Work<typeof seatPresence.input>): Promise<unknown> {
  const seat = await ownSeat(work as Work);
  const lots = await seenLots(work as Work);
  const to = work.input.to ?? 'ready';
  const desk = await moved(work as Work, seat, { kind: 'presence', seat: seat.id, to, lots });
  work.record({
    resource: seatUser.name,
    action: 'presence',
    rowId: seat.id,
    after: { presence: to },
    tenantId: seat.tenantId,
    companyId: seat.companyId,
  });
  return shownTo(work as Work, seat, desk, lots);
}

/** The page is there, and asks how things stand. */
async function state(work: Work): Promise<unknown> {
  const seat = await seatFound(work);
  if (!seat) return { seat: null };
  const lots = await seenLots(work);
  return shownTo(work, seat, await moved(work, seat, { kind: 'heartbeat', seat: seat.id, lots }), lots);
}

/** An action of the caller's seat on a call, noted and shown. */
const callAction =
  (action: string, eventOf: (seat: string, call: string, work: Work) => DeskEvent) =>
  async (work: Work): Promise<unknown> => {
    const seat = await ownSeat(work);
    const call = callIdIn(work);
    const desk = await moved(work, seat, eventOf(seat.id, call, work));
    note(work, action, seat, call, desk);
    return shownTo(work, seat, desk, await seenLots(work));
  };

type Talk = {
  parkId: string;
  gateId: string;
  answered: string;
  ended: string;
};
type Done = { readonly commandIds: string[]; readonly releaseId: string | null };

/** What the person did at the lane's barrier from the answer to a moment after the end. */
async function doneAt(work: Work, tenantId: number, { parkId, gateId, answered, ended }: Talk): Promise<Done> {
  const db = ofTenant(work.db, tenantId);
  const name = work.person.name || work.person.account;
  const until = new Date(Date.parse(ended) + WRAP_MS).toISOString();
  const at = [tenantId, parkId, gateId, answered, until, name];
  const commands = await db.raw<{ id: string }>(
    `SELECT id FROM device_command WHERE tenant_id = $1 AND park_id = $2 AND gate_id = $3 AND time BETWEEN $4::timestamptz AND $5::timestamptz
       AND command = 'open' AND cause = 'remote' AND split_part(remark, '：', 1) = $6 ORDER BY time`,
    at,
  );
  const [release] = await db.raw<{ id: string }>(
    `SELECT id FROM manual_release WHERE tenant_id = $1 AND park_id = $2 AND gate_id = $3 AND time BETWEEN $4::timestamptz AND $5::timestamptz
       AND operator = $6 ORDER BY time LIMIT 1`,
    at,
  );
  return { commandIds: commands.map(({ id }) => id), releaseId: release?.id ?? null };
}

async function why(work: Work<typeof noteCall.input>): Promise<unknown> {
  const seat = await ownSeat(work as Work);
  const call = callIdIn(work as Work);
  const desk = await moved(work as Work, seat, { kind: 'note', seat: seat.id, call });
  const db = ofTenant(work.db, seat.tenantId);
  const [talk] = await db.raw<Talk>(
    'SELECT park_id AS "parkId", gate_id AS "gateId", answered_time AS answered, ended_time AS ended FROM call_record WHERE tenant_id = $1 AND id = $2',
    [seat.tenantId, call],
  );
  if (!talk) throw new Refused('no_such_record', { what: callRecord.title });
  const { commandIds, releaseId } = await doneAt(work as Work, seat.tenantId, talk);
  const given = work.input.resolution ?? 'told';
  const resolution = releaseId ? 'released' : commandIds.length > 0 ? 'opened' : given;
  const wrapS = Math.max(0, Math.round((work.now.getTime() - Date.parse(talk.ended)) / 1_000));
  await db.raw(
    `UPDATE call_record SET why = $3, resolution = $4, remark = $5, command_ids = $6::jsonb, release_id = $7, noted_time = $8, wrap_s = $9
     WHERE tenant_id = $1 AND id = $2`,
    [
      seat.tenantId,
      call,
      work.input.why,
      resolution,
      work.input.remark ?? null,
      JSON.stringify(commandIds),
      releaseId,
      work.now.toISOString(),
      wrapS,
    ],
  );
  note(work as Work, 'why', seat, call, desk, { why: work.input.why, resolution });
  return shownTo(work as Work, seat, desk, await seenLots(work as Work));
}

export const actionsServed: Served[] = [
  serve(seatPresence, presence),
  serve(seatState, (work) => state(work as Work), { mode: 'write' }),
  serve(
    acceptCall,
    callAction('accept', (seat, call) => ({ kind: 'accept', seat, call })),
  ),
  serve(
    transferCall,
    callAction('handOver', (seat, call, work) => ({
      kind: 'handOver',
      seat,
      call,
      to: (work.input as { seatId?: string | null }).seatId ?? null,
    })),
  ),
  serve(
    endCall,
    callAction('end', (seat, call) => ({ kind: 'end', seat, call })),
  ),
  serve(noteCall, why),
  serve(callLane, (work) => laneShown(work as Work, work.input.gateId!)),
];
