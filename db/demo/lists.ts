/** The demo's lists of cars, applications for passes and bookings of spaces: decided ones, and some that wait. */
import { lotFacts } from '#areas/passage/server/lot.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { BuiltLot } from './build-lot.ts';
import { logLine } from './log-line.ts';
import { desk, personName, phoneNumber } from './pass-book.ts';
import { makeCar } from './plates.ts';
import { pick, randomFrom } from './random.ts';

type Wide = Record<string, unknown>;
type Scene = { owner: Wide; now: number; random: () => number; plate: () => string };

const DAY = 86_400_000;
const ago = (now: number, days: number): string => new Date(now - days * DAY).toISOString();

/**
 * With the days from now between which an entry holds, where it has such: some have run out, some are still to come.
 */
type Planned = readonly [
  reason: string,
  remark: string,
  more: { readonly owed?: number; readonly status?: '0' | '1' | '2'; readonly days?: readonly [number, number | null] },
];
const black: readonly Planned[] = [
  ['unpaid', '多次冲闸未缴费', { owed: 6_500 }],
  ['occupied', '长期占用消防通道', { days: [-3, 87] }],
  ['police', '公安布控，发现请联系值班室', { days: [-7, 23] }],
  ['dispute', '与保安冲突，停止入场一个月', { days: [-41, -11] }],
];
const white: readonly Planned[] = [
  ['emergency', '消防救援支队勤务车', { status: '1' }],
  ['contract', '物业工程车，协议免费', { status: '1', days: [-19, 346] }],
  ['staff', '车场巡检车', { status: '0' }],
  ['official', '申请材料不全', { status: '2', days: [-27, 3] }],
  ['contract', '开业活动搭建车', { status: '1', days: [-34, -20] }],
  ['other', '周末音乐会嘉宾车辆', { status: '0', days: [2, 4] }],
];

function lists({ owner, now, random, plate }: Scene): Wide[] {
  const row = (type: 'black' | 'white', [reason, remark, { owed, status = '1', days }]: Planned, nth: number): Wide => {
    const entered = Math.max(3 + nth * 4, days ? -days[0] : 0);
    const [time, decided] = [ago(now, entered), type === 'white' && status !== '0'];
    return {
      ...owner,
      id: newId(),
      created_at: time,
      updated_at: time,
      type,
      plate_number: plate(),
      reason,
      remark,
      owed: owed ?? null,
      start_time: days ? ago(now, -days[0]) : null,
      end_time: days?.[1] == null ? null : ago(now, -days[1]),
      owner: personName(random),
      data_status: status,
      ...(decided
        ? {
            audit_by: pick(random, desk),
            audit_time: ago(now, entered - 1),
            audit_remark: status === '1' ? '同意' : '请补单位证明',
          }
        : { audit_by: null, audit_time: null, audit_remark: null }),
    };
  };
  return [...black.map((each, nth) => row('black', each, nth)), ...white.map((each, nth) => row('white', each, nth))];
}

/** The operation log as it would hold these entries: who entered them, and who decided. */
function logged(owner: Wide, rows: readonly Wide[]): Wide[] {
  const line = (
    row: Wide,
    action: string,
    at: unknown,
    person: unknown,
    states: readonly [string, string] | null,
  ): Wide => {
    const after = {
      plateNumber: row['plate_number'],
      type: row['type'],
      reason: row['reason'],
      remark: row['remark'],
      dataStatus: states ? states[1] : row['type'] === 'black' ? '1' : '0',
    };
    return logLine(owner, 'carList', action, {
      at,
      person,
      rowId: row['id'],
      before: states ? { ...after, dataStatus: states[0] } : null,
      after,
    });
  };
  return rows.flatMap((row, nth) => [
    line(row, 'add', row['created_at'], desk[nth % desk.length], null),
    ...(row['audit_time']
      ? [
          line(row, row['data_status'] === '1' ? 'pass' : 'refuse', row['audit_time'], row['audit_by'], [
            '0',
            String(row['data_status']),
          ]),
        ]
      : []),
  ]);
}

const wishes = [
  ['applied', 1, null],
  ['applied', 2, null],
  ['refused', 1, '行驶证照片不清晰，请重拍'],
  ['cancelled', 1, null],
] as const;

