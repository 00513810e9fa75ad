/** What the reports have in common: what they are narrowed by, their days, and where their figures lead. */
import { relation } from '#kit/declare/field.ts';
import type { Drill } from '#kit/declare/report.ts';
import { text } from '#kit/declare/text.ts';
import { lotFilters } from '#areas/lot/model/lot-filters.ts';
import { park } from '#areas/lot/model/park.ts';
import { onlineWays } from '#areas/billing/model/words.ts';
import type { ledgerItems } from '#areas/billing/model/words.ts';
import { stayStates } from '#areas/passage/model/words.ts';

export const filters = lotFilters;

export const aPark = relation(text('车场', 'Car park'), () => park);

export const wire = (path: string, exported: string) => ({
  path: `/api/updown/staticSum/${path}`,
  export: `/api/updown/staticSum/${exported}`,
});
export const help = text(
  '收入按收款当日计，进出按通行当日计；日以车场时区为准。',
  "Income counts on the day of payment, traffic on the day of passage, in the car park's time zone.",
);

/** All but the stays that went into another one, which are counted there, and those of which nothing was there. */
const counted = {
  status: Object.keys(stayStates)
    .filter((state) => state !== 'merged' && state !== 'voided')
    .join(','),
};

/**
 * A stay is listed by its begin: its entry, or its exit where no entry was seen; an entry found later may lie a month
 * before.
 */
export const toEntries: Drill = { route: '/static/inoutRecord', time: 'inTime', slack: [0, 31], fixed: counted };
export const toExits: Drill = { route: '/static/inoutRecord', time: 'outTime', slack: [90, 0], fixed: counted };
/** A payment is listed by when it was begun, and comes within a day or never. */
export const toPayments: Drill = { route: '/static/tempWCPays', time: 'paidTime', slack: [1, 0] };
export const toCash: Drill = { ...toPayments, fixed: { payType: 'cash' } };
export const toOnline: Drill = { ...toPayments, fixed: { payType: onlineWays } };
export const toRefunds: Drill = {
  route: '/static/refundorder',
  time: 'doneTime',
  slack: [60, 0],
  fixed: { status: 'refunded' },
};

/**
 * Lines of the ledger; a bill's receivable or discount is of the moment it was booked, which no other list is kept by.
 */
export const toLedger = (...items: readonly (keyof typeof ledgerItems)[]): Drill => ({
  route: '/static/ledgerEntry',
  fixed: { item: items.join(',') },
});
export const toNet = toLedger('paid', 'refund');

/** The same list, for the lot of the line. */
export const ofPark = (drill: Drill): Drill => ({ ...drill, params: { ...drill.params, parkId: 'parkId' } });

/** Each of several measures to its own list. */
export const each = <K extends string>(
  drills: Readonly<Record<K, Drill>>,
  change: (drill: Drill) => Drill,
): Readonly<Record<K, Drill>> =>
  Object.fromEntries(Object.entries<Drill>(drills).map(([name, drill]) => [name, change(drill)])) as Record<K, Drill>;
