/**
 * What a trade's shares want of the channel next, one request at a time. Its number is stored before it is sent, so
 * that what was sent is known whatever happens in between.
 */
import { inArray } from 'drizzle-orm';
import { leftOf, netOf, SHARE_UNTIL_MS, timeToShare } from '#domain/fund/profit-share.ts';
import type { Db } from '#kit/server/db.ts';
import { mover } from '#kit/server/mover.ts';
import { tableOf } from '#kit/server/table.ts';
import { text } from '#kit/declare/text.ts';
import { profitShare } from '../../model/profit-share.ts';
import { duesOf, isBackWithRefund, isPart, keptOf, requestNoOf, sharesHeld } from './rows.ts';
import type { Due, Share } from './rows.ts';

/** `isNew`: never sent before; otherwise the channel is queried first. */
export type Request = { readonly isNew: boolean } & (
  | { readonly kind: 'share'; readonly shareNo: string; readonly rows: readonly Share[] }
  | { readonly kind: 'finish'; readonly shareNo: string; readonly rows: readonly Share[] }
  | { readonly kind: 'back'; readonly row: Share }
);

const send = mover(profitShare, 'send', 'clock');
const drop = mover(profitShare, 'drop', 'clock');
export const byId = (...ids: readonly string[]) => inArray(tableOf(profitShare).id!, [...ids]);

/** A request taken by one server is not taken by another for this long. */
const LEASE_MS = 60_000;
/** What failed is left to a person until a day before the channel closes the order by itself. */
export const GIVE_UP_MS = SHARE_UNTIL_MS - 86_400_000;
/** What waits for others is looked at so often. */
const WAIT_MS = 10 * 60_000;

const reasons = {
  refunded: text('已全额退款', 'Refunded in full'),
  nothing: text('不足一分', 'Less than a fen'),
  late: text('超过 30 天，渠道已自行解冻', 'Over 30 days: the channel released it itself'),
};

type At = { readonly db: Db; readonly tenantId: number; readonly now: Date };
const later = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString();

const dropped = ({ db, tenantId, now }: At, row: Share, why: keyof typeof reasons): Promise<unknown> =>
  drop(db, { now, tenantId, where: byId(row.id), set: { failure: reasons[why].zh, amountFen: 0, dueTime: null } });

async function leased({ db, tenantId, now }: At, rows: readonly Share[]): Promise<void> {
  await db.raw(
    `UPDATE profit_share SET due_time = $3, tries = coalesce(tries, 0) + 1 WHERE tenant_id = $1 AND id = ANY($2::uuid[])`,
    [tenantId, rows.map(({ id }) => id), later(now, LEASE_MS)],
  );
}

/** Of these planned parts those that come to something, stored as sent; the others are dropped. */
async function sentNow(
  at: At,
  planned: readonly Share[],
  dues: ReadonlyMap<string, Due>,
  { shareNo, times }: { shareNo: string; times: number },
): Promise<Share[]> {
  const { db, tenantId, now } = at;
  const going: Share[] = [];
  for (const row of planned) {
    const { of, parts } = dues.get(row.paymentId)!;
    const amountFen = parts.find(({ id }) => id === row.id)?.fen ?? 0;
    if (timeToShare(Date.parse(row.paidTime), now.getTime()) === 'late') await dropped(at, row, 'late');
    else if (amountFen === 0) await dropped(at, row, leftOf(of) === 0 ? 'refunded' : 'nothing');
    else {
      const set = { amountFen, netFen: netOf(of), shareNo, times, tries: 1, sentTime: now.toISOString() };
      await send(db, {
        now,
        tenantId,
        where: byId(row.id),
        set: { ...set, failure: null, dueTime: later(now, LEASE_MS) },
      });
      going.push({ ...row, amountFen, shareNo, status: 'sent' });
    }
  }
  return going;
}

/**
 * Planned parts of one company go out together, as much as its payments leave now. Those of another company of the same
 * trade have a request of their own: what its receivers are refused for holds up nobody else.
 */
async function sendParts(at: At, rows: readonly Share[], dues: ReadonlyMap<string, Due>): Promise<Request | null> {
  const times = Math.max(...rows.map((row) => row.times)) + 1;
  const shareNo = requestNoOf(rows[0]!, `S${times}`);
  const planned = rows.filter((row) => isPart(row) && row.status === 'planned');
  for (const own of Map.groupBy(planned, ({ companyId }) => companyId).values()) {
    const going = await sentNow(at, own, dues, { shareNo, times });
    if (going.length > 0) return { kind: 'share', isNew: true, shareNo, rows: going };
  }
  return null;
}

