/**
 * Two servers on one PostgreSQL and one Mosquitto: either does the work, each is killed once, the broker goes and comes
 * back, and all is counted.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { connectAsync } from 'mqtt';
import pg from 'pg';
import { startEngine } from '#db/engine/start.ts';
import { openApi } from '#device/simulator/api.ts';
import { play } from '#device/simulator/play.ts';
import { sessionsBy } from '#device/simulator/sessions.ts';
import { setUp } from '#device/simulator/setup.ts';
import type { ParkSite } from '#device/simulator/setup.ts';
import type { Memory } from '#device/simulator/state.ts';
import { verify } from '#device/simulator/verify.ts';
import { smallCity } from './city.ts';
import { clerk, listed } from './clerk.ts';
import { mosquitto } from './mosquitto.ts';
import { password, trialServer } from './server.ts';

export type TwoServersOptions = {
  readonly seconds: number;
  readonly lots: number;
  readonly seed: string;
  readonly log: (line: string) => void;
};
export type TwoServersReport = {
  readonly events: number;
  readonly changes: number;
  readonly paidFen: number;
  readonly ledgerSumFen: number;
  /** Live messages each server's console received. */
  readonly liveAtFirst: number;
  readonly liveAtSecond: number;
  readonly jobs: number;
  readonly wrong: readonly string[];
};

const HOURS = 4;
/** How long a killed server stays away: longer than the other needs to stand in for it. */
const AWAY_MS = 15_000;
const BROKER_AWAY_MS = 3_000;
/** By then something has happened in the lot, also on a crowded machine. */
const NEWS_MS = 60_000;

/** The messages of a car park a console at this server receives. */
async function listener(url: string, parkId: string): Promise<{ received: () => number; close: () => Promise<void> }> {
  const api = await openApi(url, 'admin', password);
  const { username, password: ticket } = await api.get<{ username: string; password: string }>(
    '/api/updown/platMqtt/getMqttConfig',
    {},
  );
  const client = await connectAsync(`${url.replace('http', 'ws')}/mqtt`, {
    username,
    password: ticket,
    reconnectPeriod: 0,
  });
  let received = 0;
  client.on('message', () => {
    received += 1;
  });
  client.on('error', () => undefined);
  await client.subscribeAsync(`gatehouse/v1/live/+/${parkId}/+`);
  return { received: () => received, close: () => client.endAsync(true) };
}

/** Runs of jobs, and those that ran more than once for one minute of the clock. */
async function jobRuns(database: pg.ClientConfig): Promise<{ jobs: number; twice: readonly string[] }> {
  const client = new pg.Client(database);
  await client.connect();
  try {
    const { rows } = await client.query<{
      name: string;
      minute: string;
      runs: number;
    }>(`SELECT name, date_trunc('minute', created_on)::text AS minute, count(*)::int AS runs FROM gatehouse_jobs.job
      WHERE name NOT LIKE '\\_\\_%' AND state = 'completed' GROUP BY 1, 2`);
    return {
      jobs: rows.reduce((sum, { runs }) => sum + runs, 0),
      twice: rows
        .filter(({ runs }) => runs > 1)
        .map(({ name, minute, runs }) => `the job ${name} of ${minute} ran ${runs} times`),
    };
  } finally {
    await client.end();
  }
}

type Server = Awaited<ReturnType<typeof trialServer>>;

/** Kills a server, lets the other work alone, and starts it again. */
async function without(server: Server, name: string, log: (line: string) => void): Promise<void> {
  await server.kill();
  await later(AWAY_MS);
  log(
    `${name} was killed, was away for ${AWAY_MS / 1_000} s, and answers again after ${Math.round(await server.start())} ms`,
  );
}

