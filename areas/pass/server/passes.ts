/** Passes as rows: applied for, changed, removed, issued at once. */
import { addDays, dayOf } from '#domain/time/day.ts';
import { isEmpty } from '#kit/declare/check.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import { add } from '#kit/server/save.ts';
import type { Rules } from '#kit/server/rules.ts';
import { move } from '#kit/server/lifecycle.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { park } from '#areas/lot/model/park.ts';
import { carType } from '#areas/vehicle/model/car-type.ts';
import { changesLocked } from '#areas/vehicle/server/door.ts';
import { issue } from '../model/calls.ts';
import { parkMonth } from '../model/park-month.ts';
import { effects } from './life.ts';
import type { Pass } from './pass-row.ts';
import { publishMoved } from './publish.ts';
import { asWritten, conflicts, lockPasses, plateProblems, platesInside, platesOf, writePlates } from './plates.ts';

type Given = Record<string, unknown>;
export const pass = parkMonth as Resource;

/** Whether the car type belongs to the lot and is one that passes are for. */
export async function typeProblems(now: Given, work: Work): Promise<Problem[]> {
  const type = await rowOf(carType, String(now.carTypeId), work.db);
  if (type.parkId !== now.parkId)
    return [{ field: 'carTypeId', msg: text('车类不属于该车场', 'The car type belongs to another car park') }];
  return type.kind === 'monthly' || type.kind === 'vip'
    ? []
    : [
        {
          field: 'carTypeId',
          msg: text('请选择性质为月租或贵宾的车类', 'Select a monthly or VIP car type'),
        },
      ];
}

/** A plate whose car is in the lot keeps its pass until it has left: a stay has one kind. */
async function movedPlates(now: Given, before: Pass, work: Work): Promise<Problem[]> {
  const [old, next] = [platesOf(before), platesOf(now)];
  const moved = [...old.filter((plate) => !next.includes(plate)), ...next.filter((plate) => !old.includes(plate))];
  const inside = await platesInside(work.db, before, moved);
  return inside.length > 0
    ? [
        {
          field: 'plateNumber',
          msg: fill(
            text('{plate} 在场，出场后才能变更车牌', '{plate} is inside. Its plate can be changed after it leaves.'),
            { plate: inside.join('、') },
          ),
        },
      ]
    : [];
}

async function check(values: Given, before: Pass | null, work: Work): Promise<Problem[]> {
  const now: Given = { ...before, ...values };
  const problems = plateProblems(now);
  if (typeof now.parkId !== 'string' || typeof now.carTypeId !== 'string') return problems;
  if (await changesLocked(work.db, now.parkId))
    return [
      {
        field: 'parkId',
        msg: text(
          '该车场所属小区已锁定，不能修改车辆',
          'The community of this car park is locked; vehicles cannot be changed',
        ),
      },
    ];
  if (!before || values.carTypeId !== undefined) problems.push(...(await typeProblems(now, work)));
  if (before?.status === 'stopped')
    problems.push({ field: 'status', msg: text('已退租的月租车不能修改', 'An ended pass cannot be changed') });
  if (before?.endTime) {
    for (const field of ['carTypeId', 'startTime'] as const)
      if (values[field] !== undefined && values[field] !== before[field])
        problems.push({ field, msg: text('已缴费，不能修改', 'Already paid; cannot be changed') });
  } else if (typeof now.startTime === 'string') {
    const today = dayOf(work.now.getTime(), work.person.zone);
    if (now.startTime < addDays(today, -366) || now.startTime > addDays(today, 366))
      problems.push({
        field: 'startTime',
        msg: text('开始日期应在前后一年之内', 'The start date must be within one year of today'),
      });
  }
  if (problems.length > 0) return problems;
  const lot = await rowOf(park, now.parkId, work.db);
  const owner = { tenantId: lot.tenantId as number, parkId: now.parkId };
  await lockPasses(work.db, owner);
  const taken = await conflicts(work.db, { ...now, ...owner }, before?.id ?? null);
  return taken.length > 0 || !before ? taken : movedPlates(now, before, work);
}

const fillIn = (values: Given): Given =>
  'plateNos' in values ? { plateNos: asWritten(values.plateNos as string) } : {};

/** Its renewals keep a pass that was paid for from being removed: it is stopped. */
async function removing(row: Pass, work: Work): Promise<void> {
  await work.db.raw('DELETE FROM pass_plate WHERE tenant_id = $1 AND pass_id = $2', [row.tenantId, row.id]);
}

const rules = {
  check: check,
  fill: fillIn,
  removing: removing,
  saved: async (row: Pass, before: Pass | null, work: Work) => {
    await writePlates(work.db, row);
    await publishMoved(work, row, before ? 'changed' : 'applied');
    // Changed after a refusal it is applied for again.
    if (before?.status === 'refused') await move(pass, row.id, 'reapply', {}, work, effects['reapply']!);
  },
} satisfies Rules;

export type Paid = { monthNum?: number | null; endTime?: string | null; money?: number | null };

/** Approves a pass just applied for and takes its first money. */
async function grantNow(row: Pass, paid: Paid, work: Work): Promise<void> {
  await move(pass, row.id, 'pass', {}, work, effects.pass!);
  await takeMoney(row, paid, work);
}

async function takeMoney(row: Pass, paid: Paid, work: Work): Promise<void> {
  const kind = (await rowOf(carType, row.carTypeId, work.db)).kind;
  const { monthNum, endTime, money } = paid;
  const [name, input] =
    endTime && kind === 'vip' && !money
      ? (['renewalVip', { newEndDate: endTime }] as const)
      : endTime && !monthNum
        ? (['renewalMoney', { money: money ?? 0, newEndDate: endTime }] as const)
        : (['renewalMonth', { monthNum: monthNum ?? 1, money: money ?? null, newEndDate: endTime ?? null }] as const);
  await move(pass, row.id, name, input, work, effects[name]!);
}

/** Stores a pass and approves it; paid at once where months or a last day are given, else it waits to be paid. */
export async function grantPass(form: Given, paid: Paid, decision: string, work: Work): Promise<Pass> {
  const row = (await add(pass, form, work, rules)) as Pass;
  await move(pass, row.id, 'pass', decision === '' ? {} : { remark: decision }, work, effects.pass!);
  if (paid.monthNum || !isEmpty(paid.endTime)) await takeMoney(row, paid, work);
  return row;
}

async function issueNow(work: Work): Promise<unknown> {
  const input = work.input as Paid & Given;
  if (!input.monthNum && isEmpty(input.endTime))
    throw new Refused('bad_input', {}, [
      { field: 'monthNum', msg: text('请填写月数或到期日', 'Enter the months or the end date') },
    ]);
  const row = (await add(pass, work.raw, work, rules)) as Pass;
  await grantNow(row, input, work);
  return { id: row.id, grantId: row.id };
}

/** Lines of a batch: stored like an application, then granted with the line's terms. */
const batchRules = {
  ...rules,
  fill: (values: Given) => ({ ...fillIn(values), endTime: null }),
  saved: async (row: Pass, _: unknown, work: Work) => {
    await writePlates(work.db, row);
    await grantNow(row, work.raw as Paid, work);
  },
} satisfies Rules;

export const passRules = { parkMonth: rules, passGrant: batchRules };

export const passesServed: Served[] = [serve(issue, issueNow)];
