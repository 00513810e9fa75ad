/**
 * After the play: the product's figures of its money, against each other, against what was done, and against the
 * books of channels, bank and tax platform.
 */
import { moneyAgrees } from '#test/stories/money-pairs.ts';
import { neverDisagree } from '#test/stories/pairs.ts';
import type { Accountants } from './accountant.ts';
import { checkExports } from './exports.ts';
import type { Invoices } from './invoices.ts';
import type { Marketing } from './marketing.ts';
import type { Payers } from './payers.ts';
import { CHANNELS } from './world.ts';
import type { Row, World } from './world.ts';

export type Bound = { readonly what: string; readonly figure: string; readonly bound: string; readonly holds: boolean };
export type People = {
  readonly payers: Payers;
  readonly marketing: Marketing;
  readonly accountants: Accountants;
  readonly invoices: Invoices;
};

const sum = (rows: readonly Row[], of: string): number => rows.reduce((all, row) => all + Number(row[of] ?? 0), 0);
const number = (of: number): string => of.toLocaleString('en');
const yuan = (fen: number): string => (fen / 100).toLocaleString('en', { minimumFractionDigits: 2 });
const same = (what: string, figures: readonly number[], show: (of: number) => string = yuan): Bound => ({
  what,
  figure: figures.map(show).join(' = '),
  bound: 'the same',
  holds: figures.every((each) => each === figures[0]),
});
/** `least`: of how many at the fewest, or nothing was looked at. */
const none = (what: string, wrong: number, of: number, least = 1): Bound => ({
  what,
  figure: `${number(wrong)} of ${number(of)}`,
  bound: '0',
  holds: wrong === 0 && of >= least,
});

async function books(world: World): Promise<Bound[]> {
  const checks = await Promise.all(
    world.lots.map(({ parkId }) => world.product.must('GET', `/api/gatehouse/check/${parkId}`)),
  );
  const [lines] = await world.rows(
    'SELECT count(*)::int AS n, count(DISTINCT posting)::int AS postings, coalesce(sum(amount_fen), 0)::bigint AS fen FROM ledger_line WHERE tenant_id = $1',
    world.tenantId,
  );
  const off = await world.rows(
    'SELECT posting FROM ledger_line WHERE tenant_id = $1 GROUP BY posting, park_id HAVING sum(amount_fen) <> 0',
    world.tenantId,
  );
  const [off2] = [
    checks.filter((each) => each.ledgerSumFen !== 0 || each.differences.length > 0 || each.brokenOrders > 0),
  ];
  return [
    same(`sum of the ledger, ${number(lines!['n'])} lines`, [Number(lines!['fen']), 0]),
    none('postings that are off', off.length, lines!['postings']),
    none('car parks whose days, orders or bills do not add up', off2.length, checks.length),
    same('payments, as rows and in the ledger', [sum(checks, 'paidByPaymentsFen'), sum(checks, 'paidByLedgerFen')]),
  ];
}

/** What channels say they took and gave back, and what the product has of it. */
async function channels(world: World, { payers, accountants }: People): Promise<Bound[]> {
  const bounds: Bound[] = [];
  for (const channel of CHANNELS) {
    const { trades, refunds } = world.stands[channel];
    const paid = [...trades.values()].filter(({ state }) => state === 'paid');
    const back = [...refunds.values()].filter(({ failed }) => failed === null);
    const [own] = await world.rows(
      `SELECT coalesce(sum(amount_fen), 0)::bigint AS fen, count(*)::int AS n FROM payment WHERE tenant_id = $1
        AND pay_type = $2 AND paid_time IS NOT NULL`,
      world.tenantId,
      channel,
    );
    const [returned] = await world.rows(
      `SELECT coalesce(sum(r.amount_fen), 0)::bigint AS fen FROM refund r JOIN payment p ON p.tenant_id = r.tenant_id
        AND p.id = r.payment_id::uuid WHERE r.tenant_id = $1 AND p.pay_type = $2 AND r.status = 'refunded'`,
      world.tenantId,
      channel,
    );
    bounds.push(
      same(`${channel}: taken, in its books and in ours`, [sum(paid, 'amountFen'), Number(own!['fen'])]),
      same(`${channel}: given back, in its books and in ours`, [sum(back, 'amountFen'), Number(returned!['fen'])]),
    );
  }
  const [twice] = await world.rows(
    `SELECT count(*)::int AS n FROM (SELECT order_id FROM payment WHERE tenant_id = $1 AND paid_time IS NOT NULL
      AND status IN ('paid', 'part-refunded') GROUP BY order_id HAVING count(*) > 1
      AND sum(amount_fen - coalesce(refunded_fen, 0)) > (SELECT max(o.receivable_fen - o.derate_fen)
      FROM parking_order o WHERE o.tenant_id = $1 AND o.id::text = payment.order_id::text)) t`,
    world.tenantId,
  );
  bounds.push(none('bills paid twice that kept the second', twice!['n'], payers.tally.twice, 0));
  const byStaff = await world.rows(
    `SELECT amount_fen FROM refund WHERE tenant_id = $1 AND remark = '多收，司机来电' AND status = 'refunded'`,
    world.tenantId,
  );
  bounds.push(
    same('refunds by staff, as they remember and as kept', [accountants.tally.refundsFen, sum(byStaff, 'amount_fen')]),
  );
  return bounds;
}

