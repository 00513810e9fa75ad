/**
 * Which settlements are paid out together. A settlement is in one living payout at most, so nothing is paid twice.
 * Amounts are fen. Pure.
 */
import { addDays, weekdayOf } from '#domain/time/day.ts';
import type { Day } from '#domain/time/day.ts';

/** A confirmed settlement that no payout has. `dueFen` below 0 is owed to the platform and taken off. */
export type Due = { readonly id: string; readonly day: Day; readonly dueFen: number };

export type Cycle = 'daily' | 'weekly' | 'monthly';
export type PayoutTerms = { readonly cycle: Cycle; readonly holdDays: number; readonly minFen: number };

/** The day before which settlements belong to a cycle that is over. */
export function cutOff(cycle: Cycle, today: Day): Day {
  if (cycle === 'daily') return today;
  if (cycle === 'monthly') return `${today.slice(0, 8)}01`;
  return addDays(today, -((weekdayOf(today) + 6) % 7));
}

export type Payout =
  | { readonly why: null; readonly take: readonly Due[]; readonly amountFen: number }
  | { readonly why: 'nothing' | 'below'; readonly amountFen: number };

/** What may be paid out today: all that is ripe, and whatever is owed to the platform at once. */
export function payoutOf(dues: readonly Due[], today: Day, { cycle, holdDays, minFen }: PayoutTerms): Payout {
  const before = cutOff(cycle, today);
  const take = dues.filter(
    ({ day, dueFen }) => dueFen < 0 || (dueFen > 0 && day < before && addDays(day, holdDays) <= today),
  );
  const amountFen = take.reduce((sum, { dueFen }) => sum + dueFen, 0);
  if (take.length === 0 || amountFen <= 0) return { why: 'nothing', amountFen };
  return amountFen < minFen ? { why: 'below', amountFen } : { why: null, take, amountFen };
}

export type TransferState =
  | 'drafted'
  | 'approved'
  | 'sent'
  | 'unknown'
  | 'arrived'
  | 'failed'
  | 'returned'
  | 'cancelled';
/** The bank's status of a payment. */
export type BankReply = {
  readonly result: 'paid' | 'failed' | 'returned' | 'pending';
  readonly amountFen: number;
};
type Held = { readonly status: TransferState; readonly amountFen: number };

/** The same report for a transfer in that state is known already. */
const standing = { paid: 'arrived', failed: 'failed', returned: 'returned', pending: null } as const;

/**
 * What an answer does to a transfer. Nothing is booked of another amount, nor of a transfer that was never sent; money
 * that came back before it was reported as arrived never arrived.
 */
export function effectOf(
  transfer: Held | undefined,
  { result, amountFen }: BankReply,
): 'arrive' | 'fail' | 'giveBack' | 'known' | 'wait' | 'stranger' | 'amount' | 'closed' {
  if (!transfer) return 'stranger';
  if (transfer.amountFen !== amountFen) return 'amount';
  if (transfer.status === standing[result]) return 'known';
  const open = transfer.status === 'sent' || transfer.status === 'unknown';
  if (result === 'pending') return open ? 'wait' : 'closed';
  if (open) return result === 'paid' ? 'arrive' : 'fail';
  return result === 'returned' && transfer.status === 'arrived' ? 'giveBack' : 'closed';
}
