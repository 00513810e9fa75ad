/**
 * Actions of the person at a booth on a vehicle, through calls: the lane handles them like those of the booth terminal.
 */
import { randomInt } from 'node:crypto';
import type { AttendEvent, LaneState, Phase, Settling } from '#domain/lane/types.ts';
import { dayOf } from '#domain/time/day.ts';
import { ordersOf, placesOf } from '#areas/billing/server/door.ts';
import { deratesAtBox, giveAtBox, takeBackAtBox } from '#areas/derate/server/door.ts';
import { parkBox } from '#areas/lot/model/park-box.ts';
import { boxOfPerson } from '#areas/shift/server/door.ts';
import { isId } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { scoped } from '#kit/server/scope.ts';
import { tableOf } from '#kit/server/table.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import {
  boxCash,
  boxDeclare,
  boxDerate,
  boxDerates,
  boxOwn,
  boxPick,
  boxRefuse,
  boxRelease,
  boxWithdraw,
} from '../model/box-calls.ts';
import { boardServed } from './box-board.ts';
import { cashRefused, drawerOf, gateRow } from './box-cash.ts';
import type { Gate } from './box-cash.ts';
import { publishAction } from './live.ts';
import { needOf } from './need.ts';
import { changing, ownerOf } from './repair.ts';
import { apply } from './session.ts';
import { stuckInMs } from './stuck.ts';
import { terminalServed } from './terminal.ts';

type Act = AttendEvent['act'];
const gone = text('该车已离开或已由他人处理', 'This vehicle has left or someone else has handled it');
const notNow = text('车道当前状态不能这样处理', "Not possible in the lane's current state");

/** In which phases a person's word counts; the machine itself takes no notice of others. */
const open: { readonly [action in Act['action']]: readonly Phase['name'][] } = {
  cash: ['awaiting', 'deducting', 'unpriced', 'no-entry', 'confirm'],
  release: [
    'awaiting',
    'deducting',
    'unpriced',
    'no-entry',
    'confirm',
    'refused',
    'no-plate',
    'stalled',
    'releasing',
    'granted',
  ],
  open: [],
  pick: ['awaiting', 'unpriced', 'no-entry', 'confirm', 'refused', 'no-plate', 'stalled'],
  declare: ['awaiting', 'unpriced', 'no-entry', 'confirm'],
  refuse: ['refused', 'no-plate', 'awaiting', 'unpriced', 'no-entry', 'confirm', 'stalled'],
  derate: ['awaiting'],
  withdraw: ['awaiting'],
};

const gateOf = (work: Work): Promise<Gate> => gateRow(work.db, (work.input as { gateId: string }).gateId);

/** `now`: epoch ms. */
function standing(phase: Phase, passing: number, action: Act['action'], now: number): void {
  if (passing === 0) {
    if (phase.name !== 'idle')
      throw ruleRefused(text('车道内有车，请对该车放行', 'A vehicle is in the lane; release that vehicle'));
    return;
  }
  if (phase.name === 'idle' || !phase.vehicle.passings.includes(passing)) throw ruleRefused(gone);
  // Let out already: once more only where the barrier did not move.
  if ('opening' in phase && stuckInMs(phase, now) !== 0) throw ruleRefused(gone);
  if (!open[action].includes(phase.name)) throw ruleRefused('opening' in phase ? gone : notNow);
}

/** Passes the caller's decision about the vehicle to the lane; nothing happens if it is no longer there. */
async function attended(
  work: Work,
  gate: Gate,
  passing: number,
  actOf: (phase: Phase) => Act,
  more: Record<string, unknown> = {},
): Promise<Phase> {
  const at = work.now.getTime();
  const head = {
    kind: 'attend' as const,
    lane: gate.id,
    device: `person:${work.person.userId}`,
    seq: randomInt(1, 2 ** 47),
    at,
    rawAt: at,
    passing,
    by: work.person.name || work.person.account,
  };
  const about = { action: '', amountFen: null as number | null };
  const { plateNumber, stayId } = work.input as { plateNumber?: string; stayId?: string };
  const need = {
    ...needOf([{ ...head, act: { action: 'pick', stay: stayId ?? null, plate: plateNumber ?? null } }]),
    devices: [],
  };
  const session = await changing(work, gate, need, (lot) => {
    const { phase } = lot.lanes.get(gate.id)!;
    const act = actOf(phase);
    standing(phase, passing, act.action, at);
    Object.assign(about, { action: act.action, amountFen: act.action === 'cash' ? act.amountFen : null });
    apply(lot, { ...head, act });
  });
  work.record({
    resource: 'boxWork',
    action: about.action,
    rowId: gate.id,
    after: { ...about, ...more, passing, gateName: gate.name },
    ...ownerOf(gate),
  });
  work.afterCommit(() =>
    publishAction(gate, { gateId: gate.id, lane: gate.name, by: head.by, byId: work.person.userId, ...about }),
  );
  return session.lanes.get(gate.id)!.phase;
}

