/**
 * Messages about adverts are kept, counted and charged in one transaction: the advert is held, so that its sums are
 * those of its visits.
 */
import { chargeToDate, lotsPart } from '#domain/advert/charge.ts';
import type { PriceModel } from '#domain/advert/charge.ts';
import { whyNot } from '#domain/advert/visit.ts';
import type { Unread, VisitKind } from '#domain/advert/visit.ts';
import { dayOf } from '#domain/time/day.ts';
import { insertRows } from '#kit/server/bulk.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';

/** What a token was made for. */
export type Served = {
  readonly tenantId: number;
  readonly companyId: string;
  readonly parkId: string;
  readonly zone: string;
  readonly adverId: string;
  readonly plat: string;
  readonly slot: string;
  readonly token: string;
  readonly viewer: string;
  readonly hour: number;
};

export type Message = {
  readonly kind: VisitKind;
  readonly at: number;
  readonly isBot: boolean;
  readonly isFlood: boolean;
};

type Held = {
  served: number;
  views: number;
  clicks: number;
  days: number;
  spent: number;
  lot: number;
  model: PriceModel;
  price: number;
  budget: number | null;
  share: number;
};
type Counted = { kind: VisitKind; parkId: string; companyId: string; slot: string; day: string };
/** Where the day's figures of a visit stand: with the serving that counted. */
type Home = { readonly day: string; readonly parkId: string; readonly companyId: string; readonly slot: string };

const hold = async (db: Db, { tenantId, adverId }: Served): Promise<Held> =>
  (
    await db.raw<Held>(
      `SELECT a.served, a.views, a.clicks, a.days, a.spent_fen AS spent, a.lot_fen AS lot, a.price_model AS model, a.price_fen AS price, a.budget_fen AS budget,
        coalesce((SELECT p.share_bp FROM ad_plat p WHERE p.tenant_id = $1 AND p.plat = a.plat AND p.deleted_at IS NULL), 10000) AS share
       FROM adver a WHERE a.tenant_id = $1 AND a.id = $2 FOR NO KEY UPDATE OF a`,
      [tenantId, adverId],
    )
  )[0]!;

/** Keeps one message; the same kind of a token again is nothing new. Answers why it does not count, or null. */
export async function keepVisit(db: Db, of: Served, { kind, at, isBot, isFlood }: Message): Promise<Unread | null> {
  const { tenantId, adverId, viewer, hour, token } = of;
  const held = await hold(db, of);
  const [visit] = await db.raw<{ invalid: Unread | null }>(
    'SELECT invalid FROM ad_visit WHERE tenant_id = $1 AND token = $2 AND kind = $3',
    [tenantId, token, kind],
  );
  if (visit) return visit.invalid;
  const before = await db.raw<Counted>(
    `SELECT kind, park_id AS "parkId", company_id AS "companyId", slot, day FROM ad_visit
     WHERE tenant_id = $1 AND adver_id = $2 AND viewer = $3 AND hour = $4 AND counted`,
    [tenantId, adverId, viewer, hour],
  );
  const invalid = whyNot({ kind, isBot, isFlood, counted: new Set(before.map((each) => each.kind)) });
  const owner = { tenant_id: tenantId, company_id: of.companyId, park_id: of.parkId };
  const row = {
    ...owner,
    id: newId(at),
    created_at: new Date(at).toISOString(),
    updated_at: new Date(at).toISOString(),
  };
  const first = before.find((each) => each.kind === 'served');
  const home: Home = first ?? { ...of, day: dayOf(at, of.zone) };
  const fact = { at: row.created_at, adver_id: adverId, plat: of.plat, slot: of.slot, kind, token, viewer, hour };
  await insertRows(db, 'ad_visit', [{ ...row, ...fact, day: home.day, counted: invalid === null, invalid }], '');
  await countVisit(db, of, held, home, kind, invalid);
  return invalid;
}

async function countVisit(db: Db, of: Served, held: Held, home: Home, kind: VisitKind, invalid: Unread | null) {
  const is = (wanted: VisitKind): number => Number(invalid === null && kind === wanted);
  const opens = is('viewable') === 1 && held.model === 'day' && (await isFirstOfDay(db, of, home.day));
  const after = {
    views: held.views + is('viewable'),
    clicks: held.clicks + is('click'),
    days: held.days + Number(opens),
  };
  const price = { model: held.model, priceFen: held.price, budgetFen: held.budget };
  const chargeFen = Math.max(0, chargeToDate(price, after) - held.spent);
  const lotFen = lotsPart(held.spent + chargeFen, held.share) - lotsPart(held.spent, held.share);
  if (invalid === null)
    await db.raw(
      'UPDATE adver SET served = $3, views = $4, clicks = $5, days = $6, spent_fen = $7, lot_fen = $8 WHERE tenant_id = $1 AND id = $2',
      [
        of.tenantId,
        of.adverId,
        held.served + is('served'),
        after.views,
        after.clicks,
        after.days,
        held.spent + chargeFen,
        held.lot + lotFen,
      ],
    );
  await addDay(db, of, home, {
    served: is('served'),
    viewable: is('viewable'),
    clicks: is('click'),
    closes: is('close'),
    invalid: Number(invalid !== null),
    charge_fen: chargeFen,
    lot_fen: lotFen,
  });
}

const isFirstOfDay = async (db: Db, { tenantId, adverId }: Served, day: string): Promise<boolean> =>
  (
    await db.raw('SELECT 1 FROM ad_day WHERE tenant_id = $1 AND adver_id = $2 AND day = $3 AND viewable > 0 LIMIT 1', [
      tenantId,
      adverId,
      day,
    ])
  ).length === 0;

type Figures = Readonly<
  Record<'served' | 'viewable' | 'clicks' | 'closes' | 'invalid' | 'charge_fen' | 'lot_fen', number>
>;

/** The advert is held: nobody else writes its days meanwhile. */
async function addDay(db: Db, of: Served, { day, parkId, companyId, slot }: Home, more: Figures): Promise<void> {
  const key = [of.tenantId, day, of.adverId, parkId, slot];
  const found = await db.raw(
    `UPDATE ad_day SET served = served + $6, viewable = viewable + $7, clicks = clicks + $8, closes = closes + $9,
     invalid = invalid + $10, charge_fen = charge_fen + $11, lot_fen = lot_fen + $12
     WHERE tenant_id = $1 AND day = $2 AND adver_id = $3 AND park_id = $4 AND slot = $5 RETURNING 1`,
    [...key, more.served, more.viewable, more.clicks, more.closes, more.invalid, more.charge_fen, more.lot_fen],
  );
  if (found.length > 0) return;
  const owner = { tenant_id: of.tenantId, company_id: companyId, park_id: parkId, id: newId() };
  const now = new Date().toISOString();
  const row = { ...owner, created_at: now, updated_at: now, day, adver_id: of.adverId, plat: of.plat, slot };
  await insertRows(db, 'ad_day', [{ ...row, ...more }], '');
}