function applications(scene: Scene, carTypeId: string): Wide[] {
  const { owner, now, random, plate } = scene;
  return wishes.map(([status, version, decision], nth) => {
    const time = ago(now, 0.2 + nth * 1.3);
    return {
      ...owner,
      id: newId(),
      created_at: time,
      updated_at: time,
      plate_number: plate(),
      car_type_id: carTypeId,
      owner_name: personName(random),
      phone: phoneNumber(random),
      address: `${1 + nth}幢${1 + Math.floor(random() * 18)}0${1 + nth}`,
      month_num: pick(random, [1, 3, 6, 12]),
      status,
      version,
      applicant: pick(random, desk),
      apply_time: time,
      ...(decision
        ? { audit_by: pick(random, desk), audit_time: time, audit_remark: decision }
        : { audit_by: null, audit_time: null, audit_remark: null }),
      remark: version > 1 ? '已补交行驶证副页' : null,
    };
  });
}

const visits = [
  ['pending', 0.1, 'visit', '3号楼访客'],
  ['pending', 0.3, 'delivery', '送货，需停卸货区'],
  ['passed', 0.15, 'service', '电梯维保'],
  ['no-show', -1, 'visit', null],
  ['no-show', -3, 'event', '产品发布会嘉宾'],
  ['refused', -2, 'other', null],
  ['cancelled', -4, 'visit', null],
] as const;

function bookings({ owner, now, random, plate }: Scene): Wide[] {
  const hour = 3_600_000;
  return visits.map(([status, days, purpose, remark]) => {
    const start = Math.ceil((now + days * DAY) / hour) * hour;
    const entered = ago(now, Math.max(0.05, -days + 0.4));
    const decided =
      status === 'pending' || status === 'cancelled' ? {} : { audit_by: pick(random, desk), audit_time: entered };
    return {
      ...owner,
      id: newId(),
      created_at: entered,
      updated_at: entered,
      plate_number: plate(),
      start_time: new Date(start).toISOString(),
      end_time: new Date(start + 3 * hour).toISOString(),
      purpose,
      free_of_charge: purpose !== 'service',
      contact_name: personName(random),
      phone: phoneNumber(random),
      status,
      applicant: pick(random, desk),
      audit_by: null,
      audit_time: null,
      refuse_remark: status === 'refused' ? '当天车位已满，请改约' : null,
      remark,
      ...decided,
    };
  });
}

/** What the lot's screens show between the cars. */
function screens({ owner, now }: Scene, name: string): Wide[] {
  const line = (nth: number, content: string | null, colour: string, effect: string) => ({
    [`text${nth}`]: content,
    [`colour${nth}`]: colour,
    [`effect${nth}`]: effect,
    [`seconds${nth}`]: 5,
  });
  const row = (more: Wide): Wide => ({
    ...owner,
    id: newId(),
    created_at: ago(now, 60),
    updated_at: ago(now, 60),
    config_type: 'idle',
    led_rule_type: 'always',
    remark: null,
    ...line(3, null, 'red', '2'),
    ...line(4, null, 'red', '2'),
    ...more,
  });
  return [
    row({ ...line(1, `欢迎光临${name}`.slice(0, 40), 'green', '52'), ...line(2, '减速慢行 注意行人', 'red', '2') }),
    row({
      led_rule_type: 'night',
      ...line(1, '夜间请勿鸣笛', 'yellow', '9'),
      ...line(2, '值班电话见岗亭', 'green', '57'),
      ...line(3, '祝您晚安', 'red', '2'),
      remark: '22 点后代替欢迎词',
    }),
    row({ config_type: 'offline', ...line(1, '网络维护中', 'yellow', '2'), ...line(2, '请联系值班室', 'red', '52') }),
  ];
}

/** Lists, applications, bookings and screens of one lot. */
export async function loadLists(
  database: Database,
  tenantId: number,
  { site, plan }: BuiltLot,
  seed: number,
  now: number,
): Promise<void> {
  const lot = await database.read(tenantScope(tenantId), (db) => lotFacts(db, tenantId, site.parkId));
  const random = randomFrom(seed + 9_000);
  const scene: Scene = {
    owner: { tenant_id: tenantId, company_id: lot.place.companyId, park_id: site.parkId },
    now,
    random,
    plate: () => makeCar(random, plan.code.startsWith('CX')).plate,
  };
  const monthly = lot.kinds.types.find(({ kind }) => kind === 'monthly');
  await database.write(tenantScope(tenantId), async (db) => {
    const entries = lists(scene);
    await insertRows(db, 'car_list', entries, '');
    await insertRows(db, 'audit_log', logged(scene.owner, entries), '');
    await insertRows(db, 'led_config', screens(scene, plan.name), '');
    await insertRows(db, 'space_booking', bookings(scene), '');
    if (monthly) await insertRows(db, 'car_apply', applications(scene, monthly.id), '');
  });
}
