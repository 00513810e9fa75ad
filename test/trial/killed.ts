/**
 * kill -9 of server and engine in the middle of acknowledged work: devices send, drivers pay, a clerk writes; then
 * everything is counted.
 */
import { setTimeout as later } from 'node:timers/promises';
import { openApi } from '#device/simulator/api.ts';
import { play } from '#device/simulator/play.ts';
import type { Fault } from '#device/simulator/faults.ts';
import { sessionsBy } from '#device/simulator/sessions.ts';
import { setUp } from '#device/simulator/setup.ts';
import type { Memory } from '#device/simulator/state.ts';
import { verify } from '#device/simulator/verify.ts';
import { smallCity } from './city.ts';
import { clerk, keeper, listed, lost } from './clerk.ts';
import type { PowerDisk } from './disk.ts';
import { password, trialServer } from './server.ts';
import type { TrialServer } from './server.ts';

export type KilledOptions = {
  /** Times the server is killed; every third time the engine is, instead. */
  readonly kills: number;
  /** How long the traffic lasts, in seconds of this machine. */
  readonly seconds: number;
  readonly lots: number;
  readonly faults: readonly Fault[];
  readonly seed: string;
  /** Where the server lives on a disk of its own, its power is cut instead. */
  readonly disk?: PowerDisk;
  readonly log: (line: string) => void;
};

export type KilledReport = {
  readonly serverKills: number;
  readonly engineKills: number;
  readonly events: number;
  readonly repeated: number;
  readonly changes: number;
  readonly files: number;
  /** Until a call was answered again, in ms, one a kill. */
  readonly backMs: readonly number[];
  readonly paidFen: number;
  readonly ledgerSumFen: number;
  /** What does not agree, in words. */
  readonly wrong: readonly string[];
};

const HOURS = 6;

/** What happens to the server; each answers how long it took, in ms, until a call was answered again. */
const strike = {
  server: async (server: TrialServer) => {
    await server.kill();
    return server.start();
  },
  engine: async (server: TrialServer) => {
    server.killEngine();
    await later(50);
    return server.answers();
  },
  power: async (server: TrialServer, disk?: PowerDisk) => {
    const endEngine = server.engineEnd();
    disk!.cut();
    await server.kill();
    endEngine();
    await disk!.back();
    return server.start();
  },
} as const;

export async function killed({ kills, seconds, lots, faults, seed, log, disk }: KilledOptions): Promise<KilledReport> {
  const [server, enough] = [await trialServer(disk?.place), new AbortController()];
  try {
    await server.start();
    const memory: Memory = { devices: {}, guests: {}, playedTo: {} };
    const { rows, occupancy } = smallCity({ lots, capacity: 60, hours: HOURS });
    const first = Math.min(...rows.map(({ park }) => occupancy.get(park)![0]!.time));
    const api = await openApi(server.url, 'admin', password);
    const sites = await setUp(
      { api, company: '试验停车', zone: 'Asia/Shanghai', memory, from: first - 86_400_000, say: () => undefined },
      rows,
    );
    const writer = await clerk(server.url, sites[0]!.parkId, enough.signal);
    const files = await keeper(server.url, enough.signal);
    const traffic = play({
      mqttUrl: server.mqttUrl,
      sites,
      occupancy,
      memory,
      sessions: sessionsBy(api),
      seed,
      faults: new Set(faults),
      speed: (HOURS * 3_600) / seconds,
      progress: () => undefined,
      signal: enough.signal,
    });
    traffic.catch(() => undefined); // broken off where a kill has failed
    const backMs: number[] = [];
    let engineKills = 0;
    for (let nth = 1; nth <= kills; nth += 1) {
      await later((seconds * 1_000) / (kills + 1));
      const what = disk ? 'power' : nth % 3 === 0 ? 'engine' : 'server';
      if (what === 'engine') engineKills += 1;
      backMs.push(Math.round(await strike[what](server, disk)));
      log(
        `${what} gone (${nth} of ${kills}), back in ${backMs.at(-1)} ms; ${writer.acknowledged.size} changes acknowledged`,
      );
    }
    const { tally } = await traffic;
    await writer.stop();
    await files.stop();
    return {
      serverKills: kills - engineKills,
      engineKills,
      events: tally.acknowledged,
      repeated: tally.repeated,
      changes: writer.acknowledged.size,
      files: files.acknowledged.size,
      backMs,
      ...(await counted()),
    };

    /** Everything held against what was acknowledged. */
    async function counted(): Promise<Pick<KilledReport, 'wrong' | 'paidFen' | 'ledgerSumFen'>> {
      const again = await openApi(server.url, 'admin', password);
      const verdicts = await Promise.all(
        sites.map((site) => verify(again, site, occupancy.get(site.row.park)?.at(-1), memory)),
      );
      const there = await listed(server.url, sites[0]!.parkId);
      const wrong = verdicts.flatMap(({ park, wrong: words }) => words.map((each) => `${park}: ${each}`));
      for (const plate of writer.acknowledged)
        if (there.get(plate) !== 1) wrong.push(`the clerk's ${plate} is there ${there.get(plate) ?? 0} times`);
      for (const page of await lost(server.url, files.acknowledged))
        wrong.push(`the stored file ${page} does not come back whole`);
      const sum = (of: (verdict: (typeof verdicts)[number]) => number): number =>
        verdicts.reduce((total, verdict) => total + of(verdict), 0);
      return { wrong, paidFen: sum(({ paidFen }) => paidFen), ledgerSumFen: sum(({ ledgerSumFen }) => ledgerSumFen) };
    }
  } finally {
    enough.abort();
    await server.stop();
  }
}
