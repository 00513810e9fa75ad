/**
 * Bringing a right to one device. `wanted` is what the rules say, `held` what the device confirmed; the difference is
 * what is still to be done. One command at a time goes to a device, and each carries everything that differs, removals
 * first: so nothing that was put off can arrive after what takes it back.
 */

export type DeliveryState = 'waiting' | 'sent' | 'held' | 'partly' | 'failed' | 'removing' | 'gone';

/** One person on one device. Digests name what is to be there and what is; null: nothing. */
export type Delivery = {
  readonly person: string;
  readonly wanted: string | null;
  readonly held: string | null;
  /** What the command under way brings; undefined where none is. */
  readonly sent: string | null | undefined;
  readonly state: DeliveryState;
  readonly tries: number;
  /** Not before this, epoch ms. */
  readonly nextTry: number;
  /** Until when the device may use what it may hold, epoch ms; null where it holds nothing for certain. */
  readonly leaseUntil: number | null;
  readonly why: string | null;
};

/** What a device holds that was sent something and did not answer: the one or the other. */
export const UNSURE = '?';

/** Waits before the second, third … try: 1, 5, 15, 60 minutes. */
export const BACK_OFF_MS: readonly number[] = [60_000, 300_000, 900_000, 3_600_000];

export const newDelivery = (person: string, wanted: string, now: number): Delivery => ({
  person,
  wanted,
  held: null,
  sent: undefined,
  state: 'waiting',
  tries: 0,
  nextTry: now,
  leaseUntil: null,
  why: null,
});

/**
 * Whether the device may hold something of this person: it reported so, was sent it, or was sent a deletion and did not
 * answer.
 */
const mayHold = ({ held, leaseUntil }: Delivery): boolean => held !== null || leaseUntil !== null;

const open = (row: Delivery): DeliveryState =>
  row.wanted === null ? (mayHold(row) ? 'removing' : 'gone') : row.held === row.wanted ? 'held' : 'waiting';

/**
 * The rules want something else now. An addition that was never sent is dropped; what was sent before is sent anew at
 * once.
 */
export function want(row: Delivery, wanted: string | null, now: number): Delivery {
  if (row.wanted === wanted) return row;
  const next = { ...row, wanted, tries: 0, nextTry: now, why: null };
  return row.sent === undefined
    ? { ...next, state: open(next) }
    : { ...next, state: wanted === null ? 'removing' : 'sent' };
}

/** Whether something is to be sent for this person now. What a device refused for good waits for another wish. */
export const isDue = (row: Delivery, now: number): boolean =>
  row.sent === undefined && (row.state === 'waiting' || row.state === 'removing') && row.nextTry <= now;

/** It is in a command. `lease`: until when the device may use it, had it arrived. */
export const send = (row: Delivery, lease: number): Delivery => ({
  ...row,
  sent: row.wanted,
  state: row.wanted === null ? 'removing' : 'sent',
  leaseUntil: row.wanted === null ? row.leaseUntil : Math.max(row.leaseUntil ?? 0, lease),
});

export type Outcome = {
  readonly ok: boolean;
  readonly final: boolean;
  readonly partly: string | null;
  readonly why: string | null;
};

/** The device answered the command that carried it. */
export function answered(row: Delivery, outcome: Outcome, now: number): Delivery {
  if (row.sent === undefined) return row;
  const { sent, ...rest } = row;
  const settled: Delivery = { ...rest, sent: undefined };
  if (!outcome.ok) {
    const failed = { ...settled, ...putOff(row, now), why: outcome.why };
    if (outcome.final && sent !== null && row.wanted === sent)
      return { ...failed, state: 'failed', leaseUntil: row.held === null ? null : row.leaseUntil };
    return { ...failed, state: open(failed) };
  }
  const now_ = {
    ...settled,
    held: sent,
    tries: 0,
    nextTry: now,
    why: outcome.partly,
    leaseUntil: sent === null ? null : row.leaseUntil,
  };
  const state = open(now_);
  return { ...now_, state: state === 'held' && outcome.partly !== null ? 'partly' : state };
}

const putOff = ({ tries }: Delivery, now: number): Pick<Delivery, 'tries' | 'nextTry'> => ({
  tries: tries + 1,
  nextTry: now + BACK_OFF_MS[Math.min(tries, BACK_OFF_MS.length - 1)]!,
});

/**
 * Nobody answered while the command was valid. It may have arrived all the same: the lease stands, and what is held is
 * not known.
 */
export function unanswered(row: Delivery, now: number): Delivery {
  if (row.sent === undefined) return row;
  const held = row.sent === row.held ? row.held : UNSURE;
  const next = { ...row, held, sent: undefined, ...putOff(row, now), why: 'no-answer' };
  return { ...next, state: open(next) };
}

/** The device is back: what was put off goes at once. */
export const reconnected = (row: Delivery, now: number): Delivery => ({ ...row, nextTry: Math.min(row.nextTry, now) });

/** A removal nobody answered is over when the device may not use the entry any more. */
export const expired = (row: Delivery, now: number): Delivery =>
  row.state === 'removing' && row.leaseUntil !== null && row.leaseUntil <= now
    ? { ...row, held: null, sent: undefined, state: 'gone', leaseUntil: null, why: 'lease-over' }
    : row;

/**
 * The last instant at which this device could still let the person pass: bounded from the moment the right ended. Null:
 * not at all.
 */
export const lastSecond = ({ state, leaseUntil }: Delivery): number | null => (state === 'gone' ? null : leaseUntil);
