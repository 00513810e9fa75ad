/**
 * What the device link needs from the server: who a device is, where answers, heartbeats and what went wrong are
 * written.
 */
import { createHash } from 'node:crypto';
import type { Beat, CommandAnswer, DevicePorts, Reject } from '#areas/device/model/link.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { boughtPorts } from './bought.ts';
import { passOnPrints, PRINT } from './commands-printed.ts';
import type { Printed } from './commands-printed.ts';
import { identifier, logOn, welcome } from './directory.ts';
import { writeIncidents } from './incidents.ts';
import { readTicket } from './ticket.ts';
import { ticketStands } from './watched.ts';

/**
 * What was answered stands under the command's id and is not joined: joined, each answer went through the ids of all
 * the others, and planned while a month is new and thought empty, through all commands of the tenant.
 */
const ANSWERED = `
  UPDATE device_command c SET
    status = CASE WHEN c.status = 'timed-out' OR c.status = 'superseded'
      AND NOT ($2::jsonb->c.id::text->>'ok')::boolean THEN c.status WHEN ($2::jsonb->c.id::text->>'ok')::boolean THEN
      'answered' ELSE 'failed' END,
    answered_time = $5::timestamptz, error = CASE WHEN c.status = 'superseded'
      AND NOT ($2::jsonb->c.id::text->>'ok')::boolean THEN c.error ELSE $2::jsonb->c.id::text->>'error' END,
      result = nullif($2::jsonb->c.id::text->'result', 'null'), due_time = NULL
  WHERE c.tenant_id = $1 AND c.time >= $3::timestamptz AND c.id = ANY($4::uuid[])
    AND c.device_id = ($2::jsonb->c.id::text->>'device')::uuid AND c.answered_time IS NULL
  RETURNING c.device_id AS id, ($2::jsonb->c.id::text->>'ok')::boolean AS ok,
    CASE WHEN c.command = 'whiteList' THEN c.payload->>'action' END AS action,
    CASE WHEN c.command = 'whiteList' THEN c.payload->>'holdsUntil' END AS until, ${PRINT}`;
/**
 * A list that was taken over or confirmed holds until the time it was sent with; one that would not be confirmed is
 * another than was thought.
 */
const LISTS = `
  UPDATE park_device d SET list_until = CASE WHEN r.ok THEN r.until ELSE d.list_until END, list_hash = CASE WHEN r.ok THEN d.list_hash ELSE '' END
  FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, ok boolean, until timestamptz) WHERE d.tenant_id = $1 AND d.id = r.id`;
/** No device answers a command that is older: it ran out after minutes. */
const REMEMBERED_DAYS = 7;

type Closed = Printed & { id: string; ok: boolean; action: string | null; until: string | null };

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

function byTenant<T extends { readonly device: { readonly tenantId: number } }>(items: readonly T[]): Map<number, T[]> {
  return Map.groupBy(items, (item) => item.device.tenantId);
}

/**
 * Closes commands by their answers. The first answer of the addressed device counts; a late one is kept without undoing
 * the time-out.
 */
export async function writeAnswers(
  database: Database,
  answers: readonly CommandAnswer[],
  now = new Date(),
): Promise<void> {
  const since = new Date(now.getTime() - REMEMBERED_DAYS * 86_400_000).toISOString();
  for (const [tenantId, own] of byTenant(answers.filter(({ commandId }) => isUuid(commandId)))) {
    const first = new Map(
      own
        .toReversed()
        .map(({ commandId, device, ok, error, result }) => [
          commandId.toLowerCase(),
          { device: device.deviceId, ok, error, result },
        ]),
    );
    await database.write(
      tenantScope(tenantId),
      async (db) => {
        const closed = await db.raw<Closed>(ANSWERED, [
          tenantId,
          JSON.stringify(Object.fromEntries(first)),
          since,
          [...first.keys()],
          now.toISOString(),
        ]);
        await passOnPrints(db, tenantId, closed);
        const lists = new Map(
          closed
            .filter(({ ok, action }) => action === 'confirm' || (action === 'sync' && ok))
            .sort((a, b) => ((a.until ?? '') < (b.until ?? '') ? -1 : 1))
            .map((each) => [each.id, each]),
        );
        if (lists.size > 0) await db.raw(LISTS, [tenantId, JSON.stringify([...lists.values()])]);
      },
      { byKey: true },
    );
  }
}

