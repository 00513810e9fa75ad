/**
 * The life of one invoice over one or several orders, from its application to its last red line. Times are epoch ms,
 * money fen.
 */
import type { Fen } from '../money/fen.ts';
import { less, NOTHING, redOf, taxed } from './tax.ts';
import type { Taxed } from './tax.ts';

export type InvoiceState = 'submitted' | 'issuing' | 'issued' | 'failed' | 'cancelled' | 'redPending' | 'red';

/** States in which an invoice's amount is taken from its orders' quota. */
export const MONEY_LIES: ReadonlySet<InvoiceState> = new Set([
  'submitted',
  'issuing',
  'issued',
  'failed',
  'redPending',
]);

/** One order on it. `left` is what stands of it after all red lines. */
export type InvoiceLine = { readonly order: string; readonly rateBp: number } & Taxed & { readonly left: Taxed };

export type RedPart = { readonly order: string } & Taxed;
export type Red = { readonly id: string; readonly askedAt: number; readonly parts: readonly RedPart[] };

export type Invoice = {
  readonly state: InvoiceState;
  /** The one blue number it may ever have. */
  readonly number: string | null;
  readonly lines: readonly InvoiceLine[];
  readonly red: Red | null;
};

export type InvoiceEvent =
  /** It is on its way: from now on the provider may know of it. */
  | { readonly kind: 'send' }
  | { readonly kind: 'issued'; readonly number: string }
  | { readonly kind: 'rejected' }
  | { readonly kind: 'retry' }
  | { readonly kind: 'cancel' }
  /** `backFen` by order: what is to become red of each. */
  | { readonly kind: 'askRed'; readonly id: string; readonly at: number; readonly back: ReadonlyMap<string, Fen> }
  | { readonly kind: 'redDone'; readonly id: string }
  | { readonly kind: 'redRefused'; readonly id: string }
  | { readonly kind: 'clock'; readonly at: number };

/** `number`: another blue number for the same application, which is an alarm and never taken. */
export type InvoiceRefusal = 'state' | 'number' | 'amount' | 'nothing';
export type InvoiceStep = { readonly invoice: Invoice; readonly refused: InvoiceRefusal | null };

/** A red confirmation that the other side does not confirm is void after this long. */
export const RED_VOID_MS = 72 * 3_600_000;

export const lineOf = (order: string, grossFen: Fen, rateBp: number): InvoiceLine => {
  const whole = taxed(grossFen, rateBp);
  return { order, rateBp, ...whole, left: whole };
};

export const applied = (lines: readonly InvoiceLine[]): Invoice => ({
  state: 'submitted',
  number: null,
  lines,
  red: null,
});

/** The red lines of amounts by order; null where one takes more than stands. */
export function redParts(lines: readonly InvoiceLine[], back: ReadonlyMap<string, Fen>): RedPart[] | null {
  const known = new Set(lines.map(({ order }) => order));
  if ([...back.keys()].some((order) => !known.has(order))) return null;
  const parts: RedPart[] = [];
  for (const { order, rateBp, left } of lines) {
    const backFen = back.get(order) ?? 0;
    if (backFen < 0 || backFen > left.grossFen) return null;
    if (backFen > 0) parts.push({ order, ...redOf(left, backFen, rateBp) });
  }
  return parts;
}

const same = (invoice: Invoice): InvoiceStep => ({ invoice, refused: null });
const refuse = (invoice: Invoice, refused: InvoiceRefusal): InvoiceStep => ({ invoice, refused });
const go = (invoice: Invoice, state: InvoiceState, more: Partial<Invoice> = {}): InvoiceStep =>
  same({ ...invoice, ...more, state });

function issued(invoice: Invoice, number: string): InvoiceStep {
  if (invoice.number !== null) return invoice.number === number ? same(invoice) : refuse(invoice, 'number');
  return invoice.state === 'issuing' ? go(invoice, 'issued', { number }) : refuse(invoice, 'state');
}

function askRed(invoice: Invoice, event: Extract<InvoiceEvent, { kind: 'askRed' }>): InvoiceStep {
  if (invoice.red?.id === event.id) return same(invoice);
  if (invoice.state !== 'issued') return refuse(invoice, 'state');
  const parts = redParts(invoice.lines, event.back);
  if (!parts) return refuse(invoice, 'amount');
  if (parts.length === 0) return refuse(invoice, 'nothing');
  return go(invoice, 'redPending', { red: { id: event.id, askedAt: event.at, parts } });
}

function redDone(invoice: Invoice, id: string): InvoiceStep {
  if (invoice.state !== 'redPending' || invoice.red?.id !== id) return same(invoice);
  const parts = new Map(invoice.red.parts.map((part) => [part.order, part]));
  const lines = invoice.lines.map((line) => ({ ...line, left: less(line.left, parts.get(line.order) ?? NOTHING) }));
  return go(invoice, lines.every(({ left }) => left.grossFen === 0) ? 'red' : 'issued', { lines, red: null });
}

/** One event. What came before or is not open changes nothing: the same notice twice is once. */
export function invoiceStep(invoice: Invoice, event: InvoiceEvent): InvoiceStep {
  const { state } = invoice;
  switch (event.kind) {
    case 'send':
      return state === 'submitted' ? go(invoice, 'issuing') : refuse(invoice, 'state');
    case 'issued':
      return issued(invoice, event.number);
    case 'rejected':
      return state === 'issuing' ? go(invoice, 'failed') : same(invoice);
    case 'retry':
      return state === 'failed' ? go(invoice, 'submitted') : refuse(invoice, 'state');
    case 'cancel':
      return state === 'failed' || state === 'submitted' ? go(invoice, 'cancelled') : refuse(invoice, 'state');
    case 'askRed':
      return askRed(invoice, event);
    case 'redDone':
      return redDone(invoice, event.id);
    case 'redRefused':
      return state === 'redPending' && invoice.red?.id === event.id
        ? go(invoice, 'issued', { red: null })
        : same(invoice);
    case 'clock':
      return state === 'redPending' && invoice.red && event.at >= invoice.red.askedAt + RED_VOID_MS
        ? go(invoice, 'issued', { red: null })
        : same(invoice);
  }
}

/** When a silent provider is queried again, after so many queries: 10, 30, 60 s, then every 5 min. */
export const askAfterMs = (asks: number): number => [10_000, 30_000, 60_000][asks] ?? 300_000;
