import { strip } from './strip.ts';

/**
 * Whether the server has another build by now than the one this page is of; where it has, the foot of the window offers
 * it.
 */
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
