/** XML as cameras write it: names in any namespace, a bare `&`, no document type (which could name other files). */
import sax from 'sax';

/** No camera writes as much; pictures come beside it. */
const MOST_SIGNS = 128 * 1024;
const MOST_DEPTH = 16;
const MOST_TEXT = 4_000;

/**
 * Text by the path of its names in small letters, without what the root is called: `anpr/licenseplate`. Null where it
 * is no XML.
 */
export function readXml(text: string): ReadonlyMap<string, string> | null {
  if (text.length > MOST_SIGNS || !/^\s*</.test(text) || /<!DOCTYPE|<!ENTITY/i.test(text)) return null;
  const found = new Map<string, string>();
  const path: string[] = [];
  let [held, failed] = ['', false];
  const parser = Object.assign(sax.parser(false, { lowercase: true, trim: true, position: false }), {
    onopentag: ({ name }: { name: string }) => {
      path.push(name.slice(name.indexOf(':') + 1));
      if (path.length > MOST_DEPTH) failed = true;
      held = '';
    },
    ontext: (read: string) => {
      held = (held + read).slice(0, MOST_TEXT);
    },
    onclosetag: () => {
      const name = path.slice(1).join('/');
      if (name !== '' && held !== '' && !found.has(name)) found.set(name, held);
      held = '';
      path.pop();
    },
    onerror: () => {
      parser.resume();
    },
  });
  parser.write(text).close();
  return failed || found.size === 0 ? null : found;
}
