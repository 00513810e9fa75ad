/** What a step of the desk brought about, and why an action was refused. */
export type FactKind =
  | 'queued'
  | 'joined'
  | 'rung'
  | 'missed'
  | 'answered'
  | 'handedOver'
  | 'lost'
  | 'overflowed'
  | 'ended'
  | 'noted'
  | 'abandoned'
  | 'fallback';
export type Fact = {
  readonly kind: FactKind;
  readonly call: string;
  readonly seat: string | null;
  /** Where it went on to. */
  readonly group: string | null;
};
export type Refusal = 'gone' | 'not-yours' | 'not-ready' | 'in-talk' | 'nobody-else' | 'all-taken';
