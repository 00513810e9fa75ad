/**
 * The demo's coupons at malls: two stores, four rules, what was used on the bills of the last weeks, and what waits,
 * ended or was voided.
 */
import { chosenLines } from '#domain/derate/choose.ts';
import { mostCharged } from '#domain/derate/terms.ts';
import { account, recharged } from '#domain/ledger/ledger.ts';
import { placesOf, writeMoney } from '#areas/billing/server/door.ts';
import type { Place } from '#areas/billing/server/door.ts';
import { sizeOf, termsOf } from '#areas/coupon/model/terms.ts';
import { newNo } from '#areas/coupon/server/rules.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { plans } from './coupon-plans.ts';
import type { BuiltLot } from './build-lot.ts';
import { phoneOf } from './contacts.ts';
import type { Shops } from './derates.ts';
import type { PastStay } from './history.ts';
import { pick, randomFrom } from './random.ts';

type Wide = Record<string, unknown>;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Rules began so many days ago. */
const SINCE = 26;
/** What is left of each rule beside what was used. */
const REST = { unclaimed: 45, held: 18, expired: 14, cancelled: 5 };
const GIFTS = 6;

const stores = [
  { name: '购物中心', contact: '韩予安' },
  { name: '巨幕影院', contact: '宁一帆' },
];
const TOP_UP = 600_000;

const iso = (at: number): string => new Date(at).toISOString();
const frame = (at: number): Wide => ({ created_at: iso(at), updated_at: iso(at) });

type Rule = { readonly id: string; readonly plan: (typeof plans)[number]; readonly storeId: string | null };
type Owner = { readonly tenant_id: number; readonly company_id: string };
type Setting = { readonly owner: Owner; readonly parkId: string; readonly now: number };

function couponRow({ owner }: Setting, rule: Rule, status: string, at: number, more: Wide): Wide {
  const terms = termsOf(rule.plan);
  return {
    ...owner,
    id: newId(at),
    ...frame(at),
    coupon_no: newNo(),
    status,
    rule_id: rule.id,
    store_id: rule.storeId,
    bearer: rule.plan.bearer,
    derate_type: rule.plan.derateType,
    derate_value: sizeOf(rule.plan),
    plate_number: null,
    holder_phone: null,
    time: iso(at),
    claim_time: null,
    valid_until: iso(at + 30 * DAY),
    used_park_id: null,
    used_time: null,
    benefit_fen: 0,
    charged_fen: 0,
    reserved_fen: status === 'expired' || status === 'cancelled' ? 0 : mostCharged(terms),
    car_derate_id: null,
    end_remark: null,
    terms,
    ...more,
  };
}

const ruleRow = ({ owner, parkId, now }: Setting, { id, plan, storeId }: Rule): Wide => ({
  ...owner,
  id,
  ...frame(now - SINCE * DAY),
  rule_name: plan.ruleName,
  derate_type: plan.derateType,
  minutes: plan.minutes,
  amount_fen: plan.amountFen,
  percent_off: plan.percentOff,
  min_spend_fen: plan.minSpendFen,
  exclusive: plan.exclusive,
  bearer: plan.bearer,
  charge_by: plan.chargeBy,
  charge_percent: plan.chargePercent,
  price: plan.price,
  budget_num: 1000,
  budget_fen: plan.budgetFen,
  store_id: storeId,
  park_ids: [parkId],
  per_person: 3,
  per_plate_day: 1,
  claim_from: null,
  claim_until: null,
  valid_until: iso(now + 40 * DAY),
  valid_days: 30,
  restores: true,
  // What a shop or the platform pays for may go to a friend; members' prices are for members.
  giftable: plan.bearer !== 'own',
  max_gifts: 1,
  auto_use: true,
  status: 'enabled',
  issued: 0,
  claimed: 0,
  used: 0,
  cancelled: 0,
  benefit_fen: 0,
  used_fen: 0,
  reserved_fen: 0,
  claim_code: newNo(),
  cancel_type: null,
  end_remark: null,
  remark: null,
});

/** Most gifts are the office's; every third a driver gave on. */
const giverOf = (nth: number, plate: string): Wide =>
  nth % 3 === 2
    ? { giver: 'driver', giver_name: null, giver_phone: phoneOf(plate), way: 'link', remark: null }
    : { giver: 'staff', giver_name: '苏晚晴', giver_phone: null, way: 'phone', remark: '排队等候致歉' };

