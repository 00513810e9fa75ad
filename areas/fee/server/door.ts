/** What other areas may ask about tariffs. */
export { calendarOf } from './lot-place.ts';
export { replayRound } from './replay-run.ts';
export { retireSuperseded, ruleById, ruleInForce, rulesOfPark } from './versions.ts';
export type { RuleInForce } from './versions.ts';
