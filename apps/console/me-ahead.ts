import { ask } from '#kit/console/ask.ts';
import type { Me } from '#kit/console/me.ts';

const askMe = (signal?: AbortSignal): Promise<Me> =>
  ask<Me>('/api/api-uaa/oauth/userinfo', {}, { quiet: true, ...(signal ? { signal } : {}) });

const ahead: { answer: Promise<Me> | null } = { answer: null };

/** Asks who it is while the shell's scripts are still on their way. */
export function askAhead(): void {
  ahead.answer = askMe();
  // A failure is told to the one who takes the answer.
  ahead.answer.catch(() => undefined);
}

/** Who it is: the answer asked for ahead, once; asked anew after that. */
export function whoIsIt(signal: AbortSignal): Promise<Me> {
  const { answer } = ahead;
  ahead.answer = null;
  return answer ?? askMe(signal);
}
