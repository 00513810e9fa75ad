/**
 * What each fact adds to its lot's day: pure, and the one place where that is defined. The writer adds what is new,
 * the check adds everything up again; both through here.
 */
import { registrationOf } from '#domain/plate/registration.ts';
import { dayOf, hourOf } from '#domain/time/day.ts';
import type { AccountKind, PostingKind } from '#domain/ledger/ledger.ts';
import type { ledgerItems } from '#areas/billing/model/words.ts';

/** Sums of one lot and day; money in fen, lengths in seconds. */
export const SUMS = [
  'entries',
  'exits',
  'staySeconds',
  'receivableFen',
  'derateFen',
  'waivedFen',
  'paidFen',
  'cashFen',
  'onlineFen',
  'refundFen',
  'arrearsFen',
  'surplusFen',
  'payments',
] as const;
export type Sum = (typeof SUMS)[number];
export type Split =
  | 'payType'
  | 'refundType'
  | 'cashier'
  | 'cashierOnline'
  | 'cashierBack'
  | 'releaseType'
  | 'kind'
  | 'carType'
  | 'hourIn'
  | 'hourOut'
  | 'plate';

/** One change of a day of the lot: its sums, or one key of one split of it. */
export type DayDelta =
  | { readonly day: string; readonly sum: Sum; readonly by: number }
  | {
      readonly day: string;
      readonly split: Split;
      readonly key: string;
      readonly count: number;
      readonly amountFen: number;
    };

/** A line of the ledger as it is stored; `kind` is the posting's, `reversal:<kind>` for the reversal of one. */
export type LedgerLine = {
  readonly posting: string;
  readonly lineNo: number;
  readonly at: number;
  readonly kind: string;
  readonly account: AccountKind;
  readonly party: string;
  readonly amountFen: number;
  /** Who took or gave back the money; null where no person did. */
  readonly operator: string | null;
};

const baseKind = (kind: string): string => kind.replace(/^reversal:/, '');

type Item = Exclude<keyof typeof ledgerItems, 'refund'>;

/**
 * What a line means for its day, by account, and the sign it is booked with. What goes out by a refund is another
 * matter (below).
 */
export const FIGURES: Readonly<Record<AccountKind, readonly [item: Item, sign: 1 | -1] | null>> = {
  drawer: ['paid', 1],
  channel: ['paid', 1],
  'stored-value': ['paid', 1],
  revenue: ['receivable', -1],
  waived: ['waived', 1],
  derated: ['derate', 1],
  coupon: ['derate', 1],
  seller: ['derate', 1],
  arrears: ['arrears', 1],
  overpaid: ['surplus', -1],
  'refunds-payable': null,
  'channel-fee': null,
  'service-fee': null,
  'profit-share': null,
  'ad-free': null,
  seats: null,
  'platform-income': null,
  due: null,
  bank: null,
  suspense: null,
  loss: null,
};

/**
 * Postings that no day counts: money promised back has not gone yet, what is charged up pays for no parking, and
 * neither settling nor purchases from the platform are new income.
 */
export const UNCOUNTED: readonly PostingKind[] = [
  'refund-asked',
  'recharge',
  'settlement',
  'arrival',
  'shortfall',
  'payout',
  'profit-share',
  'profit-return',
  'ad-free',
  'seats',
];

/** `payType` of the accounts that hold money; a channel has its own name, its party. */
export const WAYS: Readonly<Partial<Record<AccountKind, string | null>>> = {
  drawer: 'cash',
  channel: null,
  'stored-value': 'storedValue',
};

function received({ account, amountFen }: LedgerLine): [Sum, number][] {
  const figure = FIGURES[account];
  if (!figure) return [];
  const [item, by] = [figure[0], figure[1] * amountFen];
  return item === 'paid'
    ? [
        ['paidFen', by],
        [account === 'drawer' ? 'cashFen' : 'onlineFen', by],
      ]
    : [[`${item}Fen`, by]];
}

const payTypeOf = ({ account, party }: LedgerLine): string | null =>
  account in WAYS ? (WAYS[account] ?? party) : null;

/**
 * Deltas of whole postings (all lines of each), by the day of the posting's own time. Linear in the amounts, so a
 * reversal takes away what its original gave. `receivable + surplus = paid + derate + waived + arrears` follows from
 * the postings' balance.
 */
