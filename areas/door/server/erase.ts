/**
 * Erasing faces everywhere: the key at once, the file next, each device when it confirms; one line of proof for each
 * place.
 */
import { and, eq, inArray } from 'drizzle-orm';
import { insertRows } from '#kit/server/bulk.ts';
import { ofTenant, platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { mover } from '#kit/server/mover.ts';
import { tableOf } from '#kit/server/table.ts';
import { dropKeyless, forgetKeys } from '#kit/files/sealed.ts';
import type { Work } from '#kit/server/work.ts';
import { doorConsent } from '#areas/door/model/door-consent.ts';
import type { erasedWhy } from '#areas/door/model/door-photo.ts';

const consent = tableOf(doorConsent);
const endConsent = mover(doorConsent, 'end', 'clock');

type Why = keyof typeof erasedWhy;
type Photo = { id: string; companyId: string; villageId: string; EmpID: string };
type Erasure = { readonly why: Why; readonly by: string | null; readonly now: Date };

const ERASED = `
  UPDATE door_photo SET state = 'erased', erased_why = $3, erased_time = $4::timestamptz, photo_url = NULL, updated_at = $4::timestamptz
  WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND state = 'kept'
  RETURNING id, company_id AS "companyId", village_id AS "villageId", emp_id AS "EmpID"`;
/** Devices that may hold one of these: confirmed, or sent and not answered. */
const HOLDERS = `
  SELECT v.device_id AS "deviceId", p.id AS "photoId" FROM door_delivery v JOIN unnest($2::text[]) AS p(id) ON v.faces LIKE '%' || p.id || '%'
  WHERE v.tenant_id = $1 AND v.deleted_at IS NULL`;

/** Erases those of these photos that are still kept. @returns how many, and on how many devices they may be */
export async function erasePhotos(
  any: Db,
  tenantId: number,
  ids: readonly string[],
  { why, by, now }: Erasure,
): Promise<{ photos: number; devices: number }> {
  const db = ofTenant(any, tenantId);
  const at = now.toISOString();
  const photos = await db.raw<Photo>(ERASED, [tenantId, [...ids], why, at]);
  if (photos.length === 0) return { photos: 0, devices: 0 };
  const erased = photos.map(({ id }) => id);
  await forgetKeys(db, tenantId, erased);
  const holders = await db.raw<{ deviceId: string; photoId: string }>(HOLDERS, [tenantId, erased]);
  const line = (photo: Photo, deviceId: string | null) => ({
    tenant_id: tenantId,
    company_id: photo.companyId,
    village_id: photo.villageId,
    id: newId(),
    emp_id: photo.EmpID,
    photo_id: photo.id,
    place: deviceId === null ? 'store' : 'device',
    device_id: deviceId,
    why,
    asked_time: at,
    asked_by: by,
    state: 'waiting',
  });
  const of = new Map(photos.map((photo) => [photo.id, photo]));
  await insertRows(
    db,
    'door_erasure',
    [
      ...photos.map((photo) => line(photo, null)),
      ...holders.map(({ deviceId, photoId }) => line(of.get(photoId)!, deviceId)),
    ],
    '',
  );
  return { photos: photos.length, devices: holders.length };
}

const OF_PERSON = `SELECT id FROM door_photo WHERE tenant_id = $1 AND emp_id = $2 AND state = 'kept' AND deleted_at IS NULL`;

/** All photos of a person, but the one that takes their place. */
export async function erasePerson(
  work: Work,
  { tenantId, EmpID, except }: { tenantId: number; EmpID: string; except?: string },
  why: Why,
): Promise<{ photos: number; devices: number }> {
  const rows = await ofTenant(work.db, tenantId).raw<{ id: string }>(OF_PERSON, [tenantId, EmpID]);
  const ids = rows.flatMap(({ id }) => (id === except ? [] : [id]));
  const by = work.person.name || work.person.account;
  return erasePhotos(work.db, tenantId, ids, { why, by, now: work.now });
}

/** Whoever left consents anew when he comes back. */
export const endConsents = (db: Db, tenantId: number, people: readonly string[], now: Date): Promise<unknown> =>
  endConsent(ofTenant(db, tenantId), {
    now,
    tenantId,
    where: and(inArray(consent.EmpID!, [...people]), eq(consent.purpose!, 'face')),
    set: { withdrawnTime: now.toISOString(), erased: '人员离开，照片已删除 / the person left, the photo is erased' },
  });

/** Photos that nothing carries any more: nobody consents, the person is gone, or their days are over. */
const DUE = `
  SELECT p.tenant_id AS "tenantId", p.id, p.emp_id AS "EmpID", CASE WHEN e.id IS NULL
    OR e.status = 'left' THEN 'left' WHEN c.id IS NULL THEN 'withdrawn' ELSE 'expired' END AS why
  FROM door_photo p
    LEFT JOIN door_employee e ON e.tenant_id = p.tenant_id AND e.id = p.emp_id AND e.deleted_at IS NULL
    LEFT JOIN door_consent c ON c.tenant_id = p.tenant_id AND c.emp_id = p.emp_id AND c.purpose = 'face' AND c.status = 'given' AND c.deleted_at IS NULL
  WHERE p.state = 'kept' AND p.deleted_at IS NULL AND (e.id IS NULL OR e.status = 'left' OR c.id IS NULL
    OR p.kept_until < ($1::timestamptz AT TIME ZONE 'Asia/Shanghai')::date)`;

/** Ends by the clock what no action of a person has ended. */
export async function endPhotos(database: Database, now: Date): Promise<void> {
  const due = await database.read(platformScope, (db) =>
    db.raw<{ tenantId: number; id: string; EmpID: string; why: Why }>(DUE, [now.toISOString()]),
  );
  for (const [tenantId, own] of Map.groupBy(due, (each) => each.tenantId))
    await database.write(tenantScope(tenantId), async (db) => {
      for (const [why, rows] of Map.groupBy(own, (each) => each.why)) {
        await erasePhotos(
          db,
          tenantId,
          rows.map(({ id }) => id),
          { why, by: null, now },
        );
        if (why === 'left')
          await endConsents(
            db,
            tenantId,
            rows.map(({ EmpID }) => EmpID),
            now,
          );
      }
    });
}

const CONFIRMED = `
  UPDATE door_erasure SET state = 'confirmed', confirmed_time = now(), updated_at = now()
  WHERE tenant_id = $1 AND photo_id = ANY($2::text[]) AND place = 'store' AND state = 'waiting'`;

/** Files whose keys are destroyed leave the store. */
export const dropFaces = (database: Database): Promise<void> =>
  dropKeyless(database, (db, tenantId, ids) => db.raw(CONFIRMED, [tenantId, [...ids]]));

/** A device confirmed that it holds these photos no more. */
export type Released = {
  readonly deviceId: string;
  readonly photoId: string;
  readonly commandId: string | null;
  readonly at: string | null;
};
const RELEASED = `
  UPDATE door_erasure e SET state = 'confirmed', confirmed_time = coalesce(r.at, $3::timestamptz), command_id = r.command, updated_at = $3::timestamptz
  FROM jsonb_to_recordset($2::jsonb) AS r(device uuid, photo text, command text, at timestamptz)
  WHERE e.tenant_id = $1 AND e.device_id = r.device AND e.photo_id = r.photo AND e.state = 'waiting'`;
export async function confirmReleases(
  db: Db,
  tenantId: number,
  released: readonly Released[],
  now: Date,
): Promise<void> {
  if (released.length === 0) return;
  const rows = released.map(({ deviceId, photoId, commandId, at }) => ({
    device: deviceId,
    photo: photoId,
    command: commandId,
    at,
  }));
  await db.raw(RELEASED, [tenantId, JSON.stringify(rows), now.toISOString()]);
}
