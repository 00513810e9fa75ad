/**
 * What a handheld works with while it has no network: its sections, their berths and cars, the tariffs, and what is
 * owed by plate.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { KerbTariffs } from '#domain/berth/price.ts';
import { maskPlate } from '#domain/plate/plate.ts';
import { kerbTariffs } from '#areas/passage/server/door.ts';
import { noticesFor } from '#areas/ops/server/door.ts';
import { feltUnproven, roadSettingsOf, sectionsGranted } from '#areas/road/server/door.ts';
import { shiftOfPerson } from '#areas/shift/server/door.ts';
import { tasksOf } from '#areas/workorder/server/door.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { scopedSql } from '#kit/server/scope.ts';
import type { Work } from '#kit/server/work.ts';
import type { HandheldSettings } from '#areas/handheld/model/parameter.ts';
import { handheldOf } from './enrolled.ts';
import { ackedOf } from './journal.ts';
import { handheldSettingsOf } from './parameters.ts';
import { upgradeFor } from './upgrade.ts';

/** A supervisor without a grant of his own carries these many sections at most. */
const MOST_SECTIONS = 60;
const MOST_PLATES = 50_000;

type Section = {
  id: string;
  name: string;
  road: string | null;
  parkId: string;
  zoneClass: string | null;
  tenantId: number;
  parkName: string;
  servicePhone: string | null;
  feeNotice: string | null;
};

async function sectionsFor(work: Work): Promise<Section[]> {
  const granted = await sectionsGranted(work);
  const values: unknown[] = [];
  const where = [scopedSql(work.db.scope, 'a', values)];
  if (granted) where.push(`a.id = ANY($${values.push(granted)}::uuid[])`);
  return work.db.raw<Section>(
    `SELECT a.id, a.area_name AS name, a.road, a.park_id AS "parkId", a.zone_class AS "zoneClass",
     a.tenant_id AS "tenantId", p.park_name AS "parkName", p.service_phone AS "servicePhone",
     p.fee_notice AS "feeNotice"
     FROM park_area a JOIN park p ON p.tenant_id = a.tenant_id AND p.id = a.park_id AND p.deleted_at IS NULL
     WHERE a.section AND a.deleted_at IS NULL AND ${where.join(' AND ')} ORDER BY p.park_name, a.sort, a.area_name, a.id LIMIT ${MOST_SECTIONS}`,
    values,
  );
}

const msOf = (value: string | null): number | null => (value === null ? null : Date.parse(value));

async function berthsOf(db: Db, tenantId: number, sections: readonly string[]): Promise<object[]> {
  const rows = await db.raw<Record<string, unknown>>(
    `SELECT id, berth_no AS "berthNo", section_id AS "sectionId", order_no AS "orderNo", location, state, since, stay_id AS "stayId"
     FROM rd_berth WHERE tenant_id = $1 AND section_id = ANY($2::uuid[]) AND deleted_at IS NULL ORDER BY section_id, order_no, berth_no, id`,
    [tenantId, [...sections]],
  );
  const felt = await feltUnproven(db, tenantId, sections);
  return rows.map((row) => {
    const since = msOf(row['since'] as string | null);
    return { ...row, since, provenSince: felt.has(String(row['id'])) ? null : since };
  });
}

type StayRow = {
  id: string;
  berthId: string;
  plate: string | null;
  colour: string | null;
  kind: string;
  inTime: string;
  bays: number | null;
  zoneClass: string | null;
};

/** Cars that stand at these berths now. */
async function staysAt(work: Work, db: Db, tenantId: number, sections: readonly string[]): Promise<object[]> {
  const rows = await db.raw<StayRow>(
    `SELECT s.id, s.berth_id AS "berthId", CASE WHEN s.kind =
     'unidentified' THEN NULL ELSE s.plate_number END AS plate, s.plate_colour AS colour, s.kind,
     s.in_time AS "inTime", s.bays, s.zone_class AS "zoneClass"
     FROM rd_berth b JOIN stay s ON s.tenant_id = b.tenant_id AND s.id = b.stay_id::uuid
     WHERE b.tenant_id = $1 AND b.section_id = ANY($2::uuid[]) AND b.deleted_at IS NULL AND b.stay_id IS NOT NULL`,
    [tenantId, [...sections]],
  );
  const whole = work.permits('rdBerth:unmask');
  return rows.map(({ inTime, plate, ...row }) => ({
    ...row,
    plate: plate === null || whole ? plate : maskPlate(plate),
    bays: row.bays ?? 1,
    inAt: Date.parse(inTime),
  }));
}

