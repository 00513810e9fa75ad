/** Events of a stay that a tariff may start its clock at, such as the end of charging. Instants are epoch ms. */
import type { Words } from './words.ts';

/** Something that happened to a car while it was parked. */
export type StayEvent = { readonly at: number; readonly event: string };

/** The usual events as people call them; a tariff may name others. */
const USUAL: Readonly<Record<string, Words>> = {
  chargingStart: { zh: '开始充电', en: 'Charging begins' },
  chargingEnd: { zh: '充电结束', en: 'Charging ends' },
};

/** Names as a tariff may write them. */
export const isEventName = (name: string): boolean => /^[\p{L}\p{N}_-]{1,40}$/u.test(name);

/** How people call an event; its name where it has no other. */
export const eventWords = (event: string): Words => USUAL[event] ?? { zh: event, en: event };

/**
 * The event that begins what this one ends, by its name: `chargingStart` of `chargingEnd`. Null where the name does not
 * say so.
 */
export const startOf = (event: string): string | null =>
  /.End$/u.test(event) ? event.replace(/End$/u, 'Start') : null;

/** The event that ends what a value such as `chargingMinutes` measures, of the usual ones. Null for any other value. */
export function tookFrom(value: string): string | null {
  const event = value.replace(/Minutes$/u, 'End');
  return event !== value && Object.hasOwn(USUAL, event) ? event : null;
}

/** Of events in the order of time the last of each name, without those after `until`: what was known then. */
export const lastOf = (events: readonly StayEvent[], until: number): Readonly<Record<string, number>> =>
  Object.fromEntries(events.filter(({ at }) => at <= until).map(({ event, at }) => [event, at]));

/**
 * Whole minutes of a stay that something took, by the name of a value such as `chargingMinutes`: from its `…Start`, or
 * the entry where that is not known, to its `…End`, or the exit while it is under way. Undefined where nothing is known
 * of it.
 */
export function tookMinutes(
  name: string,
  known: Readonly<Record<string, number>> | undefined,
  from: number,
  to: number,
): number | undefined {
  if (known === undefined) return undefined;
  const stem = /^(.+)Minutes$/u.exec(name)?.[1];
  const [begun, end] = [known[`${stem}Start`], known[`${stem}End`]];
  if (stem === undefined || (begun === undefined && end === undefined)) return undefined;
  const until = end === undefined || (begun !== undefined && end < begun) ? to : Math.min(end, to);
  return Math.max(0, Math.floor((until - Math.max(begun ?? from, from)) / 60_000));
}

/**
 * When the clock of a scheme starts: at its event; at `to` while what the event ends is under way; at `from` where
 * nothing is known of it.
 */
export function clockStart(
  event: string | undefined,
  known: Readonly<Record<string, number>> | undefined,
  from: number,
  to: number,
): number {
  if (event === undefined) return from;
  const [at, begun] = [known?.[event], known?.[startOf(event) ?? '']];
  if (begun !== undefined && (at === undefined || at < begun)) return to;
  return at === undefined ? from : Math.floor(at / 1000) * 1000;
}
