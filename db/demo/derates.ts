/**
 * The demo's sellers: shops and wards that pay for their customers' parking, what they gave in the last weeks, and what
 * is not used yet.
 */
import { chosenLines } from '#domain/derate/choose.ts';
import { mostCharged } from '#domain/derate/terms.ts';
import type { Terms } from '#domain/derate/terms.ts';
import type { BillLine } from '#domain/fee/types.ts';
import type { Stay } from '#domain/lane/types.ts';
import { account, recharged } from '#domain/ledger/ledger.ts';
import { placesOf, writeMoney } from '#areas/billing/server/door.ts';
import type { Place } from '#areas/billing/server/door.ts';
import { rechargePlate } from '#areas/derate/server/cards.ts';
import { applyCouponActions } from '#areas/derate/server/coupon-actions.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { BuiltLot } from './build-lot.ts';
import { staff } from './city.ts';
import type { LotKind } from './city.ts';
import type { PastStay } from './history.ts';
import { pick, randomFrom } from './random.ts';

type Wide = Record<string, unknown>;
type RulePlan = { readonly name: string } & Pick<Terms, 'kind' | 'value' | 'chargeBy' | 'priceFen'> & {
    readonly exclusive?: boolean;
  };
type SellerPlan = {
  readonly name: string;
  readonly contact: string;
  readonly rules: readonly number[];
  readonly recharges: readonly number[];
  readonly creditFen: number;
};

const plans: {
  readonly [K in LotKind]?: { readonly rules: readonly RulePlan[]; readonly sellers: readonly SellerPlan[] };
} = {
  mall: {
    rules: [
      { name: '消费满 50 元停 1 小时', kind: 'time', value: 60, chargeBy: 'price', priceFen: 300 },
      { name: '观影停 2 小时', kind: 'time', value: 120, chargeBy: 'price', priceFen: 500 },
      { name: '会员立减 5 元', kind: 'amount', value: 500, chargeBy: 'benefit', priceFen: 0 },
      { name: '贵宾全免', kind: 'full', value: 0, chargeBy: 'benefit', priceFen: 3000, exclusive: true },
    ],
    sellers: [
      { name: '咖啡馆', contact: '温知予', rules: [0], recharges: [200_000, 150_000], creditFen: 0 },
      { name: '影城', contact: '陆星河', rules: [1, 3], recharges: [400_000, 300_000, 300_000], creditFen: 50_000 },
      { name: '生鲜超市', contact: '许青禾', rules: [0, 2], recharges: [500_000, 400_000], creditFen: 100_000 },
    ],
  },
  hospital: {
    rules: [
      { name: '就诊八折', kind: 'percent', value: 20, chargeBy: 'benefit', priceFen: 800 },
      { name: '陪护最多 10 元', kind: 'flat', value: 1000, chargeBy: 'price', priceFen: 200, exclusive: true },
    ],
    sellers: [
      { name: '门诊部', contact: '宋怀瑾', rules: [0], recharges: [100_000, 100_000], creditFen: 20_000 },
      { name: '住院部', contact: '杜若溪', rules: [1], recharges: [60_000], creditFen: 20_000 },
    ],
  },
};

const NOBODY = '00000000-0000-7000-8000-000000000000';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Sellers joined so many days ago. */
const SINCE = 30;
const iso = (at: number): string => new Date(at).toISOString();
const frame = (at: number): Wide => ({ created_at: iso(at), updated_at: iso(at) });

type Rule = { readonly id: string; readonly plan: RulePlan; readonly terms: Terms & { name: string } };
type Seller = { readonly id: string; readonly plan: SellerPlan };

/**
 * Who gives discounts at a lot. `give` says what a stay of the past had on its bill; `write` stores discounts with what
 * is held for them.
 */
export type Shops = {
  readonly give: (
    stay: Stay,
    past: PastStay,
    feeFen: number,
    feeAt: (end: number) => number,
  ) => { row: Wide | null; lines: readonly BillLine[] };
  readonly unused: (stay: Stay, past: PastStay) => Wide | null;
  readonly write: (db: Db, rows: readonly Wide[]) => Promise<void>;
  /**
   * Once the past is written: what cars that left did not use is held no more, and some who are inside have paid ahead.
   */
  readonly close: (db: Db, past: readonly PastStay[]) => Promise<void>;
};

const NONE: Shops = {
  give: () => ({ row: null, lines: [] }),
  unused: () => null,
  write: async () => undefined,
  close: async () => undefined,
};

/** What was given to a stay: what its bill counted, or what waits for its exit. */
export function deratesOf(shops: Shops, stay: Stay, past: PastStay, given: Wide | null): Wide[] {
  const row = given ?? (past.outAt === null ? shops.unused(stay, past) : null);
  return row ? [row] : [];
}

type Choice = { readonly seller: Seller; readonly rule: Rule };

const ruleOf = (each: RulePlan, now: number): Rule => ({
  id: newId(now - SINCE * DAY),
  plan: each,
  terms: {
    name: each.name,
    kind: each.kind,
    value: each.value,
    exclusive: each.exclusive ?? false,
    chargeBy: each.chargeBy,
    priceFen: each.priceFen,
    chargePercent: 100,
    restores: true,
  },
});

