/**
 * Passes that are not simply paid for: waiting, resting, back from a rest, in grace, over, stopped with what was left
 * of their money given back.
 */
import { daysCovered } from '#domain/pass/pass.ts';
import { daysUnused, recover, refundOf, restFrom } from '#domain/pass/rest.ts';
import { addDays, addMonths, dateOf, startOfDay } from '#domain/time/day.ts';
import { refundedBy } from '#areas/billing/server/door.ts';
import { newId } from '#kit/server/id.ts';
import { desk, givePass, HOUR, describeChange } from './pass-book.ts';
import type { Given, Scene } from './pass-book.ts';
import type { Car } from './plates.ts';
import { pick } from './random.ts';

/** At some hour of a day's work. */
const atWork = ({ random, zone }: Scene, day: string): number =>
  startOfDay(day, zone) + Math.floor((9 + random() * 8) * HOUR);
const iso = (at: number): string => new Date(at).toISOString();

/** Its days ran out so many days ago, after `months` paid at once. */
function ended(scene: Scene, car: Car, status: 'grace' | 'expired', days: number, months: number): void {
  const from = addMonths(addDays(scene.today, 1 - days), -months);
  const pass = givePass(scene, car, { status, from, months });
  describeChange(scene, pass, 'add', {
    at: iso(startOfDay(from, scene.zone) + 8 * HOUR),
    person: pass.row['audit_by'],
    states: [null, 'applied'],
  });
}

function restOf(
  scene: Scene,
  { id }: Given,
  from: string,
  over: { to: string; days: number } | null,
  remark: string,
): string {
  const { batch, owner, random } = scene;
  const at = iso(atWork(scene, addDays(from, -1)));
  batch.rests.push({
    ...owner,
    id: newId(),
    created_at: at,
    updated_at: at,
    pass_id: id,
    from_day: from,
    to_day: over?.to ?? null,
    frozen_days: over?.days ?? null,
    operator: pick(random, desk),
    remark,
  });
  return at;
}

/** Its owner is away, and may come back any day. */
function resting(scene: Scene, car: Car, days: number): void {
  const pass = givePass(scene, car, {
    status: 'suspended',
    from: addMonths(scene.today, -2),
    until: addDays(scene.today, 20),
  });
  describeChange(scene, pass, 'tempStop', {
    at: restOf(scene, pass, restFrom(addDays(scene.today, -days)), null, '长期出差'),
    person: pick(scene.random, desk),
    states: ['active', 'suspended'],
  });
}

/** Why somebody is away for some weeks, by the month (1 to 12) he goes. */
const whyAway = (month: number): string => {
  if (month === 1 || month === 2) return '回老家过年';
  if (month === 7 || month === 8) return '回老家过暑假';
  return month === 9 || month === 10 ? '国庆返乡探亲' : '外地项目驻场';
};

/** Was away for some weeks, and has had those days given back after its end. */
function back(scene: Scene, car: Car): void {
  const { batch, owner, today, random } = scene;
  const pass = givePass(scene, car, { status: 'active', from: addDays(today, -72), months: 3 });
  const [began, day] = [restFrom(addDays(today, -52)), addDays(today, -31 + Math.floor(random() * 6))];
  const { toDay, frozenDays, added } = recover(pass.term!.toDay, began, day, 'extend');
  const rested = restOf(scene, pass, began, { to: toDay, days: frozenDays }, whyAway(Number(began.slice(5, 7))));
  const [at, operator] = [atWork(scene, day), pick(random, desk)];
  batch.renewals.push({
    ...owner,
    id: newId(at),
    created_at: iso(at),
    updated_at: iso(at),
    plate_number: car.plate,
    car_type_id: scene.carTypeId,
    pass_id: pass.id,
    kind: 'rest',
    time: iso(at),
    old_end: pass.term!.toDay,
    from_day: added!.fromDay,
    new_end: added!.toDay,
    months: null,
    money_fen: 0,
    pay_type: null,
    refunded_fen: 0,
    operator,
    order_id: null,
    remark: null,
  });
  describeChange(scene, pass, 'tempStop', { at: rested, person: operator, states: ['active', 'suspended'] });
  Object.assign(pass.row, { end_time: added!.toDay, anchor_day: dateOf(addDays(added!.toDay, 1)) });
  describeChange(scene, pass, 'recorve', { at: iso(at), person: operator, states: ['suspended', 'active'] });
}

/** Given up before its time: what was paid for the days left went back out of the drawer it came into. */
function stopped(scene: Scene, car: Car, days: number, why: string): void {
  const { batch, today, random } = scene;
  const pass = givePass(scene, car, { status: 'stopped', from: addDays(today, -days - 25), months: 3 });
  const [day, operator] = [addDays(today, -days), pick(random, desk)];
  const at = atWork(scene, day);
  const [entry, renewal] = [batch.entries.at(-1)!, batch.renewals.at(-1)!];
  const covered = daysCovered({ fromDay: String(renewal['from_day']), toDay: String(renewal['new_end']) });
  const [amountFen = 0] = refundOf(
    [{ moneyFen: Number(renewal['money_fen']), days: covered }],
    daysUnused(pass.term!.toDay, day, null, 'extend'),
  );
  const given = refundedBy(entry, amountFen, { operator, remark: `退租：${why}`, at });
  batch.entries[batch.entries.length - 1] = given.entry;
  batch.postings.push(...given.postings);
  renewal['refunded_fen'] = amountFen;
  Object.assign(pass.row, { last_day: day, updated_at: iso(at) });
  for (const action of ['refund', 'stop'] as const)
    describeChange(scene, pass, action, { at: iso(at), person: operator, states: ['active', 'stopped'] });
}

/** `graceDays`: for so many days after its end a pass of this lot still holds. */
export function otherLives(scene: Scene, fresh: () => Car, graceDays: number): void {
  const { today, random } = scene;
  for (const status of ['applied', 'applied', 'approved', 'refused'] as const) {
    const pass = givePass(scene, fresh(), { status, from: addDays(today, 1 + Math.floor(random() * 5)) });
    if (status !== 'applied')
      describeChange(scene, pass, status === 'refused' ? 'refuse' : 'pass', {
        at: String(pass.row['audit_time']),
        person: pass.row['audit_by'],
        states: ['applied', status],
      });
  }
  for (let nth = 0; nth < 2; nth += 1)
    givePass(scene, fresh(), {
      status: 'active',
      from: addDays(today, -20 - nth * 9),
      until: addDays(today, 2),
      second: fresh().plate,
    });
  resting(scene, fresh(), 9 + Math.floor(random() * 8));
  back(scene, fresh());
  if (graceDays > 2) for (const days of [1, graceDays - 1]) ended(scene, fresh(), 'grace', days, 3);
  for (const [days, months] of [
    [graceDays + 2 + Math.floor(random() * 4), 1],
    [graceDays + 16, 2],
  ] as const)
    ended(scene, fresh(), 'expired', days, months);
  stopped(scene, fresh(), 4 + Math.floor(random() * 5), '车辆已出售');
  stopped(scene, fresh(), 30 + Math.floor(random() * 9), '搬离本市');
}
