/** Drawn faces of some people of the demo's office, with their consents; and of one who withdrew his, the receipts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOUR } from '#domain/time/zone.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { Ask } from './build-base.ts';

type Place = { readonly tenantId: number; readonly companyId: string; readonly villageId: string };
type Person = Readonly<Record<string, unknown>>;

const FACES = 6;
const VERSION = '2026-01';
const drawn = (nth: number): string =>
  `data:image/jpeg;base64,${readFileSync(join(import.meta.dirname, 'faces', `${nth}.jpg`)).toString('base64')}`;

/** A month ago he let them take one, two days ago he thought better of it. */
function withdrawn(place: Place, person: Person, deviceIds: readonly string[], now: Date) {
  const at = (hours: number, seconds = 0): string =>
    new Date(now.getTime() - hours * HOUR + seconds * 1_000).toISOString();
  const own = { tenant_id: place.tenantId, company_id: place.companyId, village_id: place.villageId };
  const photoId = newId();
  const line = {
    ...own,
    emp_id: person['id'],
    photo_id: photoId,
    why: 'withdrawn',
    asked_time: at(50),
    asked_by: '大厦前台',
    state: 'confirmed',
  };
  return {
    consent: {
      ...own,
      id: newId(),
      emp_id: person['id'],
      purpose: 'face',
      text_version: VERSION,
      way: 'self',
      given_time: at(30 * 24),
      status: 'withdrawn',
      withdrawn_time: at(50),
      withdrawn_by: '大厦前台',
      erased: `照片 1 张，设备 ${deviceIds.length} 台，见删除回执 / 1 photo, ${deviceIds.length} devices, see the receipts`,
    },
    photo: {
      ...own,
      id: photoId,
      emp_id: person['id'],
      state: 'erased',
      text_version: VERSION,
      kept_until: at(-300 * 24).slice(0, 10),
      pixels: '480×640',
      bytes: 41_382,
      added_by: '大厦前台',
      added_time: at(30 * 24),
      erased_why: 'withdrawn',
      erased_time: at(50),
    },
    lines: [
      { ...line, id: newId(), place: 'store', device_id: null, confirmed_time: at(50, 1), command_id: null },
      ...deviceIds.map((id, nth) => ({
        ...line,
        id: newId(),
        place: 'device',
        device_id: id,
        confirmed_time: at(50, 2 + nth),
        command_id: newId(),
      })),
    ],
  };
}

/** @param deviceIds where the one who withdrew was known by his face */
export async function takeFaces(
  database: Database,
  ask: Ask,
  place: Place,
  people: readonly Person[],
  deviceIds: readonly string[],
  now: Date,
): Promise<void> {
  for (const [nth, { id }] of people.slice(0, FACES).entries())
    await ask('POST', 'dooremployeephoto/submit', {
      EmpID: id,
      photoUrl: drawn(nth + 1),
      textVersion: VERSION,
      way: 'self',
    });
  const past = withdrawn(place, people[FACES]!, deviceIds, now);
  await database.write(tenantScope(place.tenantId), async (db) => {
    await insertRows(db, 'door_consent', [past.consent], '');
    await insertRows(db, 'door_photo', [past.photo], '');
    await insertRows(db, 'door_erasure', past.lines, '');
  });
}
