/** What happens, into the deliveries of each webhook that asks for it: in the transaction in which it happens. */
import type { Place } from '#areas/billing/model/events.ts';
import { companyLine, companySubtree } from '#areas/org/server/door.ts';
import { insertRows } from '#kit/server/bulk.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { kindsOpenTo } from '../model/kinds.ts';
import type { EventKind } from '../model/kinds.ts';

/** A delivery is tried for so long. */
export const TRIED_MS = 24 * 3_600_000;

/** Something that happened. `key` is the same however often it is found out; `at`: epoch ms. */
export type Happened = {
  readonly kind: EventKind;
  readonly key: string;
  readonly at: number;
  readonly data: Readonly<Record<string, unknown>>;
};

/** What a webhook and the key behind it are for. Empty lots: all there are. */
export type Reach = {
  readonly kinds: readonly string[] | null;
  readonly parkIds: readonly string[] | null;
  readonly keyCompany: string;
  readonly keyParks: readonly string[] | null;
  readonly scopes: readonly string[] | null;
};
type Hook = Reach & { readonly id: string };

const HOOKS = `
  SELECT w.id, w.kinds, w.park_ids AS "parkIds", k.company_id AS "keyCompany", k.park_ids AS "keyParks", k.scopes
  FROM webhook w JOIN plat_base_interface k ON k.tenant_id = w.tenant_id AND k.id = w.key_id AND k.enabled AND k.deleted_at IS NULL
  WHERE w.tenant_id = $1 AND w.enabled AND w.deleted_at IS NULL AND w.kinds && $2::text[] ORDER BY w.id`;

/** What is subscribed and what the key permits. */
export const takesKind = ({ kinds, scopes }: Reach, kind: string): boolean =>
  kinds?.includes(kind) === true && kindsOpenTo(scopes ?? []).includes(kind as EventKind);

const named = (list: readonly string[] | null, parkId: string): boolean =>
  list === null || list.length === 0 || list.includes(parkId);
const namesLot = ({ parkIds, keyParks }: Reach, parkId: string): boolean =>
  named(parkIds, parkId) && named(keyParks, parkId);

/** Of these lots those the webhook is for: named by it and by its key, and the key's company's own. */
export async function lotsWithin(db: Db, reach: Reach, parkIds: readonly string[]): Promise<ReadonlySet<string>> {
  const companies = await companySubtree(db, reach.keyCompany).catch(() => []);
  const rows = await db.raw<{ id: string }>(
    'SELECT id FROM park WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND company_id = ANY($3::uuid[]) AND deleted_at IS NULL',
    [db.scope.tenantId, parkIds, companies],
  );
  return new Set(rows.map(({ id }) => id).filter((id) => namesLot(reach, id)));
}

async function hooksOf(db: Db, place: Place, kinds: readonly string[]): Promise<Hook[]> {
  const hooks = await db.raw<Hook>(HOOKS, [place.tenantId, kinds]);
  const near = hooks.filter((hook) => namesLot(hook, place.parkId));
  if (near.length === 0) return [];
  const line = await companyLine(db, place.tenantId, place.companyId);
  return near.filter(({ keyCompany }) => line.some(({ id }) => id === keyCompany));
}

const iso = (at: number): string => new Date(at).toISOString();

export async function recordEvents(db: Db, place: Place, events: readonly Happened[], now = Date.now()): Promise<void> {
  if (events.length === 0) return;
  const hooks = await hooksOf(db, place, [...new Set(events.map(({ kind }) => kind))]);
  const rows = hooks.flatMap((hook) =>
    events.flatMap((event, nth) =>
      takesKind(hook, event.kind)
        ? [
            {
              tenant_id: place.tenantId,
              company_id: place.companyId,
              park_id: place.parkId,
              id: newId(now),
              created_at: iso(now),
              updated_at: iso(now),
              hook_id: hook.id,
              kind: event.kind,
              status: 'pending',
              event_time: iso(event.at),
              made_time: iso(now),
              tries: 0,
              due_at: iso(now),
              give_up_at: iso(now + TRIED_MS),
              seq: now * 1_000 + (nth % 1_000),
              fact: event.key,
              payload: { parkId: place.parkId, ...event.data },
            },
          ]
        : [],
    ),
  );
  await insertRows(
    db,
    'webhook_delivery',
    rows,
    'ON CONFLICT (tenant_id, hook_id, fact) WHERE deleted_at IS NULL DO NOTHING RETURNING id',
  );
}
