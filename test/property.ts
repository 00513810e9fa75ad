/**
 * fast-check as every test uses it. The inputs of a run follow from its turn, as all that rotates does: whoever runs
 * the suite on the same day tries the same ones, and each day tries others. A failure names its seed;
 * `npm test -- --seed N` repeats it.
 */
import fc from 'fast-check';
import { seedOf } from './turns.ts';

if (fc.readConfigureGlobal().seed === undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: seedOf() });

export { default as fc } from 'fast-check';
