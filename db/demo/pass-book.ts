/** A pass of the demo as the desk keeps it: its rows, what was paid for it and what the operation log says of it. */
import { addDays, startOfDay } from '#domain/time/day.ts';
import { newTerm, renewTerm } from '#domain/pass/pass.ts';
import type { PassTerm } from '#domain/pass/pass.ts';
import { newOrder } from '#domain/ledger/order-state.ts';
import { orderStep } from '#domain/ledger/order.ts';
import type { Posting } from '#domain/ledger/ledger.ts';
import type { OrderEntry } from '#areas/billing/server/door.ts';
import { newId } from '#kit/server/id.ts';
import { logLine } from './log-line.ts';
import type { Car } from './plates.ts';
import { pick } from './random.ts';

export type Wide = Record<string, unknown>;
export type Batch = {
  passes: Wide[];
  plates: Wide[];
  renewals: Wide[];
  rests: Wide[];
  log: Wide[];
  entries: OrderEntry[];
  postings: Posting[];
};
export type Status = 'applied' | 'refused' | 'approved' | 'active' | 'suspended' | 'grace' | 'expired' | 'stopped';
export type Scene = {
  owner: Wide;
  today: string;
  zone: string;
  parkId: string;
  carTypeId: string;
  monthFen: number;
  random: () => number;
  batch: Batch;
  space: number;
};
type Held = { readonly id: string; readonly plate: string };

