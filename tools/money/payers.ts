/** Drivers: they come, pay in all ways there are, some of them twice, and some of their notices are lost or late. */
import { prepay } from '#areas/billing/server/door.ts';
import { addDays } from '#domain/time/day.ts';
import type { Day } from '#domain/time/day.ts';
import { unseal } from '#kit/server/seal.ts';
import type { LaneName, TownLot } from './lot.ts';
import { CHANNELS, HOUR, MINUTE, timeOf } from './world.ts';
import type { Channel, World } from './world.ts';

/** Somebody who comes again and again. */
export type Driver = { readonly plate: string; readonly phone: string; readonly ip: string };
/** What was paid through a channel, as its driver remembers it. */
export type Paid = {
  readonly trade: string;
  readonly channel: Channel;
  readonly orderId: string;
  readonly driver: Driver;
  readonly lot: TownLot;
  readonly amountFen: number;
  invoiced: boolean;
  refundRequested: boolean;
};
export type Visit = { readonly lot: TownLot; readonly driver: Driver; readonly inAt: number; readonly outAt: number };

type Way = 'before' | 'phone' | 'code' | 'cash' | 'twice';
const WAYS: readonly (readonly [Way, number])[] = [
  ['before', 0.3],
  ['phone', 0.25],
  ['code', 0.25],
  ['cash', 0.15],
  ['twice', 0.05],
];
/** Longer than the product waits for a notice before it asks. */
const REFUND_AFTER_MS = 40_000;
const LATE_MS = 3 * HOUR;
const LETTERS = ['A', 'B', 'C', 'E', 'F', 'G', 'H', 'J', 'K'] as const;

/** What they did, counted where it was done. */
export type PayerTally = {
  visits: number;
  byChannel: number;
  cash: number;
  twice: number;
  lostNotices: number;
  lateNotices: number;
};

export class Payers {
  readonly world: World;
  readonly paid: Paid[] = [];
  readonly tally: PayerTally = { visits: 0, byChannel: 0, cash: 0, twice: 0, lostNotices: 0, lateNotices: 0 };
  readonly drivers: readonly Driver[];
  readonly #inside = new Set<string>();
  #turn = 0;

  constructor(world: World) {
    this.world = world;
    this.drivers = Array.from({ length: world.size.cars * 2 }, (_, nth) => ({
      plate: `京${LETTERS[nth % LETTERS.length]}${10_000 + nth}`,
      phone: `138${String(10_000_000 + nth)}`,
      ip: world.address(),
    }));
  }

  /** Who comes on a day, entered into the agenda. Answers their visits. */
  plan(day: Day): Visit[] {
    const { world } = this;
    const { random } = world;
    const visits: Visit[] = [];
    for (const lot of world.lots)
      for (let nth = 0; nth < world.size.cars; nth += 1) {
        const inAt = timeOf(day, '07:00') + random.whole(0, 13 * 60) * MINUTE;
        const outAt = Math.min(
          inAt + Math.ceil(25 + 140 * random.around(0.6)) * MINUTE,
          timeOf(addDays(day, 1), '05:00'),
        );
        const visit = { lot, driver: random.pick(this.drivers), inAt, outAt };
        visits.push(visit);
        world.agenda.add(inAt, () => this.#arrive(visit));
      }
    return visits;
  }

  #lane(kind: 'in' | 'out'): LaneName {
    this.#turn += 1;
    return `${kind}${this.#turn % 2 === 0 ? 1 : 2}`;
  }

  /** A car that is still somewhere comes another day. */
  async #arrive(visit: Visit): Promise<void> {
    const { world } = this;
    const { lot, driver } = visit;
    if (this.#inside.has(driver.plate)) return;
    this.#inside.add(driver.plate);
    this.tally.visits += 1;
    await lot.enter(driver.plate, world.now, this.#lane('in'));
    world.pass(5_000);
    const drawn = world.random.next();
    let sum = 0;
    const way = WAYS.find(([, share]) => drawn < (sum += share))?.[0] ?? 'cash';
    const leaveAt = Math.max(visit.outAt, world.now + 20 * MINUTE);
    if (way === 'before') world.agenda.add(leaveAt - 6 * MINUTE, () => this.#payInside(visit));
    world.agenda.add(leaveAt, () => this.#leave(visit, way));
  }

  /** The bill on the phone, and the order it is for; null when nothing is due. */
  async #bill({ lot, driver }: Visit): Promise<string | null> {
    const bill = await this.world.product.must(
      'POST',
      '/api/gatehouse/driver/bill',
      { parkId: lot.parkId, plateNumber: driver.plate },
      { as: null, ip: driver.ip },
    );
    return bill.dueFen > 0 ? (JSON.parse(unseal(bill.ticket)).orderId as string) : null;
  }

  async #begin(orderId: string, channel: Channel): Promise<string> {
    const { product, tenantId, now } = this.world;
    return (await prepay(product.database, { tenantId, orderId, channel, at: now })).tradeNo;
  }

  #remember({ lot, driver }: Visit, trade: string, channel: Channel, orderId: string): void {
    const { amountFen } = this.world.stands[channel].trades.get(trade)!;
    this.paid.push({ trade, channel, orderId, driver, lot, amountFen, invoiced: false, refundRequested: false });
    this.tally.byChannel += 1;
  }

