/** What other parts may do with settlements: count them, post them as confirmed, and see what the ledger says of channels. */
export { postSettled } from './close.ts';
export { countDays } from './count.ts';
export { ledgerGroups } from './ledger.ts';
