/**
 * The demo's visitors at offices and homes: two weeks of visits behind, some inside now, some expected, some to be
 * decided; and posters.
 */
import { randomBytes } from 'node:crypto';
import { freshVisit } from '#areas/visitor/server/visits.ts';
import { raiseWarning } from '#areas/workorder/server/door.ts';
import { HOUR, MINUTE } from '#domain/time/zone.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { BuiltLot } from './build-lot.ts';
import { desk, personName, phoneNumber } from './pass-book.ts';
import { makeCar } from './plates.ts';
import { pick, randomFrom } from './random.ts';

type Wide = Record<string, unknown>;
type Owner = { readonly tenant_id: number; readonly company_id: string; readonly park_id: string };
type Scene = {
  readonly owner: Owner;
  readonly villageId: string | null;
  readonly depts: readonly string[];
  readonly isHome: boolean;
  readonly south: boolean;
  readonly now: number;
  readonly random: () => number;
};
type Stay = {
  readonly id: string;
  readonly plate: string;
  readonly in: string;
  readonly out: string;
  readonly lane: string;
};

const DAY = 24 * HOUR;
const ZONE_OFFSET = 8 * HOUR;
const BACK_DAYS = 14;
const PAST_CARS = 22;
const PAST_ON_FOOT = 14;

const iso = (at: number): string => new Date(at).toISOString();
const frame = (at: number): Wide => ({ created_at: iso(at), updated_at: iso(at) });
const reasons = {
  home: ['走亲访友', '家电安装', '送家具', '装修量房'],
  office: ['商务洽谈', '面试', '设备维保', '送样品'],
};

type VisitorPlan = {
  readonly kind: 'in' | 'out' | 'told' | 'refused';
  readonly at: number;
  readonly way: string;
  readonly more?: Wide;
};
type Plan = {
  readonly status: string;
  /** When it begins and ends, epoch ms. */ readonly from: number;
  readonly until: number;
  readonly entered?: number;
  readonly source?: 'desk' | 'poster';
  readonly remark?: string;
  readonly in?: number;
  readonly out?: number;
  readonly plate?: string | null;
  readonly free?: boolean;
  readonly people?: number;
};

const undecided = new Set(['waiting', 'expired', 'cancelled']);

function visitRow(scene: Scene, id: string, plan: Plan, qrId: string | null): Wide {
  const { owner, random, isHome, depts } = scene;
  const at = plan.entered ?? plan.from - 5 * HOUR - Math.floor(random() * DAY);
  const known = freshVisit(new Date(at));
  const flat = `${1 + Math.floor(random() * 9)}幢${2 + Math.floor(random() * 16)}0${1 + Math.floor(random() * 4)}`;
  const isDecided = !undecided.has(plan.status);
  return {
    ...owner,
    id,
    ...frame(at),
    visit_no: known.visitNo,
    link_seed: known.linkSeed,
    link_key: known.linkKey,
    visitor_name: personName(random),
    phone: phoneNumber(random),
    people: plan.people ?? 1 + Math.floor(random() * 3),
    plate_number: plan.plate ?? null,
    status: plan.status,
    village_id: scene.villageId,
    dept_id: isHome || depts.length === 0 ? null : pick(random, depts),
    host_id: null,
    host_name: isHome ? `${personName(random)}（${flat}）` : personName(random),
    reason: pick(random, isHome ? reasons.home : reasons.office),
    visit_time: iso(plan.from),
    leave_time: iso(plan.until),
    entries: 1,
    used: plan.in === undefined ? 0 : 1,
    escort: false,
    free_of_charge: plan.free ?? true,
    source: plan.source ?? 'desk',
    qr_id: plan.source === 'poster' ? qrId : null,
    decided_by: isDecided ? pick(random, desk) : null,
    decided_time: isDecided ? iso(Math.min(at + 20 * MINUTE, scene.now)) : null,
    decide_remark: plan.remark ?? null,
    in_time: plan.in === undefined ? null : iso(plan.in),
    out_time: plan.out === undefined ? null : iso(plan.out),
    consent_time: plan.source === 'poster' || isDecided ? iso(at) : null,
    consent_version: plan.source === 'poster' || isDecided ? '2026-11' : null,
    remark: null,
  };
}

const eventRow = ({ owner }: Scene, visitId: string, { kind, at, way, more }: VisitorPlan): Wide => ({
  ...owner,
  id: newId(at),
  ...frame(at),
  visit_id: visitId,
  time: iso(at),
  kind,
  way,
  place: null,
  reason: null,
  operator: null,
  step: null,
  stay_id: null,
  ...more,
});

const carRow = ({ owner, now }: Scene, visit: Wide, state: string, more: Wide = {}): Wide => ({
  ...owner,
  id: newId(),
  ...frame(now),
  created_at: visit['created_at'],
  visit_id: visit['id'],
  plate_number: visit['plate_number'],
  start_time: visit['visit_time'],
  end_time: visit['leave_time'],
  entries: 1,
  used: state === 'left' ? 1 : 0,
  free: visit['free_of_charge'] ? 'booked' : 'none',
  state,
  note: null,
  booking_id: null,
  stay_id: null,
  ...more,
});

