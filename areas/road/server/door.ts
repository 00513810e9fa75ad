/** What the clock and other areas may ask of debts. */
export { chaseDebts, endTerms } from './notices.ts';
