/** Fans follow the air: looked at every ten seconds, on any number of servers. */
import { breathe, freshAir, mgOf } from '#domain/guidance/air.ts';
import type { Air, AirRules } from '#domain/guidance/air.ts';
import { commandRevision, queueCommands, wakeDispatch } from '#areas/device/server/door.ts';
import { isoOf } from '#domain/time/iso.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';

export const AIR_EVERY_MS = 10_000;
/** How long a reading is valid; sensors report every half minute. */
const VALID_MS = 60_000;
/** Commands are repeated after the first; fans run on their own for at most the second. */
const RENEW_MS = 60_000;
const HOLDS_MS = 180_000;

type Zone = {
  id: string;
  companyId: string;
  parkId: string;
  mode: 'auto' | 'timed';
  startMg: number;
  stopMg: number;
  alarmMg: number;
  minRunS: number;
  minRestS: number;
  minutesPerHour: number;
  handTurn: 'on' | 'off' | null;
  handUntil: string | null;
  fire: boolean;
  air: Air | null;
  toldAt: string | null;
  fans: string[];
  sensors: string[];
};

const ZONE = `SELECT id, company_id AS "companyId", park_id AS "parkId", mode, start_mg::int AS "startMg", stop_mg::int AS "stopMg",
    alarm_mg::int AS "alarmMg", min_run_s::int AS "minRunS", min_rest_s::int AS "minRestS", minutes_per_hour::int AS "minutesPerHour",
    hand_turn AS "handTurn", hand_until AS "handUntil", coalesce(fire, false) AS fire, air, told_at AS "toldAt",
    coalesce(fan_device_ids, '{}') AS fans, coalesce(co_device_ids, '{}') AS sensors
  FROM ventilating WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL FOR UPDATE SKIP LOCKED`;

const byHand = ({ handTurn, handUntil }: Zone, now: Date): 'on' | 'off' | null =>
  handTurn !== null && handUntil !== null && Date.parse(handUntil) > now.getTime() ? handTurn : null;

const rulesOf = (zone: Zone, now: Date): AirRules => ({ ...zone, mode: byHand(zone, now) ?? zone.mode });

/** The highest recent valid reading of the zone's sensors. */
async function highest(db: Db, tenantId: number, { sensors }: Zone, now: Date): Promise<number | null> {
  const [row] = await db.raw<{ ppm: number | null }>(
    `SELECT max(air_ppm_deci)::int AS ppm FROM dev_device
     WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND air_ok AND air_at > $3 AND deleted_at IS NULL`,
    [tenantId, sensors, new Date(now.getTime() - VALID_MS).toISOString()],
  );
  return row?.ppm == null ? null : mgOf(row.ppm);
}

/** One command for each gateway the zone's fans hang on. */
async function commandFans(db: Db, tenantId: number, zone: Zone, on: boolean, now: Date): Promise<void> {
  const fans = await db.raw<{ gateway: string; address: number }>(
    `SELECT gateway_id AS gateway, bus_address::int AS address FROM dev_device
     WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND deleted_at IS NULL ORDER BY bus_address`,
    [tenantId, zone.fans],
  );
  const holds = isoOf(now.getTime() + HOLDS_MS);
  const revision = await commandRevision(db);
  await queueCommands(
    db,
    tenantId,
    [...Map.groupBy(fans, ({ gateway }) => gateway)].map(([deviceId, own]) => ({
      name: 'fan' as const,
      deviceId,
      payload: { revision, fans: own.map(({ address }) => ({ address, on })), holdsUntil: holds },
      cause: 'air' as const,
    })),
    now,
  );
}

/** The spell that ends here, and the one that begins. */
async function turn(db: Db, tenantId: number, zone: Zone, air: Air, now: Date): Promise<void> {
  await db.raw('UPDATE air_spell SET to_time = $3 WHERE tenant_id = $1 AND ventilating_id = $2 AND to_time IS NULL', [
    tenantId,
    zone.id,
    now.toISOString(),
  ]);
  await db.raw(
    `INSERT INTO air_spell (tenant_id, company_id, park_id, id, ventilating_id, from_time, running, cause) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tenantId, zone.companyId, zone.parkId, newId(), zone.id, now.toISOString(), air.running, air.cause],
  );
}

const minuteOf = (now: Date): string => isoOf(Math.floor(now.getTime() / 60_000) * 60_000);

/** One look at one zone; null where another server looks at it now. */
async function lookAt(db: Db, tenantId: number, id: string, now: Date): Promise<void> {
  const [zone] = await db.raw<Zone>(ZONE, [tenantId, id]);
  if (!zone) return;
  const before = zone.air ?? freshAir(now.getTime());
  const mg = await highest(db, tenantId, zone, now);
  const air = breathe(before, rulesOf(zone, now), { mg, fire: zone.fire }, now.getTime());
  const turned = zone.air === null || air.running !== before.running || air.cause !== before.cause;
  if (turned) await turn(db, tenantId, zone, air, now);
  const due = zone.toldAt === null || now.getTime() - Date.parse(zone.toldAt) >= RENEW_MS;
  const sends = air.state !== 'fire' && (air.running !== before.running || due);
  if (sends) await commandFans(db, tenantId, zone, air.running, now);
  const over = zone.handTurn !== null && byHand(zone, now) === null;
  await db.raw(
    `UPDATE ventilating SET air = $3::jsonb, state = $4, cause = $5, co_max = $6, since = $7, told_at = CASE WHEN $8 THEN $9 ELSE told_at END,
       hand_turn = CASE WHEN $10 THEN NULL ELSE hand_turn END, hand_until = CASE WHEN $10 THEN NULL ELSE hand_until END
     WHERE tenant_id = $1 AND id = $2`,
    [
      tenantId,
      id,
      JSON.stringify(air),
      air.state,
      air.cause,
      mg === null ? null : Math.round(mg * 10) / 10,
      isoOf(air.turnedAt),
      sends,
      now.toISOString(),
      over,
    ],
  );
  if (mg !== null)
    await db.raw(
      `INSERT INTO air_reading (tenant_id, company_id, park_id, id, ventilating_id, at, mg) VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (tenant_id, ventilating_id, at) WHERE deleted_at IS NULL DO UPDATE SET mg = greatest(air_reading.mg, excluded.mg)`,
      [tenantId, zone.companyId, zone.parkId, newId(), id, minuteOf(now), Math.round(mg * 10) / 10],
    );
}

/** Looks at the air of every zone. */
export async function breatheAll(database: Database, now = new Date()): Promise<void> {
  const zones = await database.read(platformScope, (db) =>
    db.raw<{ tenant: number; id: string }>(
      'SELECT tenant_id AS tenant, id FROM ventilating WHERE deleted_at IS NULL ORDER BY tenant_id, id',
    ),
  );
  for (const [tenant, own] of Map.groupBy(zones, (zone) => zone.tenant)) {
    for (const { id } of own) await database.write(tenantScope(tenant), (db) => lookAt(db, tenant, id, now));
    wakeDispatch(tenant);
  }
}
