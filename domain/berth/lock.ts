/**
 * What a berth lock is to do next, and why: the arm goes up only where it can hurt nobody, and down whenever a driver
 * is owed it.
 */
import { MINUTE, SECOND } from '../time/zone.ts';
import type { Instant } from './types.ts';

export type LockArm = 'down' | 'up' | 'moving' | 'stuck' | 'unknown';
export type LockMode = 'auto' | 'manual' | 'service';

/** An order to a lock and what is known of it. */
export type LockOrder = {
  readonly do: 'raise' | 'lower';
  readonly at: Instant;
  /** Not to be carried out later than this. A lowering has no such end. */
  readonly until: Instant | null;
  /** Times it was sent, the first included. */
  readonly tries: number;
  /** The device answered; it does so on receipt, before its motor turns, so it proves nothing. */
  readonly answered: boolean;
};

export type LockView = {
  /** `hold` keeps a car until it is paid; `keep` keeps a berth for its pass or booking. */
  readonly use: 'hold' | 'keep';
  readonly mode: LockMode;
  readonly arm: LockArm;
  /** A car stands there, by the lock's own sensor or the berth's. Null where nobody knows. */
  readonly car: boolean | null;
  readonly carSince: Instant | null;
  /** Last time anything moved near the arm: an arrival, a leave, the arm itself. */
  readonly movedAt: Instant | null;
  /** The arm was forced, or stuck, since a person last confirmed it is sound. */
  readonly faulty: boolean;
  readonly freeMinutes: number;
  /** Everything due is paid until this instant (leave window, prepaid time); null while something is due. */
  readonly paidUntil: Instant | null;
  /** `keep` only: the car of the pass or booking is coming or standing there. */
  readonly entitled: boolean;
  readonly order: LockOrder | null;
};

export type LockReason =
  | 'not-auto'
  | 'fault'
  | 'free-minutes-over'
  | 'leave-window-over'
  | 'within-free-minutes'
  | 'movement'
  | 'arm-unknown'
  | 'paid'
  | 'no-car'
  | 'entitled'
  | 'keep-free'
  | 'retry'
  | 'expired'
  | 'waiting'
  | 'in-place';

/**
 * `warn`: W-LOCK is due. `until`: last instant at which a raise may be carried out. `none` says what to wait for, and
 * until when.
 */
export type LockDecision =
  | { readonly do: 'raise'; readonly until: Instant; readonly why: LockReason; readonly warn: false }
  | { readonly do: 'lower'; readonly until: null; readonly why: LockReason; readonly warn: boolean }
  | { readonly do: 'none'; readonly until: Instant | null; readonly why: LockReason; readonly warn: boolean };

/** Nothing may have moved near the arm for so long before it goes up. */
export const QUIET_MS = 30 * SECOND;
/** A raise is void after this. */
export const RAISE_MS = 30 * SECOND;
/** Times after the first order at which it is sent again. */
export const RETRY_MS: readonly number[] = [1, 3, 10].map((seconds) => seconds * SECOND);
/** An arm not down so long after the payment is a fault of the first priority. */
export const LOWER_LATE_MS = 20 * SECOND;

const none = (why: LockReason, until: Instant | null = null, warn = false): LockDecision => ({
  do: 'none',
  until,
  why,
  warn,
});
const raise = (now: Instant, why: LockReason): LockDecision => ({
  do: 'raise',
  until: now + RAISE_MS,
  why,
  warn: false,
});
const lower = (why: LockReason, warn = false): LockDecision => ({ do: 'lower', until: null, why, warn });

/** When the order is to be sent again; null after the last try. */
function retryAt({ at, tries }: LockOrder): Instant | null {
  const wait = RETRY_MS[tries - 1];
  return wait === undefined ? null : at + wait;
}

/** Which way the arm should be, and why; null for the way it is. */
function wanted(view: LockView, now: Instant): { up: boolean; why: LockReason } | null {
  if (view.use === 'keep') {
    if (view.entitled) return { up: false, why: 'entitled' };
    return view.car === false ? { up: true, why: 'keep-free' } : null;
  }
  if (view.car === false) return { up: false, why: 'no-car' };
  if (view.paidUntil !== null && now <= view.paidUntil) return { up: false, why: 'paid' };
  if (view.car !== true || view.carSince === null) return null;
  if (view.paidUntil !== null) return { up: true, why: 'leave-window-over' };
  return now > view.carSince + view.freeMinutes * MINUTE
    ? { up: true, why: 'free-minutes-over' }
    : { up: false, why: 'within-free-minutes' };
}

/** Rule "paid: lower immediately", sent until the arm is down; after 20 s it is a fault. */
function lowering(view: LockView, now: Instant, why: LockReason): LockDecision {
  if (view.arm === 'down') return none('in-place');
  const order = view.order?.do === 'lower' ? view.order : null;
  if (!order) return lower(why);
  const warn = now - order.at >= LOWER_LATE_MS;
  const again = retryAt(order);
  if (again !== null && again <= now) return lower('retry', warn);
  // After the last of the quick tries it goes on every ten seconds: a driver who has paid waits.
  const slow = order.at + (order.tries - RETRY_MS.length + 1) * RETRY_MS.at(-1)!;
  if (again === null && slow <= now) return lower('retry', warn);
  return none('waiting', again ?? slow, warn);
}

/** Rule "free minutes over": automatic, nothing moved for 30 s, valid for 30 s, at most four tries. */
function raising(view: LockView, now: Instant, why: LockReason): LockDecision {
  if (view.arm === 'up') return none('in-place');
  if (view.arm !== 'down') return none('arm-unknown', null, view.arm !== 'moving');
  const quietAt = view.movedAt === null ? now : view.movedAt + QUIET_MS;
  if (now < quietAt) return none('movement', quietAt);
  const order = view.order?.do === 'raise' ? view.order : null;
  if (!order) return raise(now, why);
  if (order.until !== null && now > order.until) return none('expired', null, true);
  const again = retryAt(order);
  if (again === null || now < again) return none('waiting', again ?? order.until);
  return { do: 'raise', until: order.until ?? now, why: 'retry', warn: false };
}

/**
 * Decides from what is known now. A driver who may go is let go in every mode but service; nothing is raised on doubt.
 */
export function decideLock(view: LockView, now: Instant): LockDecision {
  if (view.mode === 'service') return none('not-auto');
  const goal = wanted(view, now);
  if (goal && !goal.up && (view.mode === 'auto' || goal.why === 'paid')) return lowering(view, now, goal.why);
  if (view.faulty || view.arm === 'stuck') return none('fault', null, true);
  if (view.mode !== 'auto') return none('not-auto');
  if (!goal) return view.car === null ? none('arm-unknown') : none('in-place');
  return raising(view, now, goal.why);
}

/**
 * End of the leave window: it begins when the arm is down, not at the payment, so that a slow arm costs the driver
 * nothing. Null while the arm is not down: the window has not begun.
 */
export const freeUntil = (paidAt: Instant, downAt: Instant | null, leaveMinutes: number): Instant | null =>
  downAt === null ? null : Math.max(paidAt, downAt) + leaveMinutes * MINUTE;
