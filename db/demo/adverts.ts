/**
 * The demo's adverts: five platforms and, of each group, adverts in every state with two weeks of visits; the days are
 * the sums of the visits.
 */
import { chargeToDate, lotsPart } from '#domain/advert/charge.ts';
import { hourNo } from '#domain/advert/visit.ts';
import type { VisitKind } from '#domain/advert/visit.ts';
import { placesOf, writeMoney } from '#areas/billing/server/door.ts';
import { adFreePaid } from '#domain/ledger/ledger.ts';
import { addDays, addMonths, dayOf, startOfDay } from '#domain/time/day.ts';
import { keepPicture } from '#kit/files/files.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { advertPicture } from './pictures.ts';
import { networkRows } from './advert-networks.ts';
import { plans, plats } from './advert-plans.ts';
import type { Plan } from './advert-plans.ts';
import { randomFrom } from './random.ts';

type Wide = Record<string, unknown>;
const DAY = 86_400_000;
const ZONE = 'Asia/Shanghai';
const DAYS = 14;
const PER_DAY = 14;

type Figures = Record<'served' | 'viewable' | 'clicks' | 'closes' | 'invalid' | 'charge_fen' | 'lot_fen', number>;
const figureOf = { served: 'served', viewable: 'viewable', click: 'clicks', close: 'closes' } as const;

const iso = (at: number): string => new Date(at).toISOString();

type Owner = { readonly tenant_id: number; readonly company_id: string };
type Park = Owner & { readonly park_id: string };
type Running = { readonly id: string; readonly plan: Plan; readonly parks: readonly Park[] };
type Sums = { served: number; views: number; clicks: number; days: number; spent: number; lot: number };

/** What becomes of one serving, by luck. */
const kindsOf = (luck: number): VisitKind[] => [
  'served',
  ...(luck < 0.8 ? ['viewable' as const] : []),
  ...(luck < 0.06 ? ['click' as const] : []),
  ...(luck > 0.55 && luck < 0.8 ? ['close' as const] : []),
];

/** One advert's visits in the order they happened, with the days and sums they come to. */
class Past {
  readonly visits: Wide[] = [];
  readonly byDay = new Map<string, Wide & Figures>();
  readonly sums: Sums = { served: 0, views: 0, clicks: 0, days: 0, spent: 0, lot: 0 };
  readonly #seenOn = new Set<string>();
  readonly #of: Running;
  constructor(of: Running) {
    this.#of = of;
  }

  day(day: string, at: number, park: Park): Wide & Figures {
    const key = `${day} ${park.park_id}`;
    const { id, plan } = this.#of;
    const frame = { ...park, id: newId(at), created_at: iso(at), updated_at: iso(at) };
    const none = { served: 0, viewable: 0, clicks: 0, closes: 0, invalid: 0, charge_fen: 0, lot_fen: 0 };
    const row = this.byDay.get(key) ?? { ...frame, day, adver_id: id, plat: plan.plat, slot: plan.slot, ...none };
    this.byDay.set(key, row);
    return row;
  }

  visit(day: string, began: number, at: number, park: Park, token: string, kind: VisitKind, isRepeat = false): void {
    const { id, plan } = this.#of;
    const frame = { ...park, id: newId(at), created_at: iso(at), updated_at: iso(at), at: iso(at), day };
    const about = { adver_id: id, plat: plan.plat, slot: plan.slot, token, viewer: `viewer of ${token}`, kind };
    const counted = { hour: hourNo(began), counted: !isRepeat, invalid: isRepeat ? 'repeat' : null };
    this.visits.push({ ...frame, ...about, ...counted });
    const row = this.day(day, at, park);
    row[isRepeat ? 'invalid' : figureOf[kind]] += 1;
    if (!isRepeat) this.#count(row, day, kind);
  }

  #count(row: Figures, day: string, kind: VisitKind): void {
    const { plan } = this.#of;
    const { sums } = this;
    sums.served += Number(kind === 'served');
    sums.clicks += Number(kind === 'click');
    sums.views += Number(kind === 'viewable');
    if (kind === 'viewable' && !this.#seenOn.has(day)) sums.days += 1;
    if (kind === 'viewable') this.#seenOn.add(day);
    const due = chargeToDate({ model: plan.model, priceFen: plan.priceFen, budgetFen: null }, sums);
    const lot = lotsPart(due, plats.find(({ plat }) => plat === plan.plat)!.shareBp);
    row.charge_fen += due - sums.spent;
    row.lot_fen += lot - sums.lot;
    [sums.spent, sums.lot] = [due, lot];
  }
}

