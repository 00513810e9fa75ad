/**
 * What an advert has cost to date, whole fen. Parts never drift: each is what is due to date less what was charged
 * before.
 */
export type PriceModel = 'cpm' | 'cpc' | 'day';

export type Price = {
  readonly model: PriceModel;
  /** For a thousand views, for a click, or for a day with a view. */
  readonly priceFen: number;
  /** Never more than this; null for no end. */
  readonly budgetFen: number | null;
};

export type Sums = { readonly views: number; readonly clicks: number; readonly days: number };

export function chargeToDate({ model, priceFen, budgetFen }: Price, { views, clicks, days }: Sums): number {
  const due = { cpm: Math.floor((views * priceFen) / 1000), cpc: clicks * priceFen, day: days * priceFen }[model];
  return budgetFen === null ? due : Math.min(due, budgetFen);
}

/** The lots' part of a charge to date; the rest is the platform's. `shareBp`: hundredths of a percent. */
export const lotsPart = (chargeFen: number, shareBp: number): number => Math.floor((chargeFen * shareBp) / 10_000);
