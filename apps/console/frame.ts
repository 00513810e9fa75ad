import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';

export type Framed = { address: string; refused?: undefined } | { address: string | null; refused: Text };

const none = text('地址中没有要打开的页面（src）。', 'The address does not say what to open (src).');
const scheme = text(
  '只能打开 http:// 或 https:// 开头的页面。',
  'Only pages that start with http:// or https:// can be opened.',
);
const foreign = text(
  '该页面不在您的菜单中，不能在此打开。',
  'That page is not in your menu and cannot be opened here.',
);

/** Two spellings of one place: what follows the path says only which part of it. */
const place = (address: URL): string => `${address.origin}${address.pathname.replace(/\/$/, '')}`;

/**
 * Whether an outside page may stand in a frame: an http address of the person's menu, or a document (html) of this very
 * host.
 */
export function framed(src: string | null, listed: readonly string[], origin: string): Framed {
  const source = src?.trim() ?? '';
  if (source === '') return { address: null, refused: none };
  const url = URL.parse(source, origin);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return { address: null, refused: scheme };
  const address = url.href;
  if (url.origin === origin) return url.pathname.includes('html') ? { address } : { address, refused: foreign };
  const known = listed.some((each) => {
    const other = URL.parse(each, origin);
    return other !== null && place(other) === place(url);
  });
  return known ? { address } : { address, refused: foreign };
}

type Listed = { path?: string | null; children?: readonly Listed[] };

/** Every address a menu leads to. */
export const addressesOf = (items: readonly Listed[]): string[] =>
  items.flatMap(({ path, children }) => [...(path ? [path] : []), ...addressesOf(children ?? [])]);
