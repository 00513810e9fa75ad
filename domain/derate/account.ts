/**
 * A seller's money: what he put in, what his customers used, what is held for discounts given and not yet used. Fen.
 */
import type { Fen } from '../money/fen.ts';

export interface SellerAccount {
  readonly chargedFen: Fen;
  readonly usedFen: Fen;
  readonly reservedFen: Fen;
  /** He may go below nothing by so much. */
  readonly creditFen: Fen;
}

/** What he may still give away, before his credit. */
export const balanceOf = (account: SellerAccount): Fen => account.chargedFen - account.usedFen - account.reservedFen;

/** Holds so much of the balance; null where neither balance nor credit reaches. */
export function reserve(account: SellerAccount, fen: Fen): SellerAccount | null {
  return balanceOf(account) - fen < -account.creditFen && fen > 0
    ? null
    : { ...account, reservedFen: account.reservedFen + fen };
}

export const release = (account: SellerAccount, fen: Fen): SellerAccount => ({
  ...account,
  reservedFen: account.reservedFen - fen,
});

/** What was held is spent. */
export const spend = (account: SellerAccount, fen: Fen): SellerAccount => ({
  ...account,
  reservedFen: account.reservedFen - fen,
  usedFen: account.usedFen + fen,
});

export const giveBack = (account: SellerAccount, fen: Fen): SellerAccount => ({
  ...account,
  usedFen: account.usedFen - fen,
});
