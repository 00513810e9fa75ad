/**
 * Days for money: one order, its cash, and the days it buys, in the transaction of the call. Money is integer fen, days
 * are the lot's own.
 */
import { newOrder } from '#domain/ledger/order-state.ts';
import { orderStep } from '#domain/ledger/order.ts';
import { newTerm, passSpan, renewTerm } from '#domain/pass/pass.ts';
import type { PassDays } from '#domain/pass/pass.ts';
import { addDays, dateOf } from '#domain/time/day.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { newId } from '#kit/server/id.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { noted, writeMoney } from '#areas/billing/server/door.ts';
import type { OrderEntry } from '#areas/billing/server/door.ts';
import { passRenewal } from '../model/renewal.ts';
import type { renewalKinds } from '../model/words.ts';
import { lotOf, typeOf } from './pass-row.ts';
import type { Lot, Pass } from './pass-row.ts';
import { conflicts, lockPasses } from './plates.ts';

export type Bought = {
  readonly kind: keyof typeof renewalKinds;
  readonly days: PassDays;
  readonly months: number | null;
  readonly moneyFen: number;
  readonly anchorDay: number;
  readonly startTime: string;
};

/** The renewal request, as declared by `renewalAsks`. */
export type RenewalRequest = {
  monthNum?: number;
  money?: number | null;
  newEndDate?: string | null;
  remark?: string | null;
};

const bad = (field: string, msg: Text): Refused => new Refused('bad_input', {}, [{ field, msg } satisfies Problem]);

type Next = {
  readonly from: string;
  readonly byMonths: (months: number) => Omit<Bought, 'kind' | 'moneyFen' | 'months'>;
};

/**
 * Where the next days begin, and what months from there would be. The first money of a pass buys from its start day.
 */
export function nextDays(
  pass: Pick<Pass, 'startTime' | 'endTime' | 'anchorDay'>,
  { settings, today }: Pick<Lot, 'settings' | 'today'>,
): Next {
  const { startTime, endTime } = pass;
  if (!endTime) {
    return {
      from: startTime,
      byMonths: (months) => {
        const { fromDay, toDay, anchorDay } = newTerm(startTime, months);
        return { days: { fromDay, toDay }, anchorDay, startTime };
      },
    };
  }
  const term = { fromDay: startTime, toDay: endTime, anchorDay: pass.anchorDay ?? dateOf(addDays(endTime, 1)) };
  const whole = (months: number) => {
    const { addedFrom, term: after } = renewTerm(term, months, today, settings.passGapRule!);
    return { days: { fromDay: addedFrom, toDay: after.toDay }, anchorDay: after.anchorDay, startTime: after.fromDay };
  };
  return { from: whole(1).days.fromDay, byMonths: whole };
}

/** To a day set by hand: months go on from the day after it. */
function untilDay(pass: Pass, lot: Lot, newEnd: string): Omit<Bought, 'kind' | 'moneyFen' | 'months'> {
  const next = nextDays(pass, lot);
  if (newEnd < next.from)
    throw bad(
      'newEndDate',
      fill(text('新到期日不能早于 {day}', 'The new end date cannot be before {day}'), { day: next.from }),
    );
  if (newEnd > addDays(next.from, 3700)) throw bad('newEndDate', text('一次最多十年', 'At most ten years at a time'));
  return {
    days: { fromDay: next.from, toDay: newEnd },
    anchorDay: dateOf(addDays(newEnd, 1)),
    startTime: next.byMonths(1).startTime,
  };
}

function mayPrice(work: Work): void {
  if (!work.permits('parkMonth:price'))
    throw new Refused('not_permitted', { what: text('优惠价续费', 'special price renewal') });
}

const NO_PRICE = text(
  '该车类未设月租单价，请填写实收金额',
  'This car type has no monthly price. Enter the amount paid.',
);

/** By whole months, at the car type's price unless another is agreed. */
export async function byMonths(pass: Pass, request: RenewalRequest, lot: Lot, work: Work): Promise<Bought> {
  const months = request.monthNum ?? 1;
  const { monthFen } = await typeOf(lot.db, pass.carTypeId);
  const usual = monthFen === null ? null : monthFen * months;
  const moneyFen = request.money ?? usual;
  if (moneyFen === null) throw bad('money', NO_PRICE);
  if (usual !== null && moneyFen !== usual) mayPrice(work);
  const bought = nextDays(pass, lot).byMonths(months);
  const { toDay } = bought.days;
  if (request.newEndDate && request.newEndDate !== toDay)
    throw bad(
      'newEndDate',
      fill(text('续费 {months} 个月后的到期日是 {day}', '{months} months extend to {day}'), { months, day: toDay }),
    );
  return { ...bought, kind: 'month', months, moneyFen };
}

/** By an amount: whole months at the price, or until a day that is agreed. */
export async function byMoney(pass: Pass, request: RenewalRequest, lot: Lot, work: Work): Promise<Bought> {
  const moneyFen = request.money!;
  if (request.newEndDate) {
    mayPrice(work);
    return { ...untilDay(pass, lot, request.newEndDate), kind: 'money', months: null, moneyFen };
  }
  const { monthFen } = await typeOf(lot.db, pass.carTypeId);
  if (!monthFen)
    throw bad(
      'newEndDate',
      text('该车类未设月租单价，请填写新到期日', 'This car type has no monthly price. Enter the new end date.'),
    );
  if (moneyFen % monthFen !== 0 || moneyFen / monthFen > 60)
    throw bad(
      'money',
      fill(
        text(
          '金额应为月租单价 {yuan} 元的整数倍，最多 60 个月',
          'The amount must be a multiple of the monthly price CNY {yuan}, at most 60 months',
        ),
        { yuan: (monthFen / 100).toFixed(2) },
      ),
    );
  const months = moneyFen / monthFen;
  return { ...nextDays(pass, lot).byMonths(months), kind: 'money', months, moneyFen };
}

