/**
 * Double entry in fen. A posting's lines sum to zero; debit is positive, credit negative. Nothing is changed, only
 * reversed.
 */

export type AccountKind =
  | 'drawer'
  | 'channel'
  | 'revenue'
  | 'waived'
  | 'derated'
  | 'seller'
  | 'stored-value'
  | 'coupon'
  | 'refunds-payable'
  | 'overpaid'
  | 'arrears'
  | 'channel-fee'
  | 'service-fee'
  | 'profit-share'
  | 'ad-free'
  | 'seats'
  | 'platform-income'
  | 'due'
  | 'bank'
  | 'suspense'
  | 'loss';

/**
 * `kind:owner`; the owner is a shift's drawer, a channel, a park, a seller, a card, a bank account or whom something is
 * due from.
 */
export type Account = `${AccountKind}:${string}`;

export const account = {
  drawer: (drawer: string): Account => `drawer:${drawer}`,
  channel: (channel: string): Account => `channel:${channel}`,
  revenue: (park: string): Account => `revenue:${park}`,
  /** What the park gave up of its revenue: contra accounts, so that revenue is gross. */
  waived: (park: string): Account => `waived:${park}`,
  derated: (park: string): Account => `derated:${park}`,
  seller: (seller: string): Account => `seller:${seller}`,
  storedValue: (card: string): Account => `stored-value:${card}`,
  coupon: (park: string): Account => `coupon:${park}`,
  refundsPayable: (park: string): Account => `refunds-payable:${park}`,
  overpaid: (park: string): Account => `overpaid:${park}`,
  arrears: (park: string): Account => `arrears:${park}`,
  channelFee: (park: string): Account => `channel-fee:${park}`,
  serviceFee: (park: string): Account => `service-fee:${park}`,
  /** What the channel paid to others out of the lot's payments, as contracts have it. */
  profitShare: (park: string): Account => `profit-share:${park}`,
  /** What the platform owes the books, below 0 what they owe it. */
  due: (who: string): Account => `due:${who}`,
  /** What the lot pays for pages without adverts, and what the platform earned by it: the one is the other. */
  adFree: (park: string): Account => `ad-free:${park}`,
  /** What the lot pays for cloud seats, likewise. */
  seats: (park: string): Account => `seats:${park}`,
  platformIncome: (park: string): Account => `platform-income:${park}`,
  bank: (tail: string): Account => `bank:${tail}`,
  /** Money of a channel that nobody expected, until its cause is found. */
  suspense: (channel: string): Account => `suspense:${channel}`,
  /** What a channel never paid, and nobody knows why. */
  loss: (park: string): Account => `loss:${park}`,
} as const;

export interface PostingLine {
  readonly account: Account;
  readonly amountFen: number;
}

export type PostingKind =
  | 'payment'
  | 'waiver'
  | 'derate'
  | 'owed'
  | 'cancelled'
  | 'refund-asked'
  | 'refund-paid'
  | 'reversal'
  | 'recharge'
  | 'stored-value'
  | 'coupon'
  | 'seller-derate'
  | 'settlement'
  | 'arrival'
  | 'shortfall'
  | 'payout'
  | 'profit-share'
  | 'profit-return'
  | 'ad-free'
  | 'seats';

export interface Posting {
  /** Natural key: the same action posts once. */
  readonly key: string;
  readonly kind: PostingKind;
  /** Whose books: a lot, or the company itself. */
  readonly park: string;
  /** Corrected time of the action, epoch ms. */
  readonly at: number;
  /** What it pays for: order, payment, refund, card. */
  readonly about: string;
  readonly lines: readonly PostingLine[];
  readonly reverses: string | null;
}

interface Head {
  readonly key: string;
  readonly park: string;
  readonly at: number;
  readonly about: string;
}

const debit = (to: Account, amountFen: number): PostingLine => ({ account: to, amountFen });
const credit = (to: Account, amountFen: number): PostingLine => ({ account: to, amountFen: -amountFen });

/**
 * Throws when lines are not whole fen or do not sum to zero: an unbalanced posting is a fault of the program, never
 * input.
 */
export function checkBalanced(lines: readonly PostingLine[]): void {
  let sum = 0;
  for (const line of lines) {
    if (!Number.isSafeInteger(line.amountFen)) throw new Error(`not whole fen: ${line.account} ${line.amountFen}`);
    sum += line.amountFen;
  }
  if (sum !== 0) throw new Error(`posting is off by ${sum} fen`);
}

