/**
 * What thermal cameras read: judged by their settings, named only where somebody consented, forgotten after thirty
 * days.
 */
import { sql } from 'drizzle-orm';
import type { DoorEvent, IngestTarget } from '#areas/device/model/link.ts';
import { levelOf, READING_DAYS, SECOND_READING_MS, USUAL } from '#domain/door/temperature.ts';
import { dayOf } from '#domain/time/day.ts';
import { isoOf } from '#domain/time/iso.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { Effect } from '#kit/server/lifecycle.ts';
import { mover } from '#kit/server/mover.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Rules } from '#kit/server/rules.ts';
import { tableOf } from '#kit/server/table.ts';
import { thermalRecord, thermalWarning } from '#areas/door/model/thermal-record.ts';
import { isId } from '#kit/declare/check.ts';
import { ofCompany } from './place.ts';

export type Reading = Extract<DoorEvent, { kind: 'temperature' }>;
type Camera = {
  id: string;
  companyId: string;
  villageId: string;
  placeId: string;
  warnTemp: number | null;
  lowTemp: number | null;
  highTemp: number | null;
  until: string | null;
  zone: string;
};

/** Cameras whose place says why and until when. */
const CAMERAS = `
  SELECT d.id, p.company_id AS "companyId", p.village_id AS "villageId", p.id AS "placeId", d.warn_temp AS "warnTemp",
    d.low_temp AS "lowTemp", d.high_temp AS "highTemp",
    p.until_date::text AS until, coalesce(k.zone, 'Asia/Shanghai') AS zone
  FROM park_device d JOIN thermal_place p ON p.tenant_id = d.tenant_id AND p.id::text = d.place_id AND p.deleted_at IS NULL AND p.purpose IS NOT NULL
    JOIN park k ON k.tenant_id = d.tenant_id AND k.id = d.park_id
  WHERE d.tenant_id = $1 AND d.park_id = $2 AND d.id = ANY($3::uuid[]) AND d.door_kind = 'thermal' AND d.deleted_at IS NULL`;
const NAMED = `
  SELECT e.id, e.emp_name AS name, e.village_id AS "villageId", min(c.given_time) AS since FROM door_employee e
    JOIN door_consent c ON c.tenant_id = e.tenant_id AND c.emp_id = e.id AND c.purpose = 'temperature' AND c.status = 'given' AND c.deleted_at IS NULL
  WHERE e.tenant_id = $1 AND e.id = ANY($2::uuid[]) AND e.deleted_at IS NULL GROUP BY e.id, e.emp_name, e.village_id`;
type Named = { id: string; name: string; villageId: string; since: string };

const tenths = (degrees: number | null, usual: number): number => (degrees === null ? usual : Math.round(degrees * 10));

function recordOf(target: IngestTarget, reading: Reading, camera: Camera, named: Named | undefined) {
  const bounds = {
    warn: tenths(camera.warnTemp, USUAL.warn),
    low: tenths(camera.lowTemp, USUAL.low),
    high: tenths(camera.highTemp, USUAL.high),
  };
  const level = levelOf(reading.tempDeci, bounds);
  const person = named && named.villageId === camera.villageId && Date.parse(named.since) <= reading.at ? named : null;
  return {
    tenant_id: target.tenantId,
    company_id: camera.companyId,
    park_id: target.parkId,
    village_id: camera.villageId,
    id: newId(),
    time: isoOf(reading.at),
    raw_time: isoOf(reading.rawAt),
    place_id: camera.placeId,
    camera_id: camera.id,
    seq: reading.seq,
    emp_id: person?.id ?? null,
    emp_name: person?.name ?? null,
    temperature: reading.tempDeci / 10,
    ambient: reading.ambientDeci === null ? null : reading.ambientDeci / 10,
    warn_temp: bounds.warn / 10,
    site: reading.site,
    level,
    status: level === 'suspect' ? 'open' : null,
    picture: reading.picture,
  };
}

/** Stores readings, each number of a camera once. Readings of a place that is off are acknowledged and not kept. */
export async function takeReadings(db: Db, target: IngestTarget, readings: readonly Reading[]): Promise<void> {
  if (readings.length === 0) return;
  const ids = [...new Set(readings.map(({ device }) => device))];
  const cameras = new Map(
    (await db.raw<Camera>(CAMERAS, [target.tenantId, target.parkId, ids])).map((each) => [each.id, each]),
  );
  const people = [...new Set(readings.flatMap(({ person }) => person ?? []))];
  const named = new Map((await db.raw<Named>(NAMED, [target.tenantId, people])).map((each) => [each.id, each]));
  const kept = readings.flatMap((reading) => {
    const camera = cameras.get(reading.device);
    if (!camera || camera.until === null || dayOf(reading.at, camera.zone) > camera.until) return [];
    return [{ reading, row: recordOf(target, reading, camera, named.get(reading.person ?? '')) }];
  });
  const made = await insertRows<{ id: string }>(
    db,
    'thermal_record',
    kept.map(({ row }) => row),
    'ON CONFLICT DO NOTHING RETURNING id',
  );
  const fresh = new Set(made.map(({ id }) => id));
  const pictures = kept.flatMap(({ reading, row }) =>
    fresh.has(row.id)
      ? (['picture', 'thermal'] as const).flatMap((name) =>
          reading[name]
            ? [
                {
                  tenant_id: row.tenant_id,
                  company_id: row.company_id,
                  id: newId(),
                  record_id: row.id,
                  image_kind: name === 'picture' ? 'visible' : 'thermal',
                  image_url: reading[name],
                },
              ]
            : [],
        )
      : [],
  );
  await insertRows(db, 'thermal_image', pictures, '');
}

