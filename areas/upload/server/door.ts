/** What whoever puts the server together may ask of uploads, and tasks that catch up. */
export { caughtUp, requestedSpan } from './catch-up.ts';
export { compareDay } from './counts.ts';
export { uploadRound } from './worker.ts';
