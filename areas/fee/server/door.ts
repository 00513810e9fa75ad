/** What other areas may ask about tariffs. */
export { replayRound } from './replay-run.ts';
export { retireSuperseded, ruleById, ruleInForce, rulesOfPark } from './rules.ts';
export type { RuleInForce } from './rules.ts';
