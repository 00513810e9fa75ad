/**
 * `npm run trial`: the long forms of what `npm test` tries shortly: nothing that was acknowledged is lost, and nobody
 * gets in. Prints its figures as a table; ends with 1 where anything does not hold. `npm run trial -- killed --kills
 * 20` runs one of them.
 */
import { parseArgs } from 'node:util';
import { areaEvents, reports, resources, served } from '#apps/server/areas.ts';
import { generatedDocuments } from '#apps/server/docs/generated.ts';
import { fuzz } from '#test/conformance/fuzz.ts';
import type { Document } from '#test/conformance/fuzz.ts';
import { openProduct } from '#test/conformance/product.ts';
import { powerDisk } from '#test/trial/disk.ts';
import { familiesDay } from '#test/trial/families/day.ts';
import { full } from '#test/trial/full.ts';
import { held } from '#test/trial/held.ts';
import { killed } from '#test/trial/killed.ts';
import { hasMosquitto } from '#test/trial/mosquitto.ts';
import { twoServers } from '#test/trial/two-servers.ts';

const USAGE = `npm run trial -- [killed] [full] [power] [two-servers] [held] [fuzz] [families] [options]
  --kills N     killed: how often server and engine are ended by kill -9 (default 20; every third time the engine)
  --cuts N      power: how often the power of the server's disk is cut (default 10)
  --seconds N   killed, power, two-servers: how long the traffic lasts (default 6 a kill, 12 a cut, 120)
  --lots N      killed, power, two-servers: lots with traffic (default 4)
  --sockets N   held: connections of each kind that ask for nothing (default 2000)
  --rounds N    fuzz: values tried per parameter (default 10)
  --cars N      families: how many come in the day, about (default 336)
  --seed N      another seed, other traffic and other values (default 1)`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '20' },
    cuts: { type: 'string', default: '10' },
    seconds: { type: 'string' },
    lots: { type: 'string', default: '4' },
    sockets: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '10' },
    cars: { type: 'string', default: '336' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean' },
  },
});
const log = (line: string): void => console.log(`  ${line}`);
const range = (all: readonly number[]): string => {
  const sorted = all.toSorted((a, b) => a - b);
  return sorted.length === 0 ? '–' : `${sorted[0]} / ${sorted[sorted.length >> 1]} / ${sorted.at(-1)}`;
};

/** Each answers what does not hold. */
const trials: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  killed: async () => {
    const kills = Number(values.kills);
    const { wrong, backMs, ...figures } = await killed({
      kills,
      seconds: Number(values.seconds ?? kills * 6),
      lots: Number(values.lots),
      faults: ['duplicate', 'late', 'misread'],
      seed: values.seed,
      log,
    });
    console.table([{ ...figures, 'back ms min/median/max': range(backMs) }]);
    return wrong;
  },
  full: async () => {
    const report = await full(log);
    if (!report) log('not run: a small disk takes root on Linux');
    else console.table([{ ...report, wrong: report.wrong.length }]);
    return report?.wrong ?? [];
  },
  power: async () => {
    const disk = powerDisk();
    if (typeof disk === 'string') {
      log(`not run: it takes root on Linux, a loop device and xfsprogs (${disk})`);
      return [];
    }
    try {
      const cuts = Number(values.cuts);
      const {
        wrong,
        backMs,
        serverKills,
        engineKills: _,
        ...figures
      } = await killed({
        kills: cuts,
        seconds: Number(values.seconds ?? cuts * 12),
        lots: Number(values.lots),
        faults: ['duplicate', 'late', 'misread'],
        seed: values.seed,
        disk,
        log,
      });
      console.table([{ cuts: serverKills, ...figures, 'back ms min/median/max': range(backMs) }]);
      return wrong;
    } finally {
      await disk.close();
    }
  },
  'two-servers': async () => {
    if (!hasMosquitto) {
      log('not run: there is no Mosquitto on this machine (Debian: apt-get install mosquitto)');
      return [];
    }
    const { wrong, ...figures } = await twoServers({
      seconds: Number(values.seconds ?? 120),
      lots: Number(values.lots),
      seed: values.seed,
      log,
    });
    console.table([figures]);
    return wrong;
  },
  held: async () => {
    const { wrong, ...figures } = await held(Number(values.sockets), log);
    console.table([figures]);
    return wrong;
  },
  fuzz: async () => {
    const { fixture } = await openProduct();
    try {
      const document = JSON.parse(
        generatedDocuments({ served, resources, reports, events: areaEvents })['openapi.json']!,
      ) as Document;
      const { faults, ...figures } = await fuzz(fixture, document, {
        rounds: Number(values.rounds),
        seed: Number(values.seed),
        each: (count) => {
          if (count % 5_000 === 0) log(`${count} requests`);
        },
      });
      console.table([figures]);
      return faults;
    } finally {
      await fixture.close();
    }
  },
  families: async () => {
    const { figures, wrong } = await familiesDay(Number(values.cars), Number(values.seed), log);
    console.table([figures]);
    return wrong;
  },
};

const chosen = positionals.length > 0 ? positionals : Object.keys(trials);
if (values.help || chosen.some((name) => !(name in trials))) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}
for (const name of chosen) {
  console.log(`\n${name}`);
  const wrong = await trials[name]!();
  for (const words of wrong.slice(0, 50)) console.error(`  ${words}`);
  console.log(wrong.length === 0 ? '  holds' : `  ${wrong.length} things do not hold`);
  if (wrong.length > 0) process.exitCode = 1;
}
