/** What the device link and the clock may ask of seats. */
export { DESK_EVERY_MS, sweepDesks } from './desk.ts';
export { takeHelp } from './heard.ts';