function posting(
  kind: PostingKind,
  head: Head,
  lines: readonly PostingLine[],
  reverses: string | null = null,
): Posting {
  const real = lines.filter((line) => line.amountFen !== 0);
  checkBalanced(real);
  return { key: head.key, kind, park: head.park, at: head.at, about: head.about, lines: real, reverses };
}

/** How a payment is split: revenue not yet booked, arrears booked before, surplus nobody owed. All >= 0. */
export interface Split {
  readonly revenueFen: number;
  readonly arrearsFen: number;
  readonly surplusFen: number;
}

const earned = (park: string, split: Split): PostingLine[] => [
  credit(account.revenue(park), split.revenueFen),
  credit(account.arrears(park), split.arrearsFen),
  credit(account.overpaid(park), split.surplusFen),
];

/** Cash: the drawer takes what was tendered and gives change; the rest equals the split's sum. */
export function cashReceived(
  head: Head,
  drawer: string,
  tenderedFen: number,
  changeFen: number,
  split: Split,
): Posting {
  const into = account.drawer(drawer);
  return posting('payment', head, [debit(into, tenderedFen), credit(into, changeFen), ...earned(head.park, split)]);
}

export function channelReceived(head: Head, channel: string, split: Split): Posting {
  const amountFen = split.revenueFen + split.arrearsFen + split.surplusFen;
  return posting('payment', head, [debit(account.channel(channel), amountFen), ...earned(head.park, split)]);
}

/** Waived before it was booked as owed (`revenueFen`) or after (`arrearsFen`). */
export function waived(head: Head, revenueFen: number, arrearsFen: number): Posting {
  return posting('waiver', head, [
    debit(account.waived(head.park), revenueFen + arrearsFen),
    credit(account.revenue(head.park), revenueFen),
    credit(account.arrears(head.park), arrearsFen),
  ]);
}

export const derated = (head: Head, amountFen: number): Posting =>
  posting('derate', head, [
    debit(account.derated(head.park), amountFen),
    credit(account.revenue(head.park), amountFen),
  ]);

/** The car has gone and owes. */
export const owed = (head: Head, amountFen: number): Posting =>
  posting('owed', head, [debit(account.arrears(head.park), amountFen), credit(account.revenue(head.park), amountFen)]);

/** What was booked as owed is no longer claimed and never was earned: the revenue is taken back with the debt. */
export const cancelled = (head: Head, amountFen: number): Posting =>
  posting('cancelled', head, [
    debit(account.revenue(head.park), amountFen),
    credit(account.arrears(head.park), amountFen),
  ]);

/** A refund is owed to the payer: out of revenue, or out of a surplus that never was revenue. */
export const refundRequested = (head: Head, from: 'revenue' | 'overpaid', amountFen: number): Posting =>
  posting('refund-asked', head, [
    debit(account[from](head.park), amountFen),
    credit(account.refundsPayable(head.park), amountFen),
  ]);

/** The money went back by `via`: the channel that took it, or a drawer. */
export const refundPaid = (head: Head, via: Account, amountFen: number): Posting =>
  posting('refund-paid', head, [debit(account.refundsPayable(head.park), amountFen), credit(via, amountFen)]);

/** A seller, a card: money received (`via`) that is owed to the balance `to`. */
export const recharged = (head: Head, via: Account, to: Account, amountFen: number): Posting =>
  posting('recharge', head, [debit(via, amountFen), credit(to, amountFen)]);

/** Money paid ahead on a card is spent. */
export const storedValuePaid = (head: Head, card: string, split: Split): Posting =>
  posting('stored-value', head, [
    debit(account.storedValue(card), split.revenueFen + split.arrearsFen + split.surplusFen),
    ...earned(head.park, split),
  ]);

/** The platform bears a coupon: what it owes the lot for it, against what the lot derated. */
export const couponUsed = (head: Head, amountFen: number): Posting =>
  posting('coupon', head, [debit(account.coupon(head.park), amountFen), credit(account.derated(head.park), amountFen)]);

/**
 * A seller pays for its customers' parking: its rule's part of a benefit goes from its balance to the lot, against
 * what the lot derated.
 */
export const sellerDerated = (head: Head, seller: string, amountFen: number): Posting =>
  posting('seller-derate', head, [
    debit(account.seller(seller), amountFen),
    credit(account.derated(head.park), amountFen),
  ]);

