/**
 * A week of roadside streets, minute by minute: what devices, collectors and drivers do in a minute goes to the server
 * as it would from the street, its clock is set to the end of that minute, and what its own clock does is done.
 */
import { randomFrom } from '../random.ts';
import type { Random } from '../random.ts';
import type { Tally } from '../virtual-device.ts';
import { Arms } from './arms.ts';
import type { RaiseRequest, Turn } from './arms.ts';
import { byLoss, Collector } from './collector.ts';
import type { Choice, Shown, Street } from './collector.ts';
import { Handheld } from './handheld.ts';
import { must, rowsOf } from './server.ts';
import type { Server } from './server.ts';
import { setUp } from './setup.ts';
import type { Site } from './setup.ts';
import { DAY, HOUR, MINUTE, onDuty, standing, truthOf } from './truth.ts';
import type { Car, Faults, Size, Span, Truth } from './truth.ts';
import { uplinksOf } from './uplinks.ts';
import type { Uplink } from './uplinks.ts';

export type Played = {
  readonly truth: Truth;
  readonly site: Site;
  readonly collectors: readonly Collector[];
  readonly read: ReadonlySet<number>;
  readonly readings: Street['readings'];
  readonly tally: Tally;
  /** Money drivers paid by phone, in fen. */
  readonly phoneFen: number;
  /** Some of what was sent, to be sent again. */
  readonly kept: readonly Kept[];
  /** Lines of guidance screens held against the strip when they were sent, and those that differ. */
  readonly screens: { readonly looked: number; readonly wrong: readonly string[] };
  /** When the warning of two swapped sensors was first there, by its text. */
  readonly swapsSet: ReadonlyMap<string, number>;
  /** Appeals against debts that were refused, with the time they lasted. */
  readonly holds: readonly Hold[];
  /** What locks were ordered to do and did. */
  readonly arms: { readonly turns: readonly Turn[]; readonly requests: readonly RaiseRequest[] };
};

/** A debt was under appeal. */
export type Hold = Span & { readonly escapeId: string };

/** A message as it was numbered. */
export type Kept = {
  readonly lot: number;
  readonly seq: number;
  readonly message: string;
  readonly payload: Record<string, unknown>;
};

/** How long a screen may take to show what it was sent: so often as long. */
const SCREEN_TRIES = 60;
const SCREEN_MS = 50;
/** The share of drivers with debts who appeal instead of paying. */
const APPEALS = 0.05;
const pause = (ms: number): Promise<void> =>
  new Promise((then) => {
    setTimeout(then, ms);
  });

const MINUTES_BETWEEN = { ends: 5, money: 10, silence: 5, terms: 5 } as const;

class World {
  readonly truth: Truth;
  readonly site: Site;
  readonly collectors: readonly Collector[];
  readonly tally: Tally;
  readonly street: Street;
  readonly swapsSet = new Map<string, number>();
  readonly holds: Hold[] = [];
  phoneFen = 0;
  readonly kept: Kept[] = [];
  readonly screens = { looked: 0, wrong: [] as string[] };
  readonly #server: Server;
  readonly #random: Random;
  readonly #uplinks: readonly Uplink[];
  readonly #cameras: readonly Car[];
  readonly arms: Arms;
  readonly #leaving: Map<number, Car[]>;
  readonly #paying: { readonly car: Car; readonly at: number }[];
  #shown: Shown[][] = [];
  #sent = 0;

