/** Does what billing left in the outbox: asks channels, sends refunds, tells lanes. Any number of servers may run it at once. */
import { orderStep, queryAt } from '#domain/ledger/order.ts';
import { atOnce } from '#kit/server/at-once.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { channelNamed } from './channel/channels.ts';
import { noted, refundIdOf } from './entry.ts';
import { tradeOf } from './ids.ts';
import { ordersOf, placesOf } from './load.ts';
import { kinds } from './queue.ts';
import type { QueueKind } from './queue.ts';
import { bookWords, LOTS_AT_ONCE } from './trades.ts';
import type { Paid, Word } from './trades.ts';
import { writeMoney } from './write.ts';

type Task<P = Record<string, unknown>> = { tenant_id: number; id: string; kind: QueueKind; target: string; payload: P; tries: number; created_at: string };

/** What hears that an order was paid: runs in a transaction of its own under the tenant's scope, and again should it fail. What it answers is called after the commit. */
export type PaidHearer = (db: Db, paid: readonly Paid[]) => Promise<(() => void) | void>;
let hearer: PaidHearer | null = null;
export const hearPaid = (hear: PaidHearer): void => { hearer = hear; };

/** A task taken by one server is not taken by another for this long. */
const LEASE_MS = 60_000;
const BATCH = 500;

async function claim(database: Database, now: Date): Promise<Task[]> {
  return database.write(platformScope, (db) => db.raw<Task>(
    `WITH due AS (
       SELECT tenant_id, id FROM outbox WHERE state = 'pending' AND due_at <= $1 AND kind = ANY($2::text[]) ORDER BY due_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
     )
     UPDATE outbox o SET due_at = $3, tries = o.tries + 1 FROM due WHERE o.tenant_id = due.tenant_id AND o.id = due.id
     RETURNING o.tenant_id, o.id, o.kind, o.target, o.payload, o.tries, o.created_at`,
    [now.toISOString(), Object.values(kinds), new Date(now.getTime() + LEASE_MS).toISOString()]));
}

async function done(database: Database, tasks: readonly Task[]): Promise<void> {
  if (tasks.length === 0) return;
  await database.write(platformScope, (db) => db.raw('DELETE FROM outbox o USING unnest($1::int[], $2::uuid[]) AS d(tenant_id, id) WHERE o.tenant_id = d.tenant_id AND o.id = d.id', [tasks.map((task) => task.tenant_id), tasks.map((task) => task.id)]));
}

/** Tries of a task that keeps failing before it is left for a person, with growing pauses. */
const MOST_TRIES = 60;

async function failed(database: Database, tasks: readonly Task[], now: Date, error: unknown): Promise<void> {
  const words = String((error as Error).message ?? error).slice(0, 500);
  await database.write(platformScope, async (db) => {
    for (const task of tasks) {
      const due = new Date(now.getTime() + Math.min(300_000, 1000 * 2 ** Math.min(task.tries, 9)));
      await db.raw('UPDATE outbox SET due_at = $3, error = $4, state = $5 WHERE tenant_id = $1 AND id = $2', [task.tenant_id, task.id, due.toISOString(), words, task.tries >= MOST_TRIES ? 'dead' : 'pending']);
    }
  });
}

type ChargePayload = { channel: string; amountFen: number; at: number; payCode: string };

async function chargeAll(database: Database, tasks: readonly Task[]): Promise<void> {
  const asked = tasks as unknown as Task<ChargePayload>[];
  for (const [name, group] of Map.groupBy(asked, (task) => task.payload.channel)) {
    const channel = channelNamed(name);
    if (!channel) throw new Error(`no payment channel ${name}`);
    const said = await channel.payCode(group.map(({ target, payload }) => ({ tradeNo: target, amountFen: payload.amountFen, at: payload.at, subject: target, payCode: payload.payCode })), database);
    await bookWords(database, said.filter((each) => each.state !== 'pending').map((each): Word => ({ said: each, channel: name, source: 'query', signatureRight: true })));
  }
}

/** Asks after trades nobody told us of; one that stays open for 24 hours is given up. */
async function queryAll(database: Database, tasks: readonly Task[], now: Date): Promise<Task[]> {
  const asked = tasks as unknown as Task<{ channel: string; amountFen: number; at: number }>[];
  const over: Task[] = [];
  for (const [name, group] of Map.groupBy(asked, (task) => task.payload.channel)) {
    const channel = channelNamed(name);
    if (!channel) throw new Error(`no payment channel ${name}`);
    const said = new Map((await channel.query(group.map((task) => task.target), database)).map((each) => [each.tradeNo, each]));
    const words: Word[] = [];
    for (const task of group) {
      const answer = said.get(task.target) ?? { tradeNo: task.target, state: 'pending' as const, amountFen: task.payload.amountFen, at: task.payload.at, channelNo: null };
      const next = queryAt(Date.parse(task.created_at), task.tries);
      if (answer.state !== 'pending' || next === null) {
        words.push({ said: answer.state === 'pending' ? { ...answer, state: 'failed' } : answer, channel: name, source: 'query', signatureRight: true });
        over.push(task as unknown as Task);
      } else await database.write(platformScope, (db) => db.raw('UPDATE outbox SET due_at = $3 WHERE tenant_id = $1 AND id = $2', [task.tenant_id, task.id, new Date(Math.max(next, now.getTime() + 1000)).toISOString()]));
    }
    await bookWords(database, words);
  }
  return over;
}

