/**
 * A provider of digital invoices that is somebody else's. All asks may be repeated with the same request id: the
 * provider does each once.
 */
import type { Taxed } from '#domain/invoice/tax.ts';

export type SellerAccount = {
  readonly provider: 'standard' | 'sandbox';
  readonly interfaceUrl: string;
  readonly appKey: string;
  readonly appSecret: string;
};

export type SellerParty = {
  readonly name: string;
  readonly taxNo: string;
  readonly address: string | null;
  readonly phone: string | null;
  readonly bankName: string | null;
  readonly bankAccount: string | null;
};

export type BuyerParty = {
  readonly type: 'person' | 'organisation';
  readonly title: string;
  readonly taxNo: string | null;
};

/** One order with its stay as the lease. Instants in ISO 8601. */
export type AskLine = Taxed & {
  readonly goodsName: string;
  readonly taxCode: string;
  readonly rateBp: number;
  readonly lease: {
    readonly province: string;
    readonly address: string;
    readonly certificateNo: string | null;
    readonly crossCity: boolean;
    readonly from: string;
    readonly to: string;
    readonly plate: string | null;
  };
};

export type IssueAsk = {
  readonly requestId: string;
  readonly seller: SellerParty;
  readonly buyer: BuyerParty;
  readonly lines: readonly AskLine[];
} & Taxed;

/** A red one takes of the blue one named; `reason` as the tax platform numbers it. */
export type RedAsk = IssueAsk & { readonly invoiceNo: string; readonly reason: number };

/** `pending`: still under way there. `unknown`: never requested. */
export type IssueStatus =
  | { readonly state: 'issued'; readonly invoiceNo: string; readonly at: string; readonly used: boolean }
  | { readonly state: 'failed'; readonly why: string }
  | { readonly state: 'pending' | 'unknown' };

/** `waiting`: the other side has to confirm. `void`: it did not in time, or refused. */
export type ReversalStatus =
  | { readonly state: 'done'; readonly invoiceNo: string; readonly at: string }
  | { readonly state: 'waiting'; readonly confirmation: string }
  | { readonly state: 'failed' | 'void'; readonly why: string }
  | { readonly state: 'pending' | 'unknown' };

export type InvoiceFile = { readonly kind: 'pdf' | 'ofd' | 'xml'; readonly bytes: Buffer };

/**
 * A response a provider should not have given, or that it could not be reached. Holds nothing of the request.
 */
export class ProviderFault extends Error {}

export type InvoiceChannel = {
  readonly issue: (account: SellerAccount, ask: IssueAsk) => Promise<IssueStatus>;
  readonly query: (account: SellerAccount, requestId: string) => Promise<IssueStatus>;
  readonly red: (account: SellerAccount, ask: RedAsk) => Promise<ReversalStatus>;
  readonly queryRed: (account: SellerAccount, requestId: string) => Promise<ReversalStatus>;
  readonly files: (account: SellerAccount, invoiceNo: string) => Promise<readonly InvoiceFile[]>;
  /** One signed question that changes nothing. */
  readonly test: (account: SellerAccount) => Promise<void>;
};
