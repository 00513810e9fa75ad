/** What whoever puts the server together may ask of uploads. */
export { uploadRound } from './worker.ts';