/** What was shared out: the channels' books, the rows of each part, the ledger and the settlements. */
async function shared(world: World, { accountants }: People): Promise<Bound[]> {
  const rows = await world.list('/api/gatehouse/profitShare/list');
  const records = await world.list('/api/updown/plat/settlementrecord/getPageList');
  const [ledger] = await world.rows(
    `SELECT coalesce(sum(amount_fen), 0)::bigint AS fen FROM ledger_line WHERE tenant_id = $1 AND account = 'profit-share'`,
    world.tenantId,
  );
  const parts = rows.filter(({ shareKind }) => shareKind === 'part');
  const theirs = CHANNELS.reduce(
    (all, channel) => all + world.allDays.reduce((total, day) => total + accountants.sharedOf(channel, day), 0),
    0,
  );
  const open = rows.filter(({ status }) => !['done', 'returned', 'cancelled'].includes(status));
  return [
    same(`shared out in ${number(parts.length)} parts: channels’ books, parts, ledger, settlements`, [
      theirs,
      sum(parts, 'amountFen') - sum(parts, 'returnedFen'),
      Number(ledger!['fen']),
      sum(records, 'shareFen'),
    ]),
    none('parts and rests that are not over', open.length, rows.length),
  ];
}

async function coupons(world: World, { marketing }: People): Promise<Bound[]> {
  const rules = await world.list('/api/updown/plat/couponRule/listPage');
  const all = await world.list('/api/updown/plat/couponInfo/list');
  const summary = await world.list('/api/updown/plat/couponInfo/getCouponInfoSummary', spanOf(world));
  const deductions = await world.list('/api/updown/plat/couponInfo/getParkCheckList', spanOf(world));
  const used = deductions.filter(({ status }) => status === 'used');
  const over = rules.filter(
    (rule) =>
      rule['issued'] > rule['budgetNum'] ||
      (rule['bearer'] !== 'store' && rule['reservedFen'] + rule['chargedFen'] > rule['budgetFen']) ||
      all.filter(({ ruleId }) => ruleId === rule['id']).length !== rule['issued'],
  );
  const [store] = await world.list('/api/updown/couponStore/list');
  const ofStore = all.filter(({ storeId }) => storeId === store!['id']);
  const shops = await world.list('/api/updown/parkseller/list');
  const off: Row[] = [];
  for (const { id, balance, chargedFen, usedFen, reservedFen } of shops) {
    const { differenceFen } = await world.product.must('POST', '/api/updown/parkseller/synchronizeAmount', {
      sellerId: id,
    });
    const shop = [...marketing.shops.values()].find((each) => each.id === id)!;
    if (differenceFen !== 0 || balance !== chargedFen - usedFen - reservedFen || chargedFen !== shop.chargedFen)
      off.push({ id });
  }
  const [ledger] = await world.rows(
    `SELECT coalesce(sum(amount_fen) FILTER (WHERE account = 'coupon'), 0)::bigint AS platform FROM ledger_line
      WHERE tenant_id = $1 AND kind <> 'settlement'`,
    world.tenantId,
  );
  return [
    none('campaigns beyond their budget or with coupons unaccounted for', over.length, rules.length),
    same('coupons issued', [marketing.tally.issued, all.length, sum(summary, 'issued')], number),
    same('taken off by coupons: coupons, deductions, summary', [
      sum(all, 'benefitFen'),
      sum(used, 'benefitFen'),
      sum(summary, 'benefitFen'),
    ]),
    same('borne by the platform: deductions and ledger', [
      sum(
        used.filter(({ bearer }) => bearer === 'platform'),
        'chargedFen',
      ),
      Number(ledger!['platform']),
    ]),
    same('the store: paid in, and used, held and left', [
      marketing.stores[0]!.chargedFen,
      sum(ofStore, 'chargedFen') + store!['reservedFen'] + store!['balance'],
    ]),
    none('shops whose balance is not what they paid in less used and held', off.length, shops.length),
  ];
}