const storeRow = ({ owner, parkId, now }: Setting, id: string, nth: number, short: string): Wide => ({
  ...owner,
  id,
  ...frame(now - SINCE * DAY),
  store_name: `${short}${stores[nth]!.name}`,
  contact: stores[nth]!.contact,
  phone: phoneOf(stores[nth]!.contact),
  account: null,
  books_park_id: parkId,
  credit_fen: 100_000,
  balance: TOP_UP,
  charged_fen: TOP_UP,
  used_fen: 0,
  reserved_fen: 0,
  enable: true,
  remark: null,
});

/** Coupons as their rules and purses count them; they are written already. */
async function count(db: Db, { tenant_id: tenantId }: Owner, rows: readonly Wide[]): Promise<void> {
  for (const [ruleId, group] of Map.groupBy(rows, (row) => String(row['rule_id']))) {
    const reserved = group.reduce((sum, row) => sum + Number(row['reserved_fen']), 0);
    const claimed = group.filter((row) => row['claim_time'] !== null).length;
    const cancelled = group.filter((row) => row['status'] === 'cancelled').length;
    await db.raw(
      'UPDATE coupon_rule SET issued = issued + $3, claimed = claimed + $4, cancelled = cancelled + $5, reserved_fen = reserved_fen + $6 WHERE tenant_id = $1 AND id = $2',
      [tenantId, ruleId, group.length, claimed, cancelled, reserved],
    );
    const { store_id: storeId, bearer } = group[0]!;
    if (bearer === 'store')
      await db.raw(
        'UPDATE coupon_store SET reserved_fen = reserved_fen + $3, balance = balance - $3 WHERE tenant_id = $1 AND id = $2',
        [tenantId, storeId, reserved],
      );
  }
}

async function open(db: Db, place: Place, setting: Setting, short: string): Promise<Rule[]> {
  const { owner, parkId, now } = setting;
  const at = now - SINCE * DAY;
  const storeIds = stores.map(() => newId(at));
  const rules = plans.map((plan): Rule => ({
    id: newId(at),
    plan,
    storeId: plan.store === null ? null : storeIds[plan.store]!,
  }));
  await insertRows(
    db,
    'coupon_store',
    storeIds.map((id, nth) => storeRow(setting, id, nth, short)),
    '',
  );
  const named = (each: Rule): Wide => ({ ...ruleRow(setting, each), rule_name: `${short} ${each.plan.ruleName}` });
  await insertRows(db, 'coupon_rule', rules.map(named), '');
  await writeMoney(db, place, {
    postings: storeIds.map((id) =>
      recharged(
        { key: `coupon-recharge/${id}`, park: parkId, at: at + 10 * HOUR, about: id },
        account.drawer('desk-财务'),
        account.seller(id),
        TOP_UP,
      ),
    ),
  });
  const banner = (rule: Rule, nth: number): Wide => ({
    ...owner,
    id: newId(at),
    ...frame(at),
    title: rule.plan.ruleName,
    image_url: null,
    store_id: rule.storeId,
    rule_id: rule.id,
    link_url: null,
    sort: nth + 1,
    from_time: null,
    until_time: iso(now + 40 * DAY),
    enable: true,
    remark: null,
  });
  await insertRows(db, 'coupon_rule_banner', rules.slice(0, 3).map(banner), '');
  return rules;
}

/** What waits, ended or was voided; some of those that wait were given by the office. */
async function leaveRest(
  db: Db,
  setting: Setting,
  rules: readonly Rule[],
  past: readonly PastStay[],
  random: () => number,
): Promise<void> {
  const { owner, now } = setting;
  const plates = [
    ...new Set(past.filter(({ hasPass, outAt }) => !hasPass && outAt !== null).map(({ car }) => car.plate)),
  ];
  if (plates.length === 0) return;
  const claimed = (at: number): Wide => {
    const plate = pick(random, plates);
    return { plate_number: plate, holder_phone: phoneOf(plate), claim_time: iso(at + Math.floor(random() * DAY)) };
  };
  const ago = (most: number): number => now - DAY - Math.floor(random() * most * DAY);
  const times = <T>(num: number, make: () => T): T[] => Array.from({ length: num }, make);
  const rows = rules.flatMap((rule) => [
    ...times(REST.unclaimed, () => couponRow(setting, rule, 'unclaimed', ago(10), {})),
    ...times(REST.held, () => {
      const at = ago(9);
      return couponRow(setting, rule, 'held', at, claimed(at));
    }),
    ...times(REST.expired, () => {
      const at = now - 20 * DAY - Math.floor(random() * 5 * DAY);
      return couponRow(setting, rule, 'expired', at, { ...claimed(at), valid_until: iso(at + 15 * DAY) });
    }),
    ...times(REST.cancelled, () =>
      couponRow(setting, rule, 'cancelled', ago(12), { end_remark: '印刷有误，重新发放' }),
    ),
  ]);
  await insertRows(db, 'coupon_info', rows, '');
  await count(db, owner, rows);
  const held = rows.filter((row) => row['status'] === 'held').slice(0, GIFTS);
  const gifts = held.map((row, nth) => ({
    ...owner,
    id: newId(Date.parse(String(row['claim_time']))),
    ...frame(Date.parse(String(row['claim_time']))),
    time: row['claim_time'],
    rule_id: row['rule_id'],
    store_id: row['store_id'],
    ...giverOf(nth, pick(random, plates)),
    plate_number: row['plate_number'],
    phone: row['holder_phone'],
    num: 1,
  }));
  await insertRows(db, 'coupon_gift', gifts, '');
  const items = gifts.map((gift, nth) => ({
    ...owner,
    id: newId(),
    created_at: gift.time,
    updated_at: gift.time,
    store_id: gift.store_id,
    gift_id: gift.id,
    coupon_id: held[nth]!['id'],
    time: gift.time,
  }));
  await insertRows(db, 'coupon_gift_item', items, '');
}

