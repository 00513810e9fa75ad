/**
 * One queue per lot, one batch of it under way at a time, and few transactions at once: under load events gather while
 * the batches before are being stored, so batches grow by themselves, and lots of a tenant that wait together are
 * stored together. A lot's order of arrival is kept, and lots take turns.
 */
import { availableParallelism } from 'node:os';
import { Refused } from '#kit/declare/refused.ts';
import type { IngestTarget, UpEvent } from '#areas/device/model/link.ts';

const BATCH = 500;
/** Of each lot where several are stored together. */
const BATCH_TOGETHER = 100;
/** A lot that can not be stored for so many events refuses more, so that memory stays bounded; devices keep them. */
const MOST_WAITING = 20_000;
/** More transactions than this only take the processors from each other; the events that wait meanwhile go together. */
const AT_ONCE = Math.max(4, 2 * availableParallelism());
/** Lots in one transaction: what they share of it is saved by then, and a longer one keeps cars waiting. */
const LOTS_TOGETHER = 25;
/**
 * Transactions of one tenant's lots together: while the engine stores one, the server reckons the next; with more of
 * them each holds fewer lots.
 */
const TOGETHER_AT_ONCE = 2;
/**
 * From one transaction of a tenant to its next: nobody at a gate notices, and what comes meanwhile goes together. Who
 * comes after a pause goes at once.
 */
const PACE_MS = 20;
/** Times a batch is tried when two transactions got in each other's way. */
const TRIES = 4;

/** Whatever is stored by lot: events of lanes and berths. */
type Numbered = { readonly device: string; readonly seq: number };

export type QueueOptions<E extends Numbered = UpEvent> = {
  readonly ingest: (target: IngestTarget, events: readonly E[]) => Promise<void>;
  /** Absent where each lot is stored alone. */
  readonly ingestTogether?:
    | ((
        tenantId: number,
        batches: readonly { readonly parkId: string; readonly events: readonly E[] }[],
      ) => Promise<ReadonlySet<string>>)
    | undefined;
  readonly setAside: (target: IngestTarget, event: E, error: string) => Promise<void>;
  /**
   * What is stored in the place of one that was set aside, for who waits for its number; absent or null where nobody
   * does.
   */
  readonly standIn?: (event: E) => E | null;
  readonly log: { error: (fields: object, message: string) => void };
  /** Transactions at the same time. */
  readonly atOnce?: number;
  /** From one transaction of a tenant to its next, where several lots may be stored together. */
  readonly paceMs?: number;
};

/** In the place of a message that was answered and from which nothing follows. `at`: epoch ms. */
export const voidOf = (device: string, seq: number, at: number): UpEvent => ({
  kind: 'void',
  device,
  seq,
  lane: null,
  at,
  rawAt: at,
});

type Waiting<E> = { readonly event: E; readonly done: (error: Error | null) => void };
type Batch<E> = { readonly lot: Lot<E>; readonly items: readonly Waiting<E>[] };
/** `alone`: it was left out of those that were stored together. */
type Lot<E> = { readonly target: IngestTarget; readonly waiting: Waiting<E>[]; alone: boolean };

export type EventQueue<E = UpEvent> = {
  /** `done` is called once, after the commit or with why there was none. */
  readonly push: (target: IngestTarget, event: E, done: (error: Error | null) => void) => void;
  /** Events accepted and not yet stored. */
  readonly depth: () => number;
  /** Resolves when nothing is waiting any more. */
  readonly drained: () => Promise<void>;
};

/**
 * The database is away, someone else holds the rows, or it all took too long: the same batch will do later. Nothing of
 * that lies in an event.
 */
const passes = (error: unknown): boolean => error instanceof Refused && error.id === 'unavailable';
const codeOf = (error: unknown): string =>
  String((error as { cause?: { code?: unknown } }).cause?.code ?? (error as { code?: unknown }).code ?? '');
const inTheWay = (error: unknown): boolean => ['40001', '40P01', '55P03', '57014'].includes(codeOf(error));

const pause = (ms: number): Promise<void> =>
  new Promise((then) => {
    setTimeout(then, ms);
  });

