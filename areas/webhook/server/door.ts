/** What whoever puts the server together may ask of webhooks. */
export { webhookRound } from './worker.ts';