/** A coupon on the bill of a plate: itself, and the discount it stands there as. */
function placed(
  setting: Setting,
  rule: Rule,
  plate: string,
  at: number,
  random: () => number,
): { coupon: Wide; row: Wide } {
  const { owner, parkId } = setting;
  const terms = termsOf(rule.plan);
  const discount = newId(at);
  const issued = at - Math.floor(random() * 3 * DAY);
  const coupon = couponRow(setting, rule, 'placed', issued, {
    plate_number: plate,
    holder_phone: phoneOf(plate),
    claim_time: iso(issued + HOUR),
    used_park_id: parkId,
    car_derate_id: discount,
  });
  const row = {
    ...owner,
    park_id: parkId,
    id: discount,
    ...frame(at),
    plate_number: plate,
    coupon_id: coupon['id'],
    derate_type: rule.plan.derateType,
    derate_value: sizeOf(rule.plan),
    status: 'bound',
    source: 'coupon',
    time: iso(at),
    valid_until: coupon['valid_until'],
    benefit_fen: 0,
    charged_fen: 0,
    reserved_fen: mostCharged(terms),
    operator: rule.plan.ruleName,
    remark: null,
    terms,
    uses: [],
  };
  return { coupon, row };
}

/** The lot's shops with coupons beside them: where no shop gave anything to a visit, a coupon may stand on its bill. */
export async function withCoupons(
  database: Database,
  tenantId: number,
  { plan, site }: BuiltLot,
  shops: Shops,
  seed: number,
  now: number,
): Promise<Shops> {
  if (plan.kind !== 'mall') return shops;
  const random = randomFrom(seed + 17_000);
  const { parkId } = site;
  const place = (await database.read(tenantScope(tenantId), (db) => placesOf(db, [parkId]))).get(parkId)!;
  const owner: Owner = { tenant_id: tenantId, company_id: place.companyId };
  const setting: Setting = { owner, parkId, now };
  const rules = await database.write(tenantScope(tenantId), (db) => open(db, place, setting, plan.name.slice(0, 2)));
  const coupons = new Map<string, Wide>();
  return {
    ...shops,
    give: (stay, past, feeFen, feeAt) => {
      const given = shops.give(stay, past, feeFen, feeAt);
      const { outAt } = past;
      const isOld = outAt === null || outAt < now - (SINCE - 2) * DAY;
      if (given.row || outAt === null || isOld || past.release || past.hasPass || random() > 0.07) return given;
      const rule = pick(random, rules);
      const { coupon, row } = placed(setting, rule, stay.plate, Math.max(past.inAt, outAt - 30 * 60_000), random);
      const name = { zh: rule.plan.ruleName, en: rule.plan.ruleName };
      const offered = [{ id: String(row['id']), name, terms: termsOf(rule.plan), used: false }];
      const lines = chosenLines(offered, feeFen, outAt, feeAt);
      if (lines.length === 0) return given;
      coupons.set(String(row['id']), coupon);
      return { row, lines };
    },
    write: async (db, rows) => {
      const mine = rows.filter((row) => row['coupon_id']);
      const held = mine.map((row) => coupons.get(String(row['id']))!);
      await insertRows(db, 'coupon_info', held, '');
      await insertRows(db, 'car_derate', mine, '');
      await count(db, owner, held);
      await shops.write(
        db,
        rows.filter((row) => !row['coupon_id']),
      );
    },
    close: async (db, past) => {
      await shops.close(db, past);
      await leaveRest(db, setting, rules, past, random);
    },
  };
}
