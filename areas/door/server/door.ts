/** What others may ask of doors: to take what their devices say, and to bring rights to them. */
export { takeDoors } from './events.ts';
export { bringRights } from './rounds.ts';
