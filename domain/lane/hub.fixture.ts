/** A small lot for tests: lanes, devices and a book, fed with device messages as a server would feed them. */
import type { Fact } from './facts.ts';
import type { LaneEvent, LaneState, Command, Direction, Stay, StepFunction } from './types.ts';
import type { InnerLane, LotSettings, PassView } from './lookup.ts';
import type { Loaded, MoneyDone, Sources } from './sources.ts';
import type { DeviceState } from './sequence.ts';
import type { Order, OrderEvent, Refund } from '#domain/ledger/order-types.ts';
import type { Posting } from '../ledger/ledger.ts';
import type { Price } from '../ledger/due.ts';
import type { BillLine } from '../fee/types.ts';
import { Book } from './book.ts';
import { doubted, endLate, stepLate } from './late.ts';
import { newLane, step } from './step.ts';
import { inOrder, newDevice, skipGap } from './sequence.ts';

export const MINUTE = 60_000;
export const T0 = Date.UTC(2026, 6, 1, 0, 0, 0);

export const SETTINGS: LotSettings = {
  repeatSeconds: 15,
  minConfidence: 0,
  fullRule: { temporary: 'refuse', fixed: 'allow', keepForFixed: 0 },
  groupFullRule: 'temporary',
  expiredPassRule: 'temporary',
  noPlateRule: 'code',
  noEntryRule: 'minimum',
  autoAcceptFuzzy: true,
  quoteSeconds: 60,
  leaveMinutes: 15,
  gateSeconds: 2,
  passageSeconds: 60,
  openOnAccepted: true,
};

const words = (zh: string) => ({ zh, en: zh });

/** 5 yuan for each half hour begun after 15 free minutes. */
export function priceFrom(inAt: number, at: number): Price {
  const minutes = Math.floor((at - inAt) / MINUTE);
  const units = minutes <= 15 ? 0 : Math.ceil(minutes / 30);
  const lines: BillLine[] =
    units === 0 ? [] : [{ kind: 'time', from: inAt, to: at, clause: words('计时'), amountFen: units * 500 }];
  return { receivableFen: units * 500, deratedFen: 0, lines, tariff: tariffAt(inAt) };
}

/** A new tariff each six hours, so that freezing can be seen. */
export const tariffAt = (at: number): string => `T${Math.floor((at - T0) / (360 * MINUTE))}`;

export interface LotSetup {
  readonly settings?: Partial<LotSettings>;
  readonly capacity?: number | null;
  readonly black?: readonly string[];
  readonly white?: readonly string[];
  readonly passes?: Readonly<Record<string, PassView | ((at: number) => PassView)>>;
  readonly groupPlates?: readonly string[];
  readonly groupSpaces?: number;
  readonly booked?: readonly string[];
  readonly sensorless?: readonly string[];
  readonly laneBar?: Sources['laneBar'];
  readonly twoWay?: readonly string[];
  /** Lanes between areas. */
  readonly inner?: Readonly<Record<string, InnerLane>>;
  /** Longer stays have no price. */
  readonly maxStayMinutes?: number;
}

export function sources(setup: LotSetup): Sources {
  const {
    black = [],
    white = [],
    passes = {},
    groupPlates = [],
    groupSpaces = 0,
    booked = [],
    sensorless = [],
  } = setup;
  const minimum: Price = {
    receivableFen: 500,
    deratedFen: 0,
    lines: [{ kind: 'flat', from: T0, to: T0, clause: words('最低收费'), amountFen: 500 }],
    tariff: 'T-min',
  };
  return {
    settings: { ...SETTINGS, ...setup.settings },
    capacity: setup.capacity ?? null,
    listClass: (plate) =>
      plate.endsWith('警') ? 'law-free' : black.includes(plate) ? 'black' : white.includes(plate) ? 'white' : null,
    pass: (plate, _colour, _lane, at, passInside) => {
      if (groupPlates.includes(plate)) {
        return {
          id: 'pass-group',
          state: 'valid',
          endedDays: 0,
          group: { id: 'g1', spaces: groupSpaces, taken: passInside(groupPlates) },
        };
      }
      const own = passes[plate] ?? null;
      return typeof own === 'function' ? own(at) : own;
    },
    ...(setup.laneBar ? { laneBar: setup.laneBar } : {}),
    twoWay: (lane) => setup.twoWay?.includes(lane) ?? false,
    inner: (lane) => setup.inner?.[lane] ?? null,
    booking: (plate) => (booked.includes(plate) ? `booking-${plate}` : null),
    tariff: (_plate, _colour, at) => tariffAt(at),
    sensorless: (plate) => sensorless.includes(plate),
    price: (stay: Stay, at) =>
      stay.kind === 'pass' || stay.kind === 'free'
        ? { receivableFen: 0, deratedFen: 0, lines: [], tariff: stay.tariff }
        : at - (stay.entry?.at ?? at) > (setup.maxStayMinutes ?? Infinity) * MINUTE
          ? { refused: 'MAX_STAY', words: words('超过最长停车时间') }
          : { ...priceFrom(stay.entry?.at ?? at, at), tariff: stay.tariff },
    priceNoEntry: (_plate, _colour, declaredIn, at) => (declaredIn === null ? minimum : priceFrom(declaredIn, at)),
  };
}

