/**
 * What one sensor or lock proves by itself: stretches in which it was occupied, or free, without a break. Between them
 * it proves nothing. A stretch carries a sighting on (rule 0); silence, a lost change and a restart end it.
 */
import { MINUTE, SECOND } from '../time/zone.ts';
import type { Evidence, Instant, SensorBinding } from './types.ts';

/**
 * How a stretch ended: `changed` at a known instant; `untimed` by one change at an unknown instant; `lost` by several;
 * `silent`; `restarted`; `disputed` by another sensor; `disproved` by a picture; `open` while it goes on.
 */
export type StretchEnd = 'changed' | 'untimed' | 'lost' | 'silent' | 'restarted' | 'disputed' | 'disproved' | 'open';

export type Stretch = {
  readonly deviceId: string;
  readonly state: 'occupied' | 'free';
  readonly from: Instant;
  /** Where it is open: the end of the window. */
  readonly to: Instant;
  /** Until when messages prove it; `to` unless it is open. */
  readonly proven: Instant;
  readonly beginBy: string;
  /** The message that reported the end; null where none did. */
  readonly endBy: string | null;
  readonly end: StretchEnd;
  /**
   * Changes nobody timed between its end and the next stretch, as far as the sensor reports them; 0 where it does not.
   */
  readonly missed: number;
  /** It is proven that its device is mounted here: it carries a sighting on. */
  readonly carries: boolean;
};

/** As its messages give it, before the mounting of its device is looked at. */
type Felt = Omit<Stretch, 'carries'>;
type Running = { readonly from: Instant; readonly beginBy: string; readonly state: Stretch['state'] };

const stateOf = ({ claim }: Evidence): Stretch['state'] =>
  claim === 'leave' || claim === 'absent' ? 'free' : 'occupied';
const isChange = ({ claim }: Evidence): boolean => claim === 'arrive' || claim === 'leave';

/** How often the sensor changed between two of its messages; null where it does not count. */
function changesBetween(before: Evidence, message: Evidence): number | null {
  return before.changes === null || message.changes === null ? null : message.changes - before.changes;
}

const since = ({ at, sinceSeconds }: Evidence): Instant | null =>
  sinceSeconds === null ? null : at - sinceSeconds * SECOND;

/** Whether the sensor stood in one state from one message to the next that says the same. */
function unbroken(before: Evidence, message: Evidence, silent: boolean): boolean {
  const changes = changesBetween(before, message);
  if (changes !== null) return changes === 0;
  if (isChange(message)) return false;
  const from = since(message);
  return from === null ? !silent : from <= before.at;
}

/** When the sensor changed between two messages that differ; null where neither reports it. */
function changedAt(before: Evidence, message: Evidence): Instant | null {
  const changes = changesBetween(before, message);
  if (changes !== null && changes !== 1) return null;
  if (isChange(message)) return message.at;
  const from = since(message);
  return from === null ? null : Math.max(from, before.at);
}

/** Where the state of a message began that no stretch leads up to. */
function beginOf(before: Evidence | undefined, message: Evidence): Instant {
  const from = since(message);
  if (isChange(message) || from === null) return message.at;
  return Math.max(from, before?.at ?? message.at);
}

/** Between a restart and the next change a sensor proves nothing. */
function trusted(messages: readonly Evidence[]): Map<string, boolean> {
  const result = new Map<string, boolean>();
  let trust = true;
  for (const each of messages) {
    if (each.restarted) trust = false;
    else if (isChange(each)) trust = true;
    result.set(each.id, trust);
  }
  return result;
}

function ended(
  running: Running,
  deviceId: string,
  to: Instant,
  endBy: string | null,
  end: StretchEnd,
  missed = 0,
): Felt {
  return { deviceId, ...running, to, proven: to, endBy, end, missed };
}

/** The stretches of one device on one berth, from its messages in the order of time. */
export function stretchesOf(messages: readonly Evidence[], binding: SensorBinding, until: Instant): Stretch[] {
  const limit = binding.silentAfterMinutes * MINUTE;
  const trust = trusted(messages);
  const stretches: Felt[] = [];
  let running: Running | null = null;
  let before: Evidence | undefined;
  const stop = (to: Instant, endBy: string | null, end: StretchEnd, missed = 0): void => {
    if (running) stretches.push(ended(running, binding.deviceId, to, endBy, end, missed));
    running = null;
  };
  const start = (message: Evidence, from: Instant): void => {
    running = { from, beginBy: message.id, state: stateOf(message) };
  };
  for (const message of messages) {
    if (!trust.get(message.id)) stop(before?.at ?? message.at, message.id, 'restarted');
    else if (!running || !before) start(message, trust.get(before?.id ?? '') ? beginOf(before, message) : message.at);
    else if (stateOf(before) === stateOf(message)) {
      const silent = message.at - before.at > limit;
      if (!unbroken(before, message, silent)) {
        const counted = changesBetween(before, message) !== null || isChange(message) || since(message) !== null;
        stop(before.at, message.id, counted ? 'lost' : 'silent', counted ? (changesBetween(before, message) ?? 2) : 0);
        start(message, beginOf(before, message));
      }
    } else {
      const changed = changedAt(before, message);
      const silent = message.at - before.at > limit;
      const changes = changesBetween(before, message);
      const unknown = changes !== null && changes !== 1 ? 'lost' : silent && changes === null ? 'silent' : 'untimed';
      stop(
        changed ?? before.at,
        message.id,
        changed === null ? unknown : 'changed',
        changed === null ? (changes ?? 1) : 0,
      );
      start(message, changed ?? beginOf(before, message));
    }
    before = message;
  }
  if (running && before) stretches.push(atWindowEnd(running, binding, before, until, limit));
  const { provenFrom } = binding;
  return stretches.map((each) => ({ ...each, carries: provenFrom !== null && provenFrom < each.to }));
}

/** The last stretch goes on to the end of the window unless its device has been silent too long, or was taken away. */
function atWindowEnd(
  running: Running,
  { deviceId, to: boundTo }: SensorBinding,
  last: Evidence,
  until: Instant,
  limit: number,
): Felt {
  const gone = boundTo !== null && boundTo <= until;
  if (gone || until - last.at > limit) return ended(running, deviceId, last.at, null, 'silent');
  return { deviceId, ...running, to: until, proven: last.at, endBy: null, end: 'open', missed: 0 };
}
