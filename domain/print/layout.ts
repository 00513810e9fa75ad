/** Lines as they stand on the paper: the preview and the printer's bytes are both made from them. */
import type { Block } from './template.ts';
import { apart, widthOf, wrapped } from './words.ts';

export type Line =
  | { readonly kind: 'text'; readonly text: string; readonly bold?: true; readonly big?: true }
  | { readonly kind: 'qr' | 'barcode'; readonly text: string }
  | { readonly kind: 'cut' };

type Row = Readonly<Record<string, string>>;
export type Values = { readonly values: Row; readonly lists: Readonly<Record<string, readonly Row[]>> };

const filled = (text: string, values: Row): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

/** Centred within the columns; what is longer goes on. A big character takes twice its columns. */
function centred(text: string, columns: number): string[] {
  return wrapped(text, columns).map((each) => ' '.repeat(Math.floor((columns - widthOf(each)) / 2)) + each);
}

/** A title that takes several lines is shared out among them: no character of it stands alone on the last. */
function title(text: string, columns: number): string[] {
  const { length } = wrapped(text, columns);
  if (length < 2) return centred(text, columns);
  let narrow = columns;
  while (narrow > 1 && wrapped(text, narrow - 1).length <= length) narrow -= 1;
  return wrapped(text, narrow).flatMap((each) => centred(each, columns));
}

const texts = (lines: readonly string[], more: { bold?: true; big?: true } = {}): Line[] =>
  lines.map((text) => ({ kind: 'text', text, ...more }));

function linesOf(block: Block, given: Values, row: Row, columns: number): Line[] {
  const put = (text: string): string => filled(text, row);
  switch (block.kind) {
    case 'title':
      return texts(title(put(block.text), Math.floor(columns / 2)), { bold: true, big: true });
    case 'centre':
      return texts(centred(put(block.text), columns));
    case 'bold':
      return texts(wrapped(put(block.text), columns), { bold: true });
    case 'plain':
      return texts(wrapped(put(block.text), columns));
    case 'columns':
      return texts(apart(put(block.left), put(block.right), columns));
    case 'rule':
      return texts(['-'.repeat(columns)]);
    case 'feed':
      return texts(Array.from({ length: block.lines }, () => ''));
    case 'cut':
      return [{ kind: 'cut' }];
    case 'qr':
    case 'barcode': {
      const text = put(block.text);
      return text === '' ? [] : [{ kind: block.kind, text }];
    }
    case 'if': {
      const holds = (row[block.name] ?? '') !== '' || (given.lists[block.name]?.length ?? 0) > 0;
      return holds ? block.blocks.flatMap((each) => linesOf(each, given, row, columns)) : [];
    }
    case 'each':
      return (given.lists[block.name] ?? []).flatMap((own) =>
        block.blocks.flatMap((each) => linesOf(each, given, { ...row, ...own }, columns)),
      );
  }
}

/** A template with its values, on paper of so many columns. */
export const layout = (blocks: readonly Block[], given: Values, columns: number): Line[] =>
  blocks.flatMap((block) => linesOf(block, given, given.values, columns));

/** Columns of the usual papers, in millimetres; A4 is a page of text. */
export const columnsOf = { '58': 32, '80': 48, A4: 80 } as const;
export type Paper = keyof typeof columnsOf;
