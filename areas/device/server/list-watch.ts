/**
 * Lists of our own cameras, checked by what cameras report of theirs in heartbeats: one that is still the one kept here is
 * confirmed, so that it goes on holding, another one is put among the incidents and sent whole (flows.md 3, INV-M6,
 * E-LIST; 10, INV-D6).
 */
import { holdsUntil, listHash, listNeeds } from '#domain/lane/held-list.ts';
import type { HeldCar, ListCommand } from '#domain/lane/held-list.ts';
import { settingsOf } from '#areas/lot/server/door.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { queueCommands } from './commands-queue.ts';
import { putIncidents } from './incidents.ts';
import { listsOf } from './lane-lists.ts';

/** A list that was just sent is reported by the next heartbeats. */
const SETTLING_MS = 120_000;
/** A camera is sent the whole list by itself no more often than this: a large lot's changes all day. */
const WHOLE_EVERY_MS = 3_600_000;
/** An older incident is not searched for; a new one is opened. */
const OPEN_DAYS = 60;

type Camera = {
  readonly tenantId: number;
  readonly id: string;
  readonly parkId: string;
  readonly gateId: string | null;
  readonly hash: string | null;
  readonly until: string | null;
  readonly seen: string;
  readonly open: string | null;
};

/** Cameras that are there and have a list of ours or report which they have; not those whose list is being changed. */
const LISTED = `
  SELECT d.tenant_id AS "tenantId", d.id, d.park_id AS "parkId", d.gate_id AS "gateId", d.list_hash AS hash, d.list_until AS until, d.last_seen_at AS seen,
    (SELECT i.id FROM device_incident i WHERE i.tenant_id = d.tenant_id AND i.device_id = d.id AND i.kind = 'list'
      AND i.end_time IS NULL AND i.time > $1::timestamptz LIMIT 1) AS open
  FROM park_device d JOIN park p ON p.tenant_id = d.tenant_id AND p.id = d.park_id AND p.deleted_at IS NULL
  WHERE d.device_type <> 'door' AND d.family IS NULL AND (d.list_hash IS NOT NULL OR d.list_until IS NOT NULL) AND d.deleted_at IS NULL
    AND d.status <> 'offline' AND d.last_seen_at IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM device_command c WHERE c.tenant_id = d.tenant_id AND c.device_id = d.id
      AND c.command = 'whiteList' AND c.payload->>'action' <> 'search' AND c.time > $2::timestamptz)`;
const SENT = `SELECT DISTINCT device_id AS id FROM device_command
  WHERE tenant_id = $1 AND device_id = ANY($2::uuid[]) AND command = 'whiteList' AND time > $3::timestamptz
  AND payload->>'action' = 'sync'`;
const OVER = `UPDATE device_incident SET end_time = $3::timestamptz WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND time > $4::timestamptz`;

type Lists = (lane: string | null) => readonly HeldCar[];

/**
 * Whether a camera has the list it should; null where it does not report it. What ran out since its report is no
 * difference.
 */
async function isSame(
  db: Db,
  { hash, gateId, parkId, seen }: Camera,
  lists: Lists,
  now: Date,
): Promise<boolean | null> {
  if (hash === null || listHash(lists(gateId), now.getTime()) === hash) return hash === null ? null : true;
  const then = new Date(seen);
  return listHash((await listsOf(db, parkId, then))(gateId), then.getTime()) === hash;
}

/** Sends what the cameras of one lot need; answers those whose list is another one. */
async function tend(db: Db, parkId: string, cameras: readonly Camera[], now: Date): Promise<ReadonlySet<string>> {
  const [lists, { listAgeHours: hours }] = [await listsOf(db, parkId, now), await settingsOf(db, parkId)];
  const wrong = new Set<string>();
  const needs: { readonly camera: Camera; readonly command: ListCommand }[] = [];
  for (const camera of cameras) {
    const [same, entries] = [await isSame(db, camera, lists, now), lists(camera.gateId)];
    if (same === false) wrong.add(camera.id);
    const end = { holdsUntil: holdsUntil(hours!, now.getTime()) };
    const need = listNeeds(
      { same, hours: hours!, until: camera.until === null ? null : Date.parse(camera.until) },
      now.getTime(),
    );
    if (need === 'confirm')
      needs.push({ camera, command: { action: 'confirm', hash: listHash(entries, now.getTime()), ...end } });
    if (need === 'sync') needs.push({ camera, command: { action: 'sync', entries, ...end } });
  }
  if (needs.length === 0) return wrong;
  const { tenantId } = cameras[0]!;
  const sent = await db.raw<{ id: string }>(SENT, [
    tenantId,
    needs.filter(({ command }) => command.action === 'sync').map(({ camera }) => camera.id),
    new Date(now.getTime() - WHOLE_EVERY_MS).toISOString(),
  ]);
  const due = needs.filter(
    ({ camera, command }) => command.action === 'confirm' || !sent.some(({ id }) => id === camera.id),
  );
  await queueCommands(
    db,
    tenantId,
    due.map(({ camera, command }) => ({ name: 'whiteList', deviceId: camera.id, payload: command, cause: 'check' })),
    now,
  );
  return wrong;
}

/**
 * Puts every camera whose list differs among the incidents, once until it agrees again. Safe to run on several servers
 * one after the other.
 */
export async function watchLists(database: Database, now: Date): Promise<void> {
  const since = new Date(now.getTime() - OPEN_DAYS * 86_400_000).toISOString();
  const listed = await database.read(platformScope, (db) =>
    db.raw<Camera>(LISTED, [since, new Date(now.getTime() - SETTLING_MS).toISOString()]),
  );
  for (const [parkId, cameras] of Map.groupBy(listed, (each) => each.parkId)) {
    const { tenantId } = cameras[0]!;
    await database.write(tenantScope(tenantId), async (db) => {
      const wrong = await tend(db, parkId, cameras, now);
      await putIncidents(
        db,
        tenantId,
        cameras
          .filter(({ id, open }) => wrong.has(id) && open === null)
          .map(({ id }) => ({
            key: newId(),
            deviceId: id,
            kind: 'list' as const,
            times: 1,
            reason: 'differs',
            payload: null,
          })),
        now,
      );
      const over = cameras.flatMap(({ id, open }) => (open !== null && !wrong.has(id) ? [open] : []));
      if (over.length > 0) await db.raw(OVER, [tenantId, over, now.toISOString(), since]);
    });
  }
}
