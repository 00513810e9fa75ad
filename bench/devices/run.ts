/**
 * `npm run bench -- devices`: cameras on MQTT at QoS 1 against the product and its engine as they are started, each event acknowledged
 * after its commit; every twentieth is sent twice. First at a steady rate, for the time from a recognition to the opening; then as fast
 * as it goes, for the events a second. The senders work on the same machine, so what a core could do is reckoned from the processor time
 * of server and engine. `--devices 1000 --lots 50 --rate 800 --seconds 30`. Linux.
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { setTimeout as later } from 'node:timers/promises';
import { openApi } from '#device/simulator/api.ts';
import { atOnce } from '#kit/server/at-once.ts';
import { password, trialServer } from '#test/trial/server.ts';
import { camera } from './camera.ts';
import type { Camera, Tally } from './camera.ts';
import { cpuSeconds, familySeconds } from './cpu.ts';
import { site } from './site.ts';

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '1000' },
    lots: { type: 'string', default: '50' },
    rate: { type: 'string', default: '800' },
    seconds: { type: 'string', default: '30' },
  },
});
const [count, lots, rate, seconds] = [
  Number(values.devices),
  Number(values.lots),
  Number(values.rate),
  Number(values.seconds),
];
const DOUBLE_EVERY = 20;
/** Of a car at one lane: seen, gate up, passed, gate down. */
const EVENTS_A_CAR = 4;
const SIGNS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

let cars = 0;
const nextPlate = (): string => {
  cars += 1;
  return `苏A${Array.from({ length: 5 }, (_, place) => SIGNS[Math.floor(cars / SIGNS.length ** place) % SIGNS.length]).join('')}`;
};
/** Seconds of a core that server and engine have used so far. */
const used = (pids: { readonly server: number; readonly engine: number }): readonly [number, number] => [
  cpuSeconds(pids.server),
  familySeconds(pids.engine),
];
const newTally = (): Tally => ({ acknowledged: 0, doubled: 0, openMs: [], unopened: 0 });

type Pair = { readonly entry: Camera; readonly exit: Camera };

/** Cars drive in and out at each pair of lanes. @param pauseMs between the cars of a pair; 0 is as fast as it goes */
async function traffic(pairs: readonly Pair[], pauseMs: number): Promise<number> {
  const from = performance.now();
  const end = from + seconds * 1_000;
  await Promise.all(
    pairs.map(async ({ entry, exit }) => {
      await later(Math.random() * pauseMs);
      for (let next = performance.now(); performance.now() < end;) {
        const plate = nextPlate();
        await entry.drive(plate);
        await exit.drive(plate);
        next += pauseMs;
        await later(Math.max(0, next - performance.now()));
      }
    }),
  );
  return (performance.now() - from) / 1_000;
}

const at = (sorted: readonly number[], part: number): number =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);

console.log(
  `${cpus().length} × ${cpus()[0]!.model}, Node ${process.version}, load ${loadavg()[0]!.toFixed(1)} before the start, ${new Date().toISOString()}`,
);
const server = await trialServer();
const cameras: Camera[] = [];
try {
  await server.start();
  const api = await openApi(server.url, 'admin', password);
  const { parkIds, ways } = await site(api, { lots, devices: count });
  const tally = newTally();
  const pairs: Pair[] = [];
  await atOnce(20, ways, async ({ entry, exit }) => {
    const pair = {
      entry: await camera(server.mqttUrl, entry, tally, DOUBLE_EVERY),
      exit: await camera(server.mqttUrl, exit, tally, DOUBLE_EVERY),
    };
    cameras.push(pair.entry, pair.exit);
    pairs.push(pair);
  });
  console.log(`${cameras.length} cameras in ${parkIds.length} lots are connected`);
  const rows: Record<string, Record<string, number>> = {};
  for (const [name, pauseMs] of [
    ['steady', (pairs.length * 2 * EVENTS_A_CAR * 1_000) / rate],
    ['flat out', 0],
  ] as const) {
    const [before, sentBefore] = [used(server.pids()), tally.acknowledged];
    tally.openMs.length = 0;
    const took = await traffic(pairs, pauseMs);
    const now = used(server.pids());
    const [served, engine] = [now[0] - before[0], now[1] - before[1]];
    const events = tally.acknowledged - sentBefore;
    const sorted = tally.openMs.toSorted((a, b) => a - b);
    rows[name] = {
      events,
      'events/s': Math.round(events / took),
      'server core s': Math.round(served * 10) / 10,
      'engine core s': Math.round(engine * 10) / 10,
      'events/s of one core': Math.round(events / (served + engine)),
      'open p50 ms': at(sorted, 0.5),
      'open p99 ms': at(sorted, 0.99),
      'not opened': tally.unopened,
    };
  }
  console.table(rows);
  console.log('aims: 5,000 events a second on one core for server and engine; open p99 at most 300 ms at 1,000 lanes');
  const checks = await Promise.all(
    parkIds.map((parkId) =>
      api.get<{ events: number; right: boolean; ledgerSumFen: number }>(`/api/gatehouse/check/${parkId}`),
    ),
  );
  const stored = checks.reduce((sum, { events }) => sum + events, 0);
  const holds = stored === tally.acknowledged && checks.every(({ right, ledgerSumFen }) => right && ledgerSumFen === 0);
  console.log(
    `${tally.acknowledged} events acknowledged (${tally.doubled} of them sent twice), ${stored} stored; ${holds ? 'all lots agree' : 'LOTS DO NOT AGREE'}; load ${loadavg()[0]!.toFixed(1)} at the end`,
  );
  if (!holds) process.exitCode = 1;
} finally {
  await Promise.all(cameras.map((each) => each.close()));
  await server.stop();
}
