/** The demo's passes: one for every car that comes and goes with one, bought in time, and some that are waiting, resting or over. */
import { addDays, addMonths, dayOf, startOfDay } from '#domain/time/day.ts';
import { newTerm, renewTerm } from '#domain/pass/pass.ts';
import type { PassTerm } from '#domain/pass/pass.ts';
import { newOrder, orderStep } from '#domain/ledger/order.ts';
import { writeMoney } from '#areas/billing/server/door.ts';
import type { OrderEntry } from '#areas/billing/server/door.ts';
import { lotFacts } from '#areas/passage/server/lot.ts';
import type { Posting } from '#domain/ledger/ledger.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { BuiltLot } from './build.ts';
import type { PastStay } from './history.ts';
import { makeCar } from './plates.ts';
import type { Car } from './plates.ts';
import { pick, randomFrom } from './random.ts';
import { monthFen } from './shape.ts';

type Wide = Record<string, unknown>;
type Batch = { passes: Wide[]; plates: Wide[]; renewals: Wide[]; rests: Wide[]; entries: OrderEntry[]; postings: Posting[] };
type Status = 'applied' | 'refused' | 'approved' | 'active' | 'suspended';
type Scene = { owner: Wide; today: string; zone: string; parkId: string; carTypeId: string; monthFen: number; random: () => number; batch: Batch; space: number };