async function invoiced(world: World, { invoices }: People): Promise<Bound[]> {
  const { blues, reds } = world.stands.invoices;
  const quota = await world.rows(
    `SELECT i.order_id, sum(CASE i.kind WHEN 'blue' THEN i.gross_fen ELSE -i.gross_fen END)::bigint AS standing,
      (SELECT coalesce(sum(p.amount_fen - coalesce(p.refunded_fen, 0)), 0)::bigint FROM payment p WHERE p.tenant_id = $1
      AND p.order_id::text = i.order_id::text AND p.paid_time IS NOT NULL) AS paid
     FROM invoice_item i JOIN invoice_apply_form f ON f.tenant_id = i.tenant_id AND f.id = i.form_id
     WHERE i.tenant_id = $1 AND f.status <> 'cancelled' AND (i.kind = 'blue' OR i.status = 'done') GROUP BY i.order_id`,
    world.tenantId,
  );
  const beyond = quota.filter(({ standing, paid }) => Number(standing) > Number(paid) || Number(standing) < 0);
  const items = await world.rows(
    `SELECT kind, gross_fen, net_fen, tax_fen FROM invoice_item WHERE tenant_id = $1 AND status = 'done'`,
    world.tenantId,
  );
  const [rates, rows] = [
    await world.list('/api/gatehouse/report/invoiceRates', {
      startMonth: world.allDays[0]!.slice(0, 7),
      endMonth: world.allDays.at(-1)!.slice(0, 7),
    }),
    items.filter(({ kind }) => kind === 'red'),
  ];
  const [blue] = [items.filter(({ kind }) => kind === 'blue')];
  const theirs = [...blues.values()].reduce((all, { ask }) => all + ask.grossFen, 0);
  const theirReds = [...reds.values()]
    .filter(({ state }) => state === 'done')
    .reduce((all, { ask }) => all + ask.grossFen, 0);
  const wrongTax = items.filter(
    (each) => Number(each['net_fen']) + Number(each['tax_fen']) !== Number(each['gross_fen']),
  );
  return [
    none('orders invoiced beyond what was paid and not given back', beyond.length, quota.length),
    none('lines whose net and tax are not their sum', wrongTax.length, items.length),
    same(
      `invoiced on ${number(blues.size)} of ${number(invoices.tally.applied)} applications: tax platform, ours, report`,
      [theirs, sum(blue, 'gross_fen'), sum(rates, 'blueGrossFen')],
    ),
    same('reversed: tax platform, ours, report', [theirReds, sum(rows, 'gross_fen'), sum(rates, 'redGrossFen')]),
  ];
}

