/**
 * Deliveries and their commands as they lie in tables: the rows of a community, or of some of its devices or people.
 */
import type { Delivery } from '#domain/door/delivery.ts';
import type { Db } from '#kit/server/db.ts';

export type Place = { readonly tenantId: number; readonly villageId: string };
export type Row = Delivery & {
  readonly id: string;
  readonly deviceId: string;
  readonly commandId: string | null;
  readonly confirmedUntil: number | null;
  readonly ackTime: string | null;
  /** Photos the device may hold of him: what it confirmed and what it was sent since. */
  readonly faces: readonly string[];
  readonly faceSent: string | null;
};
export type Device = { id: string; companyId: string; status: string; listHash: string | null; seenAt: string | null };
export type Command = {
  id: string;
  deviceId: string;
  status: string;
  error: string | null;
  partly: Record<string, string> | null;
  holdsUntil: Record<string, string> | null;
  answeredTime: string | null;
};

/** What of a community is looked at: some of its devices, some of its people, or all that is left out. */
export type Part = { readonly devices?: readonly string[]; readonly people?: readonly string[] };

export const ms = (text: string | null): number | null => (text === null ? null : Date.parse(text));
export const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

const ROWS = `
  SELECT id, device_id AS "deviceId", emp_id AS person, state, why, lease_until AS "leaseUntil", ack_time AS "ackTime", tries, next_try AS "nextTry",
    wanted, held, sent_digest AS "sentDigest", command_id AS "commandId", confirmed_until AS "confirmedUntil", faces, face_sent AS "faceSent"
  FROM door_delivery WHERE tenant_id = $1 AND village_id = $2 AND deleted_at IS NULL
    AND ($3::uuid[] IS NULL OR device_id = ANY($3)) AND ($4::uuid[] IS NULL OR emp_id = ANY($4))`;

type Stored = Omit<Row, 'sent' | 'leaseUntil' | 'nextTry' | 'confirmedUntil' | 'tries' | 'faces'> & {
  faces: string | null;
  leaseUntil: string | null;
  nextTry: string | null;
  confirmedUntil: string | null;
  sentDigest: string | null;
  tries: number | string | null;
};

export async function rowsOf(
  db: Db,
  { tenantId, villageId }: Place,
  { devices, people }: Part,
): Promise<Map<string, Map<string, Row>>> {
  const rows = await db.raw<Stored>(ROWS, [tenantId, villageId, devices ?? null, people ?? null]);
  const found = new Map<string, Map<string, Row>>();
  for (const { sentDigest, ...row } of rows) {
    const of = found.get(row.deviceId) ?? new Map<string, Row>();
    found.set(
      row.deviceId,
      of.set(row.person, {
        ...row,
        sent: row.commandId === null ? undefined : sentDigest,
        tries: Number(row.tries ?? 0),
        nextTry: ms(row.nextTry) ?? 0,
        leaseUntil: ms(row.leaseUntil),
        confirmedUntil: ms(row.confirmedUntil),
        faces: row.faces?.split(',') ?? [],
      }),
    );
  }
  return found;
}

/** Commands under way or just over, by id. */
export async function commandsOf(
  db: Db,
  tenantId: number,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, Command>> {
  if (ids.length === 0) return new Map();
  const rows = await db.raw<Command>(
    `SELECT id, device_id AS "deviceId", status, error, result->'partly' AS partly, payload->'holdsUntil' AS "holdsUntil", answered_time AS "answeredTime"
     FROM device_command WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND time > $3::timestamptz`,
    [tenantId, [...ids], new Date(now.getTime() - 7 * 86_400_000).toISOString()],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function faceState(row: Row, wanted: string | undefined): string | null {
  if (wanted === undefined) return row.faces.length > 0 ? 'removing' : null;
  if (row.sent !== undefined || row.held !== row.wanted || !row.faces.includes(wanted)) return 'waiting';
  return row.why === null ? 'held' : 'refused';
}

export const stored = (
  { tenantId, villageId }: Place,
  { companyId }: Device,
  row: Row,
  face: string | undefined,
  now: Date,
) => ({
  tenant_id: tenantId,
  company_id: companyId,
  village_id: villageId,
  id: row.id,
  device_id: row.deviceId,
  emp_id: row.person,
  state: row.state,
  why: row.why,
  lease_until: iso(row.leaseUntil),
  ack_time: row.ackTime,
  tries: row.tries,
  next_try: iso(row.nextTry),
  wanted: row.wanted,
  held: row.held,
  sent_digest: row.sent ?? null,
  command_id: row.commandId,
  confirmed_until: iso(row.confirmedUntil),
  faces: row.faces.length > 0 ? row.faces.join(',') : null,
  face_sent: row.faceSent,
  face_state: faceState(row, face),
  updated_at: now.toISOString(),
});