const BEATS = `
  UPDATE park_device d SET
    status = CASE WHEN d.fault_text IS NULL THEN 'online' ELSE 'fault' END, last_seen_at = r.seen,
    clock_offset_ms = r.clock_offset_ms, firmware = coalesce(r.firmware, d.firmware), list_hash = coalesce(r.list_hash, d.list_hash),
    journal_percent = coalesce(r.journal_percent, d.journal_percent),
      journal_days = coalesce(r.journal_days, d.journal_days), last_seq = greatest(d.last_seq, r.last_seq)
  FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, seen timestamptz, clock_offset_ms bigint, firmware text,
    list_hash text, journal_percent int, journal_days int, last_seq bigint)
  WHERE d.tenant_id = $1 AND d.id = r.id`;
const BACK = `
  UPDATE device_incident i SET end_time = r.seen
  FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, seen timestamptz)
  WHERE i.tenant_id = $1 AND i.device_id = r.id AND i.kind = 'offline' AND i.end_time IS NULL AND i.time > $3::timestamptz`;
/** A device that was away for longer has been taken down. */
const AWAY_DAYS = 60;

/** Writes the last heartbeat of each device; a device that was offline is back. */
export async function writeBeats(database: Database, beats: readonly Beat[]): Promise<void> {
  for (const [tenantId, own] of byTenant(beats)) {
    const rows = JSON.stringify(
      own.map(
        ({ device, receivedAt, clockOffsetMs, firmware, listHash, lastSeq, queued, journalPercent, journalDays }) => ({
          id: device.deviceId,
          seen: new Date(receivedAt).toISOString(),
          clock_offset_ms: clockOffsetMs,
          firmware,
          list_hash: listHash,
          journal_percent: journalPercent,
          journal_days: journalDays,
          last_seq: Math.max(0, lastSeq - queued),
        }),
      ),
    );
    const since = new Date(Math.min(...own.map(({ receivedAt }) => receivedAt)) - AWAY_DAYS * 86_400_000).toISOString();
    await database.write(tenantScope(tenantId), async (db) => {
      await db.raw(BEATS, [tenantId, rows]);
      await db.raw(BACK, [tenantId, rows, since]);
    });
  }
}

/** Different reasons of one device that have a row each within an hour; what comes after shares one row. */
const REASONS_AN_HOUR = 20;
const reasonsOf = new Map<string, { hour: number; reasons: Set<string> }>();

/** Bad messages of one kind from one device are one row per hour. */
function rejectKey({ device, reason }: Reject, hour: number): string {
  let logged = reasonsOf.get(device.deviceId);
  if (logged?.hour !== hour) reasonsOf.set(device.deviceId, (logged = { hour, reasons: new Set() }));
  if (logged.reasons.size < REASONS_AN_HOUR) logged.reasons.add(reason);
  const kind = logged.reasons.has(reason) ? reason : 'others';
  return createHash('sha256').update(`${device.deviceId}\n${kind}\n${hour}`).digest('hex');
}

async function writeRejects(database: Database, rejects: readonly Reject[]): Promise<void> {
  const hour = Math.floor(Date.now() / 3_600_000);
  for (const [tenantId, own] of byTenant(rejects)) {
    const merged = [...Map.groupBy(own, (each) => rejectKey(each, hour))].map(([key, same]) => ({
      key,
      deviceId: same[0]!.device.deviceId,
      kind: 'rejected' as const,
      times: same.length,
      reason: same[0]!.reason,
      payload: { message: same[0]!.topic, text: same[0]!.payload },
    }));
    await writeIncidents(database, tenantId, merged);
  }
}

/**
 * @param lanes what the lanes do with a lot's events, with several lots', who acted at a booth, and what follows from
 * events about berths
 */
export const devicePorts = (
  database: Database,
  {
    ingest,
    ingestTogether,
    doer,
    street,
    doors,
    guidance,
    help,
  }: Pick<DevicePorts, 'ingest' | 'ingestTogether' | 'doer' | 'street' | 'doors' | 'guidance' | 'help'>,
): DevicePorts => ({
  bought: boughtPorts(database),
  logOn: (sn, secret) => logOn(database, sn, secret),
  identify: identifier(database),
  welcome: (device) => welcome(database, device),
  ingest,
  ingestTogether,
  doer,
  street,
  doors,
  guidance,
  help,
  setAside: ({ tenantId }, event, error) =>
    writeIncidents(database, tenantId, [
      {
        key: `${event.device}\n${event.seq}\nset aside`,
        deviceId: event.device,
        kind: 'setAside',
        times: 1,
        reason: error,
        payload: event,
      },
    ]),
  answered: (answers) => writeAnswers(database, answers),
  beats: (beats) => writeBeats(database, beats),
  reject: (rejects) => writeRejects(database, rejects),
  ticket: readTicket,
  stands: ticketStands(database),
});
