import { ask } from '#kit/console/ask.ts';
import { session } from '#kit/console/session.ts';

/**
 * Logs out: says so to the server, gives the token back, and forgets everything of the person. Without an answer it is
 * forgotten here all the same.
 */
export async function leave(): Promise<void> {
  const account = session.tokens()?.account;
  await ask(
    '/api/api-uaa/oauth/user/logoutLog',
    { account, source: 'console', time: new Date().toISOString() },
    { method: 'POST', quiet: true },
  ).catch(() => undefined);
  await ask('/api/api-uaa/oauth/remove/token', {}, { method: 'POST', quiet: true }).catch(() => undefined);
  session.close(true);
}
