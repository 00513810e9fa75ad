/** The visitors' page: scan a poster and register a visit, without login. It discloses nobody's data. */
import { and, eq, inArray } from 'drizzle-orm';
import { knock } from '#areas/access/server/door.ts';
import type { Door } from '#areas/access/server/door.ts';
import { networkOf } from '#domain/network/network.ts';
import { isId } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { mover } from '#kit/server/mover.ts';
import { fingerprint, seal, unseal } from '#kit/server/seal.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { PRIVACY_VERSION, poster, privacy, webAdd, webAreas, webDepts, webHosts } from '../model/calls.ts';
import { visit } from '../model/visit.ts';
import { bookCars } from './cars.ts';
import { hostProblems } from './limits.ts';
import { invitationOf } from './link.ts';
import { addCar, lockVisits } from './store.ts';
import { freshVisit, timeProblems } from './visits.ts';

const HOUR = 3600;
const TICKET_MS = 2 * HOUR * 1000;
const from = (work: Work): string => networkOf(work.request.ip);

/** Checks a poster by its code, so that strangers cannot use a leaked one, and by the client's address. */
const posterDoors = (work: Work, code: string): Door[] => [
  { key: `visit-poster:${fingerprint(code).slice(0, 32)}`, most: 20, seconds: HOUR },
  { key: `visit-from:${from(work)}`, most: 60, seconds: HOUR },
];
const addDoors = (work: Work, tenantId: number, phone: string): Door[] => [
  { key: `visit-phone:${tenantId}:${fingerprint(phone).slice(0, 32)}`, most: 5, seconds: 24 * HOUR },
  { key: `visit-add:${from(work)}`, most: 30, seconds: HOUR },
];
const hostDoors = (work: Work): Door[] => [{ key: `visit-host:${from(work)}`, most: 30, seconds: HOUR }];

type Ticket = {
  readonly page: 'visit';
  readonly tenantId: number;
  readonly parkId: string;
  readonly qrId: string;
  readonly until: number;
};
type Poster = {
  readonly tenantId: number;
  readonly companyId: string;
  readonly parkId: string;
  readonly villageId: string | null;
  readonly id: string;
  readonly name: string;
  readonly approve: 'auto' | 'review';
  readonly deptIds: readonly string[] | null;
  readonly parkName: string;
  readonly zone: string;
  readonly holds: boolean;
};

const found = `SELECT q.tenant_id AS "tenantId", q.company_id AS "companyId", q.park_id AS "parkId", p.village_id AS "villageId", q.id, q.name,
    coalesce(q.approve, 'review') AS approve, q.dept_ids AS "deptIds", p.park_name AS "parkName", coalesce(p.zone, 'Asia/Shanghai') AS zone,
    (q.status = 'enabled' AND q.start_time <= $1 AND q.end_time > $1) AS holds
  FROM visitor_qr q JOIN park p ON p.tenant_id = q.tenant_id AND p.id = q.park_id AND p.deleted_at IS NULL WHERE q.deleted_at IS NULL`;

const gone = (): Refused =>
  ruleRefused(text('二维码已停用或过期，请联系前台', 'This code is disabled or past its end; please ask at reception'));

async function open(work: Work): Promise<unknown> {
  const code = String(work.input['code']);
  await knock(work.database, posterDoors(work, code));
  const [row] = await work.database.read(platformScope, (db) =>
    db.raw<Poster>(`${found} AND q.code = $2`, [work.now.toISOString(), code]),
  );
  if (!row?.holds) throw gone();
  const ticket: Ticket = {
    page: 'visit',
    tenantId: row.tenantId,
    parkId: row.parkId,
    qrId: row.id,
    until: work.now.getTime() + TICKET_MS,
  };
  return {
    ticket: seal(JSON.stringify(ticket)),
    name: row.name,
    parkName: row.parkName,
    vid: row.villageId,
    zone: row.zone,
    privacy: privacy[work.lang],
    privacyVersion: PRIVACY_VERSION,
  };
}

/** @throws Refused where the ticket is none of ours or has run out */
function ticketIn(work: Work): Ticket {
  const old = new Refused('bad_input', {}, [
    {
      field: 'ticket',
      msg: text('页面已失效，请重新扫码', 'This page is no longer valid, please scan the code again'),
    },
  ]);
  try {
    const ticket = JSON.parse(unseal(String(work.input['ticket']))) as Ticket;
    if (ticket.page === 'visit' && ticket.until > work.now.getTime()) return ticket;
  } catch {
    throw old;
  }
  throw old;
}

async function posterOf(db: Db, { tenantId, qrId }: Ticket, now: Date): Promise<Poster> {
  const [row] = await db.raw<Poster>(`${found} AND q.tenant_id = $2 AND q.id = $3`, [
    now.toISOString(),
    tenantId,
    qrId,
  ]);
  if (!row?.holds) throw gone();
  return row;
}

const lookDoors = (work: Work): Door[] => [{ key: `visit-look:${from(work)}`, most: 240, seconds: HOUR }];

