const chinese = /[\u3400-\u9fff]/;
/**
 * What a language has no part in: places of a pattern, signs, plates, and names that are the same everywhere (MQTT,
 * APP, SN).
 */
const bare = (side: string) =>
  side
    .replace(/\{\w+\}/g, '')
    .replace(/[\u4e00-\u9fff][A-Z][A-Z0-9]{4,6}/g, '')
    .replace(/[\s\p{P}\p{S}]/gu, '');
/** The switch of languages names each in its own. */
const switches = new Set(['English|中文']);

/** What is wrong with a text's two sides; null where nothing is. */
export function breach({ zh, en }: { zh: string; en: string }): string | null {
  if (switches.has(`${zh}|${en}`)) return null;
  if ((zh.trim() === '') !== (en.trim() === '')) return 'one side is empty';
  if (chinese.test(bare(en))) return 'Chinese in the English';
  if (/(^|[^\w)])\([\u4e00-\u9fff]/.test(zh)) return 'brackets of the other width around Chinese';
  if (bare(zh) !== '' && !chinese.test(zh) && zh !== en) return 'no Chinese in the Chinese';
  if (zh === en && /[a-z]{4}/.test(bare(zh)) && !/[A-Z]/.test(bare(zh)) && !/^[[{]/.test(zh)) return 'the same in both';
  const places = (side: string) =>
    [...side.matchAll(/\{(\w+)\}/g)]
      .map(([, name]) => name)
      .sort()
      .join();
  return places(zh) === places(en) ? null : 'the places differ';
}

/** Every text of a declaration, wherever it stands; what an arrow points at is another declaration's. */
export function textsIn(
  value: unknown,
  at: string,
  found: { at: string; zh: string; en: string }[],
  seen = new Set<unknown>(),
): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  const { zh, en } = value as { zh?: unknown; en?: unknown };
  if (typeof zh === 'string' && typeof en === 'string') found.push({ at, zh, en });
  else for (const [name, each] of Object.entries(value)) textsIn(each, `${at}.${name}`, found, seen);
}