  /** The phone pays; its notice comes, is lost, or comes once more hours later. */
  async #pay(visit: Visit, orderId: string, channel: Channel): Promise<void> {
    const { world } = this;
    const stand = world.stands[channel];
    const trade = await this.#begin(orderId, channel);
    world.pass(7_000);
    stand.pay(trade);
    this.#remember(visit, trade, channel, orderId);
    const drawn = world.random.next();
    if (drawn < 0.06) {
      this.tally.lostNotices += 1;
      world.pass(REFUND_AFTER_MS);
    } else await stand.notify(trade);
    if (drawn > 0.94) {
      this.tally.lateNotices += 1;
      world.agenda.add(world.now + LATE_MS, async () => {
        await stand.notify(trade);
      });
    }
    await world.money();
  }

  /** Two phones of one car pay the same bill: what came second goes back by itself. */
  async #payTwice(visit: Visit, orderId: string): Promise<void> {
    const { world } = this;
    const begun: [Channel, string][] = [];
    for (const channel of CHANNELS) begun.push([channel, await this.#begin(orderId, channel)]);
    world.pass(5_000);
    for (const [channel, trade] of begun) {
      const stand = world.stands[channel];
      if (stand.trades.get(trade)!.state === 'closed') continue;
      stand.pay(trade);
      // The second goes back: it is neither invoiced nor complained of.
      if (channel === begun[0]![0]) this.#remember(visit, trade, channel, orderId);
      else this.tally.byChannel += 1;
      await stand.notify(trade);
    }
    this.tally.twice += 1;
    await world.money();
  }

  async #payInside(visit: Visit): Promise<void> {
    const orderId = await this.#bill(visit);
    if (orderId) await this.#pay(visit, orderId, this.world.random.pick(CHANNELS));
  }

  async #leave(visit: Visit, way: Way): Promise<void> {
    const { world } = this;
    const { lot, driver } = visit;
    const lane = this.#lane('out');
    await lot.see(lane, world.now, driver.plate);
    world.pass(2_000);
    const { phase } = await lot.lane(lane);
    if (phase.name === 'awaiting') await this.#payAtLane(visit, way, lane, phase.settling.quote);
    world.pass(3_000);
    await lot.through(lane, world.now);
    world.pass(6_000);
    this.#inside.delete(driver.plate);
  }

  async #payAtLane(
    visit: Visit,
    way: Way,
    lane: LaneName,
    { order, dueFen }: { readonly order: string; readonly dueFen: number },
  ): Promise<void> {
    const { world } = this;
    if (way === 'cash') {
      this.tally.cash += 1;
      return visit.lot.cash(lane, world.now, dueFen);
    }
    if (way === 'twice') return this.#payTwice(visit, order);
    const channel = world.random.pick(CHANNELS);
    if (way !== 'code') return this.#pay(visit, order, channel);
    const before = new Set(world.stands[channel].trades.keys());
    const digits = `${world.random.whole(1_000, 9_999)}${world.random.whole(100_000_000_000, 899_999_999_999)}`;
    const payCode = `${channel === 'wechat' ? '13' : '28'}${digits.slice(0, 15)}7`;
    await visit.lot.send(lane, world.now, { kind: 'scan', payCode }, `scan-${lane}`);
    await world.money();
    const trade = [...world.stands[channel].trades.keys()].find((each) => !before.has(each));
    if (!trade) throw new Error(`the code of ${visit.driver.plate} was not charged`);
    this.#remember(visit, trade, channel, order);
  }
}