/** What a test says of an event; the hub fills in number and times. */
type Bare<E> = E extends LaneEvent ? Omit<E, 'device' | 'seq' | 'lane' | 'at' | 'rawAt'> : never;
export type BareEvent = Bare<LaneEvent>;

export class Hub {
  readonly book: Book;
  readonly lanes = new Map<string, LaneState>();
  readonly devices = new Map<string, DeviceState<LaneEvent>>();
  readonly facts: Fact[] = [];
  readonly commands: Command[] = [];
  readonly postings: Posting[] = [];
  readonly refunds: Refund[] = [];
  readonly money: MoneyDone[] = [];
  /** Device messages as they were sent, for replay. */
  readonly messages: LaneEvent[] = [];
  readonly #seq = new Map<string, number>();

  constructor(
    setup: LotSetup = {},
    lanes: Readonly<Record<string, Direction>> = { in1: 'entry', in2: 'entry', out1: 'exit', out2: 'exit' },
  ) {
    const loaded: Loaded = { park: 'P', inside: 0, stays: [], orders: [], passages: [] };
    this.book = new Book(loaded, sources(setup));
    for (const [lane, direction] of Object.entries(lanes)) this.lanes.set(lane, newLane(lane, direction));
  }

  /**
   * A message of `device` under its next number, not yet received; `skew` is the device's clock error, known and
   * corrected.
   */
  message(device: string, lane: string, at: number, event: BareEvent, skew = 0): LaneEvent {
    const seq = (this.#seq.get(device) ?? 0) + 1;
    this.#seq.set(device, seq);
    const message = { ...event, device, seq, lane, at, rawAt: at + skew } as LaneEvent;
    this.messages.push(message);
    return message;
  }

  send(device: string, lane: string, at: number, event: BareEvent, skew = 0): { facts: Fact[]; commands: Command[] } {
    return this.receive(this.message(device, lane, at, event, skew));
  }

  receive(message: LaneEvent): { facts: Fact[]; commands: Command[] } {
    const state = this.devices.get(message.device) ?? newDevice<LaneEvent>();
    const arrival = inOrder(state, message);
    this.devices.set(message.device, arrival.state);
    const mark = [this.facts.length, this.commands.length] as const;
    if (arrival.verdict === 'apply') {
      for (const event of arrival.events) this.apply(event, arrival.late ? stepLate : step);
      if (arrival.late && !arrival.state.missing) this.apply(message, endLate);
    }
    return { facts: this.facts.slice(mark[0]), commands: this.commands.slice(mark[1]) };
  }

  loseGap(device: string): void {
    const state = this.devices.get(device);
    const skipped = state === undefined ? null : skipGap(state);
    if (skipped === null) return;
    this.devices.set(device, skipped.state);
    const { lane } = skipped.events[0]!;
    if (skipped.gap) this.lanes.set(lane, doubted(this.lanes.get(lane)!));
    for (const event of skipped.events) this.apply(event, skipped.late ? stepLate : step);
  }

  /** One step of the lane, its facts applied before anything else. Server-made events come here directly. */
  apply(event: LaneEvent, by: StepFunction = step): void {
    const lane = this.lanes.get(event.lane);
    if (lane === undefined) throw new Error(`no lane ${event.lane}`);
    const { state, facts, commands, again = [] } = by(lane, event, this.book);
    this.lanes.set(event.lane, state);
    for (const fact of facts) this.keep(fact);
    this.commands.push(...commands);
    for (const each of again) this.apply(each, stepLate);
  }

  keep(fact: Fact): void {
    this.facts.push(fact);
    const done = this.book.apply(fact);
    if (done !== null) this.#keepMoney(done);
  }

  pay(order: string, event: OrderEvent): MoneyDone {
    const done = this.book.pay(order, event);
    this.#keepMoney(done);
    return done;
  }

  #keepMoney(done: MoneyDone): void {
    this.money.push(done);
    this.postings.push(...done.postings);
    this.refunds.push(...done.refunds);
  }