/** The platform: whom coupons and service fees are settled with. */
const PLATFORM = 'platform';

/**
 * A day of a channel is settled. `agencyFen`: what the channel pays the platform, which owes it to the lot from now on.
 */
export const settled = (
  head: Head,
  channel: string,
  fen: {
    readonly feeFen: number;
    readonly serviceFeeFen: number;
    readonly couponFen: number;
    readonly agencyFen: number;
  },
): Posting =>
  posting('settlement', head, [
    debit(account.channelFee(head.park), fen.feeFen),
    credit(account.channel(channel), fen.feeFen + fen.agencyFen),
    debit(account.serviceFee(head.park), fen.serviceFeeFen),
    debit(account.due(PLATFORM), fen.agencyFen - fen.serviceFeeFen + fen.couponFen),
    credit(account.coupon(head.park), fen.couponFen),
  ]);

/**
 * Money of a channel came into a bank account: what the channel owed comes off, what nobody expected waits to be
 * explained.
 */
export const arrived = (
  head: Head,
  channel: string,
  bank: string,
  fen: { readonly owedFen: number; readonly overFen: number },
): Posting =>
  posting('arrival', head, [
    debit(account.bank(bank), fen.owedFen + fen.overFen),
    credit(account.channel(channel), fen.owedFen),
    credit(account.suspense(channel), fen.overFen),
  ]);

/**
 * Why less came than a channel owed: its fee, a refund it has taken off already, money that went elsewhere, or nobody
 * knows.
 */
export type ShortCause = 'fee' | 'refund' | 'elsewhere' | 'loss';

/**
 * What came too little is owed by the channel no more: it is its fee or a loss, or waits in suspense for the refund or
 * the other account's line.
 */
export const shortfallSettled = (head: Head, channel: string, cause: ShortCause, amountFen: number): Posting =>
  posting('shortfall', head, [
    debit(
      cause === 'fee'
        ? account.channelFee(head.park)
        : cause === 'loss'
          ? account.loss(head.park)
          : account.suspense(channel),
      amountFen,
    ),
    credit(account.channel(channel), amountFen),
  ]);

/** The platform paid what it owed the lot into a bank account; below 0 the lot paid it by getting less elsewhere. */
export const paidOut = (head: Head, bank: string, amountFen: number): Posting =>
  posting('payout', head, [debit(account.bank(bank), amountFen), credit(account.due(PLATFORM), amountFen)]);

/** A channel paid a receiver's part of a payment: it owes the lot that much less. */
export const profitShared = (head: Head, channel: string, amountFen: number): Posting =>
  posting('profit-share', head, [
    debit(account.profitShare(head.park), amountFen),
    credit(account.channel(channel), amountFen),
  ]);

/** A receiver's part came back to the lot's account with the channel. */
export const profitReturned = (head: Head, channel: string, amountFen: number): Posting =>
  posting('profit-return', head, [
    debit(account.channel(channel), amountFen),
    credit(account.profitShare(head.park), amountFen),
  ]);

/** A lot paid the platform for pages without adverts: its cost is the platform's income. */
export const adFreePaid = (head: Head, amountFen: number): Posting =>
  posting('ad-free', head, [
    debit(account.adFree(head.park), amountFen),
    credit(account.platformIncome(head.park), amountFen),
  ]);

/** A lot paid the platform for cloud seats: its cost is the platform's income. */
export const seatsPaid = (head: Head, amountFen: number): Posting =>
  posting('seats', head, [
    debit(account.seats(head.park), amountFen),
    credit(account.platformIncome(head.park), amountFen),
  ]);

/** The same lines the other way round; the reversed row stays. A reversal is not reversed: post the entry again. */
export function reversal(of: Posting, key: string, at: number): Posting {
  if (of.reverses !== null) throw new Error(`${of.key} is itself a reversal`);
  const head = { key, park: of.park, at, about: of.about };
  return posting(
    'reversal',
    head,
    of.lines.map((line) => ({ ...line, amountFen: -line.amountFen })),
    of.key,
  );
}

/** Balance per account; each key counts once however often it is given. */
export function balances(postings: Iterable<Posting>): Map<Account, number> {
  const seen = new Set<string>();
  const sums = new Map<Account, number>();
  for (const each of postings) {
    if (seen.has(each.key)) continue;
    seen.add(each.key);
    for (const line of each.lines) sums.set(line.account, (sums.get(line.account) ?? 0) + line.amountFen);
  }
  return sums;
}
