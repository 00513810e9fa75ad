import type { Posting } from './ledger.ts';

export type OrderState =
  | 'none'
  | 'quoted'
  | 'pending'
  | 'paid'
  | 'failed'
  | 'overpaid'
  | 'refunding'
  | 'refunded'
  | 'part-refunded'
  | 'refund-failed';

/** One try to pay through a channel, under its own trade number. */
export interface Attempt {
  readonly trade: string;
  readonly channel: string;
  readonly amountFen: number;
  readonly createdAt: number;
  readonly state: 'pending' | 'success' | 'failed';
}

export interface Payment {
  readonly id: string;
  /** Where the money lies, or the card it was taken from. */
  readonly via: `drawer:${string}` | `channel:${string}` | `stored-value:${string}`;
  readonly amountFen: number;
  readonly appliedFen: number;
  readonly at: number;
}

export interface Refund {
  readonly id: string;
  readonly payment: string;
  readonly amountFen: number;
  readonly from: 'revenue' | 'overpaid';
  readonly state: 'asked' | 'done' | 'failed';
}

export interface Order {
  readonly id: string;
  readonly park: string;
  readonly stay: string;
  readonly state: OrderState;
  readonly receivableFen: number;
  readonly deratedFen: number;
  readonly waivedFen: number;
  readonly paidFen: number;
  readonly surplusFen: number;
  /** Part of outstanding that is booked as arrears. */
  readonly owedFen: number;
  readonly derateBooked: boolean;
  readonly pricedAt: number;
  readonly validUntil: number;
  readonly paidAt: number | null;
  /** Start of the leave window: everything due was paid at this time. */
  readonly windowFrom: number | null;
  readonly attempts: readonly Attempt[];
  readonly payments: readonly Payment[];
  readonly refunds: readonly Refund[];
  /** Ids of actions already done, so that a repeated one changes nothing. */
  readonly done: readonly string[];
}

export type OrderEvent =
  | {
      readonly kind: 'quote';
      readonly receivableFen: number;
      readonly deratedFen: number;
      readonly pricedAt: number;
      readonly validUntil: number;
    }
  | { readonly kind: 'void' }
  | { readonly kind: 'expire'; readonly at: number }
  | { readonly kind: 'create'; readonly trade: string; readonly channel: string; readonly at: number }
  /**
   * A channel's status, pushed or queried. `allPaid`: at `at` nothing more was due than the order's sum (starts the
   * leave window after the hold).
   */
  | {
      readonly kind: 'notice';
      readonly trade: string;
      readonly amountFen: number;
      readonly success: boolean;
      readonly signatureRight: boolean;
      readonly at: number;
      readonly allPaid?: boolean;
    }
  | {
      readonly kind: 'cash';
      readonly id: string;
      readonly amountFen: number;
      readonly tenderedFen: number;
      readonly drawer: string;
      readonly at: number;
      readonly allPaid?: boolean;
    }
  /** Taken from a stored-value card. */
  | {
      readonly kind: 'stored';
      readonly id: string;
      readonly card: string;
      readonly amountFen: number;
      readonly at: number;
      readonly allPaid?: boolean;
    }
  | { readonly kind: 'waive'; readonly id: string; readonly amountFen: number; readonly at: number }
  /** What held the car let it go only at `at`: the leave window of what was paid begins then. */
  | { readonly kind: 'window'; readonly at: number }
  /** The car has gone: what is open is owed. */
  | { readonly kind: 'owe'; readonly at: number }
  /**
   * What is owed was wrongly claimed: the debt ends and its revenue is taken back; of `amountFen` only where it is
   * given.
   */
  | { readonly kind: 'cancel'; readonly id: string; readonly amountFen?: number; readonly at: number }
  /** The waiver `id` of a debt is taken back, since its money comes after all: `amountFen` is owed again. */
  | { readonly kind: 'restore'; readonly id: string; readonly amountFen: number; readonly at: number }
  | {
      readonly kind: 'refund';
      readonly id: string;
      readonly payment: string;
      readonly amountFen: number;
      readonly approved: boolean;
      readonly at: number;
    }
  | { readonly kind: 'refunded'; readonly id: string; readonly ok: boolean; readonly at: number };

export type OrderAlert = 'wrong-amount' | 'wrong-signature' | 'unknown-trade';

export type OrderRefusal =
  | 'state-closed'
  | 'quote-expired'
  | 'already-pending'
  | 'trade-used'
  | 'more-than-paid'
  | 'needs-approval'
  | 'nothing-due'
  | 'no-such-payment'
  | 'bad-amount';

export interface OrderStep {
  readonly order: Order;
  readonly postings: readonly Posting[];
  /** Refunds to be sent to the payment's own channel. */
  readonly refunds: readonly Refund[];
  readonly alert: OrderAlert | null;
  readonly refused: OrderRefusal | null;
}

export type Of<K extends OrderEvent['kind']> = Extract<OrderEvent, { kind: K }>;
