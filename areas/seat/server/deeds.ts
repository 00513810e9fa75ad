/** What a seat does: it comes and goes, answers, hands over, ends, and says why the driver called. */
import { laneShown } from '#areas/passage/server/door.ts';
import { WRAP_MS } from '#domain/queue/queue.ts';
import type { Desk, DeskEvent, Refusal } from '#domain/queue/queue.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { ofTenant } from '#kit/server/db.ts';
import { unseal } from '#kit/server/seal.ts';
import { scopedSql } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { callRecord } from '../model/call-record.ts';
import {
  acceptCall,
  callLane,
  endCall,
  handOverCall,
  noteCall,
  ownSip,
  seatPresence,
  seatState,
} from '../model/calls.ts';
import { seatUser } from '../model/seat-user.ts';
import { moveDesk } from './desk.ts';
import { shownTo } from './shown.ts';

const refusals: Readonly<Record<Refusal, Text>> = {
  gone: text('该呼叫已结束或已由他人接听', 'The call is over or somebody else has taken it'),
  'not-yours': text('该呼叫不在您的坐席', 'The call is not at your seat'),
  'not-ready': text('请先置为空闲', 'Be ready first'),
  'in-talk': text('通话中不能离席，请先结束或转接', 'You are in a call: end it or hand it over first'),
  'nobody-else': text('没有其他空闲坐席可转接', 'No other seat is ready to take it'),
  'all-taken': text('该车场同时通话的坐席已满', 'All seats granted to this car park are talking'),
};

type SeatRow = { id: string; tenantId: number; companyId: string; sipNo: string | null; sipPassword: string | null };

/** The caller's seat account; undefined where he has none. */
async function seatFound(work: Work): Promise<SeatRow | undefined> {
  const [row] = await work.db.raw<SeatRow>(
    `SELECT id, tenant_id AS "tenantId", company_id AS "companyId", sip_no AS "sipNo", sip_password AS "sipPassword"
     FROM seat_user WHERE tenant_id = $1 AND user_id = $2 AND deleted_at IS NULL`,
    [work.person.tenantId, work.person.userId],
  );
  return row;
}

/** The same, of whoever acts as a seat. */
async function ownSeat(work: Work): Promise<SeatRow> {
  const row = await seatFound(work);
  if (!row) throw ruleRefused(text('您没有坐席账号，请在“坐席账号”中添加', 'You have no seat account: add one first'));
  return row;
}

/** Lots the caller sees; null where that is all of the group. */
async function seenLots({ db, person }: Work): Promise<string[] | null> {
  if (person.companyIds === null && person.parkIds === null) return null;
  const values: unknown[] = [];
  const parts = [scopedSql(db.scope, 'p', values, { company: true, park: false })];
  if (person.parkIds) parts.push(`p.id = ANY($${values.push(person.parkIds)}::uuid[])`);
  const rows = await db.raw<{ id: string }>(
    `SELECT p.id FROM park p WHERE ${parts.join(' AND ')} AND p.deleted_at IS NULL ORDER BY p.id`,
    values,
  );
  return rows.map(({ id }) => id);
}

/** One event of the caller's seat; what is refused is said, and what time brought about meanwhile is kept by the next sweep. */
async function moved(work: Work, seat: SeatRow, event: DeskEvent): Promise<Desk> {
  const { desk, refused, after } = await moveDesk(ofTenant(work.db, seat.tenantId), seat.tenantId, [event], work.now);
  if (refused) throw ruleRefused(refusals[refused], refused);
  work.afterCommit(after);
  return desk;
}

function note(work: Work, action: string, { tenantId }: SeatRow, callId: string, desk: Desk, after: object = {}): void {
  work.record({
    resource: callRecord.name,
    action,
    rowId: callId,
    after: { ...after },
    tenantId,
    parkId: desk.calls.get(callId)?.lot ?? null,
  });
}

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
  return shownTo(work, seat, await moved(work, seat, { kind: 'heard', seat: seat.id, lots }), lots);
}

const callIdIn = (work: Work): string => String((work.input as { callId?: string }).callId).toLowerCase();

/** A deed of the caller's seat on a call, noted and shown. */
const deed =
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
  const said = work.input.resolution ?? 'told';
  const resolution = releaseId ? 'released' : commandIds.length > 0 ? 'opened' : said;
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

/** To the person whose account it is, and nobody else: whoever looks after accounts sets it anew and never reads it. */
async function sip(work: Work): Promise<{ sipNo: string | null; password: string | null }> {
  const { sipNo, sipPassword } = await ownSeat(work);
  return { sipNo, password: sipPassword ? unseal(sipPassword) : null };
}

export const deedsServed: Served[] = [
  serve(seatPresence, presence),
  serve(seatState, (work) => state(work as Work), { mode: 'write' }),
  serve(
    acceptCall,
    deed('accept', (seat, call) => ({ kind: 'accept', seat, call })),
  ),
  serve(
    handOverCall,
    deed('handOver', (seat, call, work) => ({
      kind: 'handOver',
      seat,
      call,
      to: (work.input as { seatId?: string | null }).seatId ?? null,
    })),
  ),
  serve(
    endCall,
    deed('end', (seat, call) => ({ kind: 'end', seat, call })),
  ),
  serve(noteCall, why),
  serve(callLane, (work) => laneShown(work as Work, work.input.gateId!)),
  serve(ownSip, (work) => sip(work as Work)),
];
