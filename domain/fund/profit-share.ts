/**
 * Profit sharing: what of a paid order goes to the receivers of a contract, what stays, and what has to come back
 * before a refund. Amounts are whole fen, rates hundredths of a percent, times epoch ms. Pure.
 */
import { shareOf } from './settlement.ts';

/** A receiver's part of what an order leaves after the channel's fee. */
export type Clause = { readonly id: string; readonly bp: number };
export type Part = { readonly id: string; readonly fen: number };

/** What channels let a merchant share of an order unless they agreed to more. */
export const USUAL_MOST_BP = 3_000;

/**
 * An amount by contract: each part rounded half up, in the contract's order, and the company keeps the rest, so the sum
 * is exact. Parts that would come to more than `mostFen` together give way from the last.
 */
export function partsOf(
  amountFen: number,
  contract: readonly Clause[],
  mostFen = amountFen,
): { readonly parts: readonly Part[]; readonly restFen: number } {
  let left = Math.max(0, Math.min(amountFen, mostFen));
  const parts = contract.map(({ id, bp }) => {
    const fen = Math.min(left, shareOf(Math.max(0, amountFen), bp));
    left -= fen;
    return { id, fen };
  });
  return { parts, restFen: amountFen - parts.reduce((sum, { fen }) => sum + fen, 0) };
}

/**
 * A payment as it stands. `refundsFen`: each refund that was requested and has not failed. `feeFen`: what it bears of the
 * fee of a trade that paid others too; left out, its own rate counts.
 */
export type Shareable = {
  readonly paidFen: number;
  readonly refundsFen: readonly number[];
  readonly feeBp: number;
  readonly feeFen?: number;
  readonly mostBp: number;
};

/**
 * What each payment of one trade bears of its fee. The channel rounds once, for the whole: a payment bears what the sum
 * up to it rounds to, less what those before it bear, so that together they are the fee to the fen.
 */
export function feesOf(payments: readonly Pick<Shareable, 'paidFen' | 'feeBp'>[]): readonly number[] {
  let [upTo, borne] = [0, 0];
  return payments.map(({ paidFen, feeBp }) => {
    upTo += paidFen * feeBp;
    const own = Math.floor((upTo + 5_000) / 10_000) - borne;
    borne += own;
    return own;
  });
}

const sumOf = (fens: readonly number[]): number => fens.reduce((sum, fen) => sum + fen, 0);

/** What is left of a payment after its refunds. */
export const leftOf = ({ paidFen, refundsFen }: Shareable): number => paidFen - sumOf(refundsFen);

/** The same after the channel's fee, of which each refund gave its part back: what the contract speaks of. */
export const netOf = (of: Shareable): number =>
  leftOf(of) - (of.feeFen ?? shareOf(of.paidFen, of.feeBp)) + sumOf(of.refundsFen.map((fen) => shareOf(fen, of.feeBp)));

/** The most that receivers may have of a payment together. */
export const mostOf = (of: Shareable): number => Math.max(0, Math.floor((leftOf(of) * of.mostBp) / 10_000));

/** What each receiver has of a payment as it stands, and what the company keeps. */
export const sharesOf = (
  of: Shareable,
  contract: readonly Clause[],
): { readonly parts: readonly Part[]; readonly restFen: number } => partsOf(netOf(of), contract, mostOf(of));

/** What receivers that `held` have got has to come back so that they have no more than their parts `after` a refund. */
export function callBacksOf(held: readonly Part[], after: readonly Part[]): readonly Part[] {
  const due = new Map(after.map(({ id, fen }) => [id, fen]));
  return held.flatMap(({ id, fen }) => {
    const back = fen - (due.get(id) ?? 0);
    return back > 0 ? [{ id, fen: back }] : [];
  });
}

const MINUTE_MS = 60_000;
/** Channels share from a minute after the payment on, and for thirty days. */
export const SHARE_FROM_MS = MINUTE_MS;
export const SHARE_UNTIL_MS = 30 * 24 * 60 * MINUTE_MS;

export const timeToShare = (paidAt: number, now: number): 'early' | 'now' | 'late' =>
  now < paidAt + SHARE_FROM_MS ? 'early' : now < paidAt + SHARE_UNTIL_MS ? 'now' : 'late';

export type ShareState = 'planned' | 'sent' | 'done' | 'failed' | 'cancelled' | 'returning' | 'returned' | 'backFailed';
/** A channel's status of a request. `unknown`: it has none of that number. */
export type Reply = 'done' | 'failed' | 'pending' | 'unknown';

/**
 * What a reply does to a share. One that comes twice, or late, changes nothing: `known`. A request the channel has not
 * got is sent `again` under the number it had, never under another.
 */
export function effectOf(
  state: ShareState,
  reply: Reply,
): 'finish' | 'fail' | 'back' | 'backFail' | 'wait' | 'again' | 'known' {
  if (state !== 'sent' && state !== 'returning') return 'known';
  if (reply === 'pending') return 'wait';
  if (reply === 'unknown') return 'again';
  if (state === 'sent') return reply === 'done' ? 'finish' : 'fail';
  return reply === 'done' ? 'back' : 'backFail';
}

/** A receiver's share on the way to a refund: `keptFen` has been shared and did not come back. */
export type HeldShare = {
  readonly id: string;
  readonly state: ShareState;
  readonly keptFen: number;
  /** The refund it was called back for the last time. */
  readonly returnedFor: string | null;
};

/**
 * What a refund waits for before it goes to the channel: parts to be called back now, requests whose outcome is open
 * (`wait`), or nothing (`go`). `refuse`: a part could not be called back for this very refund.
 */
export function beforeRefund(
  refundId: string,
  held: readonly HeldShare[],
  after: readonly Part[],
): { readonly answer: 'go' | 'wait' | 'refuse'; readonly callBacks: readonly Part[] } {
  if (held.some(({ state }) => state === 'sent' || state === 'returning')) return { answer: 'wait', callBacks: [] };
  const got = held.filter(({ keptFen }) => keptFen > 0);
  const callBacks = callBacksOf(
    got.map(({ id, keptFen }) => ({ id, fen: keptFen })),
    after,
  );
  if (callBacks.length === 0) return { answer: 'go', callBacks };
  const tried = new Set(
    got.filter(({ state, returnedFor }) => state === 'backFailed' && returnedFor === refundId).map(({ id }) => id),
  );
  return callBacks.some(({ id }) => tried.has(id))
    ? { answer: 'refuse', callBacks: [] }
    : { answer: 'wait', callBacks };
}

/**
 * The same where parts come back with the refund itself: it `wait`s while an outcome is open, and takes `parts` along,
 * one for each receiver that has got something, 0 where its part stays. `again`: they were settled for this refund.
 */
export function alongRefund(
  refundId: string,
  held: readonly HeldShare[],
  after: readonly Part[],
): { readonly answer: 'go' | 'wait' | 'again'; readonly parts: readonly Part[] } {
  const open = held.filter(({ state }) => state === 'sent' || state === 'returning');
  if (open.some(({ state, returnedFor }) => state === 'sent' || returnedFor !== refundId))
    return { answer: 'wait', parts: [] };
  if (open.length > 0) return { answer: 'again', parts: [] };
  const due = new Map(after.map(({ id, fen }) => [id, fen]));
  const got = held.filter(({ keptFen }) => keptFen > 0);
  return {
    answer: 'go',
    parts: got.map(({ id, keptFen }) => ({ id, fen: Math.max(0, keptFen - (due.get(id) ?? 0)) })),
  };
}