const attend = async (...args: Parameters<typeof attended>): Promise<{ phase: string }> => ({
  phase: (await attended(...args)).name,
});

async function cash(work: Work): Promise<unknown> {
  const { passing, amountFen, tenderedFen } = work.input as {
    passing: number;
    amountFen: number;
    tenderedFen?: number | null;
  };
  const gate = await gateOf(work);
  const db = ofTenant(work.db, gate.tenantId);
  const refused = await cashRefused(db, gate, { amountFen, tenderedFen });
  if (refused?.field) throw new Refused('bad_input', {}, [{ field: refused.field, msg: refused.words }]);
  if (refused) throw ruleRefused(refused.words);
  const drawer = await drawerOf(db, gate, work.person.userId);
  const { phase } = await attend(work, gate, passing, () => ({
    action: 'cash',
    amountFen,
    tenderedFen: tenderedFen || amountFen,
    drawer,
  }));
  return { phase, changeFen: Math.max(0, (tenderedFen || amountFen) - amountFen) };
}

/** The camera's picture goes with a release where the person gave none. */
async function release(work: Work): Promise<unknown> {
  const { passing, reason, picture } = work.input as { passing: number; reason: string; picture?: string | null };
  return attend(work, await gateOf(work), passing, (phase) => ({
    action: 'release',
    reason,
    picture: picture ?? (phase.name === 'idle' ? null : phase.vehicle.picture),
  }));
}

async function refuse(work: Work): Promise<unknown> {
  const { passing, reason } = work.input as { passing: number; reason: string };
  return attend(work, await gateOf(work), passing, () => ({ action: 'refuse', reason }), { reason });
}

/** What stands in the lane, the lot held from now on: it is always taken before its sellers. */
async function heldPhase(db: Db, { id, tenantId, parkId }: Gate): Promise<Phase> {
  await db.raw('SELECT 1 FROM park_live WHERE tenant_id = $1 AND park_id = $2 FOR UPDATE', [tenantId, parkId]);
  const [row] = await db.raw<{ state: LaneState }>(
    'SELECT state FROM lane_live WHERE tenant_id = $1 AND park_id = $2 AND gate_id = $3',
    [tenantId, parkId, id],
  );
  return row?.state.phase ?? { name: 'idle' };
}

/**
 * The amount due from the car waiting to pay at the lane, if nobody is paying it just now. `db` holds the car park's
 * lock from then on.
 */
async function billHeld(db: Db, gate: Gate, passing: number, now: number): Promise<Settling | null> {
  const phase = await heldPhase(db, gate);
  standing(phase, passing, 'derate', now);
  const settling = 'settling' in phase ? phase.settling : null;
  const order = settling && (await ordersOf(db, [settling.order], { tenantId: gate.tenantId })).get(settling.order);
  if (order?.order.state === 'pending')
    throw ruleRefused(text('司机正在扫码支付，请稍候', 'The driver is paying by phone. Please wait.'));
  return settling;
}

/**
 * A discount for the car that waits to pay, and its bill with it. One that takes nothing off goes back with the
 * transaction.
 */
