/** One lane, strictly car by car: a camera with barrier and loops, at exits a screen and a reader besides. */
import { heldAfter, letsIn, listHash, noList } from '#domain/lane/held-list.ts';
import type { ListCommand } from '#domain/lane/held-list.ts';
import { pictureOf } from '../picture.ts';
import type { Faults } from './faults.ts';
import { Mailbox } from './mailbox.ts';
import type { Guest, ParkWorld, Ranked } from './park-world.ts';
import type { Random } from './random.ts';
import type { VirtualDevice } from './virtual-device.ts';

export type Clock = {
  /** Resolves when the simulated time is reached. */
  readonly reach: (at: number) => Promise<void>;
};

type Signal = { readonly kind: 'open'; readonly id: string } | { readonly kind: 'due'; readonly fen: number };

export type Vehicle = { readonly passing: number; readonly at: number; readonly guest: Guest | null };

export type LaneOptions = {
  readonly gateId: string;
  /** `inner`: between areas of the lot. */
  readonly direction: 'entry' | 'exit' | 'inner';
  readonly camera: VirtualDevice;
  readonly scanner: VirtualDevice | null;
  readonly screen: VirtualDevice | null;
  readonly box: VirtualDevice;
  readonly world: ParkWorld;
  readonly faults: Faults;
  readonly random: Random;
  readonly clock: Clock;
  /** Of who works at the box. */
  readonly session: () => Promise<string>;
  /** Money that went into the drawer, change taken off. */
  readonly tookCash: (fen: number) => void;
};

/** How long a driver waits for the barrier before he backs out and tries again, in real time. */
const PATIENCE_MS = 10_000;
const MOST_TRIES = 20;
/** By the lane's clock. */
const SECOND = 1_000;
const BETWEEN_CARS = 12 * SECOND;
const UP_AFTER = 2 * SECOND;
const THROUGH_AFTER = 6 * SECOND;
const DOWN_AFTER = 9 * SECOND;
/** From the first sight of the sum to the money. */
const PAYING = 8 * SECOND;
const GIVES_UP_AFTER = 20 * SECOND;
const SHORTEST_STAY = 60 * SECOND;
const SHORTEST_AWAY = 60 * SECOND;
const CASH_SHARE = 0.15;

/** A driver reads the plate above the sum: what is shown of another car he does not pay. */
const isAbout = (payload: Readonly<Record<string, unknown>>, texts: readonly string[]): boolean => {
  const shown = JSON.stringify(payload.lines ?? '');
  return texts.some((text) => shown.includes(text));
};

/** What is due, from the command itself or from the words on the screen. */
function dueOf(payload: Readonly<Record<string, unknown>>): number | null {
  if (typeof payload.dueFen === 'number') return payload.dueFen;
  const words = JSON.stringify(payload.lines ?? '');
  const found = /请缴费 (\d+)\.(\d\d) 元/.exec(words);
  return found ? Number(found[1]) * 100 + Number(found[2]) : null;
}

/** A car in the lane, before the barrier. */
type Owing = (fen: number, passing: number, at: number) => Promise<void>;

export class VirtualLane {
  readonly options: LaneOptions;
  /** The vehicle that stands in the lane, for the person at the box. */
  vehicle: Vehicle | null = null;
  /** The one before it, which the person at the box still has a picture of. */
  left: Vehicle | null = null;
  /** Cars let through so far. */
  passed = 0;
  /** The lane's own time, epoch ms; null when all are through. */
  at: number | null = 0;
  readonly #post = new Mailbox<Signal>();
  /** What the car in the lane may be called on a screen: as read here, as read at the entry, as it is. */
  #texts: readonly string[] = [];
  readonly #out = new Set<Promise<void>>();
  #last = 0;

  constructor(options: LaneOptions) {
    this.options = options;
    const { camera, screen } = options;
    camera.onCommand = ({ name, id, payload }) => {
      if (name === 'open') this.#post.put({ kind: 'open', id });
      if (name === 'show') this.#shown(payload);
      if (name !== 'whiteList') return { ok: true };
      const list = heldAfter(camera.memory.list ?? noList, payload as ListCommand, Date.now());
      if (!list) return { ok: false, error: 'another list' };
      if (payload['action'] !== 'search') camera.memory.list = list;
      return { ok: true, result: list.cars };
    };
    // A camera that was never sent a list has none to check.
    camera.saysBesides = () => (camera.memory.list ? { listHash: listHash(camera.memory.list.cars, Date.now()) } : {});
    if (screen)
      screen.onCommand = ({ name, payload }) => {
        if (name === 'show') this.#shown(payload);
        return { ok: true };
      };
  }