/** Plates that only the server prices here: on a list, with a pass, a stored-value card or a discount. */
async function priceKnown(db: Db, tenantId: number, parkId: string, now: string): Promise<string[]> {
  const rows = await db.raw<{ plate: string }>(
    `SELECT plate_number AS plate FROM car_list WHERE tenant_id = $1 AND park_id = $2 AND deleted_at IS NULL AND (end_time IS NULL OR end_time >= $3)
     UNION SELECT p.plate FROM pass_plate p JOIN park_month m ON m.tenant_id = p.tenant_id AND m.id = p.pass_id
       WHERE p.tenant_id = $1 AND p.park_id = $2 AND m.deleted_at IS NULL
       AND m.end_time >= $3::timestamptz - interval '31 days'
     UNION SELECT plate_number FROM stored_card WHERE tenant_id = $1 AND park_id = $2 AND deleted_at IS NULL AND balance > 0
     UNION SELECT plate_number FROM car_derate WHERE tenant_id = $1 AND park_id = $2 AND deleted_at IS NULL AND status IN ('bound', 'restored')
     LIMIT ${MOST_PLATES}`,
    [tenantId, parkId, now],
  );
  return rows.map(({ plate }) => plate);
}

/** What is still owed in the caller's scope, by plate. */
async function debtsBy(work: Work): Promise<{ plate: string; count: number; fen: number }[]> {
  const values: unknown[] = [];
  return work.db.raw(
    `SELECT e.plate_number AS plate, count(*)::int AS count, sum(e.outstanding_fen)::bigint AS fen FROM rd_escape e
     WHERE e.outstanding_fen > 0 AND e.plate_number IS NOT NULL AND e.deleted_at IS NULL AND ${scopedSql(work.db.scope, 'e', values)}
     GROUP BY e.plate_number ORDER BY sum(e.outstanding_fen) DESC LIMIT ${MOST_PLATES}`,
    values,
  );
}

type SnapshotLot = KerbTariffs & {
  readonly parkId: string;
  readonly parkName: string;
  readonly servicePhone: string | null;
  readonly feeNotice: string | null;
  readonly maxBackMinutes: number;
  readonly settings: HandheldSettings;
};

async function lotsOf(
  db: Db,
  sections: readonly Section[],
  now: Date,
): Promise<{ lots: SnapshotLot[]; plates: Set<string> }> {
  const lots: SnapshotLot[] = [];
  const plates = new Set<string>();
  for (const { tenantId, parkId, parkName, servicePhone, feeNotice } of new Map(
    sections.map((each) => [each.parkId, each]),
  ).values()) {
    const { maxBackMinutes } = await roadSettingsOf(db, tenantId, parkId);
    const settings = await handheldSettingsOf(db, tenantId, parkId);
    lots.push({
      ...(await kerbTariffs(db, { tenantId, parkId })),
      parkId,
      parkName,
      servicePhone,
      feeNotice,
      maxBackMinutes,
      settings,
    });
    for (const plate of await priceKnown(db, tenantId, parkId, now.toISOString())) plates.add(plate);
  }
  return { lots, plates };
}

/** Booths whose drawer a collector may take his cash into. */
const boxesOf = (db: Db, tenantId: number, lots: readonly SnapshotLot[]): Promise<object[]> =>
  db.raw(
    'SELECT id AS "boxId", box_name AS "boxName" FROM park_box WHERE tenant_id = $1 AND park_id = ANY($2::uuid[]) AND deleted_at IS NULL ORDER BY box_name, id LIMIT 100',
    [tenantId, lots.map(({ parkId }) => parkId)],
  );

/** What the pages ask of a person before they show a button. */
const codes = [
  'rdBerth:evidence',
  'rdBerth:endStay',
  'rdEscape:collect',
  'rdEscape:read',
  'dutyClock:add',
  'rdrwork:accept',
  'rdrwork:deal',
];

export async function snapshot(work: Work): Promise<unknown> {
  const { deviceId, installation } = work.input as { deviceId: string; installation?: string | null };
  const device = await handheldOf(work, deviceId);
  const db = ofTenant(work.db, device.tenantId);
  const sections = await sectionsFor(work);
  const ids = sections.map(({ id }) => id);
  const { lots, plates } = await lotsOf(db, sections, work.now);
  const salt = randomBytes(12).toString('hex');
  const hashed = (plate: string): string => createHash('sha256').update(`${salt}${plate}`).digest('hex').slice(0, 24);
  const { userId, name, account } = work.person;
  return {
    serverTime: work.now.getTime(),
    person: { userId, name: name || account },
    device: { deviceId: device.id, deviceName: device.deviceName },
    acked: installation ? (await ackedOf(db, device.tenantId, installation)).seq : 0,
    salt,
    lots,
    sections: sections.map(({ id, name: sectionName, road, parkId, zoneClass }) => ({
      id,
      name: sectionName,
      road,
      parkId,
      zoneClass,
    })),
    berths: await berthsOf(db, device.tenantId, ids),
    stays: await staysAt(work, db, device.tenantId, ids),
    known: [...plates].map(hashed),
    debts: Object.fromEntries((await debtsBy(work)).map(({ plate, count, fen }) => [hashed(plate), [count, fen]])),
    tasks: work.permits('rdrwork:read') ? await tasksOf(db, device.tenantId, userId) : [],
    notices: work.permits('notice:read') ? await noticesFor(work) : [],
    shift: await shiftOfPerson(work.db, userId),
    boxes: work.permits('shift:add') ? await boxesOf(db, device.tenantId, lots) : [],
    upgrade: await upgradeFor(db, device, work.now),
    may: Object.fromEntries(codes.map((code) => [code, work.permits(code)])),
  };
}
