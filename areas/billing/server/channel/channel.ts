import type { Database } from '#kit/server/db.ts';

/** One payment asked of a channel. `at` is when it was asked (epoch ms); `subject` is shown to the payer. */
export type Trade = { readonly tradeNo: string; readonly amountFen: number; readonly at: number; readonly subject: string };

/** What a channel says of a trade. `amountFen` is what it says it took; `at` when (epoch ms). */
export type Said = {
  readonly tradeNo: string;
  readonly state: 'paid' | 'pending' | 'failed';
  readonly amountFen: number;
  readonly at: number;
  readonly channelNo: string | null;
};

/** A notice read from the wire: what it says, and whether its signature is the channel's. Null when it cannot be read at all. */
export type Notice = { readonly said: Said; readonly signatureRight: boolean };

export type RefundAsk = { readonly refundNo: string; readonly tradeNo: string; readonly amountFen: number };
export type RefundSaid = { readonly ok: boolean; readonly channelNo: string | null; readonly at: number };

/**
 * A way to be paid that is somebody else's. All calls may throw when the other side cannot be reached, and all may be repeated with the
 * same numbers: the channel does each once.
 */
export type PaymentChannel = {
  readonly name: string;
  /** Takes money by the driver's own pay code. The outcome may be `pending`; a notice or a query tells the rest. */
  readonly payCode: (trades: readonly (Trade & { readonly payCode: string })[], database: Database) => Promise<Said[]>;
  /** The text behind the QR code a driver scans to pay this trade. */
  readonly prepay: (trade: Trade, database: Database) => Promise<string>;
  readonly query: (tradeNos: readonly string[], database: Database) => Promise<Said[]>;
  readonly refund: (ask: RefundAsk, database: Database) => Promise<RefundSaid>;
  readonly verifyNotice: (body: Buffer, authorization: string | null) => Notice | null;
};
