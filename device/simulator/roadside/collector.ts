/**
 * A collector on his beat: walks to cars that the strip shows without a plate, else along the street, reads plates and
 * takes cash.
 */
import { nextCar } from '#domain/berth/next-round.ts';
import type { Waiting } from '#domain/berth/next-round.ts';
import { chargedFrom, kerbPrice } from '#domain/berth/price.ts';
import type { KerbTariffs } from '#domain/berth/price.ts';
import { isFeeRefusal } from '#domain/fee/types.ts';
import type { Random } from '../random.ts';
import type { Handheld } from './handheld.ts';
import type { Section } from './setup.ts';
import { onDuty, SECOND } from './truth.ts';
import type { Car, Span, Spot, Truth } from './truth.ts';

/** A berth as the server's strip shows it. */
export type Shown = {
  readonly id: string;
  readonly state: string;
  readonly since: string | null;
  /** Since when what stands there can be charged. */
  readonly provenSince: string | null;
  readonly plate: string | null;
};
export type Choice = (waiting: readonly Waiting[], metres: number, now: number) => Waiting | undefined;

const BERTH_METRES = 6;
const METRES_A_SECOND = 1.2;
const READ_MS = 30 * SECOND;
const FEN_A_MINUTE = 10;

type Known = { readonly from: number; readonly readAt: number };
type Target = { readonly spot: Spot; readonly metres: number; readonly key: string; readonly since: number | null };

export type Street = {
  readonly truth: Truth;
  readonly sections: readonly Section[];
  readonly tariffs: KerbTariffs;
  /** The berths of a section as last shown. */
  readonly strip: (section: number) => readonly Shown[];
  readonly carAt: (spot: Spot, at: number) => Car | null;
  /** Cars with a slip on the windscreen. */
  readonly read: Set<number>;
  /** By car: when its plate was read, and as which. */
  readonly readings: Map<number, { readonly at: number; readonly plate: string }>;
  readonly choose: Choice;
};

export class Collector {
  readonly handheld: Handheld;
  readonly #street: Street;
  readonly #random: Random;
  readonly #nth: number;
  readonly #away: Span | null;
  readonly #visited = new Set<string>();
  readonly #known = new Map<number, Known>();
  /** Cars that pay cash he came to. */
  #cash = 0;
  readonly skipped = new Set<number>();
  #metres = 0;
  #freeAt = 0;
  /** Until when he acts now. */
  #until = 0;
  #sweep = 0;
  #going: { readonly target: Target; readonly at: number } | null = null;

  constructor(street: Street, handheld: Handheld, nth: number, random: Random) {
    this.#street = street;
    this.handheld = handheld;
    this.#nth = nth;
    this.#random = random;
    this.#away = street.truth.away.find(({ collector }) => collector === nth) ?? null;
  }

  offline(at: number): boolean {
    return this.#away !== null && this.#away.from <= at && at < this.#away.to;
  }

