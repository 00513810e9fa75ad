/** What other areas may use of work orders, warnings and requests. */
export { openAppeals } from './open-appeals.ts';
export { clearWarning, openWarnings, raiseWarning } from './warnings.ts';
export type { Warning } from './warnings.ts';
export { numbered, openWork, zoneOf } from './open-work.ts';
export type { NewWork, Owner } from './open-work.ts';
export { doTask, escalateOverdue, tasksOf } from './work.ts';
