/**
 * The demo's collectors: sixty days of rosters and clocks, work orders, warnings, complaints, members, notices and
 * handhelds.
 */
import { recomputeDays } from '#areas/duty/server/recompute.ts';
import { openWork, raiseWarning } from '#areas/workorder/server/door.ts';
import type { NewWork, Owner, Warning } from '#areas/workorder/server/door.ts';
import { addDays, dayOf } from '#domain/time/day.ts';
import { HOUR, MINUTE } from '#domain/time/zone.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { Ask } from './build-base.ts';
import type { LotPlan } from './city.ts';
import { randomFrom } from './random.ts';
import { ROSTER_DAYS, ZONE, minuteOf, shiftOn, shifts } from './street.ts';
import type { Street } from './street.ts';

const ZONE_OFFSET = 8 * HOUR;
const AHEAD_DAYS = 14;

/** What of a built car park matters here. */
type RoadLot = {
  readonly plan: LotPlan;
  readonly companyId: string;
  readonly site: { readonly parkId: string };
  readonly street: Pick<Street, 'people' | 'first'> | null;
};
type Site = Owner & { readonly lot: RoadLot };

const at = (day: string, minute: number): Date =>
  new Date(Date.parse(`${day}T00:00:00Z`) - ZONE_OFFSET + minute * MINUTE);

async function roster(ask: Ask, people: readonly string[], shiftIds: readonly string[], parkId: string, first: string) {
  const cells = people.flatMap((userId, nth) =>
    Array.from({ length: ROSTER_DAYS + AHEAD_DAYS }, (_, day) => {
      const which = shiftOn(nth, day);
      return {
        userId,
        day: addDays(first, day),
        ...(which === null ? { kind: 'rest' } : { shiftId: shiftIds[which], parkId }),
      };
    }),
  );
  await ask('POST', 'employeWork/submit', { cells });
  return cells;
}

type Cell = Awaited<ReturnType<typeof roster>>[number];

/** The clocks of a past shift: mostly right, some late, early, forgotten, and now and then nobody came. */
function clocksOf(cell: Cell, shift: (typeof shifts)[number], site: Site, random: () => number, now: Date) {
  const luck = random();
  if (luck < 0.03) return [];
  const [start, end] = [minuteOf(shift.startTime), minuteOf(shift.endTime)];
  const came = luck < 0.13 ? start + 6 + Math.floor(random() * 30) : start - Math.floor(random() * 20);
  const left = luck > 0.93 ? end - 8 - Math.floor(random() * 25) : end + Math.floor(random() * (luck > 0.8 ? 110 : 12));
  const both = [
    { kind: 'in', time: at(cell.day, came) },
    ...(luck > 0.13 && luck < 0.17 ? [] : [{ kind: 'out', time: at(cell.day, left) }]),
  ];
  return both
    .filter(({ time }) => time <= now)
    .map(({ kind, time }) => ({
      tenant_id: site.tenantId,
      company_id: site.companyId,
      id: newId(),
      user_id: cell.userId,
      park_id: site.parkId,
      at: time.toISOString(),
      raw_at: time.toISOString(),
      kind,
      place: random() < 0.04 ? 'far' : 'ok',
      distance_m: Math.floor(random() * 180),
      offline: random() < 0.05,
      source: 'handheld',
    }));
}

