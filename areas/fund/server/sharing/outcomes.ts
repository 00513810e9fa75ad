/** What channels answered about shares, booked once: the row moves and the ledger holds it in the same transaction. */
import { effectOf } from '#domain/fund/profit-share.ts';
import type { Reply } from '#domain/fund/profit-share.ts';
import { profitReturned, profitShared } from '#domain/ledger/ledger.ts';
import type { Posting } from '#domain/ledger/ledger.ts';
import type { RefundEnded } from '#areas/billing/model/events.ts';
import { placesOf, writeMoney } from '#areas/billing/server/door.ts';
import type { ShareOutcome } from '#areas/billing/server/door.ts';
import type { Db } from '#kit/server/db.ts';
import { text } from '#kit/declare/text.ts';
import { mover } from '#kit/server/mover.ts';
import { profitShare } from '../../model/profit-share.ts';
import { byId, GIVE_UP_MS } from './requests.ts';
import { isBackWithRefund, isPart, keptOf, receiversOf, sharesHeld } from './rows.ts';
import type { Share } from './rows.ts';

const finish = mover(profitShare, 'finish', 'clock');
const fail = mover(profitShare, 'fail', 'clock');
const takeBack = mover(profitShare, 'takeBack', 'clock');
const takePart = mover(profitShare, 'takePart', 'clock');
const failBack = mover(profitShare, 'failBack', 'clock');
const keep = mover(profitShare, 'keep', 'clock');

const notWithRefund = text(
  '退款已完成，渠道未随退款退回分账',
  'The refund is done; the channel returned no part with it',
);

type At = { readonly db: Db; readonly tenantId: number; readonly now: Date };
/** An outcome of one row. `number` is the request it answers; `channelNo` the channel's own. */
export type Answered = {
  readonly id: string;
  readonly number: string;
  readonly outcome: ShareOutcome;
  readonly channelNo?: string | null;
};

const SOONEST_MS = 5_000;
const MOST_MS = 30 * 60_000;
/** The channel is queried again after a pause that grows with the tries. */
export const pauseOf = (tries: number): number => Math.min(MOST_MS, SOONEST_MS * 2 ** Math.min(tries, 9));

async function post({ db, tenantId }: At, parkId: string, posting: Posting): Promise<void> {
  const place = (await placesOf(db, [parkId], tenantId)).get(parkId);
  if (!place) throw new Error(`shared of a lot that is not there: ${parkId}`);
  await writeMoney(db, place, { postings: [posting] });
}

const headOf = (key: string, row: Share, at: number) => ({ key, park: row.parkId, at, about: row.id });

/** One row's outcome. @returns whether the payment's other rows may go on */
async function apply(at: At, row: Share, { outcome, channelNo, number }: Answered): Promise<boolean> {
  const { db, tenantId, now } = at;
  const one = { now, tenantId, where: byId(row.id) };
  const effect = effectOf(row.status, outcome.state satisfies Reply);
  const doneAt = new Date(outcome.at).toISOString();
  if (effect === 'known' || effect === 'again') return false;
  if (effect === 'wait') {
    await db.raw(
      'UPDATE profit_share SET due_time = $3, channel_no = coalesce($4, channel_no) WHERE tenant_id = $1 AND id = $2',
      [tenantId, row.id, new Date(now.getTime() + pauseOf(row.tries)).toISOString(), channelNo ?? null],
    );
    return false;
  }
  const why = outcome.state === 'failed' ? outcome.why.slice(0, 200) : null;
  if (effect === 'finish') {
    await finish(db, { ...one, set: { doneTime: doneAt, channelNo: channelNo ?? null, dueTime: null, failure: null } });
    if (isPart(row))
      await post(
        at,
        row.parkId,
        profitShared(headOf(`profit-share/${number}/${row.id}`, row, outcome.at), row.payType, Number(row.amountFen)),
      );
  } else if (effect === 'fail') {
    const giveUp = new Date(Date.parse(row.paidTime) + GIVE_UP_MS).toISOString();
    await fail(db, { ...one, set: { failure: why, channelNo: channelNo ?? null, dueTime: giveUp } });
  } else if (effect === 'backFail') {
    await failBack(db, { ...one, set: { failure: why, dueTime: null } });
  } else {
    await returned(at, row, { key: `profit-return/${number}`, backFen: Number(row.backFen), backAt: outcome.at });
  }
  return true;
}

