/**
 * What a tariff would have charged for stays that were billed: a fold over any number of them, in the memory of a few.
 */
import type { Fen } from '../money/fen.ts';
import { hourOf } from '../time/day.ts';
import { price } from './price.ts';
import { isFeeRefusal } from './types.ts';
import type { FeeContext, FeeRule } from './types.ts';

/** A stay as it was billed. Instants in ms. */
export type BilledStay = {
  readonly id: string;
  readonly lot: string;
  readonly carClass: string;
  /** What tariffs call the car. */
  readonly carKind?: string;
  readonly inAt: number | null;
  /** The instant its bill was made for: the exit, or the payment that let it out. */
  readonly pricedAt: number | null;
  /** The fee before discounts, payments and what was waived; null where there was no bill. */
  readonly billedFen: Fen | null;
  /** Version of the tariff it was billed by. */
  readonly version: string | null;
  /** Why no tariff priced it, or why its bill may be another than the tariff's. */
  readonly aside?: AsideCause;
  readonly doubt?: DoubtCause;
};

/** No tariff prices such a stay. */
export type AsideCause =
  | 'pass'
  | 'listed'
  | 'no-entry'
  | 'unidentified'
  | 'merged'
  | 'inferred'
  | 'batch'
  | 'no-tariff'
  | 'no-bill';
/** What was done to a stay after its bill was made, or to the bill. */
export type DoubtCause = 'corrected' | 'offline' | 'manual' | 'discounted';
export type ReplayCause =
  | AsideCause
  | DoubtCause
  /** Billed by another version than the one replayed: looked at for a draft, counted only for a published one. */
  | 'other-version'
  /** The tariff has no price for it. */
  | 'no-price'
  /** By the same version, and nothing explains why the bill differs. */
  | 'unexplained';

/** Stays and their money before and after. */
export type ReplaySum = { readonly key: string; readonly stays: number; readonly billedFen: Fen; readonly newFen: Fen };
export type ReplayShare = { readonly stays: number; readonly differenceFen: Fen };
export type ReplayBill = Pick<BilledStay, 'id' | 'lot' | 'carClass'> & {
  readonly inAt: number;
  readonly pricedAt: number;
  readonly billedFen: Fen;
  readonly newFen: Fen;
};
export type ReplayException = {
  readonly cause: ReplayCause;
  readonly stays: number;
  readonly billedFen: Fen;
  /** Of those that are repriced anyway. */ readonly newFen: Fen;
  readonly examples: readonly string[];
};

export type ReplayAnswer = {
  /** All stays looked at, and those of them that the tariff priced. */
  readonly seen: number;
  readonly total: Omit<ReplaySum, 'key'>;
  /** By the hour of the exit on the lot's own clock, '0'..'23'; by car class; by lot. */
  readonly byHour: readonly ReplaySum[];
  readonly byCarClass: readonly ReplaySum[];
  readonly byLot: readonly ReplaySum[];
  readonly more: ReplayShare;
  readonly less: ReplayShare;
  readonly same: ReplayShare;
  /** The bills that change most, the largest change first. */
  readonly most: readonly ReplayBill[];
  readonly exceptions: readonly ReplayException[];
};

/** What becomes of one stay: skipped or repriced; `cause` says why its bill is none of the tariff's, or another. */
export type Replayed = { readonly cause: ReplayCause | null; readonly newFen: Fen | null };

/**
 * The tariff that is replayed. `version` is its own where it is published: stays billed by it must come out as billed.
 */
export type Replaying = { readonly rule: FeeRule; readonly version: string | null };

/** Reprices one stay. A draft prices all that a tariff priced; a published version those that were billed by it. */
export function replayStay({ rule, version }: Replaying, stay: BilledStay, context: FeeContext): Replayed {
  const { inAt, pricedAt, billedFen, aside, doubt, carKind } = stay;
  if (aside) return { cause: aside, newFen: null };
  if (inAt === null || pricedAt === null) return { cause: 'no-entry', newFen: null };
  if (billedFen === null) return { cause: 'no-bill', newFen: null };
  if (version !== null && stay.version !== version) return { cause: 'other-version', newFen: null };
  const priced = price(
    rule,
    { inAt, outAt: Math.max(inAt, pricedAt), ...(carKind === undefined ? {} : { carKind }) },
    context,
  );
  if (isFeeRefusal(priced)) return { cause: 'no-price', newFen: null };
  const same = version === null || priced.totalFen === billedFen;
  return { cause: same ? null : (doubt ?? 'unexplained'), newFen: priced.totalFen };
}