/** Resolves each once it is stored, or rejects it with the reason. */
type Settle<E> = (items: readonly Waiting<E>[], error: Error | null) => void;

/** Stores batches of any lot: what fails for a reason of its own is set aside, the rest is stored. */
function storing<E extends Numbered>(
  { ingest, setAside, standIn, log }: QueueOptions<E>,
  settle: Settle<E>,
): (target: IngestTarget, items: readonly Waiting<E>[]) => Promise<void> {
  async function once(target: IngestTarget, items: readonly Waiting<E>[]): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await ingest(
          target,
          items.map(({ event }) => event),
        );
      } catch (error) {
        if (!inTheWay(error) || attempt === TRIES) throw error;
        await pause(20 * attempt);
      }
    }
  }

  async function aside(target: IngestTarget, item: Waiting<E>, error: Error): Promise<void> {
    log.error(
      { err: error, parkId: target.parkId, device: item.event.device, seq: item.event.seq },
      'device event set aside',
    );
    try {
      await setAside(target, item.event, String(error.stack ?? error.message).slice(0, 4000));
      // It is answered: who comes after it does not wait for its number.
      const { device, seq } = item.event;
      const instead = standIn?.(item.event);
      if (instead)
        await once(target, [{ event: instead, done: item.done }]).catch((fault: unknown) =>
          log.error({ err: fault, device, seq }, 'number of an event set aside not counted'),
        );
      settle([item], null);
    } catch (second) {
      settle([item], second as Error);
    }
  }

  /** A batch that fails for a reason of its own is halved until the events that can not be stored stand alone. */
  return async function store(target, items) {
    try {
      await once(target, items);
      settle(items, null);
    } catch (error) {
      if (passes(error) || inTheWay(error)) return settle(items, error as Error);
      if (items.length === 1) return aside(target, items[0]!, error as Error);
      const half = items.length >> 1;
      await store(target, items.slice(0, half));
      await store(target, items.slice(half));
    }
  };
}

/** The lot whose turn it is, with others of its tenant that wait. */
function taken<E>(turns: Lot<E>[], nth: number, jointly: boolean): Lot<E>[] {
  const first = turns.splice(nth, 1)[0]!;
  const others =
    jointly && !first.alone
      ? turns
          .filter(({ target, alone }) => !alone && target.tenantId === first.target.tenantId)
          .slice(0, LOTS_TOGETHER - 1)
      : [];
  for (const lot of others) turns.splice(turns.indexOf(lot), 1);
  return [first, ...others];
}

/**
 * Stores what can be stored together. Who is left out has his turn next, alone: a lot that somebody holds keeps no
 * other waiting.
 */
async function storeTogether<E extends Numbered>(
  { ingestTogether, log }: QueueOptions<E>,
  settle: Settle<E>,
  turns: Lot<E>[],
  batches: readonly Batch<E>[],
): Promise<void> {
  let stored: ReadonlySet<string> = new Set();
  try {
    stored = await ingestTogether!(
      batches[0]!.lot.target.tenantId,
      batches.map(({ lot, items }) => ({ parkId: lot.target.parkId, events: items.map(({ event }) => event) })),
    );
  } catch (error) {
    if (!passes(error) && !inTheWay(error))
      log.error({ err: error, lots: batches.length }, 'lots not stored together; each is stored alone');
  }
  for (const { lot, items } of batches.toReversed()) {
    if (stored.has(lot.target.parkId)) {
      settle(items, null);
      continue;
    }
    lot.waiting.unshift(...items);
    lot.alone = true;
    turns.unshift(lot);
  }
}

/** What of a lot its pace goes by. */
type Paced = Pick<Lot<unknown>, 'target' | 'alone'>;

type Pace = {
  /**
   * How long (ms) a lot has to wait for its turn from `now` on (performance.now); Infinity until a transaction of its
   * tenant has ended.
   */
  readonly wait: (lot: Paced, now: number) => number;
  /** A transaction of these lots begins; called back when it has ended. */
  readonly begun: (lots: readonly Paced[]) => () => void;
};