async function settled(world: World, { accountants }: People): Promise<Bound[]> {
  const records = await world.list('/api/updown/plat/settlementrecord/getPageList');
  const days = await world.list('/api/gatehouse/moneyDay/list');
  const report = await world.list('/api/gatehouse/report/settlementDays', spanOf(world));
  const lines = await world.list('/api/gatehouse/bankLine/list');
  const transfers = await world.list('/api/updown/plat/transferrecord/getPageList');
  const fees = (await world.list('/api/gatehouse/moneyItem/list')).filter(({ cause }) => cause === 'feeDiffers');
  const wrongFees = accountants.wrongFees();
  const open = records.filter(({ status }) => status !== 'confirmed');
  const bySelf = records.filter(({ checkedBy, confirmedBy }) => checkedBy && checkedBy === confirmedBy);
  const channelRows = records.filter(({ payType }) => payType !== 'coupon');
  const truth = CHANNELS.reduce(
    (all, channel) => all + world.allDays.reduce((total, day) => total + accountants.netOf(channel, day), 0),
    0,
  );
  const [owed] = await world.rows(
    `SELECT coalesce(sum(amount_fen), 0)::bigint AS fen FROM ledger_line WHERE tenant_id = $1
      AND account IN ('channel', 'suspense')`,
    world.tenantId,
  );
  const { bankFen, settledFen, transfersFen, confirmed } = accountants.tally;
  const paidOut = [...accountants.bank.payments.values()].reduce(
    (all, { amount }) => all + Math.round(Number(amount) * 100),
    0,
  );
  return [
    none('settlements not confirmed', open.length, records.length),
    none('settlements confirmed by who checked them', bySelf.length, confirmed),
    none(
      'days with something unexplained',
      days.filter(({ unexplainedFen }) => unexplainedFen !== 0).length,
      days.length,
    ),
    same('to arrive: channels’ books, settlements, report', [truth, sum(channelRows, 'netFen'), sum(report, 'netFen')]),
    same(`fees off by more than a fen, ${number(wrongFees.lines)} lines: channels’ books, listed differences`, [
      wrongFees.fen,
      sum(fees, 'amountFen'),
    ]),
    same('arrived: the bank, its lines, what they paid of settlements and what is in suspense', [
      bankFen,
      sum(lines, 'amountFen'),
      sum(lines, 'bookedFen') + sum(lines, 'suspenseFen'),
    ]),
    same('still owed by channels: their books, ledger, to arrive less arrived and settled', [
      truth - bankFen - settledFen,
      Number(owed!['fen']),
      sum(channelRows, 'netFen') - sum(lines, 'bookedFen') - sum(lines, 'suspenseFen') - sum(records, 'settledFen'),
    ]),
    same('paid out: the bank, transfers that arrived', [
      paidOut,
      sum(
        transfers.filter(({ status }) => status === 'arrived'),
        'amountFen',
      ),
      transfersFen,
    ]),
  ];
}

const spanOf = (world: World): Row => ({
  startTime: `${world.allDays[0]} 00:00:00`,
  endTime: `${world.allDays.at(-1)} 23:59:59`,
});

/** Reports and lists that show the same quantity, in all and lot by lot. */
async function agreement(world: World): Promise<Bound> {
  const ask = (path: string, input: Record<string, unknown>) => world.product.must('GET', path, input);
  const span = { from: `${world.allDays[0]!.slice(0, 7)}-01`, to: world.allDays.at(-1)! };
  let quantities = 0;
  const wrong: string[] = [];
  try {
    quantities += await moneyAgrees(ask);
  } catch (error) {
    wrong.push((error as Error).message);
  }
  for (const only of [{}, ...world.lots.map(({ parkId }) => ({ parkId }))])
    try {
      quantities += await neverDisagree(ask, { ...span, only });
    } catch (error) {
      wrong.push((error as Error).message);
    }
  return {
    what: 'quantities shown by several reports and lists that disagree',
    figure: wrong.length === 0 ? `0 of ${number(quantities)}` : wrong.join('\n').slice(0, 1_000),
    bound: '0',
    holds: wrong.length === 0 && quantities > 0,
  };
}

/** Days of money and day roots, worked out from exported files alone; every confirmed settlement is in a root. */
async function closed(world: World): Promise<Bound[]> {
  const records = await world.list('/api/updown/plat/settlementrecord/getPageList');
  const roots = await world.list('/api/gatehouse/dayRoot/list');
  const confirmed = records.filter(({ status }) => status === 'confirmed');
  const inRoots = confirmed.filter(({ rootNo }) => rootNo);
  return [
    same(
      'settlements confirmed, in a root, by the roots',
      [confirmed.length, inRoots.length, sum(roots, 'rows')],
      number,
    ),
    same('received: settlements in roots, roots', [sum(inRoots, 'grossFen'), sum(roots, 'grossFen')]),
    ...(await checkExports(world)).map(({ what, isRight, words }) => ({
      what,
      figure: words,
      bound: 'proved',
      holds: isRight,
    })),
  ];
}

export async function verdictOf(world: World, people: People): Promise<Bound[]> {
  return [
    ...(await books(world)),
    ...(await channels(world, people)),
    ...(await shared(world, people)),
    ...(await coupons(world, people)),
    ...(await invoiced(world, people)),
    ...(await settled(world, people)),
    ...(await closed(world)),
    await agreement(world),
  ];
}