const works: readonly (NewWork & { readonly hoursAgo: number })[] = [
  {
    workType: 'sensor',
    priority: 2,
    text: '泊位CX06-0016地磁连续两天无信号',
    berthNo: 'CX06-0016',
    source: 'manual',
    raisedBy: '梁小北',
    hoursAgo: 30,
  },
  {
    workType: 'marking',
    priority: 3,
    text: '路口侧标线磨损，泊位号看不清',
    source: 'manual',
    raisedBy: '钟晓岚',
    hoursAgo: 20,
  },
  {
    workType: 'cleaning',
    priority: 1,
    text: '施工围挡占用三个泊位',
    source: 'manual',
    raisedBy: '罗志远',
    hoursAgo: 2,
  },
  {
    workType: 'patrol',
    priority: 2,
    text: '核实长期停放的外地车辆',
    source: 'manual',
    raisedBy: '邱思雨',
    hoursAgo: 1,
  },
];
const warnings: readonly (Warning & { readonly hoursAgo: number })[] = [
  {
    type: 'sensorSilent',
    subjectId: 'demo-s1',
    subject: 'CX06-0020 地磁',
    level: 'warn',
    figure: 190,
    limit: 90,
    unit: 'min',
    hoursAgo: 3,
  },
  {
    type: 'battery',
    subjectId: 'demo-s2',
    subject: 'CX06-0025 地磁',
    level: 'info',
    figure: 2.9,
    limit: 3,
    unit: 'V',
    hoursAgo: 26,
  },
  {
    type: 'unread',
    subjectId: 'demo-b1',
    subject: 'CX06-0031',
    level: 'warn',
    figure: 24,
    limit: 10,
    unit: 'min',
    hoursAgo: 1,
  },
  {
    type: 'cash',
    subjectId: 'demo-u1',
    subject: '钟晓岚',
    level: 'bad',
    figure: 1240,
    limit: 1000,
    unit: '元',
    hoursAgo: 1,
  },
];
const requests = [
  { type: 'complaint', text: '收费员没有给小票', phone: '13800138021', plateNumber: '川A58D21' },
  { type: 'suggestion', text: '希望锦里东段增加夜间免费时段', phone: '13800138022' },
  { type: 'question', text: '怎样补开上个月的停车发票', phone: '13800138023', plateNumber: '川A2K668' },
  { type: 'repair', text: '泊位旁的二维码牌被撞歪，无法扫码', phone: '13800138024' },
];

async function facts(db: Db, site: Site, now: Date): Promise<void> {
  for (const { hoursAgo, ...made } of works) await openWork(db, site, made, new Date(now.getTime() - hoursAgo * HOUR));
  for (const { hoursAgo, ...warning } of warnings)
    await raiseWarning(db, site, warning, new Date(now.getTime() - hoursAgo * HOUR));
  const { tenantId } = site;
  const members = requests.map(({ phone }, nth) => ({
    tenant_id: tenantId,
    id: newId(),
    phone,
    member_name: ['何先生', '袁女士', '邓先生', '许女士'][nth],
    auto_pay: nth % 2 === 0,
    status: 'active',
  }));
  await insertRows(db, 'member', members, '');
  const plates = requests.flatMap(({ plateNumber }, nth) =>
    plateNumber
      ? [
          {
            tenant_id: tenantId,
            id: newId(),
            member_id: members[nth]!.id,
            plate_number: plateNumber,
            proof: nth === 0 ? 'licence' : 'paid',
          },
        ]
      : [],
  );
  await insertRows(db, 'member_plate', plates, '');
  await insertRows(
    db,
    'notice',
    [
      {
        title: '路内收费员换季着装要求',
        category: 'staff',
        content: '自下周一起统一着冬装，佩戴工号牌。',
        audience: ['collector'],
        status: 'published',
      },
      {
        title: '系统维护通知',
        category: 'system',
        content: '本周六凌晨2:00至3:00升级，期间手持机离线使用。',
        audience: null,
        status: 'published',
      },
      {
        title: '年度安全培训（草稿）',
        category: 'safety',
        content: '培训时间另行通知。',
        audience: null,
        status: 'draft',
      },
    ].map((each, nth) => ({
      ...each,
      tenant_id: tenantId,
      id: newId(),
      release_time: each.status === 'published' ? new Date(now.getTime() - (nth + 1) * 24 * HOUR).toISOString() : null,
      readers: 0,
      published_by: each.status === 'published' ? '骆清和' : null,
    })),
    '',
  );
}

