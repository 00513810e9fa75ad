import type { CodeFault } from '#areas/billing/model/events.ts';
import type { Database } from '#kit/server/db.ts';
import type { Merchant } from './merchant.ts';

/** One payment requested from a channel. `at` is when it was requested (epoch ms); `subject` is shown to the payer. */
export type Trade = {
  readonly tradeNo: string;
  readonly amountFen: number;
  readonly at: number;
  readonly subject: string;
  /** Parts of it will be paid to others: the channel holds it back until they have been. */
  readonly sharing?: boolean;
};

/**
 * A channel's status of a trade. `amountFen`: what it reports as taken; `at`: when (epoch ms). `why` of a pay code that
 * was refused, where the channel names what was wrong with it.
 */
export type TradeStatus = {
  readonly tradeNo: string;
  readonly state: 'paid' | 'pending' | 'failed';
  readonly amountFen: number;
  readonly at: number;
  readonly channelNo: string | null;
  readonly why?: CodeFault;
};

/**
 * Providers name them alike: `AUTH_CODE_EXPIRED`, `ACQ.PAYMENT_AUTH_CODE_INVALID`; `NOTENOUGH`, `BALANCE_NOT_ENOUGH`; an
 * aggregator in words.
 */
export const codeFaultOf = (code: string): { readonly why?: CodeFault } =>
  /NOT_?ENOUGH|余额不足/i.test(code)
    ? { why: 'money' }
    : /AUTH_?CODE|付款码|支付码|授权码|二维码/i.test(code)
      ? { why: 'code' }
      : {};

/** A notice as it came over the wire. `header` answers a header's value, null when it was not sent. */
export type Letter = { readonly body: Buffer; readonly header: (name: string) => string | null };

/**
 * A notice read from the wire: its content, and whether its signature is the channel's. Null when it cannot be read at
 * all.
 */
export type Notice = { readonly status: TradeStatus; readonly signatureRight: boolean };

/** `totalFen` is what the trade took; `amountFen` goes back. */
export type RefundAsk = {
  readonly refundNo: string;
  readonly tradeNo: string;
  readonly amountFen: number;
  readonly totalFen: number;
  /** What receivers of its trade give back with it, where the channel takes that in the refund's own request. */
  readonly shares?: SharesBack;
};
/** Parts that come back with a refund, by the receivers' accounts; `form` is how its trade was paid. */
export type SharesBack = {
  readonly form: PayForm['form'];
  readonly parts: readonly { readonly account: string; readonly amountFen: number }[];
};
/** What one receiver gave back with a refund. `accounts`: all that the channel calls it; `failed` in its words. */
export type GivenBack = {
  readonly accounts: readonly string[];
  readonly amountFen: number;
  readonly failed: string | null;
};
/**
 * `why` of a refund that failed: a code of `refundFailures`, or the provider's own words. `back`: what receivers of the
 * trade gave back with it; absent where the channel says nothing of that with refunds.
 */
export type RefundStatus = { readonly channelNo: string | null; readonly at: number } & (
  | { readonly state: 'pending' }
  | { readonly state: 'done'; readonly back?: readonly GivenBack[] }
  | { readonly state: 'failed'; readonly why: string }
);

/**
 * How the driver pays: a code he scans, inside the provider's own app (known there by the code of his login), or out of
 * a browser at this address (IP), which comes back to `back`, a path of this server.
 */
export type PayForm =
  | { readonly form: 'code' }
  | { readonly form: 'app'; readonly login: string }
  | { readonly form: 'browser'; readonly ip: string; readonly back: string };
/** `code`: the text behind the QR code; `url`: where the browser goes; `params`: what the app's own script is given. */
export type Prepaid =
  | { readonly code: string }
  | { readonly url: string }
  | { readonly params: Readonly<Record<string, string>> };

/** One line of a channel's bill of a day. `number` is our trade or refund number; refunds are positive too. */
export type BillLine = {
  readonly kind: 'payment' | 'refund';
  readonly number: string;
  readonly channelNo: string;
  readonly amountFen: number;
  /** What the channel took of a payment, or gave back with a refund; null where its bill shows none. */
  readonly feeFen: number | null;
  readonly at: number;
};

/** Where a trade is done: the account it was begun with; the sandbox has none. */
export type Terms = { readonly database: Database; readonly merchant: Merchant | null };

/** A provider's error response; `code` is its own. Holds nothing of the request, which bears keys. */
export class ChannelFault extends Error {
  readonly code: string;
  readonly status: number | null;
  constructor(code: string, words: string, status: number | null = null) {
    super(`${code}: ${words}`.slice(0, 300));
    this.code = code;
    this.status = status;
  }
}

