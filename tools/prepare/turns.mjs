/**
 * What of the suite is run by turns, so that it stays quick: each turn a part, and all parts within a few. A run prints
 * what it left out; `--all` leaves out nothing, `--turn N` repeats a run. The turn is the day's number unless it is
 * given.
 */
import { createHash } from 'node:crypto';

const DAY_MS = 86_400_000;

/** @returns the number that decides what is due: of `GATEHOUSE_TEST_TURN`, else the days since 1970 (UTC) */
export const turnOf = (env = process.env, now = Date.now()) =>
  env.GATEHOUSE_TEST_TURN === undefined ? Math.floor(now / DAY_MS) : Number(env.GATEHOUSE_TEST_TURN);

/**
 * Taken by `test/turns.ts`, which requires this file at run time.
 *
 * @public
 * @returns the seed of property tests: of `GATEHOUSE_TEST_SEED`, else the turn
 */
export const seedOf = (env = process.env) =>
  env.GATEHOUSE_TEST_SEED === undefined ? turnOf(env) : Number(env.GATEHOUSE_TEST_SEED);

export const runsAll = (env = process.env) => env.GATEHOUSE_TEST_ALL === '1';

/** A name's place among `parts`: the same on every machine, whatever else there is. */
export const partOf = (name, parts) => createHash('sha256').update(name).digest().readUInt32BE(0) % parts;

/** Whether what bears the name is due in this turn, of which every `parts`th takes it. */
export const isDue = (name, parts, turn = turnOf(), all = runsAll()) =>
  all || (partOf(name, parts) + turn) % parts === 0;