/** The newest shifts of this month, before today, that somebody came to and did not clock out of. */
function forgotten(cells: readonly Cell[], clocks: ReturnType<typeof clocksOf>, today: string): Cell[] {
  const has = ({ userId, day }: Cell, kind: string): boolean =>
    clocks.some(
      (clock) => clock.user_id === userId && clock.kind === kind && dayOf(Date.parse(clock.at), ZONE) === day,
    );
  return cells
    .filter((cell) => 'shiftId' in cell && cell.day >= `${today.slice(0, 7)}-01` && cell.day < today)
    .filter((cell) => has(cell, 'in') && !has(cell, 'out'))
    .slice(-3);
}

/** Last month is closed, this one is open. */
async function judge(ask: Ask, { companyId }: Site, today: string): Promise<void> {
  const base = '/api/gatehouse/duty';
  const lastMonth = addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7);
  const { id } = await ask('POST', `${base}/month/submit`, { companyId, month: lastMonth });
  await ask('POST', `${base}/month/close`, { monthId: id });
  await ask('POST', `${base}/month/submit`, { companyId, month: today.slice(0, 7) });
}

/** A forgotten clock is entered by the attendance clerk and waits for another person. */
const correctionsOf = ({ tenantId, companyId }: Site, missing: readonly Cell[], now: Date) =>
  missing.map(({ userId, day }) => ({
    tenant_id: tenantId,
    company_id: companyId,
    id: newId(),
    created_at: now.toISOString(),
    user_id: userId,
    kind: 'out',
    at: at(day, minuteOf(shifts[0]!.endTime) + 4).toISOString(),
    reason: '手持机没电，未能签退',
    status: 'asked',
    asked_by: '骆清和',
  }));

/** Fills the first roadside lot. `now` ends its past. */
export async function staffRoadside(database: Database, ask: Ask, lots: readonly RoadLot[], now: Date): Promise<void> {
  const lot = lots.find(({ street }) => street !== null);
  if (!lot?.street) return;
  const [row] = await database.read(platformScope, (db) =>
    db.raw<{ tenant: number }>('SELECT tenant_id AS tenant FROM park WHERE id = $1', [lot.site.parkId]),
  );
  const site: Site = { tenantId: row!.tenant, companyId: lot.companyId, parkId: lot.site.parkId, lot };
  const people = lot.street.people.map(({ id }) => id);
  const shiftIds: string[] = [];
  for (const shift of shifts)
    shiftIds.push((await ask('POST', 'pda/rdworkset/submit', { ...shift, companyId: site.companyId })).id);
  const today = dayOf(now.getTime(), ZONE);
  await ask('POST', 'workCompanySet/submit', { companyId: site.companyId, validFrom: lot.street.first });
  const cells = await roster(ask, people, shiftIds, site.parkId, lot.street.first);
  const random = randomFrom(20_261);
  const clocks = cells.flatMap((cell) =>
    'shiftId' in cell && cell.day <= today
      ? clocksOf(cell, shifts[shiftIds.indexOf(String(cell.shiftId))]!, site, random, now)
      : [],
  );
  await database.write(tenantScope(site.tenantId), async (db) => {
    await insertRows(db, 'duty_clock', clocks, '');
    for (const userId of people)
      await recomputeDays(db, { tenantId: site.tenantId, userId }, addDays(today, -ROSTER_DAYS), today, now);
    await facts(db, site, now);
  });
  await judge(ask, site, today);
  await database.write(tenantScope(site.tenantId), (db) =>
    insertRows(db, 'clock_correction', correctionsOf(site, forgotten(cells, clocks, today), now), ''),
  );
  for (const request of requests)
    await ask('POST', 'userRequest/submit', { ...request, parkId: site.parkId, companyId: site.companyId });
  for (const [nth, userId] of people.entries())
    await ask('POST', 'pda/pdadevice/submit', {
      deviceName: `手持机 ${nth + 1}`,
      imei: `86000000000010${nth}`,
      companyId: site.companyId,
      parkId: site.parkId,
      userId,
    });
  await ask('POST', 'pda/pdaplatform/submit', {
    platName: '路内收费',
    channel: 'pwa',
    versionNo: '1.4.0',
    companyId: site.companyId,
  });
}