function past(of: Running, now: number, random: () => number): Past {
  const made = new Past(of);
  for (let back = DAYS - 1; back >= 0; back -= 1) {
    const day = dayOf(now - back * DAY, ZONE);
    const begin = startOfDay(day, ZONE) + 7 * 3_600_000;
    const times = Array.from({ length: PER_DAY }, () => begin + Math.floor(random() * 14 * 3_600_000));
    for (const [nth, at] of times.toSorted((a, b) => a - b).entries()) {
      const park = of.parks[Math.floor(random() * of.parks.length)]!;
      const luck = random();
      if (at > now - 60_000) continue;
      const token = `demo.${of.id.slice(-12)}${day.replaceAll('-', '')}${nth}`;
      for (const [step, kind] of kindsOf(luck).entries()) made.visit(day, at, at + step * 2_000, park, token, kind);
      if (luck > 0.97) made.visit(day, at, at + 9_000, park, `${token}r`, 'served', true);
    }
  }
  return made;
}

function adverRow(
  { tenant_id, company_id }: Owner,
  id: string,
  plan: Plan,
  now: number,
  sums: Sums,
  picture: string | null,
): Wide {
  const isDraft = plan.status === 'draft';
  const began = startOfDay(dayOf(now - (DAYS - 1) * DAY, ZONE), ZONE);
  return {
    tenant_id,
    company_id,
    id,
    created_at: iso(began - DAY),
    updated_at: iso(now),
    name: plan.name,
    plat: plan.plat,
    kind: picture ? 'picture' : 'text',
    picture,
    text: plan.text,
    link_url: 'https://adverts.example.com/',
    slots: [plan.slot],
    park_ids: [],
    start_time: iso(isDraft ? now + 10 * DAY : began),
    end_time: iso(now + 40 * DAY),
    weekdays: [],
    hours_from: null,
    hours_until: null,
    per_device_day: 3,
    weight: 10,
    price_model: plan.model,
    price_fen: plan.priceFen,
    budget_fen: plan.model === 'day' ? null : 500_000,
    advertiser: plan.advertiser,
    status: plan.status,
    served: sums.served,
    views: sums.views,
    clicks: sums.clicks,
    days: sums.days,
    spent_fen: sums.spent,
    lot_fen: sums.lot,
    reviewed_by: isDraft ? null : '运营主管',
    reviewed_time: isDraft ? null : iso(began - DAY / 2),
    remark: null,
  };
}

/** `parks`: the group's lots, each of whose companies stands below `companyId`. */
export async function addAdverts(
  database: Database,
  tenantId: number,
  companyId: string,
  parks: readonly { readonly companyId: string; readonly parkId: string }[],
  now: number,
): Promise<void> {
  const random = randomFrom(tenantId * 31 + 7);
  const picture = await keepPicture(database, tenantId, advertPicture());
  const owner = { tenant_id: tenantId, company_id: companyId };
  const lots = parks
    .slice(0, 4)
    .map((each) => ({ tenant_id: tenantId, company_id: each.companyId, park_id: each.parkId }));
  const made = plans.map((plan, nth) => {
    const id = newId(now - DAYS * DAY);
    const of = { id, plan, parks: lots };
    const lived = plan.status === 'draft' ? new Past(of) : past(of, now, random);
    return { row: adverRow(owner, id, plan, now, lived.sums, nth === 0 ? picture : null), lived };
  });
  const begun = iso(now - 20 * DAY);
  const frame = { tenant_id: tenantId, created_at: begun, updated_at: begun };
  const platRows = plats.map(({ plat, name, shareBp, closeFen }) => ({
    ...frame,
    id: newId(now - 20 * DAY),
    plat,
    name,
    share_bp: shareBp,
    close_fen: closeFen,
    bound_bp: 500,
    enabled: true,
    config: null,
    remark: null,
  }));
  await database.write(tenantScope(tenantId), async (db) => {
    await insertRows(db, 'ad_plat', platRows, '');
    await insertRows(
      db,
      'adver',
      made.map(({ row }) => row),
      '',
    );
    await insertRows(
      db,
      'ad_visit',
      made.flatMap(({ lived }) => lived.visits),
      '',
    );
    const days = made.flatMap(({ lived }) => [...lived.byDay.values()]);
    await insertRows(db, 'ad_day', days, '');
    const reported = networkRows(tenantId, days, now);
    if (reported.length > 0) await insertRows(db, 'ad_network_day', reported, '');
  });
  if (lots.length === 0) return;
  await addOrders(database, tenantId, lots, now);
  await addGarageAds(database, tenantId, lots, now);
}

