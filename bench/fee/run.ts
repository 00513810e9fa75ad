/**
 * `npm run bench:fee`: how fast fees are made on one core, and how long it takes to replay a tariff over a million
 * stays read from the engine. Each figure stands beside a bound measured in the same run. `--stays 100000` replays
 * fewer, `--only prices` (replay) measures a part. Nothing else should work on the machine; the last line says how busy
 * it was.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { lintRule } from '#domain/fee/lint.ts';
import { price } from '#domain/fee/price.ts';
import type { Tariff } from '#domain/fee/form.ts';
import type { FeeContext, FeeRule, SimpleRule, Stay } from '#domain/fee/types.ts';
import { measureReplay } from './replay.ts';

const { values: options } = parseArgs({
  options: { stays: { type: 'string', default: '1000000' }, only: { type: 'string' } },
});

type Published = {
  readonly id: string;
  readonly zone: string;
  readonly tariff: Tariff;
  readonly cases: readonly { readonly vehicle: string; readonly values?: FeeContext['values'] }[];
};
const folder = join(import.meta.dirname, '..', '..', 'domain', 'fee', 'tariffs');
const published = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Published);

const SIMPLE: SimpleRule = {
  form: 1,
  kind: 'simple',
  freeMinutes: 15,
  freeMinutesCounted: true,
  unitMinutes: 60,
  unitFen: 500,
  dayCapFen: 3000,
  dayCapBasis: 'natural-day',
  roundUp: true,
};
const MINUTE = 60_000;
const COUNT = 20_000;
const ROUNDS = 3;

/** Stays of a month: most up to ten hours, one in ten three times as long. */
const staysOf = (carKind: string): Stay[] =>
  Array.from({ length: COUNT }, (_, nth): Stay => {
    const inAt = Date.UTC(2024, 4, 1) + ((nth * 7919) % 40_000) * MINUTE;
    return { inAt, outAt: inAt + ((nth * 104_729) % 600) * MINUTE * (nth % 10 === 0 ? 3 : 1), carKind };
  });

/** Seconds of processor time this process has taken: what else works on the machine does not count. */
const processor = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
};

/** Times a second of one core, the middle of several rounds; the sum keeps the work from being left out. */
function rate(stays: readonly Stay[], work: (stay: Stay) => number): number {
  let sum = 0;
  const rates = Array.from({ length: ROUNDS + 1 }, () => {
    const begun = processor();
    for (const stay of stays) sum += work(stay);
    return stays.length / Math.max(processor() - begun, 1e-6);
  });
  if (Number.isNaN(sum)) throw new Error('a price is no number');
  return rates.slice(1).toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)]!;
}

const priced =
  (rule: FeeRule, context: FeeContext) =>
  (stay: Stay): number => {
    const result = price(rule, stay, context);
    return 'totalFen' in result ? result.totalFen : 0;
  };

const number = (value: number): string => Math.round(value).toLocaleString('en');

function measurePrices(): void {
  const bare = rate(staysOf('small'), ({ inAt, outAt }) => Math.ceil((outAt - inAt) / (60 * MINUTE)) * 500);
  const simple = rate(staysOf('small'), priced(SIMPLE, { zone: 'Asia/Shanghai' }));
  const rates = published
    .map(({ id, zone, tariff, cases }) => {
      const [{ vehicle, values = {} }] = [cases[0]!];
      return { id, rate: rate(staysOf(vehicle), priced(tariff, { zone, values: { zone: 'remote', ...values } })) };
    })
    .toSorted((a, b) => b.rate - a.rate);
  console.log('| rule | prices a second | of the bare formula |\n|---|---|---|');
  const row = (name: string, value: number) =>
    console.log(`| ${name} | ${number(value)} | 1 : ${number(bare / value)} |`);
  row('simple: free minutes, hours, daily cap', simple);
  for (const { id, rate: value } of rates) row(id, value);
  console.log(`| the bare formula: hours times a price | ${number(bare)} | 1 : 1 |`);
}

/** The laws of one tariff, as the editor asks for them. */
function measureLint(): void {
  console.log('\n| tariff | laws, ms of a core | stays priced |\n|---|---|---|');
  for (const { id, zone, tariff } of published) {
    const begun = processor();
    const stays = lintRule(tariff, { zone }).reduce((sum, { searched }) => sum + searched.stays, 0);
    console.log(`| ${id} | ${Math.round((processor() - begun) * 1000)} | ${number(stays)} |`);
  }
}

const before = loadavg()[0]!;
if (options.only === undefined || options.only === 'prices') measurePrices();
if (options.only === undefined || options.only === 'laws') measureLint();
if (options.only === undefined || options.only === 'replay')
  await measureReplay(Number(options.stays), published.find(({ id }) => id === 'cn-guangzhou-commercial-c1')!.tariff);
console.log(
  `\n${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}, ${new Date().toISOString()}, load ${before.toFixed(1)} before and ${loadavg()[0]!.toFixed(1)} after`,
);
