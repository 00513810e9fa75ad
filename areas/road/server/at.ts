import type { Work } from '#kit/server/work.ts';

/** What work of any call has, whatever it takes in. */
export type At = Omit<Work, 'call' | 'input'>;
