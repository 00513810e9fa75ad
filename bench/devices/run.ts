/**
 * `npm run bench -- devices`: cameras on MQTT at QoS 1 against the product and its engine as they are started, each
 * event acknowledged after its commit; every twentieth is sent twice. First at a steady rate, for the time from a
 * recognition to the opening; then as fast as it goes, for the events a second. The senders work on the same machine,
 * so what a core could do is reckoned from the processor time of server and engine. Last, lanes with cameras of other
 * makers beside as many of our own, at one pace: the time to the opening of the one against the other. `--devices 1000
 * --lots 50 --rate 800 --seconds 30 --bought 200 --pause 8` (seconds between the cars of a pair of lanes then: a
 * passage nobody sees takes some). Linux.
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { setTimeout as later } from 'node:timers/promises';
import { openApi } from '#device/simulator/api.ts';
import type { Api } from '#device/simulator/api.ts';
import { atOnce } from '#kit/server/at-once.ts';
import { password, trialServer } from '#test/trial/server.ts';
import { boughtCamera } from './bought.ts';
import { camera } from './camera.ts';
import type { Camera, Tally } from './camera.ts';
import { cpuSeconds, familySeconds } from './cpu.ts';
import { ownCamera, site } from './site.ts';
import type { Site } from './site.ts';

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '1000' },
    lots: { type: 'string', default: '50' },
    rate: { type: 'string', default: '800' },
    seconds: { type: 'string', default: '30' },
    bought: { type: 'string', default: '200' },
    pause: { type: 'string', default: '8' },
  },
});
const [count, lots, rate, seconds, bought] = [
  Number(values.devices),
  Number(values.lots),
  Number(values.rate),
  Number(values.seconds),
  Number(values.bought),
];
const DOUBLE_EVERY = 20;
/** Of a car at one lane: seen, gate up, passed, gate down. */
const EVENTS_A_CAR = 4;
const SETTLE_TRIES = 20;
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

/**
 * Cars drive in and out at each pair of lanes, each out after the next one came in: it is inside only once its passage
 * is known, which takes seconds where nobody sees it. @param pauseMs between the cars of a pair; 0 is as fast as it goes
 */
async function traffic(pairs: readonly Pair[], pauseMs: number): Promise<number> {
  const from = performance.now();
  const end = from + seconds * 1_000;
  await Promise.all(
    pairs.map(async ({ entry, exit }) => {
      await later(Math.random() * pauseMs);
      let inside: string | null = null;
      for (let next = performance.now(); performance.now() < end;) {
        const plate = nextPlate();
        await entry.drive(plate);
        if (inside !== null) await exit.drive(inside);
        inside = plate;
        next += pauseMs;
        await later(Math.max(0, next - performance.now()));
      }
    }),
  );
  return (performance.now() - from) / 1_000;
}

const at = (sorted: readonly number[], part: number): number =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);

/** As many lanes with cameras of other makers as of our own, at one pace and concurrently. */
async function beside(api: Api, pairs: readonly Pair[]): Promise<void> {
  const their = newTally();
  const made: Site<Camera> = await site(
    api,
    { company: '外购设备停车', lots: Math.max(1, Math.round(bought / 20)), devices: bought },
    (place, _, nth) => boughtCamera(api, server, place, nth, their),
  );
  cameras.push(...made.ways.flatMap(({ entry, exit }) => [entry, exit]));
  const own = pairs.slice(0, made.ways.length);
  const pauseMs = Number(values.pause) * 1_000;
  tally.openMs.length = 0;
  const [unopened, before] = [tally.unopened, used(server.pids())];
  await Promise.all([traffic(own, pauseMs), traffic(made.ways, pauseMs)]);
  const now = used(server.pids());
  const [mine, theirs] = [tally, their].map(({ openMs }) => openMs.toSorted((a, b) => a - b)) as [number[], number[]];
  console.table({
    'our own protocol': { lanes: own.length * 2, ...distribution(mine), 'not opened': tally.unopened - unopened },
    'other makers': { lanes: made.ways.length * 2, ...distribution(theirs), 'not opened': their.unopened },
  });
  const ratio = (part: number): string => (at(theirs, part) / Math.max(1, at(mine, part))).toFixed(1);
  const openings = mine.length + theirs.length;
  const perOpening = (nth: 0 | 1): string => (((now[nth] - before[nth]) * 1_000) / Math.max(1, openings)).toFixed(0);
  console.log(`of a core for an opening, both together: server ${perOpening(0)} ms, engine ${perOpening(1)} ms`);
  console.log(`other makers against our own: p50 ${ratio(0.5)} times, p99 ${ratio(0.99)} times`);
  const agree = async (): Promise<boolean> =>
    (
      await Promise.all(
        made.parkIds.map((id) => api.get<{ right: boolean; ledgerSumFen: number }>(`/api/gatehouse/check/${id}`)),
      )
    ).every(({ right, ledgerSumFen }) => right && ledgerSumFen === 0);
  // The last passages are assumed some seconds after their openings.
  let agreed = await agree();
  for (let tries = 0; !agreed && tries < SETTLE_TRIES; tries += 1) {
    await later(1_000);
    agreed = await agree();
  }
  if (their.unopened === 0 && agreed) return;
  console.log('LOTS OF OTHER MAKERS DO NOT AGREE');
  process.exitCode = 1;
}

const distribution = (sorted: readonly number[]): Record<string, number> => ({
  openings: sorted.length,
  'open p50 ms': at(sorted, 0.5),
  'open p99 ms': at(sorted, 0.99),
});

console.log(
  `${cpus().length} × ${cpus()[0]!.model}, Node ${process.version}, load ${loadavg()[0]!.toFixed(1)} before the start, ${new Date().toISOString()}`,
);
const server = await trialServer(undefined, undefined, { GATEHOUSE_CAMERA_NETWORKS: '127.0.0.0/8' });
const cameras: Camera[] = [];
const tally = newTally();
try {
  await server.start();
  const api = await openApi(server.url, 'admin', password);
  const { parkIds, ways } = await site(api, { company: '基准停车', lots, devices: count }, (place, sn) =>
    ownCamera(api, place, sn),
  );
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
  if (bought > 0) await beside(api, pairs);
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
