/** Samples this server every quarter of a minute and keeps an hour of samples. */
import { hostname } from 'node:os';
import type { Database } from '#kit/server/db.ts';
import { registeredServed } from '#kit/server/registry.ts';
import type { Lang } from '#kit/declare/text.ts';
import { findingsOf } from '#areas/ops/model/metrics.ts';
import type { CallFigures, Lags, MetricsAnswer, Moment } from '#areas/ops/model/metrics.ts';
import { instruments } from './counting.ts';
import type { TimeHistogram, Standing } from './instruments.ts';
import { readLags } from './lags.ts';
import { quantile, since, together } from './histogram.ts';

const everyMs = 15_000;
const remembered = 240;
const callsShown = 30;

/** What the look needs of the parts that run beside the calls; an installation without devices has none. */
export type Beside = () => Omit<Standing, 'pool'>;
const alone: Beside = () => ({ devices: 0, eventsWaiting: 0, brokerUp: true, filesUp: true });

type Totals = {
  readonly at: number;
  readonly calls: TimeHistogram | undefined;
  readonly messages: TimeHistogram | undefined;
  readonly faults: number;
};

const startedAt = new Date();
type Looks = { readonly history: { moment: Moment; lags: Lags }[]; before: Totals };
/** What was looked at, by the server's database: what waits is read from it. */
const looks = new WeakMap<Database, Looks>();
function looksOf(database: Database): Looks {
  const found = looks.get(database) ?? {
    history: [],
    before: { at: startedAt.getTime(), calls: undefined, messages: undefined, faults: 0 },
  };
  looks.set(database, found);
  return found;
}
let beside = alone;

const ms = (seconds: number | null): number | null => (seconds === null ? null : Math.round(seconds * 1000));
const rate = (count: number, from: number, to: number): number =>
  Math.round((count / Math.max(1, (to - from) / 1000)) * 100) / 100;
const sum = (values: Iterable<number>): number => [...values].reduce((total, each) => total + each, 0);

/** One look: reads what is counted, what waits, and puts both into the gauges. */
export async function look(database: Database): Promise<void> {
  const { acknowledgeTimes, callSpreads, faultsByCall, loopDelayMs, setGauges } = await instruments();
  const [byCall, messages, faults, lags] = await Promise.all([
    callSpreads(),
    acknowledgeTimes(),
    faultsByCall(),
    readLags(database),
  ]);
  const looked = looksOf(database);
  const { before, history } = looked;
  const now: Totals = { at: Date.now(), calls: together([...byCall.values()]), messages, faults: sum(faults.values()) };
  const [calls, acknowledged] = [
    now.calls && since(now.calls, before.calls),
    now.messages && since(now.messages, before.messages),
  ];
  const standing: Standing = { pool: database.connections(), ...beside() };
  setGauges(standing, lags);
  const moment: Moment = {
    at: new Date(now.at).toISOString(),
    callsPerSecond: rate(calls?.count ?? 0, before.at, now.at),
    faultsPerSecond: rate(now.faults - before.faults, before.at, now.at),
    callP95Ms: ms(calls ? quantile(calls, 0.95) : null),
    messagesPerSecond: rate(acknowledged?.count ?? 0, before.at, now.at),
    acknowledgeP95Ms: ms(acknowledged ? quantile(acknowledged, 0.95) : null),
    memoryMb: Math.round(process.memoryUsage.rss() / 1_048_576),
    loopDelayMs: loopDelayMs(),
    poolWaiting: standing.pool.waiting,
    eventsWaiting: standing.eventsWaiting,
    devices: standing.devices,
  };
  looked.before = now;
  history.push({ moment, lags });
  if (history.length > remembered) history.shift();
}

/** Starts sampling. Returns a function that stops it. */
export function startLooking(
  database: Database,
  parts: Beside,
  log: { error: (fields: object, message: string) => void },
): () => void {
  beside = parts;
  const round = () => void look(database).catch((error: unknown) => log.error({ err: error }, 'metrics not read'));
  round();
  const timer = setInterval(round, everyMs).unref();
  return () => {
    clearInterval(timer);
    beside = alone;
  };
}

/** Samples unless that was done a moment ago. */
export async function lookNow(database: Database): Promise<void> {
  const { before, history } = looksOf(database);
  if (history.length === 0 || Date.now() - before.at > everyMs / 2) await look(database);
}

async function callFigures(lang: Lang): Promise<CallFigures[]> {
  const { callSpreads, faultsByCall } = await instruments();
  const [byCall, faults] = await Promise.all([callSpreads(), faultsByCall()]);
  const titles = new Map(registeredServed().map(({ call }) => [call.name, call.title[lang]]));
  return [...byCall]
    .sort(([, a], [, b]) => b.sum - a.sum)
    .slice(0, callsShown)
    .map(([name, histogram]) => ({
      name,
      title: titles.get(name) ?? name,
      count: histogram.count,
      faults: faults.get(name) ?? 0,
      meanMs: Math.round((histogram.sum / Math.max(1, histogram.count)) * 1000),
      p95Ms: ms(quantile(histogram, 0.95)) ?? 0,
    }));
}

/** Everything the page of the platform operator shows, of the server that answers. */
export async function metricsAnswer(database: Database, lang: Lang): Promise<MetricsAnswer> {
  await lookNow(database);
  const { history } = looksOf(database);
  const { moment: now, lags } = history.at(-1)!;
  const { brokerUp, filesUp } = beside();
  return {
    server: { name: hostname(), node: process.version, startedAt: startedAt.toISOString(), brokerUp, filesUp },
    now,
    lags,
    findings: findingsOf({ now, lags, brokerUp, filesUp }),
    history: history.map(({ moment }) => moment),
    calls: await callFigures(lang),
  };
}
