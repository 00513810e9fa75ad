/** What has become of a visit that a platform has to be sent: a pure comparison of before and after. */
import type { MessageKind } from './profile.ts';
import type { UploadStay } from './content.ts';

/** How a visit stood. */
export type StoodBefore = {
  readonly state: string;
  readonly plate: string | null;
  readonly colour: string;
  readonly inAt: number | null;
  readonly outAt: number | null;
};
export type Stands = UploadStay & {
  readonly state: string;
  /** How often people have corrected it: distinguishes one correction from the next. */
  readonly changes: number;
};

/** One message to send. `key` is the same however often it is found out; `at` is when it happened. */
type StayFact = { readonly kind: MessageKind; readonly key: string; readonly at: number };

const ENDED: ReadonlySet<string> = new Set(['closed', 'closed-inferred', 'closed-batch']);
const GONE: ReadonlySet<string> = new Set(['merged', 'voided']);

/** Whether a visit in this state has ended, and whether it never was. */
const isEnded = (state: string): boolean => ENDED.has(state);
const isGone = (state: string): boolean => GONE.has(state);

const differs = (before: StoodBefore, after: Stands, ended: boolean): boolean =>
  before.plate !== after.plate ||
  before.colour !== after.colour ||
  (before.inAt !== null && before.inAt !== after.inAt) ||
  (ended && before.outAt !== after.outAt);

/** The messages of a visit for a platform that knows nothing of it. */
export function wholeStory(stay: Stands): StayFact[] {
  if (isGone(stay.state)) return [];
  return [
    ...(stay.inAt === null ? [] : [{ kind: 'entry' as const, key: `entry/${stay.id}`, at: stay.inAt }]),
    ...(isEnded(stay.state) && stay.outAt !== null
      ? [{ kind: 'exit' as const, key: `exit/${stay.id}`, at: stay.outAt }]
      : []),
  ];
}

/**
 * What is new. A visit that ends is sent as such once; one that turns out otherwise is corrected, one that never was is
 * void. A later exit of a visit that was open again is a correction too.
 */
export function factsBetween(before: StoodBefore | null, after: Stands, now: number): StayFact[] {
  if (before === null) return wholeStory(after);
  if (isGone(before.state)) return isGone(after.state) ? [] : wholeStory(after);
  if (isGone(after.state)) return [{ kind: 'void', key: `void/${after.id}`, at: now }];
  const ended = isEnded(before.state);
  const found: StayFact[] = [];
  if (before.inAt === null && after.inAt !== null)
    found.push({ kind: 'entry', key: `entry/${after.id}`, at: after.inAt });
  if (differs(before, after, ended))
    found.push({
      kind: 'correct',
      key: `correct/${after.id}/${after.changes}/${after.plate ?? ''}/${after.inAt ?? ''}/${after.outAt ?? ''}`,
      at: now,
    });
  if (!ended && isEnded(after.state) && after.outAt !== null)
    found.push({ kind: 'exit', key: `exit/${after.id}`, at: after.outAt });
  return found;
}

const ORDER: readonly MessageKind[] = ['park', 'entry', 'correct', 'payment', 'exit', 'void', 'count'];
/**
 * Messages of a visit go out by this number: by when they came about, and as they follow from each other within one
 * moment.
 */
export const seqOf = (kind: MessageKind, madeAt: number): number => madeAt * 10 + ORDER.indexOf(kind);