async function refundOne(database: Database, task: Task<{ orderId: string; parkId: string; trade: string; amountFen: number }>): Promise<void> {
  const { orderId, parkId, trade, amountFen } = task.payload;
  const scope = tenantScope(task.tenant_id);
  const found = await database.read(scope, async (db) => (await ordersOf(db, [orderId])).get(orderId));
  const payment = found?.order.payments.find((it) => it.id === trade);
  if (!payment) throw new Error(`order ${orderId} has no payment ${trade}`);
  const channel = channelNamed(payment.via.replace(/^channel:/, ''));
  if (!channel) throw new Error(`no payment channel behind ${payment.via}`);
  const refundNo = tradeOf(task.tenant_id, refundIdOf({ id: task.target }));
  const said = await channel.refund({ refundNo, tradeNo: trade, amountFen }, database);
  await database.write(scope, async (db) => {
    const entry = (await ordersOf(db, [orderId], { lock: true })).get(orderId)!;
    const place = (await placesOf(db, [parkId])).get(parkId)!;
    const step = orderStep(entry.order, { kind: 'refunded', id: task.target, ok: said.ok, at: said.at });
    await writeMoney(db, place, { entries: [noted({ ...entry, order: step.order }, task.target, { doneAt: said.at, channelNo: said.channelNo })], postings: step.postings });
  });
}

async function tellLanes(database: Database, tasks: readonly Task[]): Promise<void> {
  if (!hearer) return;
  const hear = hearer;
  const paid = tasks as unknown as Task<Paid>[];
  for (const [parkId, group] of Map.groupBy(paid, (task) => task.payload.parkId)) {
    if (!parkId) continue;
    const after = await database.write(tenantScope(group[0]!.tenant_id), (db) => hear(db, group.map((task) => task.payload)), { byKey: true });
    after?.();
  }
}

/** Runs one group of tasks; what fails is put off, what is through is taken out. */
async function attempt(database: Database, tasks: readonly Task[], now: Date, work: () => Promise<readonly Task[] | void>): Promise<void> {
  if (tasks.length === 0) return;
  try {
    await done(database, (await work()) ?? tasks);
  } catch (error) {
    await failed(database, tasks, now, error);
  }
}

/** Does everything that is due at `now`, once. @returns how many tasks were taken */
export async function moneyRound(database: Database, now = new Date()): Promise<number> {
  const tasks = await claim(database, now);
  const of = (kind: QueueKind) => tasks.filter((task) => task.kind === kind);
  await attempt(database, of(kinds.charge), now, () => chargeAll(database, of(kinds.charge)));
  await attempt(database, of(kinds.query), now, () => queryAll(database, of(kinds.query), now));
  for (const task of of(kinds.refund)) await attempt(database, [task], now, () => refundOne(database, task as never));
  const lots = Map.groupBy(of(kinds.paid), (task) => String(task.payload['parkId'])).values();
  await atOnce(LOTS_AT_ONCE, lots, (group) => attempt(database, group, now, () => tellLanes(database, group)));
  return tasks.length;
}

const IDLE_MS = 1_000;
let wake: () => void = () => undefined;
/** Something was left to do: the worker looks at once instead of at its next round. Said after the commit. */
export const kickMoney = (): void => wake();

/** Rounds until stopped: at once while there is work, else every second or when kicked. */
export function moneyWorker(database: Database, log: { error: (fields: object, message: string) => void }): { stop: () => Promise<void> } {
  const state: { running: boolean; kicked: boolean; rest: (() => void) | null } = { running: true, kicked: false, rest: null };
  wake = () => {
    state.kicked = true;
    state.rest?.();
  };
  const pause = () => new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, IDLE_MS);
    state.rest = () => { clearTimeout(timer); resolve(); };
  });
  const loop = async () => {
    while (state.running) {
      state.kicked = false;
      const did = await moneyRound(database).catch((error: unknown) => {
        log.error({ err: error }, 'money worker');
        return 0;
      });
      if (did === 0 && state.running && !state.kicked) await pause();
      state.rest = null;
    }
  };
  const looping = loop();
  return {
    stop: async () => {
      state.running = false;
      wake();
      await looping;
      wake = () => undefined;
    },
  };
}
