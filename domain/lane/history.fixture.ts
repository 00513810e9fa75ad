/** Random days at a small lot: cars that come, back out, follow, are misread, pay in all ways or not at all. */
import { fc } from '#test/property.ts';
import type { Command, LaneEvent } from './types.ts';
import type { LotSetup } from './hub.fixture.ts';
import { Hub, MINUTE, T0, cash, payOnline, priceFrom, release } from './hub.fixture.ts';

/** Two of them differ by one figure; each has a B that a camera may take for an 8. */
export const CARS = [
  '京A1B201',
  '沪C3B462',
  '粤B9B773',
  '苏E5B034',
  '川H7B119',
  '川H7B116',
  '湘D4B907',
  '鄂G0B358',
] as const;
export const BLACK = '湘D4B907';
const WHITE = '鄂G0B358';

/** What a lane takes that does not know when the car came in. */
export const GUESSED_FEN = 300;

export type Pay = 'cash' | 'short' | 'over' | 'release' | 'online' | 'twice' | 'none' | 'offline' | 'unread';
export type Op =
  | {
      readonly op: 'arrive';
      readonly lane: 'in1' | 'in2';
      readonly car: number;
      readonly misread: boolean;
      readonly end: 'through' | 'back' | 'tail' | 'offline' | 'forced';
      readonly repeat: boolean;
    }
  | {
      readonly op: 'depart';
      readonly lane: 'out1' | 'out2';
      readonly car: number;
      readonly misread: boolean;
      readonly pay: Pay;
      readonly back: boolean;
    }
  | { readonly op: 'wait'; readonly minutes: number };

/** `cars`: how many different ones come; few cars come often. */
export interface Kinds {
  readonly misread?: boolean;
  readonly tail?: boolean;
  readonly online?: boolean;
  readonly cars?: number;
}

export function history(kinds: Kinds = {}, maxLength = 40): fc.Arbitrary<Op[]> {
  const { misread = true, tail = true, online = true, cars = CARS.length } = kinds;
  const car = fc.nat(cars - 1);
  const rarely = (on: boolean): fc.Arbitrary<boolean> =>
    on ? fc.integer({ min: 0, max: 5 }).map((n) => n === 0) : fc.constant(false);
  const ends = [
    'through',
    'through',
    'through',
    'through',
    'back',
    'offline',
    'forced',
    ...(tail ? ['tail' as const] : []),
  ] as const;
  const pays: Pay[] = [
    'cash',
    'cash',
    'short',
    'over',
    'release',
    'none',
    'offline',
    'unread',
    ...(online ? ['online' as const, 'twice' as const] : []),
  ];
  return fc.array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          op: fc.constant('arrive' as const),
          lane: fc.constantFrom('in1' as const, 'in2' as const),
          car,
          misread: rarely(misread),
          end: fc.constantFrom(...ends),
          repeat: fc.boolean(),
        }),
      },
      {
        weight: 4,
        arbitrary: fc.record({
          op: fc.constant('depart' as const),
          lane: fc.constantFrom('out1' as const, 'out2' as const),
          car,
          misread: rarely(misread),
          pay: fc.constantFrom(...pays),
          back: rarely(true),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ op: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 300 }) }),
      },
    ),
    { maxLength, size: 'max' },
  );
}

export const SETUP: LotSetup = {
  capacity: 5,
  black: [BLACK],
  white: [WHITE],
  groupPlates: [CARS[0], CARS[1]],
  groupSpaces: 1,
};

/** The clocks of the devices are wrong by this much, and known to be. */
const SKEW: Readonly<Record<string, number>> = { 'cam-in1': 1500, 'cam-in2': -700, 'cam-out1': 40, 'cam-out2': -2600 };

/**
 * A lane without a line, from one instant to another: it decides by the lists it has, `black` among them, and keeps its
 * events.
 */
export interface Cut {
  readonly lane: string;
  readonly from: number;
  readonly to: number;
  readonly black: readonly string[];
}

/** What was done to the hub besides device messages, for replays. */
export type Logged = { readonly message: LaneEvent } | { readonly call: (hub: Hub) => void };

export class Day {
  readonly hub: Hub;
  readonly log: Logged[] = [];
  /** Cars physically inside, by index. */
  readonly inside = new Set<number>();
  /** Openings as the barriers themselves counted them. */
  barrierOpenings = 0;
  /** Vehicles the loops counted, per direction. */
  readonly looped = { in: 0, out: 0 };
  now = T0;
  check: (() => void) | null = null;
  readonly #passing = new Map<string, number>();
  readonly #cuts: readonly Cut[];
  /** Events of lanes without a line. */
  readonly #journals = new Map<string, LaneEvent[]>();
  /** When the cars inside came in, as the lanes know among themselves. */
  readonly #came = new Map<number, number>();
  #trade = 0;

