/**
 * One lot in memory: what was loaded for a batch, changed fact by fact. It answers the lanes' questions about stays and
 * money; lists, passes, prices come from `Sources`. The server loads it, steps through a batch, then writes the facts.
 */
import type { Order, OrderEvent, OrderStep } from '#domain/ledger/order-types.ts';
import { CLOSED_MONEY, newOrder, outstanding, isOwed } from '#domain/ledger/order-state.ts';
import { orderStep } from '#domain/ledger/order.ts';
import type { Fact, PassageFact } from './facts.ts';
import type { Instant, Stay, StayKind, Quote } from './types.ts';
import type {
  Candidate,
  Finished,
  InnerLane,
  LaneBar,
  ListClass,
  Lookup,
  LotSettings,
  PassView,
  Similar,
} from './lookup.ts';
import type { FeeRefusal } from '../fee/types.ts';
import type { Price, Settled } from '../ledger/due.ts';
import { isFeeRefusal } from '../fee/types.ts';
import { NOTHING_SETTLED, leaveUntil, remaining } from '../ledger/due.ts';
import { fuzzyCandidates } from '../plate/distance.ts';
import { isNoPlateCode } from '../plate/plate.ts';
import { counts } from '../space/occupancy.ts';
import type { Earlier, Sources, Loaded, MoneyDone } from './sources.ts';

export class Book implements Lookup {
  readonly settings: LotSettings;
  readonly capacity: number | null;
  readonly #sources: Sources;
  readonly #park: string;
  #inside = 0;
  readonly #stays = new Map<string, Stay>();
  readonly #byPlate = new Map<string, Set<string>>();
  /** Ids of stays still inside, and of those without an entry: what a similar text may mean. */
  readonly #present = new Set<string>();
  readonly #orphans = new Set<string>();
  readonly #orders = new Map<string, Order>();
  readonly #ordersOf = new Map<string, Set<string>>();
  readonly #passages = new Map<string, PassageFact>();
  readonly #finished = new Map<string, Finished>();
  readonly #orderPassage = new Map<string, string>();

  constructor(loaded: Loaded, sources: Sources) {
    this.settings = sources.settings;
    this.capacity = sources.capacity;
    this.#sources = sources;
    this.#park = loaded.park;
    for (const stay of loaded.stays) this.#keep(stay);
    this.#inside = loaded.inside; // the loaded ones are among them
    for (const order of loaded.orders) this.#keepOrder(order);
    for (const passage of loaded.passages) this.#keepPassage(passage);
  }

  // ---- answers