export function ledgerDeltas(lines: readonly LedgerLine[], zone: string): DayDelta[] {
  const deltas: DayDelta[] = [];
  const counted = new Set<string>();
  for (const line of lines) {
    const kind = baseKind(line.kind);
    if (UNCOUNTED.includes(kind as PostingKind)) continue;
    const day = dayOf(line.at, zone);
    const payType = payTypeOf(line);
    const cashier = line.operator ?? '';
    if (kind === 'refund-paid') {
      if (payType === null) continue;
      const back = { day, count: line.kind === kind ? 1 : -1, amountFen: -line.amountFen };
      deltas.push(
        { day, sum: 'refundFen', by: -line.amountFen },
        { ...back, split: 'refundType', key: payType },
        { ...back, split: 'cashierBack', key: cashier },
      );
      continue;
    }
    for (const [sum, by] of received(line)) deltas.push({ day, sum, by });
    if (payType === null) continue;
    const first = !counted.has(line.posting);
    counted.add(line.posting);
    const count = first ? (line.kind === kind ? 1 : -1) : 0;
    if (count !== 0) deltas.push({ day, sum: 'payments', by: count });
    deltas.push(
      { day, split: 'payType', key: payType, count, amountFen: line.amountFen },
      {
        day,
        split: line.account === 'drawer' ? 'cashier' : 'cashierOnline',
        key: cashier,
        count,
        amountFen: line.amountFen,
      },
    );
  }
  return deltas;
}

/** What the day's sums need to know of a stay. Times in epoch ms; null where there is none. */
export type StayFact = {
  readonly status: string;
  readonly inTime: number | null;
  readonly outTime: number | null;
  readonly staySeconds: number | null;
  readonly releaseType: string | null;
  readonly kind: string | null;
  readonly carTypeId: string | null;
  readonly paidFen: number | null;
  readonly plate: string;
};

/**
 * Deltas of a stay: its entry on the day it came, its exit on the day it left. A merged stay is counted by the one it
 * went into, a voided one by none.
 */
export function stayDeltas(stay: StayFact, zone: string): DayDelta[] {
  if (stay.status === 'merged' || stay.status === 'voided') return [];
  const deltas: DayDelta[] = [];
  if (stay.inTime !== null) {
    const day = dayOf(stay.inTime, zone);
    deltas.push(
      { day, sum: 'entries', by: 1 },
      { day, split: 'hourIn', key: String(hourOf(stay.inTime, zone)), count: 1, amountFen: 0 },
      { day, split: 'plate', key: registrationOf(stay.plate), count: 1, amountFen: 0 },
    );
  }
  if (stay.outTime !== null) {
    const day = dayOf(stay.outTime, zone);
    const amountFen = stay.paidFen ?? 0;
    const one = (split: Split, key: string): DayDelta => ({ day, split, key, count: 1, amountFen });
    deltas.push(
      { day, sum: 'exits', by: 1 },
      { day, sum: 'staySeconds', by: stay.staySeconds ?? 0 },
      one('releaseType', stay.releaseType ?? 'repair'),
      one('kind', stay.kind ?? 'temp'),
      one('carType', stay.carTypeId ?? 'none'),
      one('hourOut', String(hourOf(stay.outTime, zone))),
    );
  }
  return deltas;
}

/** The same deltas taken away: for a fact that is replaced. */
export const takenAway = (deltas: readonly DayDelta[]): DayDelta[] =>
  deltas.map((delta) =>
    'sum' in delta ? { ...delta, by: -delta.by } : { ...delta, count: -delta.count, amountFen: -delta.amountFen },
  );

export type DaySums = { readonly day: string } & Record<Sum, number>;
export type SplitSums = {
  readonly day: string;
  readonly split: string;
  readonly key: string;
  count: number;
  amountFen: number;
};

const emptyDay = (day: string): DaySums => ({
  day,
  ...(Object.fromEntries(SUMS.map((sum) => [sum, 0])) as Record<Sum, number>),
});

/** Deltas added up per day, and per day, split and key; what comes to nothing is left out. */
export function addUp(deltas: Iterable<DayDelta>): { days: DaySums[]; splits: SplitSums[] } {
  const days = new Map<string, DaySums>();
  const splits = new Map<string, SplitSums>();
  for (const delta of deltas) {
    if ('sum' in delta) {
      let day = days.get(delta.day);
      if (!day) days.set(delta.day, (day = emptyDay(delta.day)));
      day[delta.sum] += delta.by;
      continue;
    }
    const name = `${delta.day}|${delta.split}|${delta.key}`;
    const found = splits.get(name);
    if (found) {
      found.count += delta.count;
      found.amountFen += delta.amountFen;
    } else
      splits.set(name, {
        day: delta.day,
        split: delta.split,
        key: delta.key,
        count: delta.count,
        amountFen: delta.amountFen,
      });
  }
  const inOrder = <T>(named: ReadonlyMap<string, T>): T[] =>
    [...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  return {
    days: inOrder(days).filter((day) => SUMS.some((sum) => day[sum] !== 0)),
    splits: inOrder(splits).filter((each) => each.count !== 0 || each.amountFen !== 0),
  };
}
