/**
 * `npm run bench -- day`: a day of the largest operator, 2.1 million orders, reckoned from a part of it: cars of
 * several lots come, pay and leave over MQTT as fast as the product acknowledges, with its engine as it is started.
 * Says how long the whole day would take on this machine, how much disk it needs, and what gives out first. The devices
 * work on the same machine and are not counted to the product's own processor time. `--lots 12 --capacity 200 --hours
 * 12`. Linux.
 */
import { execFileSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { openApi } from '#device/simulator/api.ts';
import { play } from '#device/simulator/play.ts';
import { sessionsBy } from '#device/simulator/sessions.ts';
import { setUp } from '#device/simulator/setup.ts';
import type { Memory } from '#device/simulator/state.ts';
import { verify } from '#device/simulator/verify.ts';
import { smallCity } from '#test/trial/city.ts';
import { password, trialServer } from '#test/trial/server.ts';
import { cpuSeconds, familySeconds } from '../devices/cpu.ts';

const ORDERS_A_DAY = 2_100_000;
const { values } = parseArgs({
  options: {
    lots: { type: 'string', default: '12' },
    capacity: { type: 'string', default: '200' },
    hours: { type: 'string', default: '12' },
  },
});
const [lots, capacity, hours] = [Number(values.lots), Number(values.capacity), Number(values.hours)];

type Used = { readonly server: number; readonly engine: number; readonly bytes: number };

/**
 * Seconds of a core, and bytes of the engine's folder without its write-ahead log: what that takes is bounded by a
 * setting, however long the day.
 */
const used = (pids: { readonly server: number; readonly engine: number }): Used => ({
  server: cpuSeconds(pids.server),
  engine: familySeconds(pids.engine),
  bytes: Number(
    execFileSync('du', ['-sb', '--exclude=pg_wal', readlinkSync(`/proc/${pids.engine}/cwd`)])
      .toString()
      .split('\t')[0],
  ),
});
const tenth = (of: number): number => Math.round(of * 10) / 10;

console.log(
  `${cpus().length} × ${cpus()[0]!.model}, Node ${process.version}, load ${loadavg()[0]!.toFixed(1)} before the start, ${new Date().toISOString()}`,
);
const server = await trialServer();
try {
  await server.start();
  const { rows, occupancy } = smallCity({ lots, capacity, hours });
  const first = Math.min(...rows.map(({ park }) => occupancy.get(park)![0]!.time));
  const memory: Memory = { devices: {}, guests: {}, playedTo: {} };
  const api = await openApi(server.url, 'admin', password);
  const sites = await setUp(
    { api, company: '基准停车', zone: 'Asia/Shanghai', memory, from: first - 86_400_000, say: () => undefined },
    rows,
  );
  const [before, from] = [used(server.pids()), performance.now()];
  const { tally } = await play({
    mqttUrl: server.mqttUrl,
    sites,
    occupancy,
    memory,
    sessions: sessionsBy(api),
    seed: 'day',
    faults: new Set(),
    speed: Infinity,
    progress: () => undefined,
  });
  const seconds = (performance.now() - from) / 1_000;
  const after = used(server.pids());
  const verdicts = await Promise.all(
    sites.map((site) => verify(api, site, occupancy.get(site.row.park)?.at(-1), memory)),
  );
  const orders = verdicts.reduce((sum, { exits }) => sum + exits, 0);
  const [served, engine] = [after.server - before.server, after.engine - before.engine];
  console.table([
    {
      orders,
      events: tally.acknowledged,
      'orders/s': Math.round(orders / seconds),
      'server core ms/order': tenth((served * 1_000) / orders),
      'engine core ms/order': tenth((engine * 1_000) / orders),
      'kB/order': tenth((after.bytes - before.bytes) / orders / 1_000),
    },
  ]);
  const whole = ORDERS_A_DAY / orders;
  const others = Math.max(1, availableParallelism() - 1);
  console.log(
    `${ORDERS_A_DAY.toLocaleString('en')} orders: ${tenth((seconds * whole) / 3_600)} h on this machine with the devices beside; ${tenth((served * whole) / 3_600)} h of a core for the server, ${tenth((engine * whole) / 3_600)} h of a core for the engine, ${Math.round(((after.bytes - before.bytes) * whole) / 1e9)} GB of disk`,
  );
  console.log(
    served > engine / others
      ? 'What gives out first is the one core of the server process; a second server beside it helps.'
      : 'The database cores are the limit; a larger machine, or tenants distributed over several, helps.',
  );
  const wrong = verdicts.flatMap(({ park, wrong: words }) => words.map((each) => `${park}: ${each}`));
  for (const words of wrong) console.error(words);
  console.log(
    `${wrong.length === 0 ? 'all lots agree' : 'LOTS DO NOT AGREE'}; load ${loadavg()[0]!.toFixed(1)} at the end`,
  );
  if (wrong.length > 0) process.exitCode = 1;
} finally {
  await server.stop();
}
