/** What each action on a pass does besides moving its state. */
import { daysCovered } from '#domain/pass/pass.ts';
import { daysUnused, recover, refundOf, restFrom } from '#domain/pass/rest.ts';
import { addDays, dateOf } from '#domain/time/day.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import { newId } from '#kit/server/id.ts';
import { moves } from '#kit/server/lifecycle.ts';
import type { Effect } from '#kit/server/lifecycle.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { ordersOf, refundLeft, refundedBy, writeMoney } from '#areas/billing/server/door.ts';
import { changesLocked } from '#areas/vehicle/server/door.ts';
import { parkMonth } from '../model/park-month.ts';
import type { PassChange } from '../model/events.ts';
import { passRenewal, passSuspension } from '../model/renewal.ts';
import { buy, byFavour, byMoney, byMonths, writeDays } from './buy.ts';
import type { Bought, RenewalRequest } from './buy.ts';
import { lotOf, openRest, put, renewalsOf } from './pass-row.ts';
import type { Lot, Pass } from './pass-row.ts';
import { conflicts, lockPasses } from './plates.ts';
import { publishDecided, publishMoved } from './publish.ts';

type EffectInput = Record<string, unknown>;
type PassEffect = (pass: Pass, input: RenewalRequest, work: Work) => Promise<Record<string, unknown> | void>;

type Moving = Exclude<Effect, 'none'>;

/** No action on a pass while its village is locked. */
const unlocked =
  (effect: PassEffect): Moving =>
  async (row, input: EffectInput, work) => {
    const pass = row as Pass;
    if (await changesLocked(work.db, pass.parkId))
      throw ruleRefused(
        text(
          '该车场所属小区已锁定，不能修改车辆',
          'The community of this car park is locked; vehicles cannot be changed',
        ),
      );
    return effect(pass, input as RenewalRequest, work);
  };

const decidedKey = (pass: Pass, work: Work): string => `decided/${pass.id}/${work.now.toISOString()}`;
const refuse: PassEffect = (pass, input, work) =>
  publishDecided(work, pass, decidedKey(pass, work), false, input.remark);

const approve: PassEffect = async (pass, input, work) => {
  await lockPasses(work.db, pass);
  const problems = await conflicts(work.db, pass, pass.id);
  if (problems.length > 0) throw new Refused('bad_input', {}, problems);
  await publishDecided(work, pass, decidedKey(pass, work), true, input.remark);
};

const renewing = (how: (pass: Pass, input: RenewalRequest, lot: Lot, work: Work) => Promise<Bought>): Moving =>
  unlocked((pass, input, work) => buy(pass, input, work, how));

const suspend: PassEffect = async (pass, input, work) => {
  const { today } = await lotOf(work, pass);
  const fromDay = restFrom(today);
  if (!pass.endTime || pass.endTime < fromDay)
    throw ruleRefused(text('明天起已无剩余天数，无需报停', 'No days left from tomorrow; nothing to suspend'));
  const { tenantId, companyId, parkId, id: passId } = pass;
  await work.db.insert(tableOf(passSuspension)).values({
    tenantId,
    companyId,
    parkId,
    id: newId(),
    passId,
    fromDay,
    toDay: null,
    operator: work.person.name || work.person.account,
    remark: input.remark ?? null,
    createdBy: work.person.userId,
    updatedBy: work.person.userId,
  });
};

const resume: PassEffect = async (pass, input, work) => {
  const lot = await lotOf(work, pass);
  const rest = await openRest(lot.db, pass.id);
  if (!rest || !pass.endTime) throw new Error(`pass ${pass.id} is suspended without a rest`);
  const { toDay, frozenDays, added } = recover(pass.endTime, rest.fromDay, lot.today, lot.settings.passRestRule!);
  await put(lot.db, passSuspension, rest.id, { toDay, frozenDays });
  if (!added) return {};
  const anchorDay = dateOf(addDays(added.toDay, 1));
  await writeDays(
    pass,
    { kind: 'rest', days: added, months: null, moneyFen: 0, anchorDay, startTime: pass.startTime },
    work,
    { orderId: null, remark: input.remark ?? null },
  );
  return { endTime: added.toDay, anchorDay };
};

/** Gives back what was paid for days that will not be covered, each payment the way it came. */
async function giveBack(pass: Pass, lot: Lot, unused: number, work: Work, remark: string): Promise<number> {
  const bought = (await renewalsOf(lot.db, [pass.id])).filter(({ kind }) => kind !== 'rest');
  const back = refundOf(
    bought.map(({ moneyFen, fromDay, newEnd }) => ({
      moneyFen: Number(moneyFen),
      days: daysCovered({ fromDay, toDay: newEnd }),
    })),
    unused,
  );
  const orders = await ordersOf(
    lot.db,
    bought.flatMap(({ orderId }) => orderId ?? []),
    { tenantId: pass.tenantId, lock: true },
  );
  const about = { operator: work.person.name || work.person.account, remark, at: work.now.getTime() };
  let sumFen = 0;
  for (const [nth, renewal] of bought.entries()) {
    const entry = orders.get(renewal.orderId ?? '');
    // What went back through the order itself is not given twice.
    const amountFen = entry ? Math.max(0, Math.min(back[nth]!, refundLeft(entry.order))) : 0;
    if (!entry || amountFen === 0) continue;
    const done = refundedBy(entry, amountFen, about);
    await writeMoney(work.db, lot.place, { entries: [done.entry], postings: done.postings });
    await put(lot.db, passRenewal, renewal.id, { refundedFen: Number(renewal.refundedFen) + amountFen });
    sumFen += amountFen;
  }
  return sumFen;
}

const stop: PassEffect = async (pass, input, work) => {
  const lot = await lotOf(work, pass);
  const rest = await openRest(lot.db, pass.id);
  const rule = lot.settings.passRestRule!;
  const unused = pass.endTime ? daysUnused(pass.endTime, lot.today, rest?.fromDay ?? null, rule) : 0;
  if (rest) await put(lot.db, passSuspension, rest.id, { toDay: lot.today });
  const backFen =
    lot.settings.passRefundRule === 'days' && unused > 0
      ? await giveBack(
          pass,
          lot,
          unused,
          work,
          fill(text('退租：{why}', 'Pass ended: {why}'), { why: String(input.remark ?? '') }).zh.slice(0, 200),
        )
      : 0;
  if (backFen > 0)
    work.record({
      resource: parkMonth.name,
      action: 'refund',
      rowId: pass.id,
      after: { amountFen: backFen, unusedDays: unused },
      tenantId: pass.tenantId,
      companyId: pass.companyId,
      parkId: pass.parkId,
    });
  return { lastDay: lot.today };
};

const published =
  (change: PassChange, effect: Moving): Effect =>
  async (row, input, work) => {
    const set = (await effect(row, input, work)) ?? {};
    await publishMoved(work, row as Pass, change, set['endTime'] ?? set['lastDay'] ?? row['endTime']);
    return set;
  };

export const effects: Readonly<Record<string, Effect>> = {
  pass: published('approved', unlocked(approve)),
  refuse: published('refused', unlocked(refuse)),
  reapply: 'none',
  renewalMonth: published('renewed', renewing(byMonths)),
  renewalMoney: published('renewed', renewing(byMoney)),
  renewalVip: published('renewed', renewing(byFavour)),
  tempStop: published('suspended', unlocked(suspend)),
  recorve: published('resumed', unlocked(resume)),
  stop: published('stopped', unlocked(stop)),
};

export const lifeServed = moves(parkMonth, effects);
