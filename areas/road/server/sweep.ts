/**
 * What happens at berths with time alone: an end that nobody contradicted stands, and a source that fell silent says
 * nothing any more.
 */
import { atOnce } from '#kit/server/at-once.ts';
import type { Database } from '#kit/server/db.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { hold } from './evidence.ts';
import { followEvidence } from './follow-evidence.ts';
import { attended } from './section-hours.ts';
import { warnOfDevices } from './warn-devices.ts';

/** Of a car park that names none. */
const ZONE = 'Asia/Shanghai';

type Due = { tenant: number; park: string; berth: string };

/** Cars that are gone by the evidence and whose stays are still open. */
const ENDED = `SELECT c.tenant_id AS tenant, c.park_id AS park, c.berth_id AS berth FROM car_inside c
  JOIN rd_berth b ON b.tenant_id = c.tenant_id AND b.id = c.berth_id
  WHERE c.berth_id IS NOT NULL AND c.deleted_at IS NULL AND (b.stay_id IS NULL OR b.stay_id <> c.id::text) LIMIT 2000`;

/** Berths of which something that was dated ahead of time has come true. */
const DUE = `SELECT tenant_id AS tenant, park_id AS park, id AS berth FROM rd_berth
  WHERE due_time IS NOT NULL AND due_time <= $1::timestamptz AND deleted_at IS NULL LIMIT 500`;
/** Followed: the next one that is still ahead, if any. No clock that is believed is off by more than a day. */
const NEXT_DUE = `UPDATE rd_berth b SET due_time = (SELECT min(e.at) FROM berth_evidence e
    WHERE e.tenant_id = $1 AND e.berth_id = b.id AND e.at > $3::timestamptz AND e.raw_at > $3::timestamptz - interval '1 day')
  WHERE b.tenant_id = $1 AND b.id = ANY($2::uuid[]) AND b.due_time <= $3::timestamptz`;

/** Berths that are free or occupied and whose sensor has been silent for longer than it may be. */
const SILENT = `SELECT DISTINCT b.tenant_id AS tenant, b.park_id AS park, b.id AS berth FROM rd_berth b
  JOIN sensor_binding s ON s.tenant_id = b.tenant_id AND s.berth_id = b.id AND s.to_time IS NULL AND s.deleted_at IS NULL
  JOIN park_device d ON d.tenant_id = s.tenant_id AND d.id = s.device_id
  WHERE b.deleted_at IS NULL AND b.state IN ('occupied', 'free') AND d.last_seen_at < $1::timestamptz - coalesce(d.silent_after_min, 180) * interval '1 minute'
  LIMIT 2000`;

/** So many lots are followed side by side: the engine stores one while another is worked out. */
const AT_ONCE = 4;

async function followLot(database: Database, berths: readonly Due[], now: Date): Promise<void> {
  const lot = { tenantId: berths[0]!.tenant, parkId: berths[0]!.park };
  const { after } = await database.write(
    tenantScope(lot.tenantId),
    async (db) => {
      await hold(db, lot);
      const ids = berths.map(({ berth }) => berth);
      const followed = await followEvidence(db, lot, ids, now);
      await db.raw(NEXT_DUE, [lot.tenantId, ids, now.toISOString()]);
      return followed;
    },
    { byKey: true },
  );
  after();
}

async function followAll(database: Database, due: readonly Due[], now: Date): Promise<void> {
  const lots = [...Map.groupBy(due, ({ tenant, park }) => `${tenant}/${park}`).values()];
  await atOnce(AT_ONCE, lots, (berths) => followLot(database, berths, now));
}

/**
 * Makes ends final whose time of contradiction has passed, and takes what was dated ahead once its time has come. Runs
 * every few seconds.
 */
export async function sweepEnds(database: Database, now = new Date()): Promise<void> {
  const due = await database.read(platformScope, (db) => db.raw<Due>(DUE, [now.toISOString()]));
  await followAll(database, due, now);
  await followAll(database, await database.read(platformScope, (db) => db.raw<Due>(ENDED)), now);
}

/**
 * Berths with a car that nobody has read for some minutes, and no warning of it: whether that is one the lot's settings
 * say.
 */
const UNREAD = `SELECT b.tenant_id AS tenant, b.park_id AS park, b.id AS berth, a.guard_hours AS hours, p.zone FROM rd_berth b
  JOIN park_area a ON a.tenant_id = b.tenant_id AND a.id = b.section_id JOIN park p ON p.tenant_id = b.tenant_id AND p.id = b.park_id
  WHERE b.deleted_at IS NULL AND b.state = 'occupied' AND b.plate_number IS NULL
    AND b.since BETWEEN $1::timestamptz - interval '6 hours' AND $1::timestamptz - interval '1 minute'
    AND NOT EXISTS (SELECT FROM rd_warn w WHERE w.tenant_id = b.tenant_id AND w.open_key = 'unread ' || b.id AND w.deleted_at IS NULL)
  LIMIT 2000`;
type Unread = Due & { readonly hours: string | null; readonly zone: string | null };

/**
 * Makes berths unknown whose sources are silent, and warns of cars left unread and of devices that need somebody. Runs
 * every few minutes.
 */
export async function sweepSilence(database: Database, now = new Date()): Promise<void> {
  const at = [now.toISOString()];
  await followAll(database, await database.read(platformScope, (db) => db.raw<Due>(SILENT, at)), now);
  const unread = await database.read(platformScope, (db) => db.raw<Unread>(UNREAD, at));
  // Nobody is warned of them where nobody is on duty.
  const due = unread.filter(({ hours, zone }) => attended(hours, now.getTime(), zone ?? ZONE));
  await followAll(database, due, now);
  await warnOfDevices(database, now);
}
