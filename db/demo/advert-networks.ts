/** What the networks of the demo's adverts say of each day: mostly the same as ours, twice far off. */
import { compareFigures, standingOf } from '#domain/advert/theirs.ts';
import type { Figures } from '#domain/advert/theirs.ts';
import { dayOf, startOfDay } from '#domain/time/day.ts';
import { newId } from '#kit/server/id.ts';

type Day = { readonly day: string; readonly plat: string } & Figures;
type Row = Record<string, unknown>;

const ZONE = 'Asia/Shanghai';
const BOUND_BP = 500;
/** Days before today whose figures are far off, and why where somebody has written it. */
const FAR: ReadonlyMap<number, string | null> = new Map([
  [2, null],
  [6, '对方按日志时间统计，跨零点的展示计在次日'],
]);

/** The sums of days by network, of finished days alone. */
function byNetwork(days: readonly Row[], today: string): Day[] {
  const sums = new Map<string, Day>();
  for (const row of days) {
    const { day, plat } = row as { day: string; plat: string };
    if (plat === 'own' || day >= today) continue;
    const key = `${day} ${plat}`;
    const held = sums.get(key) ?? { day, plat, views: 0, fen: 0 };
    sums.set(key, { ...held, views: held.views + Number(row['viewable']), fen: held.fen + Number(row['charge_fen']) });
  }
  return [...sums.values()];
}

/** Rows of `ad_network_day`. `days`: those of `ad_day`; `now`: epoch ms. */
export function networkRows(tenantId: number, days: readonly Row[], now: number): Row[] {
  const today = dayOf(now, ZONE);
  return byNetwork(days, today).map(({ day, plat, ...ours }) => {
    const at = startOfDay(day, ZONE) + 34 * 3_600_000;
    const back = Math.round((startOfDay(today, ZONE) - startOfDay(day, ZONE)) / 86_400_000);
    const part = FAR.has(back) ? 0.8 : 1;
    const theirs = { views: Math.floor(ours.views * part), fen: Math.floor(ours.fen * part) };
    const reason = (FAR.get(back) ?? null) as string | null;
    const compared = compareFigures(ours, theirs, BOUND_BP);
    const about = reason && compared.verdict === 'beyond' ? compared : null;
    const when = new Date(Math.min(at, now)).toISOString();
    return {
      tenant_id: tenantId,
      id: newId(at),
      created_at: when,
      updated_at: when,
      day,
      plat,
      our_views: ours.views,
      their_views: theirs.views,
      views_off: compared.viewsOff,
      our_fen: ours.fen,
      their_fen: theirs.fen,
      fen_off: compared.fenOff,
      bound_bp: BOUND_BP,
      status: standingOf(compared, { reason, viewsOff: compared.viewsOff, fenOff: compared.fenOff }),
      reason: about ? reason : null,
      compared_time: when,
      reason_views_off: about?.viewsOff ?? null,
      reason_fen_off: about?.fenOff ?? null,
    };
  });
}
