import { ask } from '#kit/console/ask.ts';
import { confirm } from '#kit/console/notices.ts';
import { session } from '#kit/console/session.ts';
import { text } from '#kit/declare/text.ts';
import { restQueries } from './client.ts';

export const outWords = text('退出登录', 'Log out');
const sure = text('确定要退出登录吗？', 'Log out now?');
const title = text('提示', 'Please confirm');

/** Ends the session by the person's will. */
export async function logOut(account: string): Promise<void> {
  if (!(await confirm({ title, body: sure, ok: outWords }))) return;
  await ask('/api/api-uaa/oauth/user/logoutLog', { account, source: 'console' }, { method: 'POST', quiet: true }).catch(
    () => undefined,
  );
  await restQueries(); // what is on its way or comes due would be answered to a stranger
  await ask('/api/api-uaa/oauth/remove/token', {}, { quiet: true }).catch(() => undefined);
  session.close(true);
  location.replace('/login');
}