  constructor(server: Server, truth: Truth, site: Site, tally: Tally, choose: Choice) {
    this.#server = server;
    this.truth = truth;
    this.site = site;
    this.tally = tally;
    this.#random = randomFrom(`world ${truth.size.seed}`);
    this.#uplinks = uplinksOf(truth);
    this.#cameras = truth.cars.filter(({ section }) => truth.streets[section] === 'camera');
    this.#leaving = Map.groupBy(truth.cars, ({ to }) => Math.ceil(to / MINUTE)) as Map<number, Car[]>;
    this.#paying = truth.cars
      .filter(({ pays }) => pays === 'phone')
      .map((car) => ({ car, at: car.to + this.#random.whole(6, 90) * MINUTE }))
      .toSorted((a, b) => a.at - b.at);
    this.arms = new Arms(server, truth, site.sections, randomFrom(`arms ${truth.size.seed}`));
    this.street = {
      truth,
      sections: site.sections,
      tariffs: site.tariffs,
      strip: (section) => this.#shown[section] ?? [],
      carAt: standing(truth),
      read: new Set(),
      readings: new Map(),
      choose,
    };
    this.collectors = site.workers.map(
      (worker, nth) =>
        new Collector(
          this.street,
          new Handheld(worker, truth.clocks[nth]!, truth.start - HOUR),
          nth,
          randomFrom(`collector ${truth.size.seed} ${nth}`),
        ),
    );
  }

  /** What sensors, cameras and locks send of a span, together, as it is received. */
  async devices(from: number, to: number): Promise<void> {
    const sending: Promise<void>[] = [];
    for (; this.#sent < this.#uplinks.length && this.#uplinks[this.#sent]!.at <= to; this.#sent += 1) {
      const { at, section, berth, twice, fields } = this.#uplinks[this.#sent]!;
      const { lot, sensors } = this.site.sections[section]!;
      const { gateway } = this.site.lots[lot]!;
      const values = { sensor: sensors[berth], ...fields };
      sending.push(gateway.event('space', at, values, { twice }));
      if (this.#random.chance(0.05))
        this.kept.push({
          lot,
          seq: gateway.memory.seq,
          message: 'space',
          payload: { at: new Date(at).toISOString(), ...values },
        });
    }
    for (const car of this.#cameras) {
      if (car.from > from && car.from <= to) sending.push(this.#filmed(car, 'arrive', car.from));
      if (car.to > from && car.to <= to) sending.push(this.#filmed(car, 'leave', car.to));
    }
    this.arms.back();
    sending.push(...this.arms.cars(from, to));
    await Promise.all(sending);
  }

  #filmed(car: Car, claim: 'arrive' | 'leave', at: number): Promise<void> {
    const { lot, berths } = this.site.sections[car.section]!;
    const wrong = this.#random.chance(this.truth.faults.misread);
    const plate = wrong ? `${car.plate.slice(0, -1)}${(Number(car.plate.at(-1)) + 1) % 10}` : car.plate;
    if (claim === 'arrive') {
      this.street.read.add(car.id);
      this.street.readings.set(car.id, { at, plate });
    }
    return this.site.lots[lot]!.camera!.event('berthCar', at, {
      spaceNo: berths[car.berth]!.berthNo,
      claim,
      plate: claim === 'arrive' ? plate : undefined,
      colour: 'blue',
      confidence: wrong ? 0.82 : 0.98,
    });
  }

  async look(): Promise<void> {
    const bySection = await this.#strip();
    this.#shown = this.site.sections.map(({ id }) => bySection.get(id) ?? []);
  }

  async #strip(): Promise<Map<string, Shown[]>> {
    const strips = await Promise.all(
      this.site.lots.map(({ parkId }) =>
        must(this.#server, 'GET', '/api/updown/plat/RdaPark/getParkBerths', { parkId }),
      ),
    );
    return Map.groupBy(strips.flat() as (Shown & { sectionId: string })[], ({ sectionId }) => sectionId);
  }

  async people(from: number, to: number): Promise<void> {
    const leaving: Car[] = [];
    for (let minute = from / MINUTE + 1; minute <= to / MINUTE; minute += 1)
      leaving.push(...(this.#leaving.get(minute) ?? []));
    for (const collector of this.collectors) {
      const own = leaving.filter(({ section }) => collector.handheld.worker.sections.includes(section));
      collector.act(from, to, own);
    }
    await Promise.all(
      this.collectors.map(async ({ handheld }, nth) => {
        if (handheld.queued > 0 && !this.collectors[nth]!.offline(to)) await handheld.send(this.#server, to);
      }),
    );
    const due = this.#paying.findIndex(({ at }) => at > to);
    const paying = this.#paying.splice(0, due < 0 ? this.#paying.length : due);
    const drivers = Map.groupBy(paying, ({ car }) => car.plate);
    await Promise.all(
      [...drivers.values()].map(async (own) => {
        for (const { car } of own) await this.#payByPhone(car);
      }),
    );
  }

  /** A driver looks up the debts of his plate on his own phone and pays all together, or appeals against the first. */
  async #payByPhone(car: Car): Promise<void> {
    const how = { as: null, ip: `10.${(car.id >> 16) & 255}.${(car.id >> 8) & 255}.${car.id & 255}` };
    const { parkId } = this.site.lots[this.site.sections[car.section]!.lot]!;
    const pay = (path: string, input: object) =>
      must(this.#server, 'POST', `/api/gatehouse/driver/${path}`, input as Record<string, unknown>, how);
    const input = { parkId, plateNumber: car.plate };
    const { status, data } = await this.#server.ask('POST', '/api/gatehouse/driver/debts', input, how);
    if (status !== 200) return; // none: it was never read, or under another plate
    const { debts } = data as { debts: { ticket: string; dueFen: number }[] }; // the call names this shape
    if (randomFrom(`appeals ${this.truth.size.seed} ${car.id}`).chance(APPEALS)) {
      await pay('appeal', { ticket: debts[0]!.ticket, phone: '13800000000', text: '停车时间不对，请核对图片' });
      return;
    }
    this.phoneFen += debts.reduce((sum, { dueFen }) => sum + dueFen, 0);
    if (debts.length === 1) await pay('pay', { ticket: debts[0]!.ticket, channel: 'sandbox' });
    else
      await pay('payDebts', {
        tickets: debts.map(({ ticket }) => ticket),
        channel: 'sandbox',
        payKey: `car ${car.id}`,
      });
  }

  async clock(at: number): Promise<void> {
    const minute = Math.round((at - this.truth.start) / MINUTE);
    for (const [name, every] of Object.entries(MINUTES_BETWEEN))
      if (minute % every === 0) await this.#server.round(name as keyof typeof MINUTES_BETWEEN, at);
    const ofDay = minute % 1440;
    if (minute % 30 === 0) await this.#screens(at);
    if (ofDay % 60 === 20) await this.#server.round('mountings', at);
    if (ofDay === 70) await this.#server.round('swaps', at);
    if (ofDay === 90) await this.#server.round('gaps', at);
    if (ofDay === 540) await this.#server.round('notices', at);
    if (ofDay === 480) await this.#setRight(at);
    if (ofDay === 600) await this.#refuseAppeals(at);
  }

  /** What a screen shows once it was sent is held against the strip; nothing else happens in between. */
  async #screens(at: number): Promise<void> {
    await this.#server.round('screens', at);
    const strip = await this.#strip();
    for (const [lot, { parkId, screen }] of this.site.lots.entries()) {
      const free = this.site.sections
        .filter((section) => section.lot === lot)
        .map(({ id }) => (strip.get(id) ?? []).filter(({ state }) => state === 'free').length);
      const same = (): boolean => String(screen.shown.free) === String(free);
      for (let tries = 0; tries < SCREEN_TRIES && !same(); tries += 1) await pause(SCREEN_MS);
      this.screens.looked += free.length;
      if (!same())
        this.screens.wrong.push(`${new Date(at).toISOString()} ${parkId}: ${screen.shown.free} shown, ${free} free`);
    }
  }

  /** Customer service refuses what drivers appealed against since yesterday: the debts' terms move by the time it took. */
  async #refuseAppeals(at: number): Promise<void> {
    const waiting = await rowsOf<{ id: string; escapeId: string; raisedAt: string }>(
      this.#server,
      '/api/updown/userRequest/list',
      { type: 'appeal', status: 'waiting' },
    );
    for (const { id, escapeId, raisedAt } of waiting) {
      await must(this.#server, 'POST', '/api/updown/userRequest/take', { id });
      await must(this.#server, 'POST', '/api/updown/userRequest/handle', { id, result: 'refuse', reply: '与图片相符' });
      this.holds.push({ escapeId, from: Date.parse(raisedAt), to: at });
    }
  }

  /** The supervisor has sensors bound right that the server reports as swapped. */
  async #setRight(at: number): Promise<void> {
    const warnings = await rowsOf<{ subject: string; status: string }>(
      this.#server,
      '/api/updown/plat/rdrwork/getWarnList',
      { warnType: 'swap' },
    );
    for (const { subject, status } of warnings) {
      if (this.swapsSet.has(subject)) continue;
      this.swapsSet.set(subject, at);
      if (status !== 'open') continue;
      const numbers = String(subject).split(' ↔ ');
      const sensors: string[] = [];
      for (const berthNo of numbers) {
        const found = await rowsOf<{ id: string; berthNo: string }>(this.#server, '/api/updown/pda/rdSensor/list', {
          berthNo,
        });
        sensors.push(...found.filter((row) => row.berthNo === berthNo).map(({ id }) => id));
      }
      await must(this.#server, 'POST', '/api/gatehouse/rdSensor/swap', { deviceId: sensors[0], otherId: sensors[1] });
    }
  }
}

export type PlayOptions = {
  readonly size: Size;
  readonly faults: Faults;
  /** Midnight of the lots' own day the world begins at; it ends before now. */
  readonly start: number;
  readonly choose?: Choice;
  /** Minutes played at once while people work; 1 where left out. */
  readonly step?: number;
  readonly say?: (line: string) => void;
};

/** Plays the world to its end, and on until every bill stands. */
export async function playWorld(server: Server, options: PlayOptions): Promise<Played> {
  const { size, faults, start, choose = byLoss, step = 1, say = () => undefined } = options;
  const truth = truthOf(size, faults, start);
  const tally: Tally = { made: 0, acknowledged: 0, repeated: 0, answered: 0 };
  server.setClock(start - 2 * HOUR);
  const site = await setUp(server, truth, tally);
  say(
    `${site.sections.length} sections of ${size.berths} berths, ${truth.cars.length} cars, ${site.workers.length} collectors`,
  );
  const world = new World(server, truth, site, tally, choose);
  for (let from = start - HOUR; from < truth.end + 3 * HOUR;) {
    // At night little happens: five minutes at once.
    const to = from + (onDuty(start - 30 * MINUTE, from) ? step * MINUTE : 5 * MINUTE);
    server.setClock(to);
    await world.devices(from, to);
    await world.arms.tend(to);
    if (onDuty(start, to)) await world.look();
    await world.people(from, to);
    await world.clock(to);
    if ((to - start) % HOUR === 0)
      say(
        `${new Date(to).toISOString().slice(0, 16)}  day ${Math.floor((to - start) / DAY) + 1}  ${tally.acknowledged} messages`,
      );
    from = to;
  }
  const { collectors, street, phoneFen, swapsSet, holds, arms, kept, screens } = world;
  return {
    truth,
    site,
    collectors,
    read: street.read,
    readings: street.readings,
    tally,
    phoneFen,
    swapsSet,
    holds,
    arms,
    kept,
    screens,
  };
}
