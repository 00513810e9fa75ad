/**
 * A network's own figures of a day held against ours as they are entered, and again each night: views come late, and a
 * platform's bound may change.
 */
import { and, eq } from 'drizzle-orm';
import { compareFigures, standingOf } from '#domain/advert/theirs.ts';
import type { Compared, Standing } from '#domain/advert/theirs.ts';
import { addDays, dayOf } from '#domain/time/day.ts';
import type { Row } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { ofTenant, platformScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import type { Job } from '#kit/server/jobs.ts';
import type { Rules } from '#kit/server/rules.ts';
import { tableOf } from '#kit/server/table.ts';
import { DEFAULT_BOUND_BP } from '../model/ad-plat.ts';
import { adNetworkDay } from '../model/network-day.ts';

type NetworkDay = Row<typeof adNetworkDay>;
type Ours = { readonly views: number; readonly fen: number; readonly boundBp: number };

/** Days that are compared again. */
const BACK_DAYS = 31;
const ZONE = 'Asia/Shanghai';

/** What was counted here of a network's day at all car parks of the group, and the bound of its platform. */
async function oursOf(db: Db, tenantId: number, plat: string, day: string): Promise<Ours> {
  const [[sums], [platform]] = await Promise.all([
    db.raw<{ views: number; fen: number }>(
      `SELECT coalesce(sum(viewable), 0)::bigint AS views, coalesce(sum(charge_fen), 0)::bigint AS fen FROM ad_day
       WHERE tenant_id = $1 AND plat = $2 AND day = $3 AND deleted_at IS NULL`,
      [tenantId, plat, day],
    ),
    db.raw<{ bound: number | null }>(
      'SELECT bound_bp AS bound FROM ad_plat WHERE tenant_id = $1 AND plat = $2 AND deleted_at IS NULL',
      [tenantId, plat],
    ),
  ]);
  return { views: Number(sums?.views ?? 0), fen: Number(sums?.fen ?? 0), boundBp: platform?.bound ?? DEFAULT_BOUND_BP };
}

const figuresOf = (ours: Ours, { viewsOff, fenOff }: Compared, status: Standing, now: Date) => ({
  ourViews: ours.views,
  ourFen: ours.fen,
  boundBp: ours.boundBp,
  viewsOff,
  fenOff,
  status,
  comparedTime: now.toISOString(),
});

export const networkDayRules: Rules = {
  apart: true,
  check: (values, _, work) => {
    const { day } = values as Partial<NetworkDay>;
    return day && day > dayOf(work.now.getTime(), work.person.zone)
      ? [{ field: 'day', msg: text('不能晚于今天', 'It cannot be later than today') }]
      : [];
  },
  /** A reason that is written or confirmed now explains the difference as it is now. */
  fill: async (values, before, work) => {
    const now = { ...before, ...values } as NetworkDay;
    const tenantId = before ? Number((before as NetworkDay).tenantId) : work.db.scope.tenantId;
    const ours = await oursOf(ofTenant(work.db, tenantId), tenantId, String(now.plat), String(now.day));
    const theirs = { views: now.theirViews ?? 0, fen: now.theirFen ?? 0 };
    const compared = compareFigures(ours, theirs, ours.boundBp);
    const isWritten = 'reason' in values;
    const given = {
      reason: now.reason || null,
      viewsOff: isWritten ? compared.viewsOff : (now.reasonViewsOff ?? null),
      fenOff: isWritten ? compared.fenOff : (now.reasonFenOff ?? null),
    };
    return {
      ...figuresOf(ours, compared, standingOf(compared, given), work.now),
      reasonViewsOff: given.reason ? given.viewsOff : null,
      reasonFenOff: given.reason ? given.fenOff : null,
    };
  },
};

const t = tableOf(adNetworkDay);

/** Compares the days of the last month again. */
export const compareAgain = (database: Database, now: Date): Promise<void> =>
  database.write(platformScope, async (db) => {
    const from = addDays(dayOf(now.getTime(), ZONE), -BACK_DAYS);
    const rows = await db.raw<{ id: string; tenant: number }>(
      'SELECT id, tenant_id AS tenant FROM ad_network_day WHERE day >= $1 AND deleted_at IS NULL ORDER BY tenant_id, id',
      [from],
    );
    for (const { id, tenant } of rows) await compareOne(ofTenant(db, tenant), tenant, id, now);
  });

async function compareOne(db: Db, tenantId: number, id: string, now: Date): Promise<void> {
  const [row] = (await db
    .select()
    .from(t)
    .where(and(eq(t.tenantId!, tenantId), eq(t.id!, id)))) as NetworkDay[];
  if (!row) return;
  const ours = await oursOf(db, tenantId, String(row.plat), String(row.day));
  const compared = compareFigures(ours, { views: row.theirViews ?? 0, fen: row.theirFen ?? 0 }, ours.boundBp);
  const given = { reason: row.reason || null, viewsOff: row.reasonViewsOff ?? null, fenOff: row.reasonFenOff ?? null };
  const next = figuresOf(ours, compared, standingOf(compared, given), now);
  const isSame = (['ourViews', 'ourFen', 'boundBp', 'viewsOff', 'fenOff', 'status'] as const).every(
    (name) => row[name] === next[name],
  );
  if (isSame) return;
  await db
    .update(t)
    .set(next)
    .where(and(eq(t.tenantId!, tenantId), eq(t.id!, id)));
}

export const networkJobs: readonly Job[] = [
  {
    name: 'advert-networks',
    title: text('广告平台对账', 'Advert network reports'),
    cron: '40 3 * * *',
    work: compareAgain,
  },
];
