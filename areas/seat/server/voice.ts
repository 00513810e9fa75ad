/**
 * A seat's voice: what its browser logs in to the SIP server with, the call for help an intercom's own call begins, and
 * how a talk went.
 */
import { createHash } from 'node:crypto';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { unseal } from '#kit/server/seal.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { callRecord } from '../model/call-record.ts';
import { leftVoice, ownSip, ringVoice, reportVoice } from '../model/voice-calls.ts';
import { writeCall } from './call-row.ts';
import type { Lane } from './call-row.ts';
import { moveDesk } from './desk.ts';
import { callIdIn, moved, note, ownSeat, seenLots } from './own.ts';
import type { SeatRow } from './own.ts';
import { shownTo } from './shown.ts';
import { isNumber, sipServerOf } from './sip-server.ts';
import { voicePolicy } from './voice-policy.ts';

/**
 * Browsers of all seats receive one call at about the same time: what went to the booth so lately is not begun anew
 * by the slowest of them.
 */
const SAME_CALL_MS = 5_000;
const DAY_MS = 86_400_000;

/**
 * MD5, as the scheme of SIP servers has it (RFC 3261, 22.4): it stands for the password at this realm and nowhere else.
 */
const ha1Of = (user: string, realm: string, password: string): string =>
  createHash('md5').update(`${user}:${realm}:${password}`).digest('hex');

async function isOnDuty(db: Db, { tenantId, id }: SeatRow): Promise<boolean> {
  const [row] = await db.raw<{ presence: string | null }>(
    'SELECT presence FROM seat_user WHERE tenant_id = $1 AND id = $2',
    [tenantId, id],
  );
  return row !== undefined && row.presence !== 'offline' && row.presence !== 'break';
}

/**
 * To the person whose account it is, and while he is on duty; whoever looks after accounts sets the password anew and
 * never reads it.
 */
async function sip(work: Work): Promise<{ voice: object | null }> {
  const seat = await ownSeat(work);
  const { sipNo, sipPassword, tenantId, companyId } = seat;
  const db = ofTenant(work.db, tenantId);
  const server = sipNo && sipPassword && isNumber(sipNo) ? await sipServerOf(db, tenantId, companyId) : undefined;
  if (!server || !sipNo || !sipPassword) return { voice: null };
  const { wssUrl, domain, helpNo, stunUrl } = server;
  const realm = server.realm || domain;
  const ha1 = (await isOnDuty(db, seat)) ? ha1Of(sipNo, realm, unseal(sipPassword)) : null;
  const uri = `sip:${sipNo}@${domain}`;
  return { voice: { wssUrl, uri, user: sipNo, realm, ha1, helpNo, domain, stunUrl, policy: voicePolicy(wssUrl) } };
}

type FoundLane = Lane & { exit: boolean };

/** The lane a number stands for, among the car parks the seat answers. */
async function laneOf(
  db: Db,
  tenantId: number,
  extension: string,
  lots: readonly string[] | null,
): Promise<FoundLane | undefined> {
  const [row] = await db.raw<FoundLane>(
    `SELECT e.tenant_id AS "tenantId", g.company_id AS "companyId", e.park_id AS "parkId", g.id AS "gateId", g.gate_type = 'out' AS exit
     FROM lane_extension e JOIN park_gate g ON g.tenant_id = $1 AND g.id = e.gate_id AND g.deleted_at IS NULL
     WHERE e.tenant_id = $1 AND e.extension = $2 AND e.deleted_at IS NULL`,
    [tenantId, extension],
  );
  return row && (lots === null || lots.includes(row.parkId)) ? row : undefined;
}

/** Whether the lane's call is known already: open, or sent to the booth so lately that it is this one. */
async function isKnown(db: Db, { tenantId, gateId }: Lane, now: Date): Promise<boolean> {
  const rows = await db.raw(
    `SELECT 1 FROM call_record WHERE tenant_id = $1 AND gate_id = $2 AND deleted_at IS NULL
       AND (open_key IS NOT NULL OR (source = 'sip' AND status = 'fallback' AND queued_time > $3::timestamptz)) LIMIT 1`,
    [tenantId, gateId, new Date(now.getTime() - SAME_CALL_MS).toISOString()],
  );
  return rows.length > 0;
}