  occupancy(): number {
    return this.#inside;
  }
  listClass(plate: string, colour: string, at: Instant): ListClass {
    return this.#sources.listClass(plate, colour, at);
  }
  pass(plate: string, colour: string, lane: string, at: Instant): PassView | null {
    return this.#sources.pass(plate, colour, lane, at, (plates) => this.#passInside(plates));
  }
  booking(plate: string, lane: string, at: Instant): string | null {
    return this.#sources.booking(plate, lane, at);
  }
  laneBar(lane: string, kind: StayKind, fixed: boolean, at: Instant): LaneBar | null {
    return this.#sources.laneBar?.(lane, kind, fixed, at) ?? null;
  }
  twoWay(lane: string): boolean {
    return this.#sources.twoWay?.(lane) ?? false;
  }
  inner(lane: string): InnerLane | null {
    return this.#sources.inner?.(lane) ?? null;
  }
  tariff(plate: string, colour: string, at: Instant): string | null {
    return this.#sources.tariff(plate, colour, at);
  }
  sensorless(plate: string, colour: string): boolean {
    return this.#sources.sensorless(plate, colour);
  }
  storedValue(plate: string): ReturnType<Lookup['storedValue']> {
    return this.#sources.storedValue?.(plate) ?? null;
  }
  price(stay: Stay, at: Instant): Price | FeeRefusal {
    return this.#sources.price(
      stay,
      at,
      (since) => this.earlier(stay, at, since),
      (plates, since) => this.mates(plates, since),
    );
  }
  priceNoEntry(plate: string, colour: string, declaredIn: Instant | null, at: Instant): Price | FeeRefusal {
    return this.#sources.priceNoEntry(plate, colour, declaredIn, at);
  }

  stay(id: string): Stay | null {
    return this.#stays.get(id) ?? null;
  }

  stays(plate: string): readonly Stay[] {
    return this.#all(this.#byPlate.get(plate)).filter((stay) => stay.state !== 'merged' && stay.state !== 'voided');
  }

  similar(plate: string, at: Instant): Similar {
    const inside = this.#all(this.#present).filter((stay) => stay.entry !== null && stay.entry.at <= at);
    if (plate === '') {
      return {
        candidates: inside.filter((stay) => isNoPlateCode(stay.plate)).map((stay) => candidate(stay, 0)),
        unambiguous: false,
      };
    }
    const fuzzy = fuzzyCandidates(
      plate,
      inside.map((stay) => stay.plate),
    );
    const candidates = fuzzy.candidates.flatMap((near) =>
      inside.filter((stay) => stay.plate === near.plate).map((stay) => candidate(stay, near.score)),
    );
    const [first, second] = candidates;
    // A suspect of the very text has been seen twice: only a person may say which car this is.
    const clear = first !== undefined && first.plate !== second?.plate && first.plate !== plate;
    return { candidates, unambiguous: fuzzy.unambiguous && clear };
  }

  orphans(plate: string, stay: string, at: Instant): readonly Stay[] {
    const all = this.#all(this.#orphans).filter((it) => it.exit !== null && it.exit.at >= at);
    const claimed = all.filter((it) => it.claims === stay);
    const same = all.filter((it) => it.plate === plate);
    if (claimed.length > 0 || same.length > 0) return [...claimed, ...same];
    const fuzzy = fuzzyCandidates(
      plate,
      all.filter((it) => !isNoPlateCode(it.plate)).map((it) => it.plate),
    );
    const [first] = fuzzy.candidates;
    return first === undefined || !fuzzy.unambiguous || isNoPlateCode(plate)
      ? []
      : all.filter((it) => it.plate === first.plate).slice(0, 1);
  }

  settled(stay: string, exceptOrder: string): Settled {
    let sum: Settled = NOTHING_SETTLED;
    const own = this.#stays.get(stay);
    for (const order of this.ordersOf(stay)) {
      if (order.id === exceptOrder) continue;
      const until =
        order.windowFrom === null
          ? null
          : leaveUntil(
              order.windowFrom,
              (own && this.#sources.leaveMinutes?.(own, order.windowFrom)) ?? this.settings.leaveMinutes,
            );
      const later = until !== null && until > (sum.freeUntil ?? -Infinity);
      sum = {
        paidFen: sum.paidFen + order.paidFen,
        waivedFen: sum.waivedFen + order.waivedFen,
        deratedFen: sum.deratedFen + (CLOSED_MONEY.has(order.state) ? order.deratedFen : 0),
        pricedAt: later ? order.pricedAt : sum.pricedAt,
        freeUntil: later ? until : sum.freeUntil,
      };
    }
    return sum;
  }

  outstanding(order: string): number {
    const found = this.#orders.get(order);
    return found === undefined ? 0 : outstanding(found);
  }

  stillAsking(stay: string, exceptOrder: string): readonly string[] {
    return this.ordersOf(stay)
      .filter((order) => order.id !== exceptOrder && isOwed(order))
      .map(({ id }) => id);
  }

  finished(lane: string, passing: number): Finished | null {
    return this.#finished.get(`${lane} ${passing}`) ?? null;
  }

  order(id: string): Order | null {
    return this.#orders.get(id) ?? null;
  }
  ordersOf(stay: string): readonly Order[] {
    return [...(this.#ordersOf.get(stay) ?? [])].flatMap((id) => this.#orders.get(id) ?? []);
  }
  allStays(): readonly Stay[] {
    return [...this.#stays.values()];
  }
  allOrders(): readonly Order[] {
    return [...this.#orders.values()];
  }

  // ---- changes

  /** Apply one fact before the next step. Money facts become order events; their postings are returned. */
  apply(fact: Fact): MoneyDone | null {
    switch (fact.fact) {
      case 'stayOpened':
        this.#keep(fact.stay);
        return null;
      case 'stayChanged':
        this.#keep(fact.after);
        return null;
      case 'passage':
        this.#keepPassage(fact);
        return null;
      case 'passageRead':
        this.#passages.delete(fact.passage);
        return null;
      case 'exitMoved':
        this.#moveExit(fact.passage, fact.from, fact.to);
        return null;
      case 'moneyMoved':
        for (const order of this.ordersOf(fact.from)) this.#moveOrder(order, fact.to);
        return null;
      case 'adjustment':
        this.#inside += fact.delta;
        return null;
      case 'quoted':
        return this.#quoted(fact.quote);
      case 'quoteVoid':
        return this.pay(fact.order, { kind: 'void' });
      case 'cash':
        return this.pay(fact.order, {
          kind: 'cash',
          id: fact.id,
          amountFen: fact.amountFen,
          tenderedFen: fact.tenderedFen,
          drawer: fact.drawer,
          at: fact.at,
          allPaid: this.#allPaid(fact.order, fact.amountFen, fact.at),
        });
      case 'stored':
        return this.pay(fact.order, {
          kind: 'stored',
          id: fact.id,
          card: fact.card,
          amountFen: fact.amountFen,
          at: fact.at,
          allPaid: this.#allPaid(fact.order, fact.amountFen, fact.at),
        });
      case 'release':
        return fact.order === null
          ? null
          : this.pay(fact.order, { kind: 'waive', id: fact.id, amountFen: fact.waivedFen, at: fact.at });
      case 'billed':
        return fact.outstandingFen > 0 ? this.pay(fact.order, { kind: 'owe', at: fact.at }) : null;
      case 'reading':
      case 'decision':
      case 'opening':
      case 'closed':
      case 'superseded':
      case 'barrier':
      case 'openingExplained':
      case 'exception':
      case 'exceptionCleared':
      case 'charge':
      case 'picked':
      case 'turnedAway':
        return null;
    }
  }

  #quoted(quote: Quote): MoneyDone {
    if (!this.#orders.has(quote.order)) this.#keepOrder(newOrder(quote.order, this.#park, quote.stay));
    return this.pay(quote.order, {
      kind: 'quote',
      receivableFen: quote.receivableFen,
      deratedFen: quote.deratedFen,
      pricedAt: quote.pricedAt,
      validUntil: quote.validUntil,
    });
  }

  /** An event of an order: a notice, a refund, a quote. Unknown orders are refused as `no-such-payment`. */
  pay(order: string, event: OrderEvent): MoneyDone {
    const before = this.#orders.get(order);
    if (before === undefined) return { postings: [], refunds: [], alert: null, refused: 'no-such-payment' };
    const known =
      event.kind === 'notice' && event.allPaid === undefined
        ? { ...event, allPaid: this.#allPaid(order, event.amountFen, event.at) }
        : event;
    const done: OrderStep = orderStep(before, known);
    this.#keepOrder(done.order);
    return { postings: done.postings, refunds: done.refunds, alert: done.alert, refused: done.refused };
  }

  /** Whether a payment after the hold still covers all that was due at its own time. */
  #allPaid(orderId: string, amountFen: number, at: Instant): boolean {
    const order = this.#orders.get(orderId);
    const stay = order === undefined ? undefined : this.#stays.get(order.stay);
    if (order === undefined || stay === undefined || stay.entry === null || stay.entry.at > at) return false;
    const price = this.price(stay, at);
    return !isFeeRefusal(price) && amountFen >= remaining(price, this.settled(stay.id, ''), at).dueFen;
  }

  protected earlier(stay: Stay, at: Instant, since: Instant): Earlier {
    const before = this.stays(stay.plate).filter(
      (it) =>
        it.id !== stay.id &&
        it.entry !== null &&
        it.exit !== null &&
        it.entry.at < (stay.entry?.at ?? at) &&
        it.entry.at >= since,
    );
    return before.map((it) => ({
      at: it.entry!.at,
      fen: this.ordersOf(it.id).reduce((sum, { receivableFen, deratedFen }) => sum + receivableFen - deratedFen, 0),
    }));
  }

  protected mates(plates: readonly string[], since: Instant): readonly Stay[] {
    return plates.flatMap((plate) =>
      this.stays(plate).filter(({ state, exit }) => (exit === null ? state === 'open' : exit.at >= since)),
    );
  }

  /** Who waits for a space is counted with those who have one: as long as anybody waits none is free. */
  #passInside(plates: readonly string[]): number {
    return plates.reduce(
      (n, plate) =>
        n +
        this.stays(plate).filter(
          (stay) => stay.state === 'open' && (stay.kind === 'pass' || stay.kind === 'temp-group-queue'),
        ).length,
      0,
    );
  }

  #all(ids: Iterable<string> | undefined): Stay[] {
    return [...(ids ?? [])].flatMap((id) => this.#stays.get(id) ?? []);
  }

  #keep(stay: Stay): void {
    const old = this.#stays.get(stay.id);
    this.#inside += Number(counts(stay.state)) - Number(old !== undefined && counts(old.state));
    if (old !== undefined && old.plate !== stay.plate) this.#byPlate.get(old.plate)?.delete(stay.id);
    this.#stays.set(stay.id, stay);
    put(this.#byPlate, stay.plate, stay.id);
    toggle(this.#present, stay.id, stay.state === 'open' || stay.state === 'suspect' || stay.state === 'stale');
    toggle(this.#orphans, stay.id, stay.kind === 'no-entry' && stay.state === 'closed' && stay.entry === null);
  }

  #keepOrder(order: Order): void {
    this.#orders.set(order.id, order);
    put(this.#ordersOf, order.stay, order.id);
  }

  #keepPassage(passage: PassageFact): void {
    this.#passages.set(passage.id, passage);
    if (passage.order !== null) this.#orderPassage.set(passage.order, passage.id);
    if (passage.state === 'unidentified') return;
    const stay = passage.stay ?? (passage.order === null ? null : (this.#orders.get(passage.order)?.stay ?? null));
    this.#finished.set(`${passage.lane} ${passage.passing}`, { stay, order: passage.order, passage: passage.id });
  }

  /** The order of an exit follows its passage to the stay it now belongs to. */
  #moveExit(passageId: string, from: string, to: string): void {
    const passage = this.#passages.get(passageId);
    if (passage === undefined) return;
    this.#keepPassage({ ...passage, stay: to });
    for (const order of this.ordersOf(from)) {
      // Earlier rounds of a vehicle without an entry were quoted under an id that no stay bears: they go along.
      const passed = this.#orderPassage.get(order.id);
      if (passed === undefined ? this.#stays.has(from) : passed !== passageId) continue;
      this.#moveOrder(order, to);
    }
  }

  #moveOrder(order: Order, to: string): void {
    this.#ordersOf.get(order.stay)?.delete(order.id);
    this.#keepOrder({ ...order, stay: to });
  }
}

function candidate(stay: Stay, score: number): Candidate {
  return { stay: stay.id, plate: stay.plate, score, inAt: stay.entry?.at ?? null, picture: stay.picture };
}

function put(index: Map<string, Set<string>>, key: string, id: string): void {
  const ids = index.get(key);
  if (ids === undefined) index.set(key, new Set([id]));
  else ids.add(id);
}

function toggle(set: Set<string>, id: string, member: boolean): void {
  if (member) set.add(id);
  else set.delete(id);
}
