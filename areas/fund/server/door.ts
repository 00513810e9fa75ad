/**
 * What other parts may do with settlements: count them, post them as confirmed, post payouts that arrived, and see what
 * the ledger holds of channels.
 */
export { postSettled } from './close.ts';
export { closeDays } from './day-roots.ts';
export { countDays } from './count.ts';
export { ledgerGroups } from './ledger.ts';
export { proveChanged, proveDays } from './prove.ts';
export { shareRound } from './sharing/round.ts';
export { loseSilent, postArrived } from './transfers.ts';