async function reading<T>(work: Work, action: (db: Db, row: Poster) => Promise<T>): Promise<T> {
  const ticket = ticketIn(work);
  await knock(work.database, lookDoors(work));
  return work.database.read(tenantScope(ticket.tenantId), async (db) =>
    action(db, await posterOf(db, ticket, work.now)),
  );
}

const idsOf = (raw: unknown): string[] =>
  String(raw ?? '')
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter(isId);

type Choice = { value: string; label: string };

/** The lots of the poster's own community: places to visit. */
const places = (work: Work): Promise<Choice[]> =>
  reading(work, (db, row) =>
    db.raw<Choice>(
      `SELECT id AS value, park_name AS label FROM park
       WHERE tenant_id = $1 AND deleted_at IS NULL AND (id = $2 OR village_id = $3) ORDER BY (id = $2) DESC, park_name LIMIT 50`,
      [row.tenantId, row.parkId, row.villageId],
    ),
  );

const departments = (work: Work): Promise<Choice[]> =>
  reading(work, (db, row) =>
    db.raw<Choice>(
      `SELECT id AS value, dept_name AS label FROM dept
       WHERE tenant_id = $1 AND deleted_at IS NULL AND CASE WHEN $3::uuid[] IS NULL THEN company_id = $2 ELSE id = ANY($3::uuid[]) END
       ORDER BY sort, dept_name LIMIT 200`,
      [row.tenantId, row.companyId, row.deptIds?.length ? [...row.deptIds] : null],
    ),
  );

const LEAST_SIGNS = 2;
const masked = (name: string, phone: string | null): string =>
  `${name.slice(0, 1)}*${phone ? `·${phone.slice(-4)}` : ''}`;

/**
 * People of the departments a poster offers, else of the lot's own company, found by what the visitor knows of them; a
 * value is good for this page alone.
 */
async function hosts(work: Work): Promise<Choice[]> {
  const ticket = ticketIn(work);
  const searched = String(work.input['name'] ?? '').trim();
  if ([...searched].length < LEAST_SIGNS) return [];
  await knock(work.database, hostDoors(work));
  return reading(work, async (db, row) => {
    const offered = row.deptIds?.length ? [...row.deptIds] : null;
    const wanted = idsOf(work.input['deptIds']);
    const rows = await db.raw<{ id: string; name: string; phone: string | null }>(
      `SELECT u.id, u.real_name AS name, u.phone FROM "user" u
       WHERE u.tenant_id = $1 AND u.enabled AND u.deleted_at IS NULL AND u.dept_id IS NOT NULL
         AND CASE WHEN $3::uuid[] IS NULL THEN u.company_id = $2 ELSE u.dept_id = ANY($3::uuid[]) END AND ($4::uuid[] IS NULL OR u.dept_id = ANY($4::uuid[]))
         AND (strpos(u.real_name, $5) > 0 OR u.phone = $5)
       ORDER BY u.real_name LIMIT 10`,
      [row.tenantId, row.companyId, offered, wanted.length > 0 ? wanted : null, searched],
    );
    return rows.map(({ id, name, phone }) => ({
      value: seal(JSON.stringify({ host: id, tenantId: row.tenantId, until: ticket.until })),
      label: masked(name, phone),
    }));
  });
}

/** @throws Refused where it is none of this page's */
function hostIn(work: Work, raw: string | null | undefined, tenantId: number): string | null {
  if (!raw) return null;
  try {
    const host = JSON.parse(unseal(raw)) as { host: string; tenantId: number; until: number };
    if (host.tenantId === tenantId && host.until > work.now.getTime() && isId(host.host)) return host.host;
  } catch {
    // As below: what was not sealed here names nobody.
  }
  throw new Refused('bad_input', {}, [
    { field: 'hostEmpId', msg: text('请重新选择被访人', 'Please choose the host again') },
  ]);
}

type VisitInput = {
  visitorName: string;
  phone: string;
  plateNumber?: string | null;
  people?: number | null;
  consent: boolean;
  areaIds?: string | null;
  deptIds?: string | null;
  hostEmpId?: string | null;
  hostName?: string | null;
  visitTime: string;
  leaveTime: string;
  reason?: string | null;
  remark?: string | null;
};

export const needConsent = (): Refused =>
  new Refused('bad_input', {}, [
    { field: 'consent', msg: text('请先同意隐私说明', 'Please accept the privacy notice first') },
  ]);

const t = tableOf(visit);
const passes = mover(visit, 'autoPass', 'device');

/** Where he goes: the poster's lot, or another of its community that he chose. */
async function placeOf(
  db: Db,
  row: Poster,
  raw: string | null | undefined,
): Promise<Pick<Poster, 'parkId' | 'companyId'>> {
  const [wanted] = idsOf(raw);
  if (wanted === undefined || wanted === row.parkId) return row;
  const [lot] = await db.raw<{ parkId: string; companyId: string }>(
    `SELECT id AS "parkId", company_id AS "companyId" FROM park WHERE tenant_id = $1 AND id = $2 AND village_id = $3 AND deleted_at IS NULL`,
    [row.tenantId, wanted, row.villageId],
  );
  if (!lot)
    throw new Refused('bad_input', {}, [{ field: 'areaIds', msg: text('请重新选择区域', 'Choose the place again') }]);
  return lot;
}