async function derate(work: Work): Promise<unknown> {
  const { passing, sellerId, derateId } = work.input as { passing: number; sellerId: string; derateId: string };
  const gate = await gateOf(work);
  const db = ofTenant(work.db, gate.tenantId);
  const settling = await billHeld(db, gate, passing, work.now.getTime());
  const [car] = settling?.stay
    ? await db.raw<{ plate: string }>(
        'SELECT plate_number AS plate FROM car_inside WHERE tenant_id = $1 AND park_id = $2 AND id = $3',
        [gate.tenantId, gate.parkId, settling.stay],
      )
    : [];
  if (!settling || !car)
    throw ruleRefused(text('该车没有入场记录，优惠无从计算', 'No entry record, so the discount cannot be calculated'));
  const given = await giveAtBox(work, db, gate, { sellerId, derateId, plate: car.plate });
  const now = await attended(work, gate, passing, () => ({ action: 'derate' }), { derate: given.name });
  const quote = 'settling' in now ? now.settling.quote : null;
  if (!quote?.lines.some(({ ref }) => ref === given.id))
    throw ruleRefused(
      text('该优惠不能再减少应缴金额，未发放', 'This discount would not reduce the amount due and was not given'),
    );
  return { phase: now.name, dueFen: quote.dueFen, derateFen: quote.deratedFen };
}

/** Revokes a discount given at the booth to the car that waits to pay, and recalculates its bill. */
async function withdraw(work: Work): Promise<unknown> {
  const { passing, recordId } = work.input as { passing: number; recordId: string };
  const gate = await gateOf(work);
  const db = ofTenant(work.db, gate.tenantId);
  const settling = await billHeld(db, gate, passing, work.now.getTime());
  if (!settling?.quote.lines.some(({ ref }) => ref === recordId))
    throw ruleRefused(text('该优惠不在此车的账单中', "This discount is not on this vehicle's bill"));
  const name = await takeBackAtBox(work, db, gate, { id: recordId, order: settling.order });
  const now = await attended(work, gate, passing, () => ({ action: 'withdraw' }), { derate: name });
  return { phase: now.name, dueFen: 'settling' in now ? now.settling.quote.dueFen : 0 };
}

async function derates(work: Work): Promise<unknown> {
  const box = await rowOf(parkBox, (work.input as { boxId: string }).boxId, work.db);
  const [tenantId, parkId] = [box.tenantId as number, String(box.parkId)];
  const db = ofTenant(work.db, tenantId);
  const { zone } = (await placesOf(db, [parkId], tenantId)).get(parkId)!;
  return deratesAtBox(db, { tenantId, parkId }, dayOf(work.now.getTime(), zone));
}

/** The box of the caller's shift; else the only one of his scope. */
async function own(work: Work): Promise<unknown> {
  const boxId = await boxOfPerson(work.db, work.person.userId);
  if (boxId !== null) return { boxId };
  const t = tableOf(parkBox);
  const rows = await work.db
    .select()
    .from(t)
    .where(scoped(parkBox, work.db.scope, []))
    .limit(2);
  return { boxId: rows.length === 1 ? rows[0]!.id : null };
}

async function pick(work: Work): Promise<unknown> {
  const { passing, stayId, plateNumber } = work.input as {
    passing: number;
    stayId?: string | null;
    plateNumber?: string | null;
  };
  if (!stayId && !plateNumber)
    throw new Refused('bad_input', {}, [
      { field: 'plateNumber', msg: text('请填写车牌或选择停车记录', 'Enter a plate or select a stay') },
    ]);
  if (stayId && !isId(stayId.toLowerCase())) throw new Refused('no_such_record', { what: text('停车记录', 'Stay') });
  return attend(work, await gateOf(work), passing, () => ({
    action: 'pick',
    stay: stayId ?? null,
    plate: plateNumber ?? null,
  }));
}

async function declare(work: Work): Promise<unknown> {
  const { passing, inTime, reason } = work.input as { passing: number; inTime: string; reason: string };
  const inAt = Date.parse(inTime);
  if (inAt > work.now.getTime())
    throw new Refused('bad_input', {}, [{ field: 'inTime', msg: text('不能晚于现在', 'It cannot be in the future') }]);
  return attend(work, await gateOf(work), passing, () => ({ action: 'declare', inAt, reason }));
}

export const boxServed: Served[] = [
  boardServed,
  terminalServed,
  serve(boxCash, cash),
  serve(boxRelease, release),
  serve(boxRefuse, refuse),
  serve(boxDerate, derate),
  serve(boxWithdraw, withdraw),
  serve(boxDerates, derates),
  serve(boxOwn, own),
  serve(boxPick, pick),
  serve(boxDeclare, declare),
];
