/** `npm run simulate -- --people` without tables: how big a month, and what came out. */
import { playMoney } from './run.ts';
import type { Played } from './run.ts';

type Given = { readonly [name in 'days' | 'lots' | 'cars' | 'seed']?: string | undefined };

const FULL = { days: 30, lots: 3, cars: 30 } as const;
/** Partitions of tables reach so far back. */
const MOST = { days: 60, lots: 20, cars: 1_000 } as const;

/** Prints what came out; answers whether every bound holds. */
function report({ bounds, tally }: Played): boolean {
  console.table(tally);
  console.table(bounds.map(({ what, figure, bound, holds }) => ({ what, figure, bound, holds: holds ? 'yes' : 'NO' })));
  const missed = bounds.filter(({ holds }) => !holds).length;
  console.log(missed === 0 ? `All ${bounds.length} hold.` : `${missed} of ${bounds.length} do not hold.`);
  return missed === 0;
}

/** Answers the exit code: 1 where a bound is missed. */
export async function money(given: Given, fail: (words: string) => never): Promise<number> {
  const number = (name: keyof typeof FULL): number => {
    const value = given[name] === undefined ? FULL[name] : Number(given[name]);
    return Number.isInteger(value) && value >= 1 && value <= MOST[name]
      ? value
      : fail(`--${name} is a whole number up to ${MOST[name]}, not ${given[name]}`);
  };
  const size = { seed: given.seed ?? '1', days: number('days'), lots: number('lots'), cars: number('cars') };
  const began = performance.now();
  const say = (line: string): void => console.log(`${((performance.now() - began) / 1000).toFixed(0)} s  ${line}`);
  return report(await playMoney(size, say)) ? 0 : 1;
}
