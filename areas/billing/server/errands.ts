/** Requests to channels, taken from the outbox: pay codes to charge, trades to query, refunds to send. */
import { FAILURE_MAX } from '#areas/billing/model/words.ts';
import type { refundFailures } from '#areas/billing/model/words.ts';
import { orderStep } from '#domain/ledger/order.ts';
import { queryAt } from '#domain/ledger/order-state.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import type { PaymentChannel, RefundAsk, RefundStatus, TradeStatus, Terms } from './channel/channel.ts';
import { channelAt, refundsAt } from './channel/channels.ts';
import { tradeQuery, noted, refundIdOf } from './entry.ts';
import { tradeOf } from './ids.ts';
import { ordersOf, placesOf } from './load.ts';
import type { QueueKind } from './queue.ts';
import { isSharedOf, refundGoes, refundOver } from './sharing.ts';
import { closed } from './trades.ts';
import { bookWords, noticeOf } from './words.ts';
import type { Word } from './words.ts';
import { SCANNED_PAUSE_MS, writeMoney } from './write.ts';

export type Task<P = Record<string, unknown>> = {
  tenant_id: number;
  id: string;
  kind: QueueKind;
  target: string;
  payload: P;
  tries: number;
  created_at: string;
};

type TradePayload = {
  channel: string;
  merchantRef?: string | null;
  orderId: string;
  parkId: string;
  /** All orders of a combined trade. */
  orderIds?: readonly string[];
  amountFen: number;
  at: number;
  scanned?: boolean;
};

const ordersIn = ({ orderId, orderIds }: TradePayload): readonly string[] => orderIds ?? [orderId];

/**
 * Tasks that are done together: the sandbox's all at once, a provider's one by one, so that one that fails holds up no
 * other.
 */
export function parcels(tasks: readonly Task[]): Task[][] {
  const sandboxed = tasks.filter((task) => task.payload['channel'] === 'sandbox');
  return [
    ...(sandboxed.length > 0 ? [sandboxed] : []),
    ...tasks.filter((task) => !sandboxed.includes(task)).map((task) => [task]),
  ];
}

const counter = (
  database: Database,
  [task]: readonly Task<TradePayload>[],
): Promise<{ channel: PaymentChannel; terms: Terms }> =>
  channelAt(database, task!.tenant_id, task!.payload.channel, task!.payload.merchantRef ?? null);

/** A pay code is charged while its driver stands there. */
const CODE_MS = 2 * 60_000;

/** Charges one parcel's pay codes; a provider's code that could not be charged in time is given up. */
export async function chargeAll(database: Database, tasks: readonly Task[], now: Date): Promise<void> {
  const tradeTasks = tasks as Task<TradePayload & { payCode: string }>[];
  const { channel, terms } = await counter(database, tradeTasks);
  const [first] = tradeTasks;
  if (channel.name !== 'sandbox' && now.getTime() - Date.parse(first!.created_at) > CODE_MS) {
    const status = await closed(channel, { ...first!.payload, tradeNo: first!.target }, terms);
    return void (await bookWords(database, [noticeOf(status, channel.name, first!.payload.merchantRef ?? null)]));
  }
  const { parkId, merchantRef = null, at } = first!.payload;
  const sending = { channel: channel.name, merchantRef, form: 'code', at } as const;
  // Those of a channel that shares come one by one.
  const sharing = await isSharedOf(database, { tenantId: first!.tenant_id, parkId, trade: first!.target }, sending);
  const statuses = await channel.payCode(
    tradeTasks.map(({ target, payload }) => ({
      tradeNo: target,
      amountFen: payload.amountFen,
      at: payload.at,
      subject: '停车费',
      payCode: payload.payCode,
      sharing,
    })),
    terms,
  );
  await bookWords(
    database,
    statuses
      .filter((each) => each.state !== 'pending')
      .map((each) => noticeOf(each, channel.name, tradeTasks[0]!.payload.merchantRef ?? null)),
  );
}

const SCANNED_MS = 60_000;
/** A trade a provider does not know this long after it was begun never reached it. */
const UNHEARD_MS = 20 * 60_000;

/** Orders that wait for money no more: paid otherwise, or withdrawn. */
async function settledOrders(database: Database, tasks: readonly Task<TradePayload>[]): Promise<ReadonlySet<string>> {
  const settled = new Set<string>();
  for (const [tenantId, group] of Map.groupBy(tasks, (task) => task.tenant_id)) {
    const orders = await database.read(tenantScope(tenantId), (db) =>
      ordersOf(db, [...new Set(group.flatMap((task) => ordersIn(task.payload)))]),
    );
    for (const [id, { order }] of orders) if (order.paidAt !== null) settled.add(id);
  }
  return settled;
}

/**
 * Queries one batch's trades that no notice came for, and returns the tasks that are over. A trade that is waited for
 * no more, or stays open for 24 hours, is closed with its channel first: what cannot be paid there any more is given up
 * here.
 */