  /** What he does until an instant, in order; takes the cash of cars that are about to leave as well. */
  act(from: number, until: number, leaving: readonly Car[]): void {
    const pays = leaving.filter((car) => this.#known.has(car.id));
    if (this.#freeAt < from) this.#freeAt = from;
    for (const car of pays.toSorted((a, b) => a.to - b.to)) {
      const at = car.to;
      this.#walk(at);
      if (onDuty(this.#street.truth.start, at)) this.#take(car, at);
    }
    this.#walk(until);
  }

  #walk(until: number): void {
    this.#until = until;
    while (this.#freeAt < until) {
      if (!onDuty(this.#street.truth.start, this.#freeAt)) {
        this.#going = null;
        return;
      }
      this.#going ??= this.#next();
      if (this.#going.at + READ_MS > until) return;
      const { target, at } = this.#going;
      this.#going = null;
      this.#metres = target.metres;
      this.#freeAt = at;
      this.#look(target, at);
    }
  }

  #spots(): Target[] {
    const { sections } = this.#street;
    return this.handheld.worker.sections.flatMap((section, nth) =>
      sections[section]!.berths.map((_, berth): Target => {
        const shown = this.#street.strip(section)[berth];
        return {
          spot: { section, berth },
          metres: (nth * (sections[section]!.berths.length + 16) + berth) * BERTH_METRES,
          key: `${section} ${berth} ${shown?.since ?? ''}`,
          since: shown?.since ? Date.parse(shown.since) : null,
        };
      }),
    );
  }

  /** The next place to go to, and when he will be there. */
  #next(): { target: Target; at: number } {
    const spots = this.#spots();
    const waiting = this.offline(this.#freeAt) ? [] : spots.filter((each) => this.#asks(each));
    const chosen = this.#street.choose(
      waiting.map((each): Waiting => ({
        berthId: each.key,
        metres: each.metres,
        occupiedSince: each.since ?? this.#freeAt,
        fenPerMinute: FEN_A_MINUTE,
      })),
      this.#metres,
      this.#freeAt,
    );
    const target = waiting.find(({ key }) => key === chosen?.berthId) ?? spots[this.#sweep++ % spots.length]!;
    const way = (Math.abs(target.metres - this.#metres) / METRES_A_SECOND) * SECOND;
    return { target, at: Math.ceil((this.#freeAt + Math.max(way, 2 * SECOND)) / SECOND) * SECOND };
  }

  #asks({ spot: { section, berth }, key }: Target): boolean {
    const shown = this.#street.strip(section)[berth];
    return shown?.state === 'occupied' && shown.plate === null && !this.#visited.has(key);
  }

  #look(target: Target, at: number): void {
    const requested = this.#asks(target);
    this.#visited.add(target.key);
    const car = this.#street.carAt(target.spot, at);
    if (car) this.#readCar(car, target, at);
    else if (requested && !this.offline(at)) {
      this.handheld.note('absent', at, { berthId: this.#berthId(target.spot) }, false);
      this.#freeAt = at + 10 * SECOND;
      // What the sensor felt may stand beside it.
      for (const step of [-1, 1, -2, 2, -3, 3]) this.#beside(target, step);
    }
  }

  #beside(target: Target, step: number): void {
    const spot = { section: target.spot.section, berth: target.spot.berth + step };
    const shown = this.#street.strip(spot.section)[spot.berth];
    const car = shown && this.#street.carAt(spot, this.#freeAt);
    const inTime = this.#freeAt + READ_MS <= this.#until;
    if (car && inTime && shown.state !== 'occupied') this.#readCar(car, { ...target, spot, since: null }, this.#freeAt);
  }

  #berthId({ section, berth }: Spot): string {
    return this.#street.sections[section]!.berths[berth]!.id;
  }

  #readCar(car: Car, target: Target, arrived: number): void {
    const { truth, read, readings } = this.#street;
    if (read.has(car.id) || this.skipped.has(car.id)) return;
    const at = arrived + READ_MS;
    if (car.to <= at) return; // it drives away under his hands
    if (car.pays === 'cash') {
      this.#cash += 1;
      if (truth.thief === this.#nth && this.#cash % truth.faults.thiefEvery === 0) {
        this.skipped.add(car.id);
        return;
      }
    }
    this.#freeAt = at;
    const offline = this.offline(at);
    const plate = this.#random.chance(truth.faults.misread) ? misread(car.plate, this.#random) : car.plate;
    this.handheld.note('plate', at, { berthId: this.#berthId(target.spot), plate, colour: 'blue' }, offline);
    read.add(car.id);
    readings.set(car.id, { at, plate });
    const shown = offline ? undefined : this.#street.strip(target.spot.section)[target.spot.berth];
    const since = shown?.state !== 'occupied' || target.since === null ? null : shown.provenSince;
    this.#known.set(car.id, { from: chargedFrom(at, since === null ? null : Date.parse(since), 30), readAt: at });
  }

  #take(car: Car, at: number): void {
    if (car.pays !== 'cash') return;
    const { from } = this.#known.get(car.id)!;
    const price = kerbPrice(this.#street.tariffs, { colour: 'blue', from, to: at, zoneClass: '1', bays: 1 });
    if (price === null || isFeeRefusal(price) || price.totalFen === 0) return;
    const amountFen = price.totalFen;
    // The handheld takes cash for a stay that was ended by it, and for no other.
    this.handheld.note('end', at, { berthId: this.#berthId(car) }, this.offline(at));
    this.handheld.note(
      'cash',
      at,
      {
        berthId: this.#berthId(car),
        plate: this.#street.readings.get(car.id)!.plate,
        amountFen,
        tenderedFen: amountFen,
        price: { from, to: at, hash: price.hash, colour: 'blue' },
      },
      this.offline(at),
    );
  }
}

/** Another digit at one place. */
function misread(plate: string, random: Random): string {
  const place = plate.length - 1 - random.whole(0, 4);
  const digit = String((Number(plate[place]) + random.whole(1, 9)) % 10);
  return plate.slice(0, place) + digit + plate.slice(place + 1);
}

/** By the loss it prevents, as the handheld's list does. */
export const byLoss: Choice = (waiting, metres, now) => nextCar(waiting, metres, now);