  constructor(setup: LotSetup = SETUP, cuts: readonly Cut[] = []) {
    this.hub = new Hub(setup);
    this.#cuts = cuts;
  }

  run(ops: readonly Op[], repeats = true): this {
    for (const op of ops) {
      this.now += 20_000;
      if (op.op === 'wait') this.now += op.minutes * MINUTE;
      this.#comeBack();
      if (op.op === 'arrive') this.#arrive(op, repeats);
      else if (op.op === 'depart') this.#depart(op);
      this.check?.();
    }
    this.now = this.#cuts.reduce((last, { to }) => Math.max(last, to), this.now);
    this.#comeBack();
    return this;
  }

  #cut(lane: string): Cut | undefined {
    return this.#cuts.find((it) => it.lane === lane && it.from <= this.now && this.now < it.to);
  }

  /** Lanes whose line is back send the events they kept, in their order, those first that came back first. */
  #comeBack(): void {
    for (const { lane } of this.#cuts.filter(({ to }) => to <= this.now).toSorted((a, b) => a.to - b.to)) {
      if (this.#cut(lane)) continue;
      const kept = this.#journals.get(lane) ?? [];
      this.#journals.delete(lane);
      for (const message of kept) this.#receive(message);
    }
  }

  #receive(message: LaneEvent): Command[] {
    this.log.push({ message });
    return this.hub.receive(message).commands;
  }

  #send(lane: string, event: Parameters<Hub['send']>[3], after = 0): Command[] {
    const device = `cam-${lane}`;
    const message = this.hub.message(device, lane, this.now + after, event, SKEW[device] ?? 0);
    if (!this.#cut(lane)) return this.#receive(message);
    this.#journals.set(lane, [...(this.#journals.get(lane) ?? []), message]);
    return [];
  }

  #next(lane: string): number {
    const passing = (this.#passing.get(lane) ?? 0) + 1;
    this.#passing.set(lane, passing);
    return passing;
  }

  #text(car: number, misread: boolean): string {
    const plate = CARS[car] ?? '';
    return misread ? `${plate.slice(0, 3)}8${plate.slice(4)}` : plate;
  }

  #gate(lane: string, commandId: string | null, by: 'command' | 'local'): void {
    this.barrierOpenings += 1;
    this.#send(lane, { kind: 'gate', gate: 'up', by, commandId }, 900);
  }

  #through(lane: string, passing: number, count: number): void {
    this.looped[lane.startsWith('in') ? 'in' : 'out'] += count;
    this.#send(lane, { kind: 'passed', passing, count, picture: null }, 5000);
    this.#send(lane, { kind: 'gate', gate: 'down', by: 'local', commandId: null }, 7000);
  }

  #gone(lane: string, passing: number): void {
    this.#send(lane, { kind: 'gone', passing }, 8000);
    this.#send(lane, { kind: 'gate', gate: 'down', by: 'local', commandId: null }, 9000);
  }

  #opened(commands: readonly Command[]): string | null {
    const found = commands.findLast((it) => it.command === 'open');
    return found?.command === 'open' ? found.commandId : null;
  }

  #arrive(op: Extract<Op, { op: 'arrive' }>, repeats: boolean): void {
    if (this.inside.has(op.car)) return;
    const { lane } = op;
    const passing = this.#next(lane);
    const plate = this.#text(op.car, op.misread);
    const reading = { kind: 'plate', passing, plate, colour: 'blue', confidence: 0.9, picture: 'a.jpg' } as const;
    const cut = this.#cut(lane);
    const alone =
      op.end === 'offline' || cut ? { opened: op.end === 'offline' || !cut?.black.includes(plate), cashFen: 0 } : null;
    const commands = this.#send(lane, alone ? { ...reading, offline: alone } : reading);
    if (op.repeat && repeats)
      this.#send(lane, { ...reading, ...(cut && alone ? { offline: alone } : {}), confidence: 0.99 }, 500);
    const command = alone ? null : this.#opened(commands);
    const opened = alone?.opened ?? command !== null;
    const forced = op.end === 'forced' && !opened;
    if (opened || forced) this.#gate(lane, command, opened ? 'command' : 'local');
    if ((!opened && !forced) || op.end === 'back') return this.#gone(lane, passing);
    this.inside.add(op.car);
    this.#came.set(op.car, this.now);
    // Who follows is not read: his exit will have no entry.
    if (op.end === 'tail') this.inside.add((op.car + 1) % CARS.length);
    this.#through(lane, passing, op.end === 'tail' ? 2 : 1);
  }

  #depart(op: Extract<Op, { op: 'depart' }>): void {
    if (!this.inside.has(op.car)) return;
    const { lane } = op;
    const passing = this.#next(lane);
    if (op.pay === 'unread') {
      // Nothing was read, the bar was lifted by hand: the stay remains, and the plate will come in again.
      this.#gate(lane, null, 'local');
      this.inside.delete(op.car);
      return this.#through(lane, passing, 1);
    }
    const plate = this.#text(op.car, op.misread);
    const alone =
      op.pay === 'offline' || this.#cut(lane)
        ? { opened: true, cashFen: op.pay === 'offline' ? GUESSED_FEN : this.#laneTakes(op) }
        : null;
    const quotes = this.hub.of('quoted').length;
    const commands = this.#send(lane, {
      kind: 'plate',
      passing,
      plate,
      colour: 'blue',
      confidence: 0.9,
      picture: 'b.jpg',
      ...(alone ? { offline: alone } : {}),
    });
    let command = alone ? null : this.#opened(commands);
    const quote = this.hub.of('quoted').slice(quotes).at(-1)?.quote;
    if (command === null && !alone) command = this.#settle(op, lane, passing, quote?.order ?? null, quote?.dueFen ?? 0);
    if (op.back) {
      if (command !== null || alone) this.#gate(lane, command, 'command');
      return this.#gone(lane, passing);
    }
    this.#gate(lane, command, alone || command !== null ? 'command' : 'local');
    this.inside.delete(op.car);
    this.#through(lane, passing, 1);
  }

  /** A lane without a line prices by the tariff it has; who does not pay there owes. */
  #laneTakes({ car, pay }: Extract<Op, { op: 'depart' }>): number {
    if (pay === 'none' || CARS[car] === WHITE) return 0;
    return priceFrom(this.#came.get(car) ?? this.now, this.now).receivableFen;
  }

  /** The driver pays, or the clerk lets out; the id of the open command, or null when the barrier is broken through. */
  #settle(
    op: Extract<Op, { op: 'depart' }>,
    lane: string,
    passing: number,
    order: string | null,
    due: number,
  ): string | null {
    const { hub } = this;
    const mark = hub.commands.length;
    const at = this.now + 700;
    if (op.pay === 'none') return null;
    if (op.pay === 'release' || order === null) release(hub, lane, at, passing);
    else if (op.pay === 'online' || op.pay === 'twice') return this.#online(op.pay === 'twice', lane, order, at, mark);
    else
      cash(hub, lane, at, passing, op.pay === 'short' ? Math.max(1, due - 100) : op.pay === 'over' ? due + 200 : due);
    const message = hub.messages.at(-1);
    if (message !== undefined) this.log.push({ message });
    return this.#opened(hub.commands.slice(mark));
  }

  /** A second channel may pay as well: both tries are made before either answers. */
  #online(twice: boolean, lane: string, order: string, at: number, mark: number): string | null {
    const trades = twice ? [`t${(this.#trade += 1)}`, `t${(this.#trade += 1)}`] : [`t${(this.#trade += 1)}`];
    const create = (hub: Hub): void =>
      trades.forEach((trade, i) => {
        hub.pay(order, { kind: 'create', trade, channel: `ch${i}`, at });
      });
    const calls = [
      create,
      ...trades.map((trade, i) => (hub: Hub): void => {
        payOnline(hub, lane, order, trade, at + 100, `ch${i}`);
      }),
    ];
    for (const call of calls) {
      call(this.hub);
      this.log.push({ call });
    }
    return this.#opened(this.hub.commands.slice(mark));
  }
}