/** Who is paid parts of trades, with the whole name, as the channel knows it. */
export type ShareReceiver = {
  readonly account: string;
  readonly name: string;
  readonly relation: string;
};
/** A request to share a trade; `channelNo` is the channel's own number of that. */
export type ShareAsk = {
  readonly shareNo: string;
  readonly channelNo: string;
  readonly parts: readonly { readonly account: string; readonly amountFen: number }[];
};
/** What became of one receiver's part, or of a part called back; `at` epoch ms. */
export type ShareOutcome =
  | { readonly state: 'done' | 'pending'; readonly at: number }
  | { readonly state: 'failed'; readonly at: number; readonly why: string };
/**
 * `over`: the channel works on none of it any more. `parts` by the receivers' accounts; `all`: of every part that is not
 * among them, where the channel does a request as a whole.
 */
export type ShareStatus = {
  readonly channelNo: string | null;
  readonly over: boolean;
  readonly all?: ShareOutcome;
  readonly parts: ReadonlyMap<string, ShareOutcome>;
};
export type ShareBackAsk = {
  readonly shareNo: string;
  readonly backNo: string;
  readonly account: string;
  readonly amountFen: number;
};

/** `ratioForms`: how trades are paid whose parts come back by the refund's ratio, from all receivers of the trade. */
export type ReturnsByRefund = { readonly by: 'refund'; readonly ratioForms: readonly PayForm['form'][] };
export type ReturnsByRequest = {
  readonly by: 'request';
  readonly giveBack: (ask: ShareBackAsk, terms: Terms) => Promise<ShareOutcome>;
  /** What became of a part that was called back; null when that was never requested. */
  readonly backQuery: (ask: ShareBackAsk, terms: Terms) => Promise<ShareOutcome | null>;
};

/**
 * Parts of trades paid to others by the channel. As with payments, the same number is the same request however often it
 * is sent. All throw a `ChannelFault` where the channel refuses, and any error where its answer does not arrive.
 */
export type ProfitSharing = {
  readonly register: (receiver: ShareReceiver, terms: Terms) => Promise<void>;
  readonly share: (ask: ShareAsk, terms: Terms) => Promise<ShareStatus>;
  /** What became of a request to share or to finish; null when it was never made. */
  readonly query: (ask: Pick<ShareAsk, 'shareNo' | 'channelNo'>, terms: Terms) => Promise<ShareStatus | null>;
  /** Gives what was not shared to the merchant; nothing of the trade can be shared afterwards. */
  readonly finish: (ask: Pick<ShareAsk, 'shareNo' | 'channelNo'>, terms: Terms) => Promise<ShareStatus>;
  /** How many receivers one request may have. */
  readonly mostReceivers: number;
  /** How parts come back: by requests of their own before a refund, or with the refund (`RefundAsk.shares`). */
  readonly returns: ReturnsByRefund | ReturnsByRequest;
  /** Our number a notice about sharing speaks of; null where it is none. */
  readonly readNotice: (
    letter: Letter,
    merchant: Merchant | null,
  ) => { readonly number: string; readonly signatureRight: boolean } | null;
};

/**
 * A way to be paid that is somebody else's. All calls throw where the other side cannot be reached or does not say, and
 * all may be repeated with the same numbers: the channel does each once.
 */
export type PaymentChannel = {
  readonly name: string;
  /** Takes money by the driver's own pay code. The outcome may be `pending`; a notice or a query completes it. */
  readonly payCode: (trades: readonly (Trade & { readonly payCode: string })[], terms: Terms) => Promise<TradeStatus[]>;
  readonly prepay: (trade: Trade, how: PayForm, terms: Terms) => Promise<Prepaid>;
  /** Trades it does not know are not in the answer. */
  readonly query: (tradeNos: readonly string[], terms: Terms) => Promise<TradeStatus[]>;
  /** Closes a trade for payment; one that is paid already stays so, which a query shows. */
  readonly close: (tradeNo: string, terms: Terms) => Promise<void>;
  readonly refund: (ask: RefundAsk, terms: Terms) => Promise<RefundStatus>;
  /** The status of a refund; null when it was never requested. */
  readonly refundQuery: (ask: RefundAsk, terms: Terms) => Promise<RefundStatus | null>;
  readonly verifyNotice: (letter: Letter, merchant: Merchant | null) => Notice | null;
  /** The response the provider expects once a notice was accepted. */
  readonly thanks: { readonly type: string; readonly body: string };
  /** The bill of a day (`yyyy-MM-dd`, China's), in no order; empty where nothing was traded. */
  readonly bill: (day: string, terms: Terms) => Promise<BillLine[]>;
  /** Absent where the channel shares nothing. */
  readonly sharing?: ProfitSharing;
  /** One signed question that changes nothing. */
  readonly test: (terms: Terms) => Promise<void>;
};