async function ring(work: Work<typeof ringVoice.input>): Promise<unknown> {
  const seat = await ownSeat(work as Work);
  const { tenantId } = seat;
  const lots = await seenLots(work as Work);
  const db = ofTenant(work.db, tenantId);
  const lane = await laneOf(db, tenantId, String(work.input.extension), lots);
  if (!lane)
    throw ruleRefused(text('没有车道登记了该对讲号码', 'No lane of yours has this intercom number'), 'no-lane');
  await db.raw('SELECT 1 FROM park_gate WHERE tenant_id = $1 AND id = $2 FOR UPDATE', [tenantId, lane.gateId]);
  const call = { id: newId(), lot: lane.parkId, lane: lane.gateId, exit: lane.exit };
  const came = (await isKnown(db, lane, work.now)) ? [] : [{ kind: 'press', call, at: work.now.getTime() } as const];
  const { desk, after } = await moveDesk(
    db,
    tenantId,
    [{ kind: 'heartbeat', seat: seat.id, lots }, ...came],
    work.now,
    (now, event) => writeCall(db, lane, 'sip', now, event, work.now),
  );
  work.afterCommit(after);
  if (came.length > 0) note(work as Work, 'ring', seat, call.id, desk);
  return { ...(await shownTo(work as Work, seat, desk, lots)), gateId: lane.gateId };
}

async function left(work: Work): Promise<unknown> {
  const seat = await ownSeat(work);
  const call = callIdIn(work);
  const desk = await moved(work, seat, { kind: 'left', seat: seat.id, call });
  return shownTo(work, seat, desk, await seenLots(work));
}

/** A link of the server's own and no other: whoever opens the record is led nowhere else. */
async function recordingOf(db: Db, seat: SeatRow, raw: string | null | undefined): Promise<string | null> {
  if (!raw) return null;
  const base = (await sipServerOf(db, seat.tenantId, seat.companyId))?.recordingBase;
  return base && URL.canParse(raw) && new URL(raw).href.startsWith(base) ? raw : null;
}

async function reported(work: Work<typeof reportVoice.input>): Promise<unknown> {
  const seat = await ownSeat(work as Work);
  const call = callIdIn(work as Work);
  const db = ofTenant(work.db, seat.tenantId);
  const { outcome, seconds, lossPerMille, jitterMs, roundTripMs, recording } = work.input;
  const kept = await recordingOf(db, seat, recording);
  const [row] = await db.raw<{ park: string }>(
    `UPDATE call_record SET voice = $4, voice_s = coalesce(voice_s, 0) + $5, loss_per_mille = coalesce($6, loss_per_mille),
       jitter_ms = coalesce($7, jitter_ms), round_trip_ms = coalesce($8, round_trip_ms), recording = coalesce($9, recording), updated_at = $10::timestamptz
     WHERE tenant_id = $1 AND id::text = $2 AND EXISTS (
       SELECT 1 FROM call_event e WHERE e.tenant_id = $1 AND e.call_id = $2 AND e.kind = 'answered' AND e.user_id = $3 AND e.time > $11::timestamptz)
     RETURNING park_id AS park`,
    [
      seat.tenantId,
      call,
      work.person.userId,
      outcome,
      seconds ?? 0,
      lossPerMille ?? null,
      jitterMs ?? null,
      roundTripMs ?? null,
      kept,
      work.now.toISOString(),
      new Date(work.now.getTime() - DAY_MS).toISOString(),
    ],
  );
  if (!row) throw new Refused('no_such_record', { what: callRecord.title });
  work.record({
    resource: callRecord.name,
    action: 'voice',
    rowId: call,
    after: { outcome, seconds: seconds ?? 0 },
    tenantId: seat.tenantId,
    parkId: row.park,
  });
  return { recording: kept };
}

export const voiceServed: Served[] = [
  serve(ownSip, (work) => sip(work as Work)),
  serve(ringVoice, ring),
  serve(leftVoice, (work) => left(work as Work)),
  serve(reportVoice, reported),
];
