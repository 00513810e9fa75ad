/**
 * Drives a running server as a city of devices would, over MQTT alone, from an occupancy series, and afterwards asks
 * the server whether everything agrees. Exit code 1 when anything does not.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openApi } from '#device/simulator/api.ts';
import { FAULTS } from '#device/simulator/faults.ts';
import type { Fault } from '#device/simulator/faults.ts';
import { verifyPeople } from '#device/simulator/people/verify.ts';
import { bringPeople, peopleAtWork } from '#device/simulator/people/work.ts';
import { play } from '#device/simulator/play.ts';
import type { Progress } from '#device/simulator/play.ts';
import { readOccupancy, readParks } from '#device/simulator/series.ts';
import { sessionsBy } from '#device/simulator/sessions.ts';
import { setUp } from '#device/simulator/setup.ts';
import { readMemory, writeMemory } from '#device/simulator/state.ts';
import { verify } from '#device/simulator/verify.ts';
import type { Verdict } from '#device/simulator/verify.ts';
import { PARTS } from '#device/simulator/places/run.ts';
import { partsOf, simulateDoors } from './simulate-doors.ts';
import { verifyReports } from './simulate-reports.ts';

const USAGE = `npm run simulate -- --parks P.csv --occupancy O.csv [options]
npm run simulate -- --roadside [options]
  a week of roadside streets against a server of its own, whose clock it sets
  --sections N, --berths N, --days N, --collectors N   smaller than 40, 50, 7, 30
  --step N           minutes that are played at once by day (default 1): people see the strip of the end of such a time
  --seed TEXT        another seed, another week (default 1)

npm run simulate -- --people [options]
  without tables: a month of money on a server of its own, whose clock it sets: campaigns and shops, drivers paying by all channels,
  invoices, the channels' bills, the bank, two accountants
  --days N, --lots N, --cars N   smaller or bigger than 30 days of 3 car parks with 30 cars a day
  --seed TEXT        another seed, another month (default 1)

  --parks FILE       lots: park,name,city,capacity
  --occupancy FILE   series: time,park,free
  --from T --to T    only samples of this span (ISO time or day)
  --repeat N         the series so many times, week after week (default 1)
  --speed N|max      simulated seconds per real second (default max)
  --seed TEXT        another seed, another city (default 1)
  --faults LIST      of ${FAULTS.join(', ')}
  --people           guards, shops and the office work besides: shifts, discounts, passes, refunds
  --only LIST        only these lots, by their key in the table
  --url URL          the server (default http://127.0.0.1:8080)
  --mqtt URL         its broker (default mqtt://<host of --url>:1883)
  --user, --password an account that may set up lots (default admin; GATEHOUSE_ADMIN_PASSWORD)
  --company NAME     whose lots they are (default 仿真停车)
  --zone ZONE        time zone of the lots (default Asia/Shanghai)
  --state FILE       what the devices remember (default data/simulator.json)
  --no-verify        do not ask for the figures afterwards

npm run simulate -- --doors [options]
  --doors            doors, visitors, guidance and help instead, with --url, --mqtt, --user, --password, --seed
  --share N          of the full size, 0 < N <= 1 (default 1)
  --parts LIST       of ${PARTS.join(', ')} (default all)`;

const { values } = parseArgs({
  options: {
    roadside: { type: 'boolean', default: false },
    sections: { type: 'string' },
    berths: { type: 'string' },
    days: { type: 'string' },
    lots: { type: 'string' },
    cars: { type: 'string' },
    collectors: { type: 'string' },
    step: { type: 'string' },
    parks: { type: 'string' },
    occupancy: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    repeat: { type: 'string', default: '1' },
    speed: { type: 'string', default: 'max' },
    seed: { type: 'string', default: '1' },
    faults: { type: 'string', default: '' },
    only: { type: 'string' },
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    mqtt: { type: 'string' },
    user: { type: 'string', default: 'admin' },
    password: { type: 'string' },
    company: { type: 'string', default: '仿真停车' },
    zone: { type: 'string', default: 'Asia/Shanghai' },
    state: { type: 'string', default: join(import.meta.dirname, '..', 'data', 'simulator.json') },
    verify: { type: 'boolean', default: true },
    people: { type: 'boolean', default: false },
    doors: { type: 'boolean', default: false },
    share: { type: 'string', default: '1' },
    parts: { type: 'string', default: PARTS.join(',') },
    help: { type: 'boolean' },
  },
  allowNegative: true,
});

function fail(words: string): never {
  console.error(words);
  process.exit(2);
}

const instant = (text: string | undefined, otherwise: number): number => {
  if (text === undefined) return otherwise;
  const at = Date.parse(text);
  return Number.isNaN(at) ? fail(`not a time: ${text}`) : at;
};

const mqttUrl = values.mqtt ?? `mqtt://${new URL(values.url).hostname}:1883`;

function passwordGiven(): string {
  const password = values.password ?? process.env['GATEHOUSE_ADMIN_PASSWORD'];
  return password ? password : fail('the password of --user is needed: --password or GATEHOUSE_ADMIN_PASSWORD');
}

async function playDoors(): Promise<never> {
  const share = Number(values.share);
  if (!(share > 0 && share <= 1)) fail(`--share is more than 0 and at most 1, not ${values.share}`);
  const { url, user: account, seed } = values;
  const options = { url, mqtt: mqttUrl, account, password: passwordGiven(), seed, share, parts: partsOf(values.parts) };
  process.exit((await simulateDoors(options)) ? 0 : 1);
}

function settings() {
  if (!values.parks || !values.occupancy) fail(USAGE);
  for (const file of [values.parks, values.occupancy]) if (!existsSync(file)) fail(`no such file: ${file}`);
  const speed = values.speed === 'max' ? Infinity : Number(values.speed);
  if (!(speed > 0)) fail(`--speed is a number or max, not ${values.speed}`);
  const faults = values.faults
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
  const unknown = faults.find((each) => !(FAULTS as readonly string[]).includes(each));
  if (unknown) fail(`no such fault: ${unknown}`);
  const password = passwordGiven();
  const repeat = Number(values.repeat);
  if (!Number.isInteger(repeat) || repeat < 1 || repeat > 100) fail(`--repeat is a whole number, not ${values.repeat}`);
  return {
    speed,
    repeat,
    faults: new Set(faults as Fault[]),
    password,
    mqtt: mqttUrl,
  };
}

const number = (of: number): string => of.toLocaleString('en');
const yuan = (fen: number): string => (fen / 100).toLocaleString('en', { minimumFractionDigits: 2 });

function table(verdicts: readonly Verdict[]): void {
  console.table(
    verdicts.map(
      ({
        park,
        inside,
        expected,
        entries,
        exits,
        withoutEntry,
        billsWrong,
        ledgerSumFen,
        paidFen,
        rollupDifferences,
        events,
        acknowledged,
        wrong,
      }) => ({
        park,
        inside,
        expected,
        entries,
        exits,
        withoutEntry,
        billsWrong,
        ledgerSumFen,
        paidYuan: yuan(paidFen),
        rollupDifferences,
        events,
        acknowledged,
        agrees: wrong.length === 0 ? 'yes' : 'NO',
      }),
    ),
  );
  for (const { park, wrong } of verdicts) for (const words of wrong) console.error(`${park}: ${words}`);
}

if (values.roadside && !values.help) {
  const { roadside } = await import('./roadside/command.ts');
  process.exit(await roadside(values, fail));
}

if (values.people && !values.parks && !values.help) {
  const { money } = await import('./money/command.ts');
  process.exit(await money(values, fail));
}

const begun = Date.now();
let printedAt = 0;
function progress({ tally, passed, planned, inside, at }: Progress): void {
  writeMemory(statePath, memory);
  if (Date.now() - printedAt < 5_000) return;
  printedAt = Date.now();
  const seconds = (Date.now() - begun) / 1000;
  console.log(
    `${at > 0 ? new Date(at).toISOString().slice(0, 16) : '—'}  cars ${number(passed)} of ${number(planned)}  inside ${number(inside)}  events ${number(tally.acknowledged)} (${number(Math.round(tally.acknowledged / seconds))}/s)`,
  );
}

if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
if (values.doors) await playDoors();
const { speed, repeat, faults, password, mqtt } = settings();
const statePath = resolve(values.state);
const memory = readMemory(statePath);
const rows = readParks(readFileSync(values.parks!, 'utf8')).filter(
  ({ park }) => !values.only || values.only.split(',').includes(park),
);
const occupancy = readOccupancy(
  readFileSync(values.occupancy!, 'utf8'),
  instant(values.from, -Infinity),
  instant(values.to, Infinity),
  repeat,
);
const played = rows.filter(({ park }) => occupancy.has(park));
if (played.length === 0) fail('no lot of the first table has a sample in the second');
const first = Math.min(...played.map(({ park }) => occupancy.get(park)![0]!.time));

const api = await openApi(values.url, values.user, password);
const sites = await setUp(
  {
    api,
    company: values.company,
    zone: values.zone,
    memory,
    from: first - 86_400_000,
    say: (line) => console.log(line),
  },
  played,
);
writeMemory(statePath, memory);

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    writeMemory(statePath, memory);
    process.exit(130);
  });
const people = {
  desk: { url: values.url, patience: 120_000 },
  account: values.user,
  password,
  sites,
  memory,
  seed: values.seed,
  zone: values.zone,
};
if (values.people) await bringPeople(people);
const atWork = values.people ? peopleAtWork(people) : null;
const { tally } = await play({
  mqttUrl: mqtt,
  sites,
  occupancy,
  memory,
  sessions: sessionsBy(api),
  seed: values.seed,
  faults,
  speed,
  progress,
});
await atWork?.stop();
writeMemory(statePath, memory);
const seconds = (Date.now() - begun) / 1000;
console.log(
  `${number(tally.acknowledged)} events acknowledged in ${number(Math.round(seconds))} s, ${number(tally.repeated)} sent twice, ${number(tally.answered)} commands answered`,
);

if (values.verify) {
  const again = await openApi(values.url, values.user, password); // a long play outlives a session
  const verdicts: Verdict[] = [];
  for (const site of sites) verdicts.push(await verify(again, site, occupancy.get(site.row.park)?.at(-1), memory));
  table(verdicts);
  const wrong = verdicts.flatMap(({ park, wrong: words }) => (words.length > 0 ? [park] : []));
  if (values.people) {
    const found = await Promise.all(
      sites.map((site) => verifyPeople(again, site, memory.people![site.parkId]!, { from: first, zone: values.zone })),
    );
    console.table(found.map(({ wrong: words, ...each }) => ({ ...each, agrees: words.length === 0 ? 'yes' : 'NO' })));
    for (const { park, wrong: words } of found) for (const each of words) console.error(`${park}: ${each}`);
    wrong.push(...found.flatMap(({ park, wrong: words }) => (words.length > 0 ? [park] : [])));
  }
  const last = Math.max(...sites.flatMap(({ row }) => occupancy.get(row.park)?.at(-1)?.time ?? []));
  const reports = await verifyReports(again, sites, { from: first, to: last, zone: values.zone });
  console.log(
    `${number(reports.figures)} figures of ${reports.reports} reports were held against the rows they lead to, ${reports.wrong.length} differ`,
  );
  for (const words of reports.wrong.slice(0, 20)) console.error(words);
  const bad = new Set(wrong).size;
  console.log(
    bad + reports.wrong.length === 0
      ? 'Everything agrees.'
      : `${bad} of ${verdicts.length} lots and ${reports.wrong.length} figures of reports do not agree.`,
  );
  process.exitCode = bad + reports.wrong.length === 0 ? 0 : 1;
}