/** What sellers paid in, with its ledger. */
async function payIn(db: Db, place: Place, recharges: readonly Wide[]): Promise<void> {
  await insertRows(db, 'seller_recharge', recharges, '');
  await writeMoney(db, place, {
    postings: recharges.map((row) =>
      recharged(
        {
          key: `seller-recharge/${String(row['id'])}`,
          park: place.parkId,
          at: Date.parse(String(row['time'])),
          about: String(row['id']),
        },
        account.drawer('desk-财务'),
        account.seller(String(row['seller_id'])),
        Number(row['amount_fen']),
      ),
    ),
  });
}

const couponRow = (stay: Stay, seller: Seller, rule: Rule, at: number, source: 'code' | 'seller'): Wide => ({
  id: newId(at),
  ...frame(at),
  plate_number: stay.plate,
  seller_id: seller.id,
  derate_id: rule.id,
  derate_type: rule.plan.kind,
  derate_value: rule.plan.value,
  status: 'bound',
  source,
  time: iso(at),
  valid_until: iso(at + DAY),
  benefit_fen: 0,
  charged_fen: 0,
  reserved_fen: mostCharged(rule.terms),
  remark: null,
  terms: rule.terms,
  uses: [],
});

/** Makes the rules and sellers of a lot with the money they put in, before its past is written. */
export async function openShops(
  database: Database,
  tenantId: number,
  { plan, site }: BuiltLot,
  seed: number,
  now: number,
): Promise<Shops> {
  const planned = plans[plan.kind];
  if (!planned) return NONE;
  const random = randomFrom(seed + 9_000);
  const place = (await database.read(tenantScope(tenantId), (db) => placesOf(db, [site.parkId]))).get(site.parkId)!;
  const owner = { tenant_id: tenantId, company_id: place.companyId, park_id: site.parkId };
  const short = /^.*?医院/.exec(plan.name)?.[0] ?? plan.name.slice(0, 2);
  const rules = planned.rules.map((each) => ruleOf(each, now));
  const sellers = planned.sellers.map((each): Seller => ({ id: newId(now - SINCE * DAY), plan: each }));
  const nameOf = (seller: Seller): string => `${short}${seller.plan.name}`;
  await database.write(tenantScope(tenantId), async (db) => {
    const ruleRows = rules.map((rule) => ruleRow(rule, owner, now));
    await insertRows(db, 'park_derate', ruleRows, '');
    const sellerRows = sellers.map((seller) => sellerRow(seller, nameOf(seller), rules, owner, now));
    await insertRows(db, 'park_seller', sellerRows, '');
    const recharges = sellers.flatMap((seller) => rechargesOf(seller, owner, now));
    await payIn(db, place, recharges);
    const login = staff.find((each) => each.type === 'seller' && each.lot === plan.name);
    if (login) await bindLogin(db, tenantId, sellers[0]!.id, login.account);
  });
  const row = (stay: Stay, { seller, rule }: Choice, at: number): Wide => ({
    ...owner,
    ...couponRow(stay, seller, rule, at, random() < 0.3 ? 'code' : 'seller'),
    operator: nameOf(seller),
  });
  const chosen = (): Choice => {
    const seller = pick(random, sellers);
    return { seller, rule: rules[pick(random, seller.plan.rules)]! };
  };
  return {
    give: (stay, past, feeFen, feeAt) => {
      if (past.outAt === null || past.release || past.outAt < now - SINCE * DAY || random() > 0.14)
        return { row: null, lines: [] };
      const choice = chosen();
      const { rule } = choice;
      const given = row(stay, choice, past.outAt - Math.min(20 * 60_000, Math.floor((past.outAt - past.inAt) / 2)));
      const name = { zh: rule.plan.name, en: rule.plan.name };
      const lines = chosenLines(
        [{ id: String(given['id']), name, terms: rule.terms, used: false }],
        feeFen,
        past.outAt,
        feeAt,
      );
      return lines.length === 0 ? { row: null, lines } : { row: given, lines };
    },
    unused: (stay, past) => {
      if (past.hasPass || random() > 0.12) return null;
      return row(stay, chosen(), Math.max(past.inAt + 60_000, now - Math.floor(random() * 3 * HOUR)));
    },
    write: writeDerates,
    close: async (db, past) => {
      await letGo(db, tenantId, site.parkId);
      await payAhead(db, place, past, random, now);
    },
  };
}

/** A login of the demo's staff is this seller's own. */
async function bindLogin(db: Db, tenantId: number, sellerId: string, login: string): Promise<void> {
  await db.raw(
    `INSERT INTO user_seller (tenant_id, user_id, seller_id) SELECT tenant_id, id, $2 FROM "user" WHERE tenant_id = $1
      AND account = $3 ON CONFLICT DO NOTHING`,
    [tenantId, sellerId, login],
  );
  await db.raw('UPDATE park_seller SET account = $3 WHERE tenant_id = $1 AND id = $2', [tenantId, sellerId, login]);
}