async function deptOf(db: Db, row: Poster, raw: string | null | undefined): Promise<string | null> {
  const wanted = idsOf(raw).filter((id) => !row.deptIds?.length || row.deptIds.includes(id));
  if (wanted.length === 0) return null;
  const [dept] = await db.raw<{ id: string }>(
    `SELECT id FROM dept WHERE tenant_id = $1 AND id = ANY($3::uuid[]) AND deleted_at IS NULL AND ($4 OR company_id = $2) LIMIT 1`,
    [row.tenantId, row.companyId, wanted, (row.deptIds?.length ?? 0) > 0],
  );
  return dept?.id ?? null;
}

type Fresh = ReturnType<typeof freshVisit> & {
  readonly id: string;
  readonly at: string;
  readonly tenantId: number;
  readonly companyId: string;
  readonly parkId: string;
  readonly deptId: string | null;
  readonly hostId: string | null;
  readonly hostName: string | null;
};

async function enter(db: Db, made: Fresh, input: VisitInput, row: Poster): Promise<void> {
  const { id, at, tenantId } = made;
  await insertRows(
    db,
    'visit',
    [
      {
        tenant_id: tenantId,
        company_id: made.companyId,
        park_id: made.parkId,
        id,
        created_at: at,
        updated_at: at,
        visit_no: made.visitNo,
        link_seed: made.linkSeed,
        link_key: made.linkKey,
        visitor_name: input.visitorName,
        phone: input.phone,
        plate_number: input.plateNumber ?? null,
        people: input.people ?? 1,
        status: 'waiting',
        village_id: row.villageId,
        dept_id: made.deptId,
        host_id: made.hostId,
        host_name: made.hostName,
        reason: input.reason ?? null,
        visit_time: input.visitTime,
        leave_time: input.leaveTime,
        entries: 1,
        used: 0,
        escort: false,
        free_of_charge: true,
        source: 'poster',
        qr_id: row.id,
        consent_time: at,
        consent_version: PRIVACY_VERSION,
        remark: input.remark ?? null,
      },
    ],
    '',
  );
}

async function add(work: Work): Promise<{ visitNo: string; invitation: string; status: string }> {
  const input = work.input as VisitInput;
  const ticket = ticketIn(work);
  if (input.consent !== true) throw needConsent();
  const problems = timeProblems(input.visitTime, input.leaveTime, work.now);
  if (problems.length > 0) throw new Refused('bad_input', {}, problems);
  const { tenantId } = ticket;
  const hostId = hostIn(work, input.hostEmpId, tenantId);
  await knock(work.database, addDoors(work, tenantId, input.phone));
  const [id, at] = [newId(), work.now.toISOString()];
  const known = freshVisit(work.now);
  const status = await work.database.write(tenantScope(tenantId), async (db) => {
    const row = await posterOf(db, ticket, work.now);
    const [place, deptId] = [await placeOf(db, row, input.areaIds), await deptOf(db, row, input.deptIds)];
    const hostName = hostId === null ? (input.hostName ?? null) : null;
    if (hostId === null && deptId === null && hostName === null)
      throw new Refused('bad_input', {}, [
        { field: 'deptIds', msg: text('请选择部门或填写被访人', 'Choose a department or name your host') },
      ]);
    const wish = { parkId: place.parkId, visitTime: input.visitTime, hostId, deptId, hostName };
    if ((await hostProblems(db, wish)).length > 0)
      throw new Refused('bad_input', {}, [
        {
          field: 'visitTime',
          msg: text('当天来访已满，请改日或联系被访人', 'That day is full; choose another or ask your host'),
        },
      ]);
    await enter(
      db,
      { id, at, tenantId, companyId: place.companyId, parkId: place.parkId, deptId, hostId, hostName, ...known },
      input,
      row,
    );
    await db.raw('UPDATE visitor_qr SET uses = coalesce(uses, 0) + 1 WHERE tenant_id = $1 AND id = $2', [
      tenantId,
      row.id,
    ]);
    const [made] = await lockVisits(db, tenantId, [id]);
    if (made!.plateNumber) await addCar(db, made!, work.now);
    if (row.approve !== 'auto') return 'waiting';
    await bookCars(db, made!, row.name, work.now);
    const set = { decidedBy: row.name, decidedTime: at };
    await passes(db, { now: work.now, tenantId, where: and(eq(t.tenantId!, tenantId), inArray(t.id!, [id])), set });
    return 'approved';
  });
  return { visitNo: known.visitNo, invitation: invitationOf(known.linkSeed), status };
}

export const webServed: Served[] = [
  serve(poster, open, { mode: 'open' }),
  serve(webAreas, places, { mode: 'open' }),
  serve(webDepts, departments, { mode: 'open' }),
  serve(webHosts, hosts, { mode: 'open' }),
  serve(webAdd, add, { mode: 'open' }),
];
