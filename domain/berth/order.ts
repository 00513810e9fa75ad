/** One order for all evidence, whoever sent it first and however often. */
import type { BerthInput, Evidence, Instant, SensorBinding } from './types.ts';

/** A device's state, not a person's word about it. */
export const isDevice = ({ source }: Evidence): boolean => source === 'sensor' || source === 'lock';

/** Claims that something stands there. */
export const isOccupying = ({ claim }: Evidence): boolean =>
  claim === 'arrive' || claim === 'present' || claim === 'plate';

/** Leaves come before arrivals of the same instant, so that a car gives way to the next. */
const rank = (each: Evidence): number => (isOccupying(each) ? 1 : 0);

export const compareEvidence = (a: Evidence, b: Evidence): number =>
  a.at - b.at || rank(a) - rank(b) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

const isOrdered = (evidence: readonly Evidence[]): boolean =>
  evidence.every((each, nth) => nth === 0 || compareEvidence(evidence[nth - 1]!, each) < 0);

/** Each claim once, in the order of time. */
export function ordered(evidence: readonly Evidence[]): readonly Evidence[] {
  // The parts of a settlement pass on what is in order already.
  if (isOrdered(evidence)) return evidence;
  return [...new Map(evidence.map((each) => [each.id, each])).values()].sort(compareEvidence);
}

const holds = ({ from, to }: { from: Instant; to: Instant | null }, at: Instant): boolean =>
  from <= at && (to === null || at < to);

/** The binding by which a device spoke for a berth at an instant. */
export function bindingAt(
  bindings: readonly SensorBinding[],
  deviceId: string | null,
  berthId: string,
  at: Instant,
): SensorBinding | undefined {
  return bindings.find((each) => each.deviceId === deviceId && each.berthId === berthId && holds(each, at));
}

/** What counts: of this berth, inside the window, and of a device only while it was bound here. */
export function usable({ berthId, evidence, bindings, from, until }: BerthInput): Evidence[] {
  return ordered(evidence).filter(
    (each) =>
      each.berthId === berthId &&
      from <= each.at &&
      each.at <= until &&
      (!isDevice(each) || bindingAt(bindings, each.deviceId, berthId, each.at) !== undefined),
  );
}

/** Whether the berth is closed at an instant. */
export const isClosed = (input: Pick<BerthInput, 'closures'>, at: Instant): boolean =>
  input.closures.some((each) => holds(each, at));