async function letGo(db: Db, tenantId: number, parkId: string): Promise<void> {
  const rows = await db.raw<{ id: string }>(
    `SELECT id FROM car_derate WHERE tenant_id = $1 AND park_id = $2 AND status = 'used' AND reserved_fen > 0`,
    [tenantId, parkId],
  );
  await applyCouponActions(
    db,
    tenantId,
    rows.map(({ id }) => ({ couponId: id, at: Date.now(), event: { kind: 'end', at: Date.now() } })),
  );
}

const CARDS = 6;

/** Whose last visit was which; at night a mall is empty. */
function lastVisits(past: readonly PastStay[]): PastStay[] {
  const last = new Map<string, PastStay>();
  for (const visit of past) if ((last.get(visit.car.plate)?.inAt ?? -1) < visit.inAt) last.set(visit.car.plate, visit);
  return [...last.values()]
    .filter(({ hasPass }) => !hasPass)
    .sort((a, b) => (b.outAt ?? Infinity) - (a.outAt ?? Infinity) || b.inAt - a.inAt);
}

/**
 * Stored-value cards of some cars that are inside, or have left last and paid in since: they pay at their exit by
 * themselves.
 */
async function payAhead(
  db: Db,
  place: Place,
  past: readonly PastStay[],
  random: () => number,
  now: number,
): Promise<void> {
  for (const { car, outAt } of lastVisits(past).slice(0, CARDS)) {
    const times =
      outAt === null
        ? [20, 3].map((days) => now - days * DAY - Math.floor(random() * 6 * HOUR))
        : [0.2, 0.7].map((part) => Math.floor(outAt + part * (now - outAt)));
    for (const time of times) {
      const at = new Date(time);
      await rechargePlate(
        db,
        place,
        {
          plate: car.plate,
          amountFen: pick(random, [5_000, 10_000, 20_000]),
          remark: null,
          operator: '沈亦舟',
          by: NOBODY,
          drawer: 'desk-沈亦舟',
        },
        at,
      );
    }
  }
}

/** What is held for new discounts is held of their sellers' balances. */
async function writeDerates(db: Db, rows: readonly Wide[]): Promise<void> {
  if (rows.length === 0) return;
  await insertRows(db, 'car_derate', rows, '');
  const held = Map.groupBy(rows, (each) => `${String(each['tenant_id'])} ${String(each['seller_id'])}`);
  for (const [key, group] of held) {
    const [tenantId, sellerId] = key.split(' ');
    await db.raw(
      'UPDATE park_seller SET reserved_fen = reserved_fen + $3, balance = balance - $3 WHERE tenant_id = $1 AND id = $2',
      [Number(tenantId), sellerId, group.reduce((sum, each) => sum + Number(each['reserved_fen']), 0)],
    );
  }
}

function ruleRow({ id, plan, terms }: Rule, owner: Wide, now: number): Wide {
  const size = {
    minutes: plan.kind === 'time' ? plan.value : null,
    amount_fen: plan.kind === 'amount' || plan.kind === 'flat' ? plan.value : null,
    percent_off: plan.kind === 'percent' ? plan.value : null,
  };
  return {
    ...owner,
    id,
    ...frame(now - SINCE * DAY),
    derate_name: plan.name,
    derate_type: plan.kind,
    ...size,
    derate_value: plan.value,
    exclusive: terms.exclusive,
    charge_by: plan.chargeBy,
    price: plan.priceFen,
    charge_percent: 100,
    day_limit: 1,
    valid_hours: 24,
    start_date: null,
    end_date: null,
    restores: true,
    at_box: terms.exclusive !== true,
    enable: true,
    remark: null,
  };
}

function sellerRow({ id, plan }: Seller, name: string, rules: readonly Rule[], owner: Wide, now: number): Wide {
  const chargedFen = plan.recharges.reduce((sum, fen) => sum + fen, 0);
  return {
    ...owner,
    id,
    ...frame(now - SINCE * DAY),
    seller_name: name,
    contact: plan.contact,
    phone: null,
    account: null,
    derate_ids: plan.rules.map((nth) => rules[nth]!.id),
    credit_fen: plan.creditFen,
    balance: chargedFen,
    charged_fen: chargedFen,
    used_fen: 0,
    reserved_fen: 0,
    enable: true,
    remark: null,
  };
}

function rechargesOf({ id, plan }: Seller, owner: Wide, now: number): Wide[] {
  let balance = 0;
  return plan.recharges.map((amountFen, nth) => {
    const at = now - (SINCE - nth * 9) * DAY + 10 * HOUR;
    balance += amountFen;
    return {
      ...owner,
      id: newId(at),
      ...frame(at),
      seller_id: id,
      time: iso(at),
      amount_fen: amountFen,
      balance_before: balance - amountFen,
      balance_after: balance,
      operator: '苏晚晴',
      remark: nth === 0 ? '首次充值' : null,
    };
  });
}
