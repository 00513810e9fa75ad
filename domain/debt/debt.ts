/**
 * A debt: one order that was left owing, from the departure to its end. Money in fen, times epoch ms. In every state
 * `owed = paid + cancelled + writtenOff + outstanding`, all >= 0. Nothing here knows a database or a clock.
 */
export type DebtState = 'waiting' | 'owing' | 'handed' | 'paid' | 'cancelled' | 'writtenOff';

export interface Debt {
  readonly id: string;
  readonly park: string;
  readonly plate: string;
  /** Only `handed` is a decision of a person; the others follow from money and the clock, see `stateAt`. */
  readonly handed: boolean;
  readonly bornAt: number;
  /** End of the term in which it may be paid without a notice. */
  readonly dueAt: number;
  readonly owedFen: number;
  readonly paidFen: number;
  readonly cancelledFen: number;
  readonly writtenOffFen: number;
  /** Since when an appeal holds it; null where none does. */
  readonly heldSince: number | null;
  /** The plate is in doubt: nobody is billed for it. */
  readonly blocked: boolean;
  /** Notices sent, and the last of them. */
  readonly notices: number;
  readonly noticedAt: number | null;
}

/** One movement of the arrears account that speaks of the debt, always above 0. `restored` takes a write-off back. */
export type DebtMove = {
  readonly kind: 'owed' | 'paid' | 'cancelled' | 'writtenOff' | 'restored';
  readonly amountFen: number;
};

export const outstandingOf = (debt: Pick<Debt, 'owedFen' | 'paidFen' | 'cancelledFen' | 'writtenOffFen'>): number =>
  debt.owedFen - debt.paidFen - debt.cancelledFen - debt.writtenOffFen;

/**
 * The debt after a movement of its account. @throws where more would be settled than is owed: the ledger forbids it.
 */
export function moved(debt: Debt, { kind, amountFen }: DebtMove): Debt {
  if (!Number.isSafeInteger(amountFen) || amountFen <= 0) throw new Error(`not an amount: ${amountFen}`);
  const field = kind === 'restored' ? 'writtenOffFen' : (`${kind}Fen` as const);
  const next = { ...debt, [field]: debt[field] + (kind === 'restored' ? -amountFen : amountFen) };
  if (outstandingOf(next) < 0 || next.writtenOffFen < 0) throw new Error(`debt ${debt.id} is settled beyond its sum`);
  return next;
}

/**
 * The state at `now`. What settled the last fen names the end; a sum settled in several ways is paid if any of it was
 * paid.
 */
export function stateAt(debt: Debt, now: number): DebtState {
  if (outstandingOf(debt) === 0) {
    if (debt.writtenOffFen > 0) return 'writtenOff';
    return debt.cancelledFen > 0 && debt.paidFen === 0 ? 'cancelled' : 'paid';
  }
  if (debt.handed) return 'handed';
  return termEnd(debt, now) <= now ? 'owing' : 'waiting';
}

/** End of the term as it stands at `now`: while a hold lasts, the term moves along with the clock. */
export const termEnd = (debt: Debt, now: number): number =>
  debt.heldSince === null ? debt.dueAt : debt.dueAt + Math.max(0, now - debt.heldSince);

/** An appeal begins; a second one during the first changes nothing. */
export const held = (debt: Debt, at: number): Debt => (debt.heldSince === null ? { ...debt, heldSince: at } : debt);

/** The appeal is over: the term has moved by the length of the hold, however it ended. */
export const released = (debt: Debt, at: number): Debt =>
  debt.heldSince === null ? debt : { ...debt, dueAt: termEnd(debt, at), heldSince: null };
