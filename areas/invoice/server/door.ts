/** What others may do with invoices: the servers' round, and what the demo's past is written with. */
export { playNumber } from './channel/sandbox.ts';
export { INVOICES_EVERY_MS, invoiceRound } from './round.ts';
export { reverseRefunds } from './reds.ts';
