import { pick } from './random.ts';

const digits = '0123456789';
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const home: readonly (readonly [string, number])[] = [
  ['浙A', 0.7],
  ['浙', 0.12],
  ['沪', 0.05],
  ['苏', 0.05],
  ['皖', 0.04],
  ['粤', 0.02],
  ['京', 0.02],
];
const homeSouth: readonly (readonly [string, number])[] = [
  ['川A', 0.72],
  ['川', 0.12],
  ['渝', 0.06],
  ['贵', 0.03],
  ['陕', 0.03],
  ['云', 0.02],
  ['京', 0.02],
];

export type Car = { readonly plate: string; readonly colour: 'blue' | 'green' | 'yellow' };

/** A plausible plate: mostly the city's own, about a third new-energy. */
export function makeCar(random: () => number, south: boolean): Car {
  let left = random();
  const start = (south ? homeSouth : home).find(([, share]) => (left -= share) < 0)?.[0] ?? '浙A';
  const head = start.length === 2 ? start : start + pick(random, Array.from(letters.slice(0, 8)));
  const run = (count: number) => Array.from({ length: count }, () => digits[Math.floor(random() * 10)]).join('');
  if (random() < 0.34)
    return {
      plate: `${head}${pick(random, ['D', 'D', 'D', 'F', 'A', 'G'])}${pick(random, [...letters, ...digits])}${String(1 + Math.floor(random() * 9998)).padStart(4, '0')}`,
      colour: 'green',
    };
  const shape = random();
  const serial =
    shape < 0.35
      ? `${run(4)}${digits[1 + Math.floor(random() * 9)]}`
      : shape < 0.7
        ? `${pick(random, [...letters])}${run(3)}${digits[1 + Math.floor(random() * 9)]}`
        : `${run(1)}${pick(random, [...letters])}${pick(random, [...letters])}${run(2)}`;
  return { plate: `${head}${serial}`, colour: random() < 0.03 ? 'yellow' : 'blue' };
}