/** Cars that came lately and were charged as any other: their drivers were visitors whose hosts did not pay for it. */
const staysOf = (db: Db, { owner, now }: Scene): Promise<Stay[]> =>
  db.raw<Stay>(
    `SELECT s.id, s.plate_number AS plate, s.in_time AS "in", s.out_time AS out, coalesce(g.gate_name, '') AS lane
     FROM stay s LEFT JOIN park_gate g ON g.tenant_id = s.tenant_id AND g.id = s.in_gate_id
     WHERE s.tenant_id = $1 AND s.park_id = $2 AND s.kind = 'temp' AND s.status = 'closed'
      AND s.plate_number IS NOT NULL AND s.in_time IS NOT NULL AND s.out_time IS NOT NULL
       AND s.begin_time >= $3 ORDER BY md5(s.id::text) LIMIT ${PAST_CARS}`,
    [owner.tenant_id, owner.park_id, iso(now - BACK_DAYS * DAY)],
  );

type Rows = { readonly visits: Wide[]; readonly cars: Wide[]; readonly events: Wide[]; readonly bookings: Wide[] };

function pastVisits(scene: Scene, stays: readonly Stay[], rows: Rows): void {
  const { now, random } = scene;
  for (const stay of stays) {
    const [came, left] = [Date.parse(stay.in), Date.parse(stay.out)];
    const plan = { status: 'left', from: came - 10 * MINUTE, until: left + 20 * MINUTE, in: came, out: left };
    const row = visitRow(scene, newId(came), { ...plan, plate: stay.plate, free: false }, null);
    const more = { place: stay.lane || null, stay_id: stay.id };
    rows.visits.push(row);
    rows.cars.push(carRow(scene, row, 'left', { stay_id: stay.id }));
    rows.events.push(
      eventRow(scene, String(row['id']), { kind: 'in', at: came, way: 'car', more }),
      eventRow(scene, String(row['id']), { kind: 'out', at: left, way: 'car', more: { ...more, place: null } }),
    );
  }
  for (let nth = 0; nth < PAST_ON_FOOT; nth += 1) {
    const day = Math.floor(now / DAY) * DAY - (1 + (nth % (BACK_DAYS - 1))) * DAY;
    const from = day + (2 + Math.floor(random() * 6)) * HOUR; // ten to four by the clocks there
    const [came, left] = [from + Math.floor(random() * 20) * MINUTE, from + (60 + Math.floor(random() * 55)) * MINUTE];
    const status = ['left', 'left', 'left', 'noShow', 'refused', 'cancelled', 'expired'][nth % 7]!;
    const wasThere = status === 'left';
    const row = visitRow(
      scene,
      newId(from),
      {
        status,
        from,
        until: from + 2 * HOUR,
        ...(wasThere ? { in: came, out: left } : {}),
        ...(status === 'refused' ? { remark: '被访人不认识来访者' } : {}),
      },
      null,
    );
    rows.visits.push(row);
    if (!wasThere) continue;
    const way = nth % 2 === 0 ? 'code' : 'desk';
    const more = way === 'code' ? { place: '大堂' } : { operator: pick(random, desk) };
    rows.events.push(
      eventRow(scene, String(row['id']), { kind: 'in', at: came, way, more }),
      eventRow(scene, String(row['id']), {
        kind: 'out',
        at: left,
        way: 'desk',
        more: { operator: pick(random, desk) },
      }),
    );
  }
}

const bookingRow = ({ owner }: Scene, visit: Wide, id: string): Wide => ({
  ...owner,
  id,
  ...frame(Date.parse(String(visit['created_at']))),
  plate_number: visit['plate_number'],
  start_time: visit['visit_time'],
  end_time: visit['leave_time'],
  purpose: 'visit',
  free_of_charge: true,
  status: 'passed',
  applicant: visit['decided_by'],
  audit_by: visit['decided_by'],
  audit_time: visit['decided_time'],
  remark: visit['visit_no'],
});

