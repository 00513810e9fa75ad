import { text } from '#kit/declare/text.ts';
import { strip } from './strip.ts';

/** What is said in place of a part of the console that did not come; `replaced`: for it is of a build the server has no more. */
export const unloaded = {
  lost: text('页面文件未能加载，请检查网络后重试', 'A part of this page did not load; check the network and try again'),
  replaced: text('系统已更新，请刷新后继续', 'There is a new version; load it to go on'),
};

/** Whether a script or a style did not come; each browser has words of its own for it. */
export const isUnloaded = (error: Error): boolean =>
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/.test(error.message);

/** Whether the server has another build by now than the one this page is of; where it has, the foot of the window offers it. */
export async function isReplaced(): Promise<boolean> {
  const own = [...document.querySelectorAll<HTMLScriptElement>('script[type=module][src]')].map(
    ({ src }) => new URL(src).pathname,
  );
  const page = await fetch('/', { cache: 'no-cache' }).then(
    (answer) => (answer.ok ? answer.text() : ''),
    () => '',
  );
  const other = page !== '' && own.some((path) => !page.includes(path));
  if (other) strip('newer', true);
  return other;
}