const OPEN: ReadonlySet<string> = new Set(['planned', 'sent', 'failed', 'returning']);

/** Once nothing of a trade is to be shared any more what stays is released at once, under a number of its own. */
async function sendRest(at: At, rows: readonly Share[], dues: ReadonlyMap<string, Due>): Promise<Request | null> {
  const { db, tenantId, now } = at;
  const rests = rows.filter((row) => !isPart(row) && row.status === 'planned');
  if (rests.length === 0 || rows.some((row) => isPart(row) && OPEN.has(row.status))) return null;
  const times = Math.max(...rests.map((rest) => rest.times)) + 1;
  const shareNo = requestNoOf(rows[0]!, `U${times}`);
  const going: Share[] = [];
  for (const rest of rests) {
    const { of } = dues.get(rest.paymentId)!;
    const late = timeToShare(Date.parse(rest.paidTime), now.getTime()) === 'late';
    if (late || leftOf(of) === 0) {
      await dropped(at, rest, late ? 'late' : 'refunded');
      continue;
    }
    const own = rows.filter((row) => isPart(row) && row.paymentId === rest.paymentId);
    const amountFen = netOf(of) - own.reduce((sum, row) => sum + keptOf(row), 0);
    const set = { amountFen, netFen: netOf(of), shareNo, times, tries: 1, sentTime: now.toISOString() };
    await send(db, {
      now,
      tenantId,
      where: byId(rest.id),
      set: { ...set, failure: null, dueTime: later(now, LEASE_MS) },
    });
    going.push({ ...rest, amountFen, shareNo, status: 'sent' });
  }
  return going.length === 0 ? null : { kind: 'finish', isNew: true, shareNo, rows: going };
}

/** Requests under way: called back parts first, as a refund waits for them. */
async function underWay(at: At, rows: readonly Share[], force: boolean): Promise<Request | null> {
  const due = rows.filter((row) => force || row.isDue);
  const back = due.find(({ status, payType }) => status === 'returning' && !isBackWithRefund(payType));
  if (back) {
    await leased(at, [back]);
    return { kind: 'back', isNew: back.tries === 0, row: back };
  }
  const sent = due.find(({ status }) => status === 'sent');
  if (!sent) return null;
  const together = rows.filter(({ status, shareNo }) => status === 'sent' && shareNo === sent.shareNo);
  await leased(at, together);
  return { kind: isPart(sent) ? 'share' : 'finish', isNew: false, shareNo: sent.shareNo!, rows: together };
}

/** What failed a day before the channel closes the order is given up, so that the rest gets out. */
async function dropFailed(at: At, rows: readonly Share[]): Promise<boolean> {
  const old = rows.filter(
    ({ status, paidTime }) => status === 'failed' && at.now.getTime() >= Date.parse(paidTime) + GIVE_UP_MS,
  );
  for (const row of old) await dropped(at, row, 'late');
  return old.length > 0;
}

/**
 * The next request of the trade a payment is of, already stored as sent; null where there is none just now. `force`: at
 * once.
 */
export async function nextRequest(
  db: Db,
  { tenantId, paymentId, now, force = false }: { tenantId: number; paymentId: string; now: Date; force?: boolean },
): Promise<Request | null> {
  const at = { db, tenantId, now };
  let rows = await sharesHeld(db, tenantId, paymentId, now);
  if (rows.length === 0) return null;
  const open = await underWay(at, rows, force);
  if (open) return open;
  const dues = await duesOf(db, tenantId, rows);
  const isRipe = rows.some((row) => row.status === 'planned' && row.isDue);
  if (isRipe && rows.some((row) => isPart(row) && row.status === 'planned')) {
    const request = await sendParts(at, rows, dues);
    if (request) return request;
  }
  await dropFailed(at, rows);
  rows = await sharesHeld(db, tenantId, paymentId, now);
  const rest = isRipe ? await sendRest(at, rows, dues) : null;
  if (!rest)
    await db.raw(
      `UPDATE profit_share SET due_time = $3 WHERE tenant_id = $1 AND id = ANY($2::uuid[])
        AND status IN ('planned', 'failed') AND due_time <= $4`,
      [tenantId, rows.map(({ id }) => id), later(now, WAIT_MS), now.toISOString()],
    );
  return rest;
}