export async function queryAll(database: Database, tasks: readonly Task[], now: Date): Promise<Task[]> {
  const tradeTasks = tasks as Task<TradePayload>[];
  const { channel, terms } = await counter(database, tradeTasks);
  const statuses = new Map(
    (
      await channel.query(
        tradeTasks.map((task) => task.target),
        terms,
      )
    ).map((each) => [each.tradeNo, each]),
  );
  const open = tradeTasks.filter((task) => (statuses.get(task.target)?.state ?? 'pending') === 'pending');
  const settled = await settledOrders(database, open);
  const [over, words]: [Task[], Word[]] = [[], []];
  for (const task of tradeTasks) {
    const { amountFen, at, merchantRef } = task.payload;
    const next = queryAt(Date.parse(task.created_at), task.tries);
    const known = statuses.get(task.target);
    let answer: TradeStatus = known ?? { tradeNo: task.target, state: 'pending', amountFen, at, channelNo: null };
    const unheard = !known && now.getTime() - Date.parse(task.created_at) > UNHEARD_MS;
    if (
      answer.state === 'pending' &&
      (next === null || unheard || ordersIn(task.payload).some((id) => settled.has(id)))
    )
      answer = await closed(channel, answer, terms);
    if (answer.state === 'pending' && next !== null) {
      await askLater(database, task, now, next);
      continue;
    }
    // Not to be closed even now: given up here, and should it be paid all the same, the notice or the day's statement
    // shows it.
    if (answer.state === 'pending') answer = { ...answer, state: 'failed' };
    words.push(noticeOf(answer, channel.name, merchantRef ?? null));
    over.push(task as Task);
  }
  await bookWords(database, words);
  return over;
}

/** A bank may take days over a refund; it is queried at least this often. */
const MOST_PAUSE_MS = 6 * 3_600_000;

/** Queries again at `next` (epoch ms), sooner for a code just scanned. */
async function askLater(database: Database, task: Task<TradePayload>, now: Date, next: number): Promise<void> {
  const soon =
    task.payload.scanned === true &&
    task.payload.channel !== 'sandbox' &&
    now.getTime() - Date.parse(task.created_at) < SCANNED_MS;
  const due = new Date(soon ? now.getTime() + SCANNED_PAUSE_MS : Math.max(next, now.getTime() + 1000));
  await database.write(platformScope, (db) =>
    db.raw(
      'UPDATE outbox SET due_at = $3, tries = CASE WHEN $4 THEN 0 ELSE tries END WHERE tenant_id = $1 AND id = $2',
      [task.tenant_id, task.id, due.toISOString(), soon],
    ),
  );
}

type RefundPayload = { orderId: string; parkId: string; trade: string; amountFen: number };

/** What was shared of a payment comes back within minutes, or not at all. */
const MOST_WAIT_MS = 60_000;

/** Queries or sends it again so many milliseconds from now. */
async function putOff(database: Database, task: Task, now: Date, ms: number): Promise<Task[]> {
  await database.write(platformScope, (db) =>
    db.raw('UPDATE outbox SET due_at = $3 WHERE tenant_id = $1 AND id = $2', [
      task.tenant_id,
      task.id,
      new Date(now.getTime() + ms).toISOString(),
    ]),
  );
  return [];
}

type Refunding = {
  /** The channel the trade was paid through. */
  readonly via: string;
  readonly channel: PaymentChannel;
  readonly terms: Terms;
  readonly ask: RefundAsk;
  readonly trade: string;
};

/** A refund after what was shared of its payment came back, or with it; `wait` until it may go. */
async function sentRefund(
  database: Database,
  task: Task,
  { via, channel, terms, ask, trade }: Refunding,
  now: Date,
): Promise<RefundStatus | 'wait'> {
  const going = { channel: via, trade, refund: task.target, number: ask.refundNo };
  const { answer, shares } = await refundGoes(database, task.tenant_id, going);
  if (answer === 'wait') return answer;
  return answer === 'refuse'
    ? { state: 'failed', channelNo: null, at: now.getTime(), why: 'shareKept' satisfies keyof typeof refundFailures }
    : channel.refund({ ...ask, ...(shares ? { shares } : {}) }, terms);
}

/**
 * Sends one refund, or queries it when it was sent before. Returns nothing as done while the channel has not decided;
 * the outbox queries again.
 */
export async function refundOne(database: Database, plain: Task, now: Date): Promise<Task[]> {
  const task = plain as Task<RefundPayload>;
  const { orderId, parkId, trade, amountFen } = task.payload;
  const scope = tenantScope(task.tenant_id);
  const found = await database.read(scope, async (db) => (await ordersOf(db, [orderId])).get(orderId));
  const payment = found?.order.payments.find((it) => it.id === trade);
  if (!payment) throw new Error(`order ${orderId} has no payment ${trade}`);
  const via = payment.via.replace(/^channel:/, '');
  const { channel, terms } = await refundsAt(
    database,
    task.tenant_id,
    via,
    found!.about.money[trade]?.merchantRef ?? null,
  );
  const whole = tradeQuery(found!, trade, payment.amountFen);
  const ask = {
    refundNo: tradeOf(task.tenant_id, refundIdOf({ id: task.target })),
    tradeNo: whole.tradeNo,
    amountFen,
    totalFen: whole.amountFen,
  };
  const status =
    (task.tries > 1 ? await channel.refundQuery(ask, terms) : null) ??
    (await sentRefund(database, task, { via, channel, terms, ask, trade }, now));
  if (status === 'wait') return putOff(database, task, now, Math.min(MOST_WAIT_MS, 5_000 * 2 ** task.tries));
  if (status.state === 'pending') return putOff(database, task, now, Math.min(MOST_PAUSE_MS, 30_000 * 2 ** task.tries));
  await database.write(scope, async (db) => {
    const entry = (await ordersOf(db, [orderId], { lock: true })).get(orderId)!;
    const place = (await placesOf(db, [parkId])).get(parkId)!;
    const step = orderStep(entry.order, {
      kind: 'refunded',
      id: task.target,
      ok: status.state === 'done',
      at: status.at,
    });
    await writeMoney(db, place, {
      entries: [
        noted({ ...entry, order: step.order }, task.target, {
          doneAt: status.at,
          channelNo: status.channelNo,
          failure: status.state === 'failed' ? status.why.slice(0, FAILURE_MAX) : null,
        }),
      ],
      postings: step.postings,
    });
    await refundOver(db, task.tenant_id, { channel: via, trade, refund: task.target }, status);
  });
  return [plain];
}
