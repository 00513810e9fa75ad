import { ask } from '#kit/console/ask.ts';
import type { Me } from '#kit/console/me.ts';

const askMe = (signal?: AbortSignal): Promise<Me> =>
  ask<Me>('/api/api-uaa/oauth/userinfo', {}, { quiet: true, ...(signal ? { signal } : {}) });

const ahead: { answer: Promise<Me> | null } = { answer: null };

/** Requests the current user while the shell's scripts are still loading. */
export function askAhead(): Promise<Me> {
  const answer = askMe();
  ahead.answer = answer;
  // A failure is reported to whoever awaits the response.
  answer.catch(() => undefined);
  return answer;
}

/** The current user: the first time the response requested ahead, after that a new request. */
export function whoIsIt(signal: AbortSignal): Promise<Me> {
  const { answer } = ahead;
  ahead.answer = null;
  return answer ?? askMe(signal);
}
