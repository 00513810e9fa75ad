/** One step on the way to the first car: how many there are of what it makes, or null while that is unknown. */
export type Step = {
  name: 'company' | 'park' | 'parkBox' | 'parkGate' | 'parkDevice' | 'heartbeat' | 'feeRule' | 'user' | 'testCar';
  count: number | null;
};

/**
 * Done when there is one; of companies the platform has its own from the beginning, which parks no cars, and of users
 * there is oneself.
 */
export const isDone = ({ name, count }: Step, platform: boolean): boolean =>
  (count ?? 0) > ((name === 'company' && platform) || name === 'user' ? 1 : 0);

/** The first step that is not done: the one to take now. */
export const nextOf = (steps: readonly Step[], platform: boolean): Step | null =>
  steps.find((step) => !isDone(step, platform)) ?? null;

/** Where it stands that a person wants to see no more of it, or that all was done, in a company. */
export const entryOf = ({ userId, companyId }: { userId: string; companyId: string | null }): string =>
  `first-steps-${userId}-${companyId}`;
