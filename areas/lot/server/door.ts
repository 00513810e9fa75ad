/** What other areas may ask about lots. */
export { hoursOf, laneOpenAt } from './hours.ts';
export type { Calendar, Hours, HoursRule } from './hours.ts';
export { driverAddress, qrOf } from './qr.ts';
export { refreshFreeSpaces } from './parks.ts';
export { bindOpenId, receiversOf } from './receivers.ts';
export { mayOpenFromAfar } from './remote-authorization.ts';
export { refreshServiceStates } from './services.ts';
export { laneSettings, settingsOf, settingsOfAll } from './settings.ts';