/** VIP: until a day, without money. */
export async function byFavour(pass: Pass, request: RenewalRequest, lot: Lot): Promise<Bought> {
  const { kind, typeName } = await typeOf(lot.db, pass.carTypeId);
  if (kind !== 'vip')
    throw ruleRefused(
      fill(
        text(
          '车类“{type}”不是贵宾车，不能免费续期',
          'Car type “{type}” is not VIP and cannot be renewed free of charge',
        ),
        { type: typeName },
      ),
    );
  return { ...untilDay(pass, lot, request.newEndDate!), kind: 'vip', months: null, moneyFen: 0 };
}

/** The order of a payment for days, with the cash in the drawer of who took it. */
function orderOf(
  pass: Pass,
  bought: Bought,
  lot: Lot,
  work: Work,
  remark: string | null,
): { entry: OrderEntry; postings: ReturnType<typeof orderStep>['postings'] } {
  const at = work.now.getTime();
  const { place } = lot;
  const payment = newId();
  const quoted = orderStep(newOrder(newId(), pass.parkId, pass.id), {
    kind: 'quote',
    receivableFen: bought.moneyFen,
    deratedFen: 0,
    pricedAt: at,
    validUntil: at + 60_000,
  });
  const paid = orderStep(quoted.order, {
    kind: 'cash',
    id: payment,
    amountFen: bought.moneyFen,
    tenderedFen: bought.moneyFen,
    drawer: `desk-${work.person.userId}`,
    at,
  });
  if (paid.refused) throw new Error(`pass ${pass.id}: cash refused: ${paid.refused}`);
  const { fromDay, toDay } = bought.days;
  const clause = text(`月租 ${fromDay} 至 ${toDay}`, `Pass from ${fromDay} to ${toDay}`);
  const about = {
    kind: 'pass' as const,
    plateNumber: pass.plateNumber,
    carTypeId: pass.carTypeId,
    gateId: null,
    createdTime: at,
    inTime: null,
    lines: [{ kind: 'flat', ...passSpan(bought.days, place.zone), amountFen: bought.moneyFen, clause }],
    ruleId: null,
    remark,
    money: {},
  };
  return {
    entry: noted({ order: paid.order, about }, payment, {
      operator: work.person.name || work.person.account,
      tenderedFen: bought.moneyFen,
      changeFen: 0,
    }),
    postings: [...quoted.postings, ...paid.postings],
  };
}

/** A line of days, as it is kept. */
export async function writeDays(
  pass: Pass,
  bought: Bought,
  work: Work,
  more: { orderId: string | null; remark: string | null },
): Promise<void> {
  const { tenantId, companyId, parkId, id: passId, plateNumber, carTypeId } = pass;
  await work.db.insert(tableOf(passRenewal)).values({
    tenantId,
    companyId,
    parkId,
    id: newId(),
    passId,
    plateNumber,
    carTypeId,
    kind: bought.kind,
    time: work.now.toISOString(),
    oldEnd: pass.endTime ?? null,
    fromDay: bought.days.fromDay,
    newEnd: bought.days.toDay,
    months: bought.months,
    moneyFen: bought.moneyFen,
    payType: bought.moneyFen > 0 ? 'cash' : null,
    refundedFen: 0,
    operator: work.person.name || work.person.account,
    ...more,
    createdBy: work.person.userId,
    updatedBy: work.person.userId,
  });
}

/**
 * Takes the money and gives the days; answers what changes on the pass. Throws `Refused` where another pass holds the
 * plates, or where the days end before today.
 */
export async function buy(
  pass: Pass,
  request: RenewalRequest,
  work: Work,
  how: (pass: Pass, request: RenewalRequest, lot: Lot, work: Work) => Promise<Bought>,
): Promise<Record<string, unknown>> {
  const lot = await lotOf(work, pass);
  await lockPasses(work.db, pass);
  const problems = await conflicts(work.db, pass, pass.id);
  if (problems.length > 0) throw new Refused('bad_input', {}, problems);
  const bought = await how(pass, request, lot, work);
  const { toDay } = bought.days;
  if (pass.endTime && toDay < lot.today)
    throw ruleRefused(
      fill(
        text(
          '按原到期日补缴后到期日为 {day}，仍早于今天，请增加月数',
          'Counted from the old end date it would expire on {day}, before today. Add more months.',
        ),
        { day: toDay },
      ),
    );
  const remark = request.remark ?? null;
  const money = bought.moneyFen > 0 ? orderOf(pass, bought, lot, work, remark) : null;
  if (money) await writeMoney(work.db, lot.place, { entries: [money.entry], postings: money.postings });
  await writeDays(pass, bought, work, { orderId: money?.entry.order.id ?? null, remark });
  return { startTime: bought.startTime, endTime: toDay, anchorDay: bought.anchorDay };
}