const ORDERS = [
  { plat: 'pp', months: 12, fen: 360_000, status: 'paid', back: 40 },
  { plat: 'js', months: 1, fen: 24_000, status: 'ended', back: 50 },
  { plat: 'pp', months: 6, fen: 180_000, status: 'open', back: 2 },
  { plat: 'h', months: 3, fen: 60_000, status: 'cancelled', back: 9 },
] as const;

/** A group's orders for pages without adverts in every state; those that were paid are booked. */
async function addOrders(database: Database, tenantId: number, lots: readonly Park[], now: number): Promise<void> {
  const made = ORDERS.map(({ plat, months, fen, status, back }, nth) => {
    const at = now - back * DAY;
    const id = newId(at);
    const isPaid = status === 'paid' || status === 'ended';
    const paidAt = at + 26 * 3_600_000;
    const from = dayOf(paidAt, ZONE);
    const lot = lots[lots.length - 1 - (nth % lots.length)]!;
    const row = {
      ...lot,
      id,
      created_at: iso(at),
      updated_at: iso(isPaid ? paidAt : at),
      order_no: `AF${dayOf(at, ZONE).replaceAll('-', '')}${id.replaceAll('-', '').slice(-8).toUpperCase()}`,
      plat,
      months,
      amount_fen: fen,
      status,
      ordered_time: iso(at),
      pay_type: isPaid ? 'transfer' : null,
      pay_ref: isPaid ? `HD${from.replaceAll('-', '')}0${nth}` : null,
      paid_time: isPaid ? iso(paidAt) : null,
      paid_by: isPaid ? '财务' : null,
      valid_from: isPaid ? from : null,
      valid_until: isPaid ? addDays(addMonths(from, months), -1) : null,
      why: status === 'cancelled' ? '改为续签广告' : null,
    };
    const head = { key: `ad-free/${id}`, park: lot.park_id, at: paidAt, about: id };
    return { row, lot, posting: isPaid ? adFreePaid(head, fen) : null };
  });
  await database.write(tenantScope(tenantId), async (db) => {
    await insertRows(
      db,
      'adver_order',
      made.map(({ row }) => row),
      'RETURNING 1',
    );
    const places = await placesOf(
      db,
      made.map(({ lot }) => lot.park_id),
      tenantId,
    );
    for (const { lot, posting } of made)
      if (posting) await writeMoney(db, places.get(lot.park_id)!, { postings: [posting] });
  });
}

const GARAGE = [
  { name: '商场促销', content: '三楼超市满100减5\n凭小票停车两小时免费', from: -5, until: 30 },
  { name: '年末洗车', content: '负二层洗车 29 元', from: 10, until: 40 },
] as const;

/** What the guidance screens of a group's first car parks show. */
async function addGarageAds(database: Database, tenantId: number, lots: readonly Park[], now: number): Promise<void> {
  const rows = lots.slice(0, 2).flatMap((lot) =>
    GARAGE.map(({ name, content, from, until }) => ({
      ...lot,
      id: newId(now - 6 * DAY),
      created_at: iso(now - 6 * DAY),
      updated_at: iso(now - 6 * DAY),
      ad_name: name,
      content,
      start_time: iso(now + from * DAY),
      end_time: iso(now + until * DAY),
      seconds: 8,
      enabled: true,
    })),
  );
  await database.write(tenantScope(tenantId), (db) => insertRows(db, 'garagead', rows, 'RETURNING 1'));
}

type DemoLot = { readonly companyId: string; readonly site: { readonly parkId: string } };

/** Adverts for every group that has car parks. */
export async function advertise(
  database: Database,
  lots: readonly DemoLot[],
  tenantOf: ReadonlyMap<string, number>,
  now: number,
): Promise<void> {
  for (const [tenantId, own] of Map.groupBy(lots, ({ site }) => tenantOf.get(site.parkId)!)) {
    const [group] = await database.read(tenantScope(tenantId), (db) =>
      db.raw<{ id: string }>(
        'SELECT id FROM company WHERE tenant_id = $1 AND parent_id IS NULL AND deleted_at IS NULL LIMIT 1',
        [tenantId],
      ),
    );
    const parks = own.map(({ companyId, site }) => ({ companyId, parkId: site.parkId }));
    if (group) await addAdverts(database, tenantId, group.id, parks, now);
  }
}
