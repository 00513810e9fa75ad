import { ledColours, ledLines } from './led-config.ts';
import type { ledEffects, LedLine } from './led-config.ts';

/** How a board of the 00 64 protocol brings a line in, by the code of its frames. */
export const boardEntries = {
  0x00: { effect: 2, way: null },
  0x01: { effect: 9, way: 'left' },
  0x02: { effect: 10, way: 'right' },
  0x03: { effect: 7, way: 'up' },
  0x04: { effect: 8, way: 'down' },
  0x05: { effect: 54, way: 'down' },
  0x06: { effect: 55, way: 'up' },
  0x07: { effect: 57, way: 'left' },
  0x08: { effect: 56, way: 'right' },
  0x0d: { effect: 0, way: null },
  0x15: { effect: 52, way: 'left' },
} as const satisfies Record<number, { effect: keyof typeof ledEffects; way: 'left' | 'right' | 'up' | 'down' | null }>;
export type BoardEntry = keyof typeof boardEntries;

/**
 * The entry for each effect; what a board has no entry for is shown by the nearest one. `1` (random) follows the
 * text.
 */
const ENTRIES: Readonly<Record<Exclude<keyof typeof ledEffects, 1>, BoardEntry>> = {
  0: 0x0d,
  2: 0x00,
  3: 0x03,
  4: 0x04,
  5: 0x01,
  6: 0x02,
  7: 0x03,
  8: 0x04,
  9: 0x01,
  10: 0x02,
  50: 0x03,
  51: 0x04,
  52: 0x15,
  53: 0x02,
  54: 0x05,
  55: 0x06,
  56: 0x08,
  57: 0x07,
};
const RANDOM: readonly BoardEntry[] = [0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08];
/** These go on without a stop. */
const CONTINUOUS: ReadonlySet<number> = new Set([50, 51, 53]);
/** Characters of one byte that fit beside each other; a Chinese character takes two. */
export const BOARD_COLUMNS = 8;

const widthOf = (text: string): number =>
  [...text].reduce((sum, sign) => sum + (sign.codePointAt(0)! < 0x80 ? 1 : 2), 0);

export type BoardShow = { readonly entry: BoardEntry; readonly seconds: number; readonly wide: boolean };

/**
 * What a board makes of a line: its entry, how long it stays, and whether it runs because it is wider than the board.
 */
export function boardShow({ text, effect, seconds }: Pick<LedLine, 'text' | 'effect' | 'seconds'>): BoardShow {
  const wide = widthOf(text) > BOARD_COLUMNS;
  if (wide) return { entry: 0x15, seconds, wide };
  const sum = [...text].reduce((all, sign) => all + sign.codePointAt(0)!, 0);
  const entry = effect === 1 ? RANDOM[sum % RANDOM.length]! : (ENTRIES[effect as keyof typeof ENTRIES] ?? 0x00);
  return { entry, seconds: CONTINUOUS.has(effect) ? 0 : seconds, wide };
}

type Page = { readonly when: string; readonly hours: string; readonly lines: readonly LedLine[] };
const isLine = (value: unknown): value is LedLine => {
  const line = value as LedLine | null;
  return typeof line?.text === 'string' && Object.hasOwn(ledColours, line.colour);
};

/**
 * The lines that a board keeps: it has one content, without moments or hours, which is that of the idle lane, all day.
 */
export function boardLines(pages: unknown): readonly LedLine[] {
  const all = (Array.isArray(pages) ? pages : []) as readonly (Page | null)[];
  const page = all.find((each) => each?.when === 'idle' && each.hours === 'always');
  return Array.isArray(page?.lines) ? page.lines.filter(isLine).slice(0, ledLines.length) : [];
}
