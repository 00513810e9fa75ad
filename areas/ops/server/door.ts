/** What whoever puts the server together may ask of its figures. */
export { countCall, countMessage, exposition, expositionType } from './instruments.ts';
export { lookNow, startLooking } from './looks.ts';
