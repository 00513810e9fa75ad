import { Book } from '#domain/lane/book.ts';
import type { Earlier, Loaded, Sources } from '#domain/lane/sources.ts';
import type { ListClass, Similar } from '#domain/lane/lookup.ts';
import type { Stay } from '#domain/lane/types.ts';
import type { Order } from '#domain/ledger/order-types.ts';
import { isNoPlateCode } from '#domain/plate/plate.ts';
import { NeedsMore, wholeSince } from './need.ts';
import type { Need } from './need.ts';

/** A book that knows what was not loaded, and reports it when the rules need it. */
export class PartBook extends Book {
  readonly #need: Need;
  readonly #withoutOrders: ReadonlySet<string>;
  readonly #plates: ReadonlySet<string>;
  #pending = true;

  constructor(loaded: Loaded, sources: Sources, need: Need, withoutOrders: ReadonlySet<string>) {
    super(loaded, sources);
    this.#need = need;
    this.#withoutOrders = withoutOrders;
    this.#plates = new Set(need.plates);
  }

  /** From now on what is not here does not exist: the rules have had their say. */
  close(): void {
    this.#pending = false;
  }

  /** Codes of vehicles without a plate are made here, so nothing is stored of one that is new. */
  #known(plate: string): void {
    if (this.#pending && plate !== '' && !this.#plates.has(plate) && !isNoPlateCode(plate))
      throw new NeedsMore({ plates: [plate] });
  }

  override stays(plate: string): readonly Stay[] {
    this.#known(plate);
    return super.stays(plate);
  }

  override listClass(plate: string, colour: string, at: number): ListClass {
    this.#known(plate);
    return super.listClass(plate, colour, at);
  }

  override stay(id: string): Stay | null {
    const found = super.stay(id);
    if (this.#pending && found === null && !this.#need.stayIds.includes(id)) throw new NeedsMore({ stayIds: [id] });
    return found;
  }

  /** A stay if it was given, without insisting. */
  given(id: string): Stay | null {
    return super.stay(id);
  }

  override similar(plate: string, at: number): Similar {
    if (this.#pending && !this.#need.present) throw new NeedsMore({ present: true });
    return super.similar(plate, at);
  }

  protected override earlier(stay: Stay, at: number, since: number): Earlier {
    if (this.#pending && since < wholeSince(this.#need)) throw new NeedsMore({ visits: since });
    return super.earlier(stay, at, since);
  }

  protected override mates(plates: readonly string[], since: number): readonly Stay[] {
    if (this.#pending && since < wholeSince(this.#need)) throw new NeedsMore({ visits: since });
    return super.mates(plates, since);
  }

  override outstanding(order: string): number {
    if (this.#pending && this.order(order) === null && !this.#need.orderIds.includes(order))
      throw new NeedsMore({ orderIds: [order] });
    return super.outstanding(order);
  }

  override ordersOf(stay: string): readonly Order[] {
    if (this.#withoutOrders.has(stay)) throw new NeedsMore({ stayIds: [stay] });
    return super.ordersOf(stay);
  }
}
