/** Lists of cameras that are no more the ones kept here: found by what cameras say of theirs in heartbeats (flows.md 3, INV-M6, E-LIST). */
import { listHash } from '#domain/lane/held-list.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { listsOf } from './commands-list.ts';
import { putIncidents } from './incidents.ts';

/** A list that was just sent is told of by the next heartbeats. */
const SETTLING_MS = 120_000;
/** An incident that is older is not looked for; the list is told of again. */
const OPEN_DAYS = 60;

type Reporting = { readonly tenantId: number; readonly id: string; readonly parkId: string; readonly gateId: string | null; readonly hash: string; readonly seen: string; readonly open: string | null };

/** Cameras that are there and say what list they have; not those whose list is being changed. */
const REPORTING = `
  SELECT d.tenant_id AS "tenantId", d.id, d.park_id AS "parkId", d.gate_id AS "gateId", d.list_hash AS hash, d.last_seen_at AS seen,
    (SELECT i.id FROM device_incident i WHERE i.tenant_id = d.tenant_id AND i.device_id = d.id AND i.kind = 'list' AND i.end_time IS NULL AND i.time > $1::timestamptz LIMIT 1) AS open
  FROM park_device d JOIN park p ON p.tenant_id = d.tenant_id AND p.id = d.park_id AND p.deleted_at IS NULL
  WHERE d.list_hash IS NOT NULL AND d.deleted_at IS NULL AND d.status <> 'offline' AND d.last_seen_at IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM device_command c WHERE c.tenant_id = d.tenant_id AND c.device_id = d.id AND c.command = 'whiteList' AND c.payload->>'action' <> 'search' AND c.time > $2::timestamptz)`;
const OVER = `UPDATE device_incident SET end_time = $3::timestamptz WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND time > $4::timestamptz`;

/** Cameras of one lot whose list is another one than theirs should be. What ran out since the camera spoke is no difference. */
async function differing(db: Db, parkId: string, cameras: readonly Reporting[], now: Date): Promise<ReadonlySet<string>> {
  const wrong = new Set<string>();
  const lists = await listsOf(db, parkId, now);
  for (const { id, gateId, hash, seen } of cameras) {
    if (listHash(lists(gateId), now.getTime()) === hash) continue;
    const then = new Date(seen);
    if (listHash((await listsOf(db, parkId, then))(gateId), then.getTime()) !== hash) wrong.add(id);
  }
  return wrong;
}

/** Puts every camera whose list differs among the incidents, once until it agrees again. Safe to run on several servers one after the other. */
export async function watchLists(database: Database, now: Date): Promise<void> {
  const since = new Date(now.getTime() - OPEN_DAYS * 86_400_000).toISOString();
  const reporting = await database.read(platformScope, (db) => db.raw<Reporting>(REPORTING, [since, new Date(now.getTime() - SETTLING_MS).toISOString()]));
  for (const [parkId, cameras] of Map.groupBy(reporting, (each) => each.parkId)) {
    const { tenantId } = cameras[0]!;
    await database.write(tenantScope(tenantId), async (db) => {
      const wrong = await differing(db, parkId, cameras, now);
      await putIncidents(db, tenantId, cameras.filter(({ id, open }) => wrong.has(id) && open === null).map(({ id }) => ({ key: newId(), deviceId: id, kind: 'list' as const, times: 1, reason: 'differs', payload: null })), now);
      const over = cameras.flatMap(({ id, open }) => (open !== null && !wrong.has(id) ? [open] : []));
      if (over.length > 0) await db.raw(OVER, [tenantId, over, now.toISOString(), since]);
    });
  }
}
