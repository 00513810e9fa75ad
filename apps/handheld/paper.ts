/** What a handheld prints: seen on its screen, given to the print dialog, or laid out for a 58 mm slip printer. */
import { columnsOf, layout } from '#domain/print/layout.ts';
import type { Line } from '#domain/print/layout.ts';
import type { Block } from '#domain/print/template.ts';

export type Paper = {
  readonly title: string;
  /** What kind of paper it is. */
  readonly kind: string;
  /** A name and its value, a line each. */
  readonly rows: readonly (readonly [string, string])[];
  /** Where its code leads, and what it is for. */
  readonly code: { readonly address: string; readonly use: string } | null;
  readonly note: string | null;
};

/** The blank lines bring the text past the edge it is torn at. */
const FEED = 3;

/** The lines of a 58 mm slip. */
export function linesOf({ title, kind, rows, code, note }: Paper): Line[] {
  const blocks: Block[] = [
    { kind: 'title', text: title },
    { kind: 'centre', text: kind },
    { kind: 'rule' },
    ...rows.map(([left, right]): Block => ({ kind: 'columns', left, right })),
    { kind: 'rule' },
    ...(note ? note.split('\n').map((text): Block => ({ kind: 'plain', text })) : []),
    ...(code
      ? [{ kind: 'qr', text: code.address } satisfies Block, { kind: 'centre', text: code.use } satisfies Block]
      : []),
    { kind: 'feed', lines: FEED },
  ];
  return layout(blocks, { values: {}, lists: {} }, columnsOf['58']);
}
