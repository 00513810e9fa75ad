import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { areas } from '../areas.ts';
import { helpOf } from './markdown.ts';
import type { Help } from './markdown.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Where the help of an area's screens is written; that of the console's own pages stands under `console`. */
export const readmes: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...areas.map(({ name }) => [name, join(root, 'areas', name, 'README.md')] as const),
    ['console', join(root, 'apps', 'console', 'README.md')] as const,
  ].filter(([, file]) => existsSync(file)),
);

export const readHelp = (area: string, lang: 'zh' | 'en'): Help => helpOf(readFileSync(readmes[area]!, 'utf8'), lang);
