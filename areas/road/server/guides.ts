/** Guidance screens at the roadside: each line shows the free berths bound to it, and unknown is not free. */
import { queueCommands, wakeDispatch } from '#areas/device/server/door.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';

/** On change no oftener than this, which is how often it is looked at; without one again after the longer time. */
export const GUIDE_EVERY_MS = 5_000;
const ANYWAY_MS = 5 * 60_000;

type Screen = { tenant: number; device: string; lines: unknown; sent: unknown; sentAt: string | null };

/**
 * Screens that are there, what each line counts now, and what was sent last. Counted in the lot's own rows: an unknown
 * or closed berth is none of the free.
 */
const screens = (tenant: 'd.tenant_id' | '$2'): string => `
  SELECT d.tenant_id AS tenant, d.id AS device, l.lines, c.payload->'lines' AS sent, c.time AS "sentAt" FROM park_device d
  JOIN LATERAL (
    SELECT jsonb_agg(jsonb_build_object('label', b.label, 'free', (
        SELECT count(*) FROM rd_berth r WHERE r.tenant_id = ${tenant} AND r.park_id = d.park_id AND r.deleted_at IS NULL AND r.state = 'free'
          AND (r.section_id = ANY(b.section_ids) OR r.id = ANY(b.berth_ids))
      ), 'arrow', coalesce(b.arrow, 'none')) ORDER BY b.line) AS lines
    FROM rd_bindled b WHERE b.tenant_id = ${tenant} AND b.led_id = d.id AND b.deleted_at IS NULL
  ) l ON l.lines IS NOT NULL
  LEFT JOIN LATERAL (
    SELECT payload, time FROM device_command WHERE tenant_id = ${tenant} AND device_id = d.id AND command = 'guide'
      AND time >= $1::timestamptz - interval '10 minutes'
    ORDER BY time DESC LIMIT 1
  ) c ON true
  WHERE d.device_type = 'guide' AND d.status <> 'offline' AND d.deleted_at IS NULL`;

const same = (a: unknown, b: unknown): boolean => {
  const plain = (lines: unknown): string =>
    JSON.stringify((lines as { label: string; free: number; arrow: string }[]).map((l) => [l.label, l.free, l.arrow]));
  return a !== null && b !== null && plain(a) === plain(b);
};

const isDue = ({ lines, sent, sentAt }: Screen, now: Date): boolean => {
  const age = sentAt === null ? Number.POSITIVE_INFINITY : now.getTime() - Date.parse(sentAt);
  return age >= ANYWAY_MS || (age >= GUIDE_EVERY_MS && !same(lines, sent));
};

/** Only one server sends to a screen at a time: it looks again once it holds the screen's row. */
async function sendTo(db: Db, screen: Screen, now: Date): Promise<void> {
  const [held] = await db.raw<{ id: string }>(
    'SELECT id FROM park_device WHERE tenant_id = $1 AND id = $2 FOR UPDATE SKIP LOCKED',
    [screen.tenant, screen.device],
  );
  if (!held) return;
  const [latest] = await db.raw<Screen>(`${screens('$2')} AND d.tenant_id = $2 AND d.id = $3`, [
    now.toISOString(),
    screen.tenant,
    screen.device,
  ]);
  if (!latest || !isDue(latest, now)) return;
  await queueCommands(
    db,
    screen.tenant,
    [{ name: 'guide', deviceId: screen.device, payload: { lines: latest.lines }, cause: 'berths' }],
    now,
  );
}

/**
 * Sends figures to the screens whose figures have changed, and to those that were sent nothing for a while. Runs every
 * few seconds, on any number of servers.
 */
export async function refreshGuides(database: Database, now = new Date()): Promise<void> {
  const all = await database.read(platformScope, (db) => db.raw<Screen>(screens('d.tenant_id'), [now.toISOString()]));
  for (const [tenant, own] of Map.groupBy(
    all.filter((screen) => isDue(screen, now)),
    (screen) => screen.tenant,
  )) {
    await database.write(tenantScope(tenant), async (db) => {
      for (const screen of own) await sendTo(db, screen, now);
    });
    wakeDispatch(tenant);
  }
}
