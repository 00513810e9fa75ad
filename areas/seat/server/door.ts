/** What the device link, the clock and the console's document may ask of seats. */
export { lookAtCauses } from './causes.ts';
export { DESK_EVERY_MS, sweepDesks } from './desk.ts';
export { watchSeats } from './desk-rows.ts';
export { takeHelp } from './help-intake.ts';
export { policyOrigin } from './voice-policy.ts';
