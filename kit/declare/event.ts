import type { Text } from './text.ts';

/**
 * When handlers run. `transaction`: in the emitter's own transaction; a handler that fails undoes it. `committed`:
 * after the commit, each in transactions of its own.
 */
export type EventTime = 'transaction' | 'committed';

/** Something that happened in one area and that others act on. `P` is its payload, `R` what each handler answers. */
export type AreaEvent<P extends object = object, R = unknown, T extends EventTime = EventTime> = {
  readonly name: string;
  /** The area that emits it. */
  readonly area: string;
  readonly title: Text;
  readonly time: T;
  /** What each part of the payload is, for the documents: all parts, or it does not compile. */
  readonly payload: { readonly [K in keyof P]: Text };
  /** What a handler answers; absent where nothing. */
  readonly answer?: Text;
  /** The product is wrong without a handler; absent where it is complete without one. */
  readonly required?: true;
  /** Carries the types; never set. */
  readonly types?: { readonly payload: P; readonly answer: R };
};

/** Declares an event that runs in the emitter's transaction. */
export const transactionEvent = <P extends object, R = void>(
  declared: Omit<AreaEvent<P, R, 'transaction'>, 'time' | 'types'>,
): AreaEvent<P, R, 'transaction'> => ({ ...declared, time: 'transaction' });

/** Declares an event that is handled after the commit. */
export const committedEvent = <P extends object, R = void>(
  declared: Omit<AreaEvent<P, R, 'committed'>, 'time' | 'types'>,
): AreaEvent<P, R, 'committed'> => ({ ...declared, time: 'committed' });
