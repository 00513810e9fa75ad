/** What other areas may ask about passes. Times epoch ms, days the lot's own. */
export { gatePasses, lotPasses, passCoverage, passView, spaceTaken } from './gate.ts';
export type { GatePass } from './gate.ts';
export { refreshPasses } from './refresh.ts';