const r = tableOf(thermalRecord);

export const warningRules: Rules = { narrow: () => sql`${r.level!} = 'suspect'` };

/** The second reading has to say what is entered of it. */
const second =
  (isOver: boolean): Effect =>
  (row, input) => {
    const temp = Number(input['secondTemp']);
    const warn = Number((row as Record<string, unknown>)['warnTemp'] ?? USUAL.warn / 10);
    if (temp >= warn !== isOver)
      throw new Refused('bad_input', {}, [
        {
          field: 'secondTemp',
          msg: isOver
            ? text(`低于 ${warn}℃，应记为复测正常`, `Below ${warn} °C: it is cleared`)
            : text(`达到 ${warn}℃，应记为复测偏高`, `${warn} °C or more: it is confirmed`),
        },
      ]);
    return Promise.resolve({ secondTemp: temp });
  };

export const warningEffects: Record<string, Effect> = { clear: second(false), confirm: second(true) };

const runOut = mover(thermalWarning, 'runOut', 'clock');

/** Whom nobody measured again within a quarter of an hour. */
export async function endWarnings(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - SECOND_READING_MS).toISOString();
  const tenants = await database.read(platformScope, (db) =>
    db.raw<{ tenantId: number }>(
      `SELECT DISTINCT tenant_id AS "tenantId" FROM thermal_record WHERE status = 'open' AND time < $1::timestamptz AND deleted_at IS NULL`,
      [before],
    ),
  );
  for (const { tenantId } of tenants)
    await database.write(tenantScope(tenantId), (db) =>
      runOut(db, { now, tenantId, where: sql`${r.time!} < ${before}::timestamptz` }),
    );
}

const DUE = `
  SELECT DISTINCT tenant_id AS "tenantId" FROM thermal_record
  WHERE time < $1::timestamptz AND (emp_id IS NOT NULL OR emp_name IS NOT NULL OR picture IS NOT NULL OR check_remark IS NOT NULL)
  UNION SELECT DISTINCT i.tenant_id FROM thermal_image i
    JOIN thermal_record r ON r.tenant_id = i.tenant_id AND r.id = i.record_id WHERE r.time < $1::timestamptz
  UNION SELECT DISTINCT tenant_id FROM nucleic_record WHERE sample_time < $2::timestamptz`;
/** The log says who measured again, and no longer what was remarked. */
export async function forgetInLog(db: Db, tenantId: number, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.raw(
    `UPDATE audit_log SET before = before - 'checkRemark', after = after - 'checkRemark'
     WHERE tenant_id = $1 AND resource = 'thermalWarning' AND row_id = ANY($2::text[])`,
    [tenantId, [...ids]],
  );
}
const SWAB_DAYS = 14;
const DAY = 86_400_000;

/**
 * Names, pictures and remarks of readings go after thirty days, results of agencies after fourteen. The figures stay as
 * they were.
 */
export async function forgetHealth(database: Database, now: Date): Promise<void> {
  const old = new Date(now.getTime() - READING_DAYS * DAY).toISOString();
  const swabs = new Date(now.getTime() - SWAB_DAYS * DAY).toISOString();
  const tenants = await database.read(platformScope, (db) => db.raw<{ tenantId: number }>(DUE, [old, swabs]));
  for (const { tenantId } of tenants)
    await database.write(tenantScope(tenantId), async (db) => {
      await db.raw(
        'DELETE FROM thermal_image i USING thermal_record r WHERE i.tenant_id = $1 AND r.tenant_id = $1 AND r.id = i.record_id AND r.time < $2::timestamptz',
        [tenantId, old],
      );
      const forgotten = await db.raw<{ id: string }>(
        `UPDATE thermal_record SET emp_id = NULL, emp_name = NULL, picture = NULL, check_remark = NULL
         WHERE tenant_id = $1 AND time < $2::timestamptz
           AND (emp_id IS NOT NULL OR emp_name IS NOT NULL OR picture IS NOT NULL OR check_remark IS NOT NULL)
           RETURNING id`,
        [tenantId, old],
      );
      await forgetInLog(
        db,
        tenantId,
        forgotten.map(({ id }) => id),
      );
      await db.raw('DELETE FROM nucleic_record WHERE tenant_id = $1 AND sample_time < $2::timestamptz', [
        tenantId,
        swabs,
      ]);
    });
}

export const imageRules: Rules = {
  verbs: {
    submit: async (work, plain) => {
      const given = work.raw['recordId'];
      if (typeof given !== 'string' || !isId(given)) return plain(work);
      return ofCompany(work, String((await rowOf(thermalRecord, given, work.db))['companyId']), plain);
    },
  },
};