/** Who is here, who overstays, who is expected and who waits to be decided. */
function presentVisits(scene: Scene, qrId: string, rows: Rows): Wide {
  const { now, random, south } = scene;
  const hour = Math.ceil(now / HOUR) * HOUR;
  const plate = (): string => makeCar(random, south).plate;
  /** Guests come by day, whenever the demo is made. */
  const byDay = (at: number): number => {
    const clock = Math.floor((at + ZONE_OFFSET) / HOUR) % 24;
    return at + (clock < 8 ? 9 - clock : clock > 19 ? 33 - clock : 0) * HOUR;
  };
  const add = (plan: Plan): Wide => {
    const row = visitRow(scene, newId(), plan, qrId);
    rows.visits.push(row);
    return row;
  };
  for (const minutes of [25, 70, 110]) {
    const came = now - minutes * MINUTE;
    const row = add({ status: 'inside', from: came - 5 * MINUTE, until: hour + 4 * HOUR, in: came });
    const how =
      minutes === 70
        ? { way: 'desk', more: { operator: pick(random, desk) } }
        : { way: 'code', more: { place: '大堂' } };
    rows.events.push(eventRow(scene, String(row['id']), { kind: 'in', at: came, ...how }));
  }
  for (const hours of [1, 2, 5, 22, 26]) {
    const from = byDay(hour + hours * HOUR);
    const row = add({
      status: 'approved',
      from,
      until: from + 3 * HOUR,
      entered: now - 90 * MINUTE,
      plate: plate(),
    });
    const booking = newId();
    rows.bookings.push(bookingRow(scene, row, booking));
    rows.cars.push(carRow(scene, row, 'booked', { booking_id: booking }));
  }
  for (const [nth, hours] of [2, 3, 6, 24].entries()) {
    const source = nth % 2 === 0 ? 'poster' : 'desk';
    const from = byDay(hour + hours * HOUR);
    const drives = nth % 2 === 0 ? { plate: plate() } : {};
    const row = add({
      status: 'waiting',
      from,
      until: from + 2 * HOUR,
      entered: now - (8 + nth * 17) * MINUTE,
      source,
      ...drives,
    });
    if (row['plate_number']) rows.cars.push(carRow(scene, row, 'waiting'));
  }
  const late = add({ status: 'overstay', from: now - 5 * HOUR, until: now - 70 * MINUTE, in: now - 5 * HOUR });
  rows.events.push(
    eventRow(scene, String(late['id']), { kind: 'in', at: now - 5 * HOUR, way: 'code', more: { place: '大堂' } }),
    eventRow(scene, String(late['id']), { kind: 'told', at: now - 40 * MINUTE, way: 'clock' }),
  );
  return late;
}

const posterRow = (scene: Scene, id: string, name: string, more: Wide): Wide => ({
  ...scene.owner,
  id,
  ...frame(scene.now - 30 * DAY),
  name,
  village_id: scene.villageId,
  dept_ids: scene.isHome ? [] : scene.depts,
  start_time: iso(scene.now - 30 * DAY),
  end_time: iso(scene.now + 335 * DAY),
  approve: 'review',
  status: 'enabled',
  uses: 3,
  code: randomBytes(18).toString('base64url'),
  remark: null,
  ...more,
});

async function receive(db: Db, scene: Scene): Promise<void> {
  const rows: Rows = { visits: [], cars: [], events: [], bookings: [] };
  const qrId = newId();
  pastVisits(scene, await staysOf(db, scene), rows);
  const late = presentVisits(scene, qrId, rows);
  const posters = [
    posterRow(scene, qrId, scene.isHome ? '小区大门' : '大堂前台', {}),
    posterRow(scene, newId(), scene.isHome ? '装修工人登记' : '展会临时登记', {
      status: 'disabled',
      approve: 'auto',
      end_time: iso(scene.now - DAY),
      uses: 41,
    }),
  ];
  await insertRows(db, 'visitor_qr', posters, '');
  await insertRows(db, 'visit', rows.visits, '');
  await insertRows(db, 'space_booking', rows.bookings, '');
  await insertRows(db, 'visitor_car', rows.cars, '');
  await insertRows(db, 'visit_event', rows.events, '');
  const { tenant_id: tenantId, company_id: companyId, park_id: parkId } = scene.owner;
  await raiseWarning(
    db,
    { tenantId, companyId, parkId },
    {
      type: 'visitor',
      subjectId: String(late['id']),
      subject: String(late['visit_no']),
      level: 'warn',
      figure: 30,
      limit: 0,
      unit: 'min',
    },
    new Date(scene.now - 40 * MINUTE),
  );
}

type Known = { tenantId: number; companyId: string; villageId: string | null; depts: string[] };

/** Visitors of every lot at an office or a home; its stays are written already. */
export async function receiveVisitors(database: Database, lots: readonly BuiltLot[], now: number): Promise<void> {
  for (const [nth, { plan, site }] of lots.entries()) {
    if (plan.kind !== 'office' && plan.kind !== 'home') continue;
    const [lot] = await database.read(platformScope, (db) =>
      db.raw<Known>(
        `SELECT p.tenant_id AS "tenantId", p.company_id AS "companyId", p.village_id AS "villageId",
           ARRAY(SELECT d.id FROM dept d WHERE d.tenant_id = p.tenant_id AND d.parent_id IS NULL
           AND d.deleted_at IS NULL ORDER BY d.sort) AS depts
         FROM park p WHERE p.id = $1`,
        [site.parkId],
      ),
    );
    const { tenantId, companyId, villageId, depts } = lot!;
    const owner: Owner = { tenant_id: tenantId, company_id: companyId, park_id: site.parkId };
    await database.write(tenantScope(tenantId), (db) =>
      receive(db, {
        owner,
        villageId,
        depts,
        isHome: plan.kind === 'home',
        south: plan.code.startsWith('CX'),
        now,
        random: randomFrom(31_000 + nth),
      }),
    );
  }
}