  /** Lets all of them through, in order; resolves when the server has acknowledged everything. */
  async run(movements: readonly Ranked[]): Promise<void> {
    const { camera, scanner, direction } = this.options;
    for (const movement of movements) {
      await (direction === 'inner'
        ? this.#goBetween(movement)
        : direction === 'entry'
          ? this.#comeIn(movement)
          : this.#goOut(movement));
      this.passed += 1;
      this.at = this.#last;
    }
    this.at = null;
    camera.comeBack();
    await Promise.all(this.#out);
    await Promise.all([camera.settled(), scanner?.settled()]);
  }

  #shown(payload: Readonly<Record<string, unknown>>): void {
    const fen = dueOf(payload);
    if (fen !== null && fen > 0 && isAbout(payload, this.#texts)) this.#post.put({ kind: 'due', fen });
  }

  /** Reports an event once it has happened: nothing is reported ahead of its time. */
  #emit(device: VirtualDevice, message: string, at: number, fields: Record<string, unknown>): Promise<void> {
    const { clock, faults } = this.options;
    const sending = faults.sending();
    const kept = clock
      .reach(at)
      .then(() => device.event(message, at, fields, sending))
      .finally(() => this.#out.delete(kept));
    this.#out.add(kept);
    return kept;
  }

  /** These and all before them: earlier messages of a camera still in flight delay its later ones. */
  #acknowledgedWith(sent: readonly Promise<void>[]): Promise<unknown> {
    return Promise.all([...this.#out, ...sent]);
  }

  /** What the camera sees is the car itself, however its plate is read. */
  #picture(
    guest: Guest,
    at: number,
    direction: 'in' | 'out' = this.options.direction === 'entry' ? 'in' : 'out',
  ): string {
    return pictureOf({ plate: guest.plate, colour: guest.colour, direction, at });
  }

  /** Waits for the turn; answers when the car is seen first and whether the lane is cut off then. */
  async #begin(time: number): Promise<{ at: number; cut: boolean }> {
    const { camera, faults, clock } = this.options;
    const at = (this.#last = Math.max(time, this.#last + BETWEEN_CARS));
    const cut = faults.cutOff(at);
    if (cut) await camera.cutOff();
    else camera.comeBack();
    await clock.reach(at);
    return { at, cut };
  }

  /** A lane that waits for others must deliver its own messages, or they would wait for it. */
  #backOnline(): false {
    this.options.camera.comeBack();
    return false;
  }

  async #comeIn({ time, car, rank, before }: Ranked): Promise<void> {
    const { world, faults } = this.options;
    let { at, cut } = await this.#begin(time);
    if (before !== null && !world.hasLeft(before)) cut = this.#backOnline();
    if (before !== null) at = this.#last = Math.max(at, (await world.leaving(before)) + SHORTEST_AWAY);
    if (!world.hasSpace(rank)) {
      cut = this.#backOnline();
      await world.space(rank);
    }
    const guest: Guest = { ...car, text: faults.read(car, world.known), at };
    if (cut) return this.#alone(guest, at, 0, () => world.entered(guest));
    const through = await this.#throughBarrier(guest, at, guest.text, async () => undefined);
    guest.at = through.at;
    void after(through.acknowledged, () => world.entered(guest));
  }

  async #goOut({ time, car }: Ranked): Promise<void> {
    const { world, faults, random } = this.options;
    let { at, cut } = await this.#begin(time);
    if (!world.isInside(car)) cut = this.#backOnline();
    const guest = await world.guest(car);
    at = this.#last = Math.max(at, guest.at + SHORTEST_STAY);
    if (cut)
      return this.#alone(guest, at, !this.#isFixed(guest) && random.chance(0.4) ? random.whole(1, 6) * 500 : 0, () =>
        world.left(car, at),
      );
    // One misreading on the way in is enough: two would make it another car.
    const text = guest.text === guest.plate ? faults.read(guest, world.known) : guest.plate;
    const through = await this.#throughBarrier(guest, at, text, (...due) => this.#pay(...due));
    void after(through.acknowledged, () => world.left(car, through.at));
  }

  /**
   * To the inner area or back, by a camera that reports the direction; a car that has left before its turn came is let
   * be.
   */
  async #goBetween({ time, car, kind }: Ranked): Promise<void> {
    const { world } = this.options;
    if (world.hasLeft(car.id)) return;
    const guest = await world.guest(car);
    const { at } = await this.#begin(time);
    this.#backOnline();
    if (world.isInside(car))
      await this.#throughBarrier(
        guest,
        Math.max(at, guest.at + THROUGH_AFTER),
        guest.text,
        async () => undefined,
        kind === 'down' ? 'in' : 'out',
      );
  }

  /** By its list, while that holds; every other car is a temporary one. */
  #isFixed({ text }: Guest): boolean {
    return letsIn(this.options.camera.memory.list ?? noList, text, Date.now());
  }

  /** Cut off: the lane decides, and its journal goes out when it is back. */
  #alone(guest: Guest, at: number, cashFen: number, done: () => void): void {
    const { camera } = this.options;
    camera.memory.passing += 1;
    const { passing } = camera.memory;
    const offline = { decided: 'offline', opened: true } as const;
    if (cashFen > 0) this.options.tookCash(cashFen);
    const sent = [
      this.#emit(camera, 'plate', at, {
        passing,
        plate: guest.text,
        colour: guest.colour,
        picture: this.#picture(guest, at),
        confidence: 0.93,
        ...offline,
        cashFen,
      }),
      this.#emit(camera, 'gate', at + UP_AFTER, { gate: 'up', by: 'command' }),
      this.#emit(camera, 'passed', at + THROUGH_AFTER, { passing, count: 1, ...offline }),
      this.#emit(camera, 'gate', at + DOWN_AFTER, { gate: 'down', by: 'local' }),
    ];
    void after(this.#acknowledgedWith(sent), done);
  }

  /** Stands before the barrier until it opens, backing out and coming again when nothing happens. */
  async #throughBarrier(
    guest: Guest,
    from: number,
    text: string,
    owing: Owing,
    direction?: 'in' | 'out',
  ): Promise<{ at: number; acknowledged: Promise<unknown> }> {
    const { camera, random, gateId } = this.options;
    let at = from;
    for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
      camera.memory.passing += 1;
      const { passing } = camera.memory;
      this.vehicle = { passing, at, guest };
      this.#texts = [text, guest.text, guest.plate];
      this.#post.clear();
      await this.#emit(camera, 'plate', at, {
        passing,
        plate: text,
        colour: guest.colour,
        picture: this.#picture(guest, at, direction),
        confidence: Math.round(900 + random.next() * 99) / 1000,
        ...(direction ? { direction } : {}),
      });
      let now = at;
      for (let signal = await this.#post.next(PATIENCE_MS); signal; signal = await this.#post.next(PATIENCE_MS)) {
        if (signal.kind === 'open') return { at, acknowledged: this.#drive(passing, now, signal.id) };
        now += PAYING;
        await owing(signal.fen, passing, now);
      }
      void this.#emit(camera, 'gone', now + GIVES_UP_AFTER, { passing });
      at = this.#last = now + GIVES_UP_AFTER + BETWEEN_CARS;
    }
    throw new Error(`lane ${gateId}: the barrier stayed down for ${text} through ${MOST_TRIES} tries`);
  }

  #drive(passing: number, at: number, commandId: string): Promise<unknown> {
    const { camera } = this.options;
    this.#last = Math.max(this.#last, at);
    [this.left, this.vehicle] = [this.vehicle, null];
    return this.#acknowledgedWith([
      this.#emit(camera, 'gate', at + UP_AFTER, { gate: 'up', by: 'command', commandId }),
      this.#emit(camera, 'passed', at + THROUGH_AFTER, { passing, count: 1 }),
      this.#emit(camera, 'gate', at + DOWN_AFTER, { gate: 'down', by: 'local' }),
    ]);
  }

  async #pay(fen: number, passing: number, at: number): Promise<void> {
    const { scanner, box, random, gateId, session, tookCash } = this.options;
    if (scanner && !random.chance(CASH_SHARE)) {
      const code = `13${String(random.whole(0, 99_999_999)).padStart(8, '0')}${String(random.whole(0, 99_999_999)).padStart(8, '0')}`;
      await this.#emit(scanner, 'scan', at, { payCode: code });
    } else {
      tookCash(fen);
      await this.#emit(box, 'attend', at, {
        lane: gateId,
        passing,
        session: await session(),
        action: 'cash',
        amountFen: fen,
        tenderedFen: Math.ceil(fen / 1000) * 1000,
      });
    }
  }
}

async function after(what: Promise<unknown>, then: () => void): Promise<void> {
  await what;
  then();
}