/** When each tenant's lots may go. Who was left out of those stored together goes alone, whatever the others do. */
function pacing(paceMs: number): Pace {
  /** `together`: transactions of several lots under way. `next`: not before (performance.now). */
  const tenants = new Map<number, { together: number; next: number }>();
  return {
    wait: ({ target, alone }, now) => {
      const tenant = alone ? undefined : tenants.get(target.tenantId);
      return !tenant ? 0 : tenant.together >= TOGETHER_AT_ONCE ? Number.POSITIVE_INFINITY : tenant.next - now;
    },
    begun: ([first, ...others]) => {
      if (first!.alone) return () => undefined;
      const tenant = tenants.get(first!.target.tenantId) ?? { together: 0, next: 0 };
      tenants.set(first!.target.tenantId, tenant);
      tenant.next = performance.now() + paceMs;
      if (others.length === 0) return () => undefined;
      tenant.together += 1;
      return () => {
        tenant.together -= 1;
      };
    },
  };
}

const unpaced: Pace = { wait: () => 0, begun: () => () => undefined };

/** Two ways to call `go`, once for all who ask meanwhile. */
function calls(go: () => void) {
  let [looking, due] = [false, false];
  return {
    /**
     * When this turn of the loop is over: events that came in one read are all let in before the first batch leaves.
     */
    look: (): void => {
      if (!looking)
        setImmediate(() => {
          looking = false;
          go();
        });
      looking = true;
    },
    soon: (ms: number): void => {
      if (!due)
        setTimeout(() => {
          due = false;
          go();
        }, ms);
      due = true;
    },
  };
}

const calledFrom = (waiting: (() => void)[]): Promise<void> =>
  new Promise((then) => {
    waiting.push(then);
  });

export function eventQueue<E extends Numbered = UpEvent>(options: QueueOptions<E>): EventQueue<E> {
  const { atOnce = AT_ONCE, paceMs = PACE_MS } = options;
  const jointly = options.ingestTogether !== undefined;
  const pace = jointly ? pacing(paceMs) : unpaced;
  const lots = new Map<string, Lot<E>>();
  const turns: Lot<E>[] = [];
  const idle: (() => void)[] = [];
  let [under, depth] = [0, 0];

  const settle: Settle<E> = (items, error) => {
    depth -= items.length;
    for (const { done } of items) done(error);
  };
  const store = storing(options, settle);
  const { look, soon } = calls(() => go());

  /** One batch of each lot; what came meanwhile waits for the lot's next turn. */
  async function work(now: readonly Lot<E>[]): Promise<void> {
    const batches = now.map((lot) => ({ lot, items: lot.waiting.splice(0, now.length > 1 ? BATCH_TOGETHER : BATCH) }));
    const ended = pace.begun(now);
    for (const lot of now) lot.alone = false;
    await (batches.length > 1
      ? storeTogether(options, settle, turns, batches)
      : store(now[0]!.target, batches[0]!.items));
    ended();
    under -= 1;
    for (const lot of now) {
      if (lot.alone) continue;
      if (lot.waiting.length > 0) turns.push(lot);
      else lots.delete(lot.target.parkId);
    }
    if (lots.size === 0) for (const then of idle.splice(0)) then();
    go();
  }

  const go = (): void => {
    const now = performance.now();
    let least = Number.POSITIVE_INFINITY;
    for (let nth = 0; under < atOnce && nth < turns.length;) {
      const ms = pace.wait(turns[nth]!, now);
      if (ms <= 0) {
        under += 1;
        void work(taken(turns, nth, jointly));
      } else {
        least = Math.min(least, ms);
        nth += 1;
      }
    }
    if (under < atOnce && Number.isFinite(least)) soon(least);
  };

  return {
    push: (target, event, done) => {
      let lot = lots.get(target.parkId);
      if (!lot) {
        lots.set(target.parkId, (lot = { target, waiting: [], alone: false }));
        turns.push(lot);
        look();
      }
      if (lot.waiting.length >= MOST_WAITING) return done(new Error('too many events are waiting for this lot'));
      depth += 1;
      lot.waiting.push({ event, done });
    },
    depth: () => depth,
    drained: () => (lots.size === 0 ? Promise.resolve() : calledFrom(idle)),
  };
}
