/**
 * What this process counts, as Prometheus reads it. Labels are names of the program's own: no tenant, no plate, no
 * address.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Lags } from '#areas/ops/model/metrics.ts';

export const registry = new Registry();
const registers = [registry];
collectDefaultMetrics({ register: registry });

const calls = new Counter({
  name: 'gatehouse_calls_total',
  help: 'Calls answered, by name and status',
  labelNames: ['call', 'status'],
  registers,
});
const callSeconds = new Histogram({
  name: 'gatehouse_call_seconds',
  help: 'Time from the arrival of a call to its answer',
  labelNames: ['call'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers,
});
const messages = new Counter({
  name: 'gatehouse_device_messages_total',
  help: 'Messages of devices, by kind and outcome',
  labelNames: ['kind', 'outcome'],
  registers,
});
const acknowledgeSeconds = new Histogram({
  name: 'gatehouse_device_acknowledge_seconds',
  help: 'Time from the arrival of a message to its acknowledgement, which is after its commit',
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2.5, 5, 15],
  registers,
});

const gauge = (name: string, help: string, ...labelNames: string[]) =>
  new Gauge({ name: `gatehouse_${name}`, help, labelNames, registers });
const gauges = {
  pool: gauge('pool_connections', 'Connections to the database', 'state'),
  devices: gauge('devices_connected', 'Clients of the built-in broker'),
  eventsWaiting: gauge('device_events_waiting', 'Messages accepted and not yet stored'),
  brokerUp: gauge('broker_up', 'Whether the broker of the devices can be reached'),
  filesUp: gauge('file_store_up', 'Whether what holds the files served the last request'),
  databaseUp: gauge('database_up', 'Whether the database answered the last look'),
  databaseMb: gauge('database_megabytes', 'Size of the database'),
  outboxPending: gauge('outbox_pending', 'Outgoing messages not yet sent'),
  outboxOldestSeconds: gauge('outbox_oldest_seconds', 'How long the oldest of them is due'),
  outboxDead: gauge('outbox_dead', 'Outgoing messages given up'),
  commandsDue: gauge('commands_due', 'Commands for devices that are due'),
  commandsOldestSeconds: gauge('commands_oldest_seconds', 'How long the oldest of them is due'),
  jobsLateSeconds: gauge('jobs_late_seconds', 'How late the latest job of the clock is'),
  jobsFailed: gauge('jobs_failed', 'Jobs that gave up within a day'),
  jobsOverdue: gauge('jobs_overdue', 'Jobs whose time passed without a run, or whose run is stuck'),
  lanes: gauge('lanes_waiting', 'Lanes at which a car stands, by what it waits for', 'phase'),
};

const loop = monitorEventLoopDelay({ resolution: 20 });
loop.enable();

/** A call was answered. `seconds` from its arrival. */
export function countCall(call: string, status: number, seconds: number): void {
  calls.inc({ call, status });
  callSeconds.observe({ call }, seconds);
}

/** A message of a device was acknowledged (`stored`) or not. */
export function countMessage(kind: string, stored: boolean, seconds: number): void {
  messages.inc({ kind, outcome: stored ? 'acknowledged' : 'refused' });
  acknowledgeSeconds.observe(seconds);
}

export type Standing = {
  pool: { total: number; idle: number; waiting: number };
  devices: number;
  eventsWaiting: number;
  brokerUp: boolean;
  filesUp: boolean;
};

/** Puts what was looked at into the gauges. */
export function setGauges(standing: Standing, lags: Lags): void {
  for (const state of ['total', 'idle', 'waiting'] as const) gauges.pool.set({ state }, standing.pool[state]);
  gauges.devices.set(standing.devices);
  gauges.eventsWaiting.set(standing.eventsWaiting);
  gauges.brokerUp.set(Number(standing.brokerUp));
  gauges.filesUp.set(Number(standing.filesUp));
  const { lanes, ...numbers } = lags;
  for (const [name, value] of Object.entries(numbers)) gauges[name as keyof typeof numbers].set(Number(value));
  gauges.lanes.reset();
  for (const [phase, count] of Object.entries(lanes)) gauges.lanes.set({ phase }, count);
}

/** A histogram's state: counts up to each bound (cumulative), of all, and the sum of the values. */
export type TimeHistogram = {
  readonly bounds: readonly number[];
  readonly upTo: readonly number[];
  readonly count: number;
  readonly sum: number;
};

/** Spreads by one label; by '' where there is none. */
async function spreads(histogram: Histogram<string>, label: string): Promise<Map<string, TimeHistogram>> {
  const found = new Map<string, { bounds: number[]; upTo: number[]; count: number; sum: number }>();
  for (const { metricName, labels, value } of (await histogram.get()).values) {
    const key = String((labels as Record<string, unknown>)[label] ?? '');
    let distribution = found.get(key);
    if (!distribution) found.set(key, (distribution = { bounds: [], upTo: [], count: 0, sum: 0 }));
    const { le } = labels as { le?: number | string };
    if (metricName?.endsWith('_sum')) distribution.sum = value;
    else if (metricName?.endsWith('_count')) distribution.count = value;
    else if (typeof le === 'number') {
      distribution.bounds.push(le);
      distribution.upTo.push(value);
    }
  }
  return found;
}

export const callSpreads = (): Promise<Map<string, TimeHistogram>> => spreads(callSeconds, 'call');
export const acknowledgeTimes = async (): Promise<TimeHistogram | undefined> =>
  (await spreads(acknowledgeSeconds, '')).get('');

/** Faults of ours so far, by call. */
export async function faultsByCall(): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const { labels, value } of (await calls.get()).values) {
    if (Number(labels.status) >= 500) found.set(String(labels.call), (found.get(String(labels.call)) ?? 0) + value);
  }
  return found;
}

/** The worst the event loop was late since the last look, in ms. */
export function loopDelayMs(): number {
  const worst = loop.max / 1e6;
  loop.reset();
  return Math.max(0, Math.round(worst - 20));
}
