/** Who passed which door, by what readers and contacts reported. */
import type { Passage, Reading } from '#domain/door/presence.ts';
import type { Db } from '#kit/server/db.ts';

/** A passage counts where the door was opened by it, or stood open, or has no contact that could tell. */
const passages = (more: string): string => `
  SELECT ${more}e.emp_id AS person, e.time, e.device_id AS device, e.seq::int AS seq, e.gate_id AS gate,
    CASE WHEN e.reader = 'in' THEN g.area_id ELSE g.from_area_id END AS "to"
  FROM door_event e JOIN door_gate g ON g.tenant_id = e.tenant_id AND g.id = e.gate_id
  WHERE e.tenant_id = $1 AND e.village_id = $2 AND e.time > $3::timestamptz AND e.time <= $4::timestamptz AND e.result = 'granted' AND e.emp_id IS NOT NULL
    AND ($5::uuid[] IS NULL OR e.emp_id = ANY($5)) AND e.deleted_at IS NULL AND (e.reason IN ('fire', 'mode-open')
      OR EXISTS (SELECT 1 FROM door_event o WHERE o.tenant_id = $1 AND o.village_id = $2 AND o.time > $3::timestamptz AND o.device_id = e.device_id
        AND o.result = 'opened' AND o.cause = 'swipe' AND o.cause_id = e.seq::text AND o.deleted_at IS NULL)
      OR NOT EXISTS (SELECT 1 FROM door_event o WHERE o.tenant_id = $1 AND o.village_id = $2 AND o.time > $3::timestamptz AND o.device_id = e.device_id
        AND o.result = 'opened' AND o.deleted_at IS NULL))`;

const PASSAGES = passages('');
const READINGS = passages('e.id, e.reader AS way, g.from_area_id AS "from", e.odd, e.created_at AS "createdAt", ');

type Of = { tenantId: number; villageId: string; from: string; until: string; people?: readonly string[] };
const valuesOf = ({ tenantId, villageId, from, until, people }: Of) => [
  tenantId,
  villageId,
  from,
  until,
  people ?? null,
];
type Raw<T> = Omit<T, 'at'> & { time: string };
const timed = <T>({ time, ...row }: Raw<T>) => ({ ...row, at: Date.parse(time) });

/** After `from` up to `until` (ISO instants), of a community or of some of its people. */
export async function passagesOf(db: Db, of: Of): Promise<Passage[]> {
  return (await db.raw<Raw<Passage>>(PASSAGES, valuesOf(of))).map(timed);
}

export type Noted = Reading & { readonly odd: string | null; readonly createdAt: string };

/** The same with the side of the door, and what is noted of each. */
export async function readingsOf(db: Db, of: Of): Promise<Noted[]> {
  return (await db.raw<Raw<Noted>>(READINGS, valuesOf(of))).map(timed);
}