export async function twoServers({ seconds, lots, seed, log }: TwoServersOptions): Promise<TwoServersReport> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-two-'));
  chmodSync(folder, 0o711);
  const [broker, engine, enough] = [
    await mosquitto(folder),
    await startEngine({ dataDir: join(folder, 'engine'), log: () => undefined }),
    new AbortController(),
  ];
  const { host, port, user, database } = engine.config;
  const around = {
    databaseUrl: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    mqttUrl: broker.url,
    dataDir: join(folder, 'data'),
  };
  const [first, second] = [await trialServer(tmpdir(), around), await trialServer(tmpdir(), around)];
  try {
    await broker.start();
    await first.start();
    await second.start();
    const api = await openApi(first.url, 'admin', password);
    const memory: Memory = { devices: {}, guests: {}, playedTo: {} };
    const { rows, occupancy } = smallCity({ lots, capacity: 40, hours: HOURS });
    const sites = await setUp(
      {
        api,
        company: '试验停车',
        zone: 'Asia/Shanghai',
        memory,
        from: Math.min(...rows.map(({ park }) => occupancy.get(park)![0]!.time)) - 86_400_000,
        say: () => undefined,
      },
      rows,
    );
    const consoles = [await listener(first.url, sites[0]!.parkId), await listener(second.url, sites[0]!.parkId)];
    const writer = await clerk(first.url, sites[0]!.parkId, enough.signal);
    const traffic = play({
      mqttUrl: broker.url,
      sites,
      occupancy,
      memory,
      sessions: sessionsBy(api),
      seed,
      faults: new Set(),
      speed: (HOURS * 3_600) / seconds,
      progress: () => undefined,
      signal: enough.signal,
    });
    traffic.catch(() => undefined); // broken off where something has failed
    await later((seconds * 1_000) / 5);
    for (
      const from = performance.now();
      performance.now() - from < NEWS_MS && consoles.some((each) => each.received() === 0);
      await later(100)
    );
    const [liveAtFirst, liveAtSecond] = consoles.map((each) => each.received()) as [number, number];
    await Promise.all(consoles.map((each) => each.close()));
    await without(first, 'the first server', log);
    await broker.stop();
    await later(BROKER_AWAY_MS);
    await broker.start();
    log(`the broker was away for ${BROKER_AWAY_MS / 1_000} s; ${writer.acknowledged.size} changes acknowledged`);
    await later((seconds * 1_000) / 5);
    await without(second, 'the second server', log);
    const { tally } = await traffic;
    await writer.stop();
    await settled(second.url, sites, memory);
    const [verdicts, there, { jobs, twice }] = [
      await Promise.all(
        sites.map(async (site) =>
          verify(await openApi(second.url, 'admin', password), site, occupancy.get(site.row.park)?.at(-1), memory),
        ),
      ),
      await listed(second.url, sites[0]!.parkId),
      await jobRuns(engine.config),
    ];
    const wrong = [...twice, ...verdicts.flatMap(({ park, wrong: words }) => words.map((each) => `${park}: ${each}`))];
    for (const plate of writer.acknowledged)
      if (there.get(plate) !== 1) wrong.push(`the clerk's ${plate} is there ${there.get(plate) ?? 0} times`);
    if (liveAtFirst === 0 || liveAtSecond === 0)
      wrong.push(`consoles received ${liveAtFirst} and ${liveAtSecond} messages`);
    const sum = (of: (verdict: (typeof verdicts)[number]) => number): number =>
      verdicts.reduce((total, verdict) => total + of(verdict), 0);
    return {
      events: tally.acknowledged,
      changes: writer.acknowledged.size,
      paidFen: sum(({ paidFen }) => paidFen),
      ledgerSumFen: sum(({ ledgerSumFen }) => ledgerSumFen),
      liveAtFirst,
      liveAtSecond,
      jobs,
      wrong,
    };
  } finally {
    enough.abort();
    await Promise.all([first.stop(), second.stop()]);
    await broker.stop();
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const SETTLE_MS = 60_000;

/**
 * The broker has acknowledged what servers have yet to store: waits until they have, or patience is over and the count
 * says what is missing.
 */
async function settled(url: string, sites: readonly ParkSite[], memory: Memory): Promise<void> {
  const api = await openApi(url, 'admin', password);
  for (const from = performance.now(); performance.now() - from < SETTLE_MS; await later(500)) {
    const verdicts = await Promise.all(sites.map((site) => verify(api, site, undefined, memory)));
    if (verdicts.every(({ events, acknowledged }) => events >= acknowledged)) return;
  }
}