const MOST_BILLS = 20;
const EXAMPLES = 5;

type Sum = { stays: number; billedFen: Fen; newFen: Fen };
const nothing = (): Sum => ({ stays: 0, billedFen: 0, newFen: 0 });

function add(sum: Sum, billedFen: Fen, newFen: Fen): void {
  sum.stays += 1;
  sum.billedFen += billedFen;
  sum.newFen += newFen;
}

const ofKey = (sums: Map<string, Sum>, key: string): Sum => {
  let sum = sums.get(key);
  if (!sum) sums.set(key, (sum = nothing()));
  return sum;
};

const change = ({ billedFen, newFen }: ReplayBill): number => Math.abs(newFen - billedFen);
const larger = (a: ReplayBill, b: ReplayBill): number =>
  change(b) - change(a) || a.pricedAt - b.pricedAt || (a.id < b.id ? -1 : 1);
const listed = (sums: ReadonlyMap<string, Sum>): ReplaySum[] => [...sums].map(([key, sum]) => ({ key, ...sum }));

/**
 * Takes in stays one by one; its size depends on lots and car classes alone. The order of the stays does not matter.
 */
export class Replay {
  readonly #replaying: Replaying;
  readonly #total = nothing();
  readonly #hours = new Map<string, Sum>(Array.from({ length: 24 }, (_, hour) => [String(hour), nothing()]));
  readonly #classes = new Map<string, Sum>();
  readonly #lots = new Map<string, Sum>();
  readonly #shares = {
    more: { stays: 0, differenceFen: 0 },
    less: { stays: 0, differenceFen: 0 },
    same: { stays: 0, differenceFen: 0 },
  };
  readonly #exceptions = new Map<ReplayCause, Sum & { examples: string[] }>();
  #most: ReplayBill[] = [];
  #seen = 0;

  constructor(replaying: Replaying) {
    this.#replaying = replaying;
  }

  /** Reprices a stay of a car park and adds it; returns the result. */
  add(stay: BilledStay, context: FeeContext): Replayed {
    const replayed = replayStay(this.#replaying, stay, context);
    this.#seen += 1;
    if (replayed.cause !== null) this.#except(stay, replayed);
    if (replayed.newFen !== null) this.#count(stay, replayed.newFen, context.zone);
    return replayed;
  }

  #except({ id, billedFen }: BilledStay, { cause, newFen }: Replayed): void {
    let found = this.#exceptions.get(cause!);
    if (!found) this.#exceptions.set(cause!, (found = { ...nothing(), examples: [] }));
    add(found, billedFen ?? 0, newFen ?? 0);
    if (found.examples.length < EXAMPLES) found.examples.push(id);
    else if (id < found.examples.at(-1)!) found.examples[EXAMPLES - 1] = id;
    found.examples.sort();
  }

  #count({ id, lot, carClass, inAt, pricedAt, billedFen }: BilledStay, newFen: Fen, zone: string): void {
    const billed = billedFen!;
    for (const sum of [
      this.#total,
      this.#hours.get(String(hourOf(pricedAt!, zone)))!,
      ofKey(this.#classes, carClass),
      ofKey(this.#lots, lot),
    ])
      add(sum, billed, newFen);
    const share = this.#shares[newFen > billed ? 'more' : newFen < billed ? 'less' : 'same'];
    share.stays += 1;
    share.differenceFen += newFen - billed;
    if (newFen === billed) return;
    const bill: ReplayBill = { id, lot, carClass, inAt: inAt!, pricedAt: pricedAt!, billedFen: billed, newFen };
    if (this.#most.length === MOST_BILLS && larger(bill, this.#most.at(-1)!) > 0) return;
    this.#most.push(bill);
    this.#most = this.#most.sort(larger).slice(0, MOST_BILLS);
  }

  answer(): ReplayAnswer {
    const causes = [...this.#exceptions].map(([cause, sum]): ReplayException => ({ cause, ...sum }));
    return {
      seen: this.#seen,
      total: { ...this.#total },
      byHour: listed(this.#hours),
      byCarClass: listed(this.#classes),
      byLot: listed(this.#lots),
      more: { ...this.#shares.more },
      less: { ...this.#shares.less },
      same: { ...this.#shares.same },
      most: [...this.#most],
      exceptions: causes.sort((a, b) => b.stays - a.stays || (a.cause < b.cause ? -1 : 1)),
    };
  }
}
