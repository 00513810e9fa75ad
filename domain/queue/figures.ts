/** Figures of calls once they are over. Seconds are whole. */
import type { Call } from './queue.ts';

/** Answered within so many seconds counts as in time. */
export const IN_TIME_S = 20;
/** Who leaves sooner was not kept waiting. */
const SOON_S = 5;

type Figures = {
  readonly waitS: number;
  readonly talkS: number;
  /** Whether it counts towards the service level, and whether it was answered in time. */
  readonly counted: boolean;
  readonly inTime: boolean;
};

const seconds = (from: number, until: number): number => Math.max(0, Math.round((until - from) / 1_000));

/** Waited until it was answered or over; talked from then on. */
export function figuresOf(call: Pick<Call, 'queuedAt' | 'answeredAt' | 'endedAt' | 'state'>): Figures {
  const { queuedAt, answeredAt, endedAt, state } = call;
  const waitS = seconds(queuedAt, answeredAt ?? endedAt ?? queuedAt);
  const talkS = answeredAt === null ? 0 : seconds(answeredAt, endedAt ?? answeredAt);
  const inTime = answeredAt !== null && waitS <= IN_TIME_S;
  return { waitS, talkS, inTime, counted: answeredAt !== null || (state === 'abandoned' && waitS > SOON_S) };
}

/**
 * Answered in time among those answered and those who left after more than a moment, in ten-thousandths; null where
 * there are none.
 */
export function serviceLevel(figures: readonly Pick<Figures, 'counted' | 'inTime'>[]): number | null {
  const counted = figures.filter((each) => each.counted);
  if (counted.length === 0) return null;
  return Math.round((counted.filter(({ inTime }) => inTime).length * 10_000) / counted.length);
}