/** Bring the whole log to a new hub, entry by entry as `each` arranges it. */
export function replay(day: Day, arrange: (log: readonly Logged[]) => readonly Logged[], setup: LotSetup = SETUP): Hub {
  const hub = new Hub(setup);
  for (const entry of arrange(day.log)) {
    if ('message' in entry) hub.receive(entry.message);
    else entry.call(hub);
  }
  return hub;
}

/** What is true of the lot in the end, without the ids of doubts and joins on the way. */
export function outcome(hub: Hub): unknown {
  const readLate = new Set(hub.of('passageRead').map(({ passage }) => passage));
  return {
    stays: hub
      .stays()
      .filter((it) => it.state !== 'merged')
      .map((it) => [it.id, it.state, it.plate, it.exitPlate, it.entry?.at ?? null, it.exit?.at ?? null].join(' '))
      .toSorted(),
    inside: hub.book.occupancy(),
    passages: hub
      .of('passage')
      .filter((it) => it.state !== 'aborted' && it.state !== 'refused' && !readLate.has(it.id))
      .map((it) => `${it.id} ${it.state} ${it.at}`)
      .toSorted(),
    openings: hub
      .of('opening')
      .map((it) => it.id)
      .toSorted(),
    cash: hub
      .of('cash')
      .map((it) => `${it.id} ${it.amountFen}`)
      .toSorted(),
  };
}
