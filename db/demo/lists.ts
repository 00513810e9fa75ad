/** The demo's lists of cars and applications for passes: decided ones, and some that wait. */
import { lotFacts } from '#areas/passage/server/lot.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { BuiltLot } from './build.ts';
import { desk, personName, phoneNumber } from './passes.ts';
import { makeCar } from './plates.ts';
import { pick, randomFrom } from './random.ts';

type Wide = Record<string, unknown>;
type Scene = { owner: Wide; now: number; random: () => number; plate: () => string };

const DAY = 86_400_000;
const ago = (now: number, days: number): string => new Date(now - days * DAY).toISOString();

const black = [['unpaid', '多次冲闸未缴费', 6_500], ['occupied', '长期占用消防通道', null], ['police', '公安布控，发现请联系值班室', null]] as const;
const white = [['emergency', '消防救援支队勤务车', '1'], ['contract', '物业工程车，协议免费', '1'], ['staff', '车场巡检车', '0'], ['official', '申请材料不全', '2']] as const;

function lists({ owner, now, random, plate }: Scene): Wide[] {
  const row = (nth: number, more: Wide): Wide => {
    const time = ago(now, 3 + nth * 4);
    return { ...owner, id: newId(), created_at: time, updated_at: time, plate_number: plate(), owed: null, start_time: null, end_time: null, owner: personName(random), audit_by: null, audit_time: null, audit_remark: null, ...more };
  };
  return [
    ...black.map(([reason, remark, owed], nth) => row(nth, { type: 'black', reason, remark, owed, data_status: '1' })),
    ...white.map(([reason, remark, status], nth) => row(nth, { type: 'white', reason, remark, data_status: status, ...(status === '0' ? {} : { audit_by: pick(random, desk), audit_time: ago(now, 2 + nth * 4), audit_remark: status === '1' ? '同意' : '请补单位证明' }) })),
  ];
}

const wishes = [['applied', 1, null], ['applied', 2, null], ['refused', 1, '行驶证照片不清晰，请重拍'], ['cancelled', 1, null]] as const;

function applications(scene: Scene, carTypeId: string): Wide[] {
  const { owner, now, random, plate } = scene;
  return wishes.map(([status, version, decision], nth) => {
    const time = ago(now, 0.2 + nth * 1.3);
    return {
      ...owner, id: newId(), created_at: time, updated_at: time, plate_number: plate(), car_type_id: carTypeId, owner_name: personName(random), phone: phoneNumber(random), address: `${1 + nth}幢${1 + Math.floor(random() * 18)}0${1 + nth}`,
      month_num: pick(random, [1, 3, 6, 12]), status, version, applicant: pick(random, desk), apply_time: time,
      ...(decision ? { audit_by: pick(random, desk), audit_time: time, audit_remark: decision } : { audit_by: null, audit_time: null, audit_remark: null }), remark: version > 1 ? '已补交行驶证副页' : null,
    };
  });
}

/** Lists and applications of one lot. */
export async function loadLists(database: Database, tenantId: number, { site, plan }: BuiltLot, seed: number, now: number): Promise<void> {
  const lot = await database.read(tenantScope(tenantId), (db) => lotFacts(db, tenantId, site.parkId));
  const random = randomFrom(seed + 9_000);
  const scene: Scene = { owner: { tenant_id: tenantId, company_id: lot.place.companyId, park_id: site.parkId }, now, random, plate: () => makeCar(random, plan.code.startsWith('CX')).plate };
  const monthly = lot.kinds.types.find(({ kind }) => kind === 'monthly');
  await database.write(tenantScope(tenantId), async (db) => {
    await insertRows(db, 'car_list', lists(scene), '');
    if (monthly) await insertRows(db, 'car_apply', applications(scene, monthly.id), '');
  });
}