/** A part that came back, whole or not: `backFen` of it, at `backAt`. */
async function returned(
  at: At,
  row: Share,
  { key, backFen, backAt }: { key: string; backFen: number; backAt: number },
): Promise<void> {
  const { db, tenantId, now } = at;
  if (backFen > keptOf(row)) throw new Error(`more came back of ${row.id} than was shared: ${backFen}`);
  const returnedFen = Number(row.returnedFen) + backFen;
  const set = { returnedFen, backFen: 0, backTime: new Date(backAt).toISOString(), dueTime: null };
  const move = returnedFen === Number(row.amountFen) ? takeBack : takePart;
  await move(db, { now, tenantId, where: byId(row.id), set });
  await post(at, row.parkId, profitReturned(headOf(key, row, backAt), row.payType, backFen));
}

/** Books outcomes of one trade's requests; those that were booked, or are of an older request, change nothing. */
export async function book(at: At, paymentId: string, answers: readonly Answered[]): Promise<void> {
  const { db, tenantId, now } = at;
  const rows = new Map((await sharesHeld(db, tenantId, paymentId, now)).map((row) => [row.id, row]));
  let goOn = false;
  for (const answer of answers) {
    const row = rows.get(answer.id);
    const wanted = row?.status === 'returning' ? row.backNo : row?.shareNo;
    if (row && wanted === answer.number && (await apply(at, row, answer))) goOn = true;
  }
  if (goOn) await restNow(at, [...rows.values()]);
}

/** What stays may be released now. */
const restNow = ({ db, tenantId, now }: At, trade: readonly Share[]): Promise<unknown> =>
  db.raw(`UPDATE profit_share SET due_time = $3 WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND status = 'planned'`, [
    tenantId,
    trade.filter((row) => !isPart(row)).map(({ id }) => id),
    now.toISOString(),
  ]);

/**
 * Books what receivers gave back with a refund, as the channel says: that counts, not what was requested. Of a refund
 * that was refused nothing comes back, and a part that did not come with one that was done is for a person to settle.
 */
export async function bookGivenBack(db: Db, refund: RefundEnded, now: Date): Promise<void> {
  const { tenantId, paymentId, refundId } = refund;
  const at = { db, tenantId, now };
  const trade = await sharesHeld(db, tenantId, paymentId, now);
  const rows = trade.filter(
    (row) => row.status === 'returning' && row.backFor === refundId && isBackWithRefund(row.payType),
  );
  if (rows.length === 0) return;
  const receivers = await receiversOf(
    db,
    tenantId,
    rows.map(({ receiverId }) => receiverId!),
  );
  const accountOf = new Map(receivers.map(({ id, accountNo }) => [id, accountNo]));
  for (const row of rows) {
    const one = { now, tenantId, where: byId(row.id) };
    const part = refund.back.find(({ accounts }) => accounts.includes(accountOf.get(row.receiverId!)!));
    const backFen = part && part.failed === null ? part.amountFen : 0;
    if (backFen > 0)
      await returned(at, row, { key: `profit-return/${row.backNo}/${row.id}`, backFen, backAt: refund.at });
    else if (refund.isDone && (part || Number(row.backFen) > 0))
      await failBack(db, { ...one, set: { failure: part?.failed ?? notWithRefund.zh, dueTime: null } });
    else await keep(db, { ...one, set: { backFen: 0, dueTime: null } });
  }
  await restNow(at, trade);
}

/** No answer came: the channel is queried after a pause, under the number that was sent. */
export const putOff = ({ db, tenantId, now }: At, rows: readonly Share[]): Promise<unknown> =>
  db.raw('UPDATE profit_share SET due_time = $3 WHERE tenant_id = $1 AND id = ANY($2::uuid[])', [
    tenantId,
    rows.map(({ id }) => id),
    new Date(now.getTime() + pauseOf(Math.max(...rows.map(({ tries }) => tries)))).toISOString(),
  ]);