export const HOUR = 3_600_000;
const surnames = [...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗'];
const given = [...'敏静强磊洋勇艳杰娟涛明超兰霞平刚桂英华玲'];
/** Who works at the desk of the demo's lots. */
export const desk = ['沈亦舟', '程若谷', '陶知夏'];

export const personName = (random: () => number): string => pick(random, surnames) + pick(random, given);
export const phoneNumber = (random: () => number): string => `13${String(Math.floor(random() * 1e9)).padStart(9, '0')}`;

type Bought = { oldEnd: string | null; from: string; to: string; months: number; day: string };

function renewalRow(
  { owner, carTypeId }: Scene,
  pass: Held,
  bought: Bought,
  sale: { readonly at: number; readonly moneyFen: number; readonly operator: string; readonly orderId: string },
): Wide {
  const time = new Date(sale.at).toISOString();
  return {
    ...owner,
    id: newId(sale.at),
    created_at: time,
    updated_at: time,
    plate_number: pass.plate,
    car_type_id: carTypeId,
    pass_id: pass.id,
    kind: 'month',
    time,
    old_end: bought.oldEnd,
    from_day: bought.from,
    new_end: bought.to,
    months: bought.months,
    money_fen: sale.moneyFen,
    pay_type: 'cash',
    refunded_fen: 0,
    operator: sale.operator,
    order_id: sale.orderId,
    remark: null,
  };
}

/** Bought at the desk on a day, in cash, as the office does it. */
function purchase(scene: Scene, pass: Held, bought: Bought): void {
  const { batch, random, zone, parkId, carTypeId } = scene;
  const at = startOfDay(bought.day, zone) + (9 + Math.floor(random() * 8)) * HOUR + Math.floor(random() * HOUR);
  const moneyFen = scene.monthFen * bought.months;
  const [orderId, payment, operator] = [newId(at), newId(at), pick(random, desk)];
  const quoted = orderStep(newOrder(orderId, parkId, pass.id), {
    kind: 'quote',
    receivableFen: moneyFen,
    deratedFen: 0,
    pricedAt: at,
    validUntil: at + 60_000,
  });
  const paid = orderStep(quoted.order, {
    kind: 'cash',
    id: payment,
    amountFen: moneyFen,
    tenderedFen: moneyFen,
    drawer: `desk-${operator}`,
    at,
  });
  const clause = { zh: `月租 ${bought.from} 至 ${bought.to}`, en: `Pass from ${bought.from} to ${bought.to}` };
  batch.entries.push({
    order: paid.order,
    about: {
      kind: 'pass',
      plateNumber: pass.plate,
      carTypeId,
      gateId: null,
      createdTime: at,
      inTime: null,
      ruleId: null,
      remark: null,
      lines: [
        {
          kind: 'flat',
          from: startOfDay(bought.from, zone),
          to: startOfDay(addDays(bought.to, 1), zone),
          amountFen: moneyFen,
          clause,
        },
      ],
      money: { [payment]: { operator, tenderedFen: moneyFen, changeFen: 0 } },
    },
  });
  batch.postings.push(...quoted.postings, ...paid.postings);
  batch.renewals.push(renewalRow(scene, pass, bought, { at, moneyFen, operator, orderId }));
}

/** What a person did with a pass, as the operation log keeps it. */
export function describeChange(
  { batch, owner }: Scene,
  { id, row }: Given,
  action: string,
  done: { at: string; person: unknown; states: readonly [Status | null, Status] },
): void {
  const shown = {
    plateNumber: row['plate_number'],
    startTime: row['start_time'],
    endTime: row['end_time'],
    ownerName: row['owner_name'],
  };
  batch.log.push(
    logLine(owner, 'parkMonth', action, {
      at: done.at,
      person: done.person,
      rowId: id,
      before: done.states[0] && { ...shown, status: done.states[0] },
      after: { ...shown, status: done.states[1] },
    }),
  );
}

/** Days bought again and again from a first day, each time a little before the end, until they reach `until`. */
function buyUntil(scene: Scene, pass: Held, from: string, until: string): PassTerm {
  const { random, today } = scene;
  const months = () => pick(random, [1, 3, 3, 6, 12]);
  let term = buyFirst(scene, pass, from, months());
  while (term.toDay < until) {
    const more = months();
    const soon = addDays(term.toDay, -Math.floor(random() * 5));
    const { addedFrom, term: next } = renewTerm(term, more, soon, 'from-today');
    purchase(scene, pass, {
      oldEnd: term.toDay,
      from: addedFrom,
      to: next.toDay,
      months: more,
      day: soon < today ? soon : addDays(today, -1),
    });
    term = next;
  }
  return term;
}

function buyFirst(scene: Scene, pass: Held, from: string, months: number): PassTerm {
  const term = newTerm(from, months);
  purchase(scene, pass, {
    oldEnd: null,
    from,
    to: term.toDay,
    months,
    day: from < scene.today ? from : addDays(scene.today, -1),
  });
  return term;
}

/** What a pass is to be: paid for again and again `until` a day, for so many `months` once, or not at all. */
export type Life = {
  readonly status: Status;
  readonly from: string;
  readonly until?: string;
  readonly months?: number;
  readonly group?: string;
  /** A second car on the same space. */ readonly second?: string;
};
export type Given = {
  readonly id: string;
  readonly term: PassTerm | null;
  /** As it will be stored. */ readonly row: Wide;
};

export function givePass(scene: Scene, { plate }: Car, { status, from, until, months, group, second }: Life): Given {
  const { batch, owner, random, today, carTypeId } = scene;
  // Yesterday at the latest: early in the morning eight o'clock of today is still to come.
  const began = startOfDay(from < today ? from : addDays(today, -1), scene.zone) + 8 * HOUR;
  const pass = { id: newId(began), plate };
  const term = until ? buyUntil(scene, pass, from, until) : months ? buyFirst(scene, pass, from, months) : null;
  const time = new Date(began).toISOString();
  const decided = status === 'applied' ? null : pick(random, desk);
  const row: Wide = {
    ...owner,
    id: pass.id,
    created_at: time,
    updated_at: time,
    plate_number: plate,
    car_type_id: carTypeId,
    plate_nos: second ?? null,
    owner_name: personName(random),
    phone: phoneNumber(random),
    address: null,
    space_no: group ? null : `A-${String((scene.space += 1)).padStart(3, '0')}`,
    car_bit_group_id: group ?? null,
    gate_ids: null,
    start_time: from,
    end_time: term?.toDay ?? null,
    status,
    anchor_day: term?.anchorDay ?? null,
    last_day: null,
    audit_by: decided,
    audit_time: decided ? time : null,
    audit_remark: status === 'refused' ? '行驶证与车牌不符' : null,
    remark: null,
  };
  batch.passes.push(row);
  for (const each of [plate, ...(second ? [second] : [])])
    batch.plates.push({ tenant_id: owner['tenant_id'], park_id: scene.parkId, plate: each, pass_id: pass.id });
  return { id: pass.id, term, row };
}