  /** Facts of one kind, typed. */
  of<K extends Fact['fact']>(kind: K): Extract<Fact, { fact: K }>[] {
    return this.facts.filter((fact): fact is Extract<Fact, { fact: K }> => fact.fact === kind);
  }

  exceptions(): string[] {
    return this.of('exception').map((it) => it.code);
  }
  phase(lane: string): string {
    return this.lanes.get(lane)?.phase.name ?? '';
  }
  stays(state?: Stay['state']): Stay[] {
    return this.book.allStays().filter((stay) => state === undefined || stay.state === state);
  }
  orders(): readonly Order[] {
    return this.book.allOrders();
  }
}

// ---------------------------------------------------------------- a car's ways, as devices report them

export interface PlateReport {
  readonly plate: string;
  readonly passing: number;
  readonly confidence?: number;
  readonly offline?: { opened: boolean; cashFen: number };
}

export function seen(hub: Hub, lane: string, at: number, report: PlateReport): { facts: Fact[]; commands: Command[] } {
  const { plate, passing, confidence = 0.95, offline } = report;
  return hub.send(`cam-${lane}`, lane, at, {
    kind: 'plate',
    passing,
    plate,
    colour: 'blue',
    confidence,
    picture: `${plate}-${at}.jpg`,
    ...(offline === undefined ? {} : { offline }),
  });
}

/** The gate follows the last open command among `commands`, if any, and the vehicle drives through. */
export function drive(
  hub: Hub,
  lane: string,
  at: number,
  passing: number,
  commands: readonly Command[],
  count = 1,
): boolean {
  const opened = commands.findLast((it) => it.command === 'open' && it.lane === lane);
  if (opened === undefined || opened.command !== 'open') return false;
  hub.send(`cam-${lane}`, lane, at + 800, { kind: 'gate', gate: 'up', by: 'command', commandId: opened.commandId });
  hub.send(`cam-${lane}`, lane, at + 4000, { kind: 'passed', passing, count, picture: null });
  hub.send(`cam-${lane}`, lane, at + 6000, { kind: 'gate', gate: 'down', by: 'local', commandId: null });
  return true;
}

/** In and through; false when it was not let in. */
export function enter(hub: Hub, lane: string, at: number, plate: string, passing: number, count = 1): boolean {
  return drive(hub, lane, at, passing, seen(hub, lane, at, { plate, passing }).commands, count);
}

/** To the exit, paying the sum due in cash, and out. */
export function leave(hub: Hub, lane: string, at: number, plate: string, passing: number): boolean {
  const { commands, facts } = seen(hub, lane, at, { plate, passing });
  if (drive(hub, lane, at, passing, commands)) return true;
  const quoted = facts.findLast((fact) => fact.fact === 'quoted');
  if (quoted?.fact !== 'quoted') return false;
  return drive(hub, lane, at + 5000, passing, cash(hub, lane, at + 5000, passing, quoted.quote.dueFen).commands);
}

export function cash(
  hub: Hub,
  lane: string,
  at: number,
  passing: number,
  amountFen: number,
  tenderedFen = amountFen,
): { facts: Fact[]; commands: Command[] } {
  return hub.send(`box-${lane}`, lane, at, {
    kind: 'attend',
    passing,
    by: 'clerk',
    act: { action: 'cash', amountFen, tenderedFen, drawer: 'shift-1' },
  });
}

export function release(hub: Hub, lane: string, at: number, passing: number): { facts: Fact[]; commands: Command[] } {
  return hub.send(`box-${lane}`, lane, at, {
    kind: 'attend',
    passing,
    by: 'clerk',
    act: { action: 'release', reason: '急救', picture: null },
  });
}

/** Scan to pay: a try is made and the channel's notice arrives; the lane is notified. */
export function payOnline(
  hub: Hub,
  lane: string,
  order: string,
  trade: string,
  at: number,
  channel = 'sandbox',
): MoneyDone {
  hub.pay(order, { kind: 'create', trade, channel, at });
  const amountFen = hub.book.order(order)?.attempts.find((it) => it.trade === trade)?.amountFen ?? 0;
  return notice(hub, lane, order, trade, amountFen, at);
}

export function notice(hub: Hub, lane: string, order: string, trade: string, amountFen: number, at: number): MoneyDone {
  const done = hub.pay(order, { kind: 'notice', trade, amountFen, success: true, signatureRight: true, at });
  hub.apply({ kind: 'paid', lane, device: `trade-${trade}`, seq: 1, at, rawAt: at, order, amountFen });
  return done;
}
