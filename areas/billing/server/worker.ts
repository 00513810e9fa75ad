/**
 * Works off billing's outbox: queries channels, sends refunds, notifies lanes. Any number of servers may run it at
 * once.
 */
import { atOnce } from '#kit/server/at-once.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { emit, isHandled } from '#kit/server/events.ts';
import { codeRefused, orderPaid } from '#areas/billing/model/events.ts';
import type { CodeRefused } from '#areas/billing/model/events.ts';
import { chargeAll, parcels, queryAll, refundOne } from './errands.ts';
import type { Task } from './errands.ts';
import { kinds } from './queue.ts';
import type { QueueKind } from './queue.ts';
import { LOTS_AT_ONCE } from './words.ts';
import type { Paid } from './words.ts';

/** A task taken by one server is not taken by another for this long. */
const LEASE_MS = 60_000;
const BATCH = 500;
/**
 * Later than anything is ever put off: written by a clock that has been set back since. A paid car waits for nothing
 * longer.
 */
const AHEAD = `due_at > $1::timestamptz + CASE WHEN kind IN ('${kinds.paid}', '${kinds.refused}') THEN interval '10 minutes' ELSE interval '7 hours' END`;
/** Questions to providers under way at the same time. */
const PARCELS_AT_ONCE = 4;

async function claim(database: Database, now: Date, wanted: readonly QueueKind[]): Promise<Task[]> {
  return database.write(platformScope, (db) =>
    db.raw<Task>(
      `WITH due AS (
       SELECT tenant_id, id FROM outbox WHERE state = 'pending' AND (due_at <= $1 OR ${AHEAD})
         AND kind = ANY($2::text[]) ORDER BY due_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
     )
     UPDATE outbox o SET due_at = $3, tries = o.tries + 1 FROM due WHERE o.tenant_id = due.tenant_id AND o.id = due.id
     RETURNING o.tenant_id, o.id, o.kind, o.target, o.payload, o.tries, o.created_at`,
      [now.toISOString(), wanted, new Date(now.getTime() + LEASE_MS).toISOString()],
    ),
  );
}

async function done(database: Database, tasks: readonly Task[]): Promise<void> {
  if (tasks.length === 0) return;
  await database.write(platformScope, (db) =>
    db.raw(
      'DELETE FROM outbox o USING unnest($1::int[], $2::uuid[]) AS d(tenant_id, id) WHERE o.tenant_id = d.tenant_id AND o.id = d.id',
      [tasks.map((task) => task.tenant_id), tasks.map((task) => task.id)],
    ),
  );
}

/** Tries of a task that keeps failing before it is left for a person, with growing pauses. */
const MOST_TRIES = 60;

async function failed(database: Database, tasks: readonly Task[], now: Date, error: unknown): Promise<void> {
  const words = String((error as Error).message ?? error).slice(0, 500);
  await database.write(platformScope, async (db) => {
    for (const task of tasks) {
      const due = new Date(now.getTime() + Math.min(300_000, 1000 * 2 ** Math.min(task.tries, 9)));
      await db.raw('UPDATE outbox SET due_at = $3, error = $4, state = $5 WHERE tenant_id = $1 AND id = $2', [
        task.tenant_id,
        task.id,
        due.toISOString(),
        words,
        task.tries >= MOST_TRIES ? 'dead' : 'pending',
      ]);
    }
  });
}

async function notifyLanes(database: Database, tasks: readonly Task[]): Promise<void> {
  for (const [parkId, group] of Map.groupBy(tasks, ({ payload }) => payload['parkId'])) {
    if (!parkId) continue;
    const of = <T>(kind: QueueKind): T[] =>
      group.filter((task) => task.kind === kind).map(({ payload }) => payload as T);
    const [paid, refused] = [of<Paid>(kinds.paid), of<CodeRefused>(kinds.refused)];
    const after = await database.write(
      tenantScope(group[0]!.tenant_id),
      async (db) => [
        ...(paid.length > 0 ? await emit(orderPaid, { paid }, { db }) : []),
        ...(refused.length > 0 ? await emit(codeRefused, { refused }, { db }) : []),
      ],
      { byKey: true },
    );
    for (const then of after) then?.();
  }
}

