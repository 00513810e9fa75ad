/** Which stay cash taken with a handheld was for, and its booking: by the journal, or later by the desk. */
import { createHash } from 'node:crypto';
import { takeKerbCash } from '#areas/passage/server/door.ts';
import type { KerbCash, KerbCashTaken } from '#areas/passage/server/door.ts';
import type { Db } from '#kit/server/db.ts';

export type Place = {
  readonly tenantId: number;
  readonly parkId: string;
  readonly berthId: string;
  readonly plate: string;
};

export type StayRow = {
  id: string;
  plate: string | null;
  inTime: string;
  zoneClass: string | null;
  bays: number | null;
};

/** Stays that cash may be for: it may be entered hours after it was taken. */
const LATELY = `s.begin_time <= $4::timestamptz + interval '2 minutes' AND s.begin_time > $4::timestamptz - interval '62 days'
  AND s.status NOT IN ('merged', 'voided')`;
const HERE_THEN = `(s.out_time IS NULL OR s.out_time > $4::timestamptz - interval '15 minutes')`;
const FOUND = 's.id, s.section_id, s.berth_id, s.plate_number, s.begin_time, s.in_time, s.zone_class, s.bays';
/** By berth, by plate and by the other berths of the section, each by its index: together they are read row by row. */
const STAY = `WITH found AS (
    SELECT ${FOUND} FROM stay s WHERE s.tenant_id = $1 AND s.berth_id = $2 AND (s.plate_number = $3 OR ${HERE_THEN}) AND ${LATELY}
    UNION SELECT ${FOUND} FROM stay s WHERE s.tenant_id = $1 AND s.plate_number = $3 AND ${HERE_THEN} AND ${LATELY}
    UNION SELECT s.* FROM rd_berth b JOIN rd_berth n ON n.tenant_id = $1 AND n.section_id = b.section_id, LATERAL (
      SELECT ${FOUND} FROM stay s WHERE s.tenant_id = $1 AND s.berth_id = n.id AND $2 = ANY(s.also_berths) AND ${HERE_THEN} AND ${LATELY}
      OFFSET 0) s
    WHERE b.tenant_id = $1 AND b.id = $2
  )
  SELECT f.id, f.plate_number AS plate, f.in_time AS "inTime", f.zone_class AS "zoneClass", f.bays
  FROM found f JOIN rd_berth b ON b.tenant_id = $1 AND b.id = $2 AND b.section_id = f.section_id
  ORDER BY (f.plate_number = $3) DESC, (f.berth_id = $2) DESC, f.begin_time DESC, f.id LIMIT 1`;

/**
 * The stay that cash was taken for: of the plate, at the berth or at another it stood on as well; else of a car without
 * a plate, or with another reading of it, that stood at the berth then. Never one that had left before.
 */
export async function stayFor(db: Db, place: Place, at: number): Promise<StayRow | null> {
  const [row] = await db.raw<StayRow>(STAY, [place.tenantId, place.berthId, place.plate, new Date(at).toISOString()]);
  return row ?? null;
}

/**
 * The stays that one continues, oldest first: parts of the same car's time that were billed before. The id is cast where
 * the row is read: a cast in the condition keeps row security from using the index.
 */
async function earlierOf(db: Db, tenantId: number, stayId: string, at: number): Promise<string[]> {
  const rows = await db.raw<{ id: string }>(
    `WITH RECURSIVE chain AS (
       SELECT s.id, s.continues::uuid AS continues, 0 AS depth FROM stay s
       WHERE s.tenant_id = $1 AND s.id = $2 AND s.begin_time > $3::timestamptz - interval '62 days'
       UNION ALL SELECT s.id, s.continues::uuid, c.depth + 1 FROM chain c
       JOIN stay s ON s.tenant_id = $1 AND s.id = c.continues AND s.begin_time > $3::timestamptz - interval '62 days'
       WHERE c.depth < 20
     ) SELECT id FROM chain WHERE depth > 0 ORDER BY depth DESC`,
    [tenantId, stayId, new Date(at).toISOString()],
  );
  return rows.map(({ id }) => id);
}

/** Cash as a journal entry has it; times are epoch ms. */
export type EntryCash = Pick<KerbCash, 'amountFen' | 'tenderedFen' | 'drawer' | 'by' | 'at' | 'decided'> & {
  readonly installation: string;
  readonly seq: number;
};

/**
 * Books it to a stay, in the caller's transaction; `booked` is null where the stay has no bill that takes money. The
 * payment's id derives from the entry, so that it is booked once, whoever books it.
 */
export async function bookCash(
  db: Db,
  place: Place,
  stay: StayRow,
  { installation, seq, ...cash }: EntryCash,
): Promise<{ readonly booked: KerbCashTaken | null; readonly after: () => void }> {
  const name = createHash('sha256').update(`${installation} ${seq}`).digest('hex').slice(0, 32);
  const { taken, after } = await takeKerbCash(db, place, {
    ...cash,
    id: `handheld/${name}`,
    stayId: stay.id,
    earlier: await earlierOf(db, place.tenantId, stay.id, cash.at),
    plate: stay.plate,
  });
  return { booked: taken, after };
}