const HOUR = 3_600_000;
const surnames = [...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗'];
const given = [...'敏静强磊洋勇艳杰娟涛明超兰霞平刚桂英华玲'];
/** Who works at the desk of the demo's lots. */
export const desk = ['沈亦舟', '程若谷', '陶知夏'];

export const personName = (random: () => number): string => pick(random, surnames) + pick(random, given);
export const phoneNumber = (random: () => number): string => `13${String(Math.floor(random() * 1e9)).padStart(9, '0')}`;

/** Bought at the desk on a day, in cash, as the office does it. */
function purchase(scene: Scene, pass: { id: string; plate: string }, bought: { oldEnd: string | null; from: string; to: string; months: number; day: string }): void {
  const { batch, owner, random, zone, parkId, carTypeId } = scene;
  const at = startOfDay(bought.day, zone) + (9 + Math.floor(random() * 8)) * HOUR + Math.floor(random() * HOUR);
  const moneyFen = scene.monthFen * bought.months;
  const [orderId, payment, operator] = [newId(at), newId(at), pick(random, desk)];
  const quoted = orderStep(newOrder(orderId, parkId, pass.id), { kind: 'quote', receivableFen: moneyFen, deratedFen: 0, pricedAt: at, validUntil: at + 60_000 });
  const paid = orderStep(quoted.order, { kind: 'cash', id: payment, amountFen: moneyFen, tenderedFen: moneyFen, drawer: `desk-${operator}`, at });
  const clause = { zh: `月租 ${bought.from} 至 ${bought.to}`, en: `Pass from ${bought.from} to ${bought.to}` };
  batch.entries.push({ order: paid.order, about: {
    kind: 'pass', plateNumber: pass.plate, carTypeId, gateId: null, createdTime: at, inTime: null, ruleId: null, remark: null,
    lines: [{ kind: 'flat', from: startOfDay(bought.from, zone), to: startOfDay(addDays(bought.to, 1), zone), amountFen: moneyFen, clause }], money: { [payment]: { operator, tenderedFen: moneyFen, changeFen: 0 } },
  } });
  batch.postings.push(...quoted.postings, ...paid.postings);
  const time = new Date(at).toISOString();
  batch.renewals.push({
    ...owner, id: newId(at), created_at: time, updated_at: time, plate_number: pass.plate, car_type_id: carTypeId, pass_id: pass.id, kind: 'month', time, old_end: bought.oldEnd, from_day: bought.from, new_end: bought.to,
    months: bought.months, money_fen: moneyFen, pay_type: 'cash', refunded_fen: 0, operator, order_id: orderId, remark: null,
  });
}

/** Days bought again and again from a first day, each time a little before the end, until they reach `until`. */
function buyUntil(scene: Scene, pass: { id: string; plate: string }, from: string, until: string): PassTerm {
  const { random, today } = scene;
  const months = () => pick(random, [1, 3, 3, 6, 12]);
  const first = months();
  let term = newTerm(from, first);
  purchase(scene, pass, { oldEnd: null, from, to: term.toDay, months: first, day: from < today ? from : addDays(today, -1) });
  while (term.toDay < until) {
    const more = months();
    const soon = addDays(term.toDay, -Math.floor(random() * 5));
    const { addedFrom, term: next } = renewTerm(term, more, soon, 'from-today');
    purchase(scene, pass, { oldEnd: term.toDay, from: addedFrom, to: next.toDay, months: more, day: soon < today ? soon : addDays(today, -1) });
    term = next;
  }
  return term;
}

function givePass(scene: Scene, car: Car, status: Status, from: string, until: string | null, group: string | null = null): string {
  const { batch, owner, random, today, carTypeId } = scene;
  const id = newId(startOfDay(from < today ? from : today, scene.zone) + 8 * HOUR);
  const plate = car.plate;
  const term = until === null ? null : buyUntil(scene, { id, plate }, from, until);
  const time = new Date(startOfDay(from < today ? from : today, scene.zone) + 8 * HOUR).toISOString();
  const decided = status === 'applied' ? null : pick(random, desk);
  batch.passes.push({
    ...owner, id, created_at: time, updated_at: time, plate_number: plate, car_type_id: carTypeId, plate_nos: null, owner_name: personName(random), phone: phoneNumber(random),
    address: null, space_no: group ? null : `A-${String(scene.space += 1).padStart(3, '0')}`, car_bit_group_id: group, gate_ids: null, start_time: from, end_time: term?.toDay ?? null, status, anchor_day: term?.anchorDay ?? null, last_day: null,
    audit_by: decided, audit_time: decided ? time : null, audit_remark: status === 'refused' ? '行驶证与车牌不符' : null, remark: null,
  });
  batch.plates.push({ tenant_id: owner['tenant_id'], park_id: scene.parkId, plate, pass_id: id });
  if (status === 'suspended') batch.rests.push({ ...owner, id: newId(), created_at: time, updated_at: time, pass_id: id, from_day: addDays(today, -9), to_day: null, frozen_days: null, operator: pick(random, desk), remark: '长期出差' });
  return id;
}

/** Passes of one lot, before its past is written; answers the pass of each plate that came with one. */
export async function loadPasses(database: Database, tenantId: number, { site, plan }: BuiltLot, past: readonly PastStay[], seed: number, now: number): Promise<ReadonlyMap<string, string>> {
  const lot = await database.read(tenantScope(tenantId), (db) => lotFacts(db, tenantId, site.parkId));
  const { zone, companyId } = lot.place;
  const today = dayOf(now, zone);
  const type = lot.kinds.types.find(({ kind }) => kind === 'monthly');
  if (!type) return new Map();
  const random = randomFrom(seed + 7_000);
  const owner = { tenant_id: tenantId, company_id: companyId, park_id: site.parkId };
  const batch: Batch = { passes: [], plates: [], renewals: [], rests: [], entries: [], postings: [] };
  const scene: Scene = { owner, today, zone, parkId: site.parkId, carTypeId: type.id, monthFen: monthFen[plan.kind], random, batch, space: 0 };
  const since = new Map<string, string>();
  for (const { car, inAt, hasPass } of past) if (hasPass && !since.has(car.plate)) since.set(car.plate, dayOf(inAt, zone));
  const cars = new Map(past.filter(({ hasPass }) => hasPass).map(({ car }) => [car.plate, car]));
  const found = new Map([...cars.values()].map((car) => [car.plate, givePass(scene, car, 'active', addDays(since.get(car.plate)!, -Math.floor(random() * 20)), addDays(today, 1))]));
  const fresh = () => makeCar(random, plan.code.startsWith('CX'));
  for (const status of ['applied', 'applied', 'approved', 'refused'] as const) givePass(scene, fresh(), status, addDays(today, 1 + Math.floor(random() * 5)), null);
  givePass(scene, fresh(), 'suspended', addMonths(today, -2), addDays(today, 20));
  const groupId = newId();
  const groups = plan.kind === 'home' || plan.kind === 'office' ? [{ ...owner, id: groupId, created_at: new Date(now).toISOString(), updated_at: new Date(now).toISOString(), group_name: '一号楼共用车位', spaces: 2, space_nos: 'B-01、B-02', remark: null }] : [];
  if (groups.length > 0) for (let nth = 0; nth < 3; nth += 1) givePass(scene, fresh(), 'active', addMonths(today, -1), addDays(today, 10), groupId);
  await database.write(tenantScope(tenantId), async (db) => {
    await insertRows(db, 'space_group', groups, '');
    await insertRows(db, 'park_month', batch.passes, '');
    await insertRows(db, 'pass_plate', batch.plates, 'ON CONFLICT DO NOTHING');
    await insertRows(db, 'pass_renewal', batch.renewals, '');
    await insertRows(db, 'pass_suspension', batch.rests, '');
    await writeMoney(db, lot.place, { entries: batch.entries, postings: batch.postings });
  });
  return found;
}
