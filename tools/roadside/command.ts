/** `npm run simulate -- --roadside`: how big a world, and what came out. */
import { FAULTS, FULL } from '#device/simulator/roadside/truth.ts';
import type { Faults, Size } from '#device/simulator/roadside/truth.ts';
import { report, runRoadside } from './run.ts';

type Given = {
  readonly [name in 'sections' | 'berths' | 'days' | 'collectors' | 'step' | 'seed']?: string | undefined;
};

/** Minutes that are played at once: what a clock does once a day or an hour is due after a whole number of them. */
const STEPS = ['1', '2', '5'];

/** What there is of it in a smaller world, one at least. */
const scaled = (of: number, size: Size): number =>
  Math.max(1, Math.round((of * size.sections * size.berths) / (FULL.sections * FULL.berths)));

const sizeOf = (given: Given, fail: (words: string) => never): Size => {
  const number = (name: 'sections' | 'berths' | 'days' | 'collectors', otherwise: number): number => {
    const value = given[name] === undefined ? otherwise : Number(given[name]);
    return Number.isInteger(value) && value >= 1 && value <= FULL[name]
      ? value
      : fail(`--${name} is a whole number up to ${FULL[name]}, not ${given[name]}`);
  };
  const sections = number('sections', FULL.sections);
  return {
    seed: given.seed ?? FULL.seed,
    sections,
    berths: number('berths', FULL.berths),
    days: number('days', FULL.days),
    collectors: number('collectors', Math.ceil((FULL.collectors * sections) / FULL.sections)),
    cameraStreets: sections < 3 ? 0 : Math.max(1, Math.round((FULL.cameraStreets * sections) / FULL.sections)),
    lockStreets: sections < 4 ? 0 : FULL.lockStreets,
  };
};

const faultsOf = (size: Size): Faults => ({
  ...FAULTS,
  swaps: scaled(FAULTS.swaps, size),
  away: scaled(FAULTS.away, size),
});

/** Answers the exit code: 1 where a bound is missed. */
export async function roadside(given: Given, fail: (words: string) => never): Promise<number> {
  const size = sizeOf(given, fail);
  const { step = '1' } = given;
  if (!STEPS.includes(step)) fail(`--step is one of ${STEPS.join(', ')}, not ${step}`);
  const began = performance.now();
  const say = (line: string): void =>
    console.log(
      `${((performance.now() - began) / 1000).toFixed(0)} s, ${Math.round(process.memoryUsage().rss / 1e6)} MB  ${line}`,
    );
  const { verdict, played } = await runRoadside({ size, faults: faultsOf(size), step: Number(step), say });
  return report(verdict, played) ? 0 : 1;
}