/** Runs one group of tasks; what fails is put off, what is through is taken out. */
async function attempt(
  database: Database,
  tasks: readonly Task[],
  now: Date,
  work: () => Promise<readonly Task[] | void>,
): Promise<void> {
  if (tasks.length === 0) return;
  try {
    await done(database, (await work()) ?? tasks);
  } catch (error) {
    await failed(database, tasks, now, error);
  }
}

/** Notices to lanes: a car waits for them. */
const ofLanes: readonly QueueKind[] = [kinds.paid, kinds.refused];

const every: readonly QueueKind[] = Object.values(kinds);

/**
 * Does everything that is due at `now`, once; where nobody handles `orderPaid`, that is left for a server that does.
 * @returns how many tasks were taken
 */
export async function moneyRound(database: Database, now = new Date(), wanted = every): Promise<number> {
  const tasks = await claim(
    database,
    now,
    isHandled(orderPaid) ? wanted : wanted.filter((kind) => !ofLanes.includes(kind)),
  );
  const of = (kind: QueueKind) => tasks.filter((task) => task.kind === kind);
  await atOnce(PARCELS_AT_ONCE, parcels(of(kinds.charge)), (parcel) =>
    attempt(database, parcel, now, () => chargeAll(database, parcel, now)),
  );
  await atOnce(PARCELS_AT_ONCE, parcels(of(kinds.query)), (parcel) =>
    attempt(database, parcel, now, () => queryAll(database, parcel, now)),
  );
  await atOnce(PARCELS_AT_ONCE, of(kinds.refund), (task) =>
    attempt(database, [task], now, () => refundOne(database, task, now)),
  );
  const lots = Map.groupBy(
    tasks.filter(({ kind }) => ofLanes.includes(kind)),
    (task) => String(task.payload['parkId']),
  ).values();
  await atOnce(LOTS_AT_ONCE, lots, (group) => attempt(database, group, now, () => notifyLanes(database, group)));
  return tasks.length;
}

const IDLE_MS = 1_000;
let wake: () => void = () => undefined;
/** Something was left to do: the worker checks at once instead of at its next round. Called after the commit. */
export const kickMoney = (): void => wake();

type Looping = { readonly kick: () => void; readonly stop: () => Promise<void> };

/** Rounds until stopped: at once while there is work, else every second or when kicked. */
function looping(round: () => Promise<number>): Looping {
  const state: { running: boolean; kicked: boolean; rest: (() => void) | null } = {
    running: true,
    kicked: false,
    rest: null,
  };
  const kick = () => {
    state.kicked = true;
    state.rest?.();
  };
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, IDLE_MS);
      state.rest = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const loop = async () => {
    while (state.running) {
      state.kicked = false;
      const did = await round();
      if (did === 0 && state.running && !state.kicked) await pause();
      state.rest = null;
    }
  };
  const going = loop();
  return {
    kick,
    stop: async () => {
      state.running = false;
      kick();
      await going;
    },
  };
}

/**
 * Works until stopped. Lanes are notified separately from requests to providers: a car does not wait because a provider
 * does not answer.
 */
export function moneyWorker(
  database: Database,
  log: { error: (fields: object, message: string) => void },
): { stop: () => Promise<void> } {
  const loops = [ofLanes, [kinds.charge, kinds.query, kinds.refund]].map((wanted) =>
    looping(() =>
      moneyRound(database, new Date(), wanted).catch((error: unknown) => {
        log.error({ err: error }, 'money worker');
        return 0;
      }),
    ),
  );
  wake = () => {
    for (const loop of loops) loop.kick();
  };
  return {
    stop: async () => {
      wake = () => undefined;
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
