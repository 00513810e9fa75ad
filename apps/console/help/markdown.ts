/** A piece of running text: plain words, words in code type, or words that stand out. */
export type Piece = string | { code: string } | { strong: string };
export type Line = readonly Piece[];
export type Block =
  | { kind: 'words'; line: Line }
  | { kind: 'heading'; line: Line }
  | { kind: 'list'; items: readonly Line[] }
  | { kind: 'table'; head: readonly Line[]; rows: readonly (readonly Line[])[] };

/** What a README says in one language: of its subject as a whole, and of each screen. */
export type Help = { general: readonly Block[]; screens: Readonly<Record<string, readonly Block[]>> };

const headings = { zh: '## 中文', en: '## English' } as const;
const pieces = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\([^)]*\)/g;

/** A link keeps its words: what it leads to lies in the repository. */
export function lineOf(text: string): Line {
  const line: Piece[] = [];
  let at = 0;
  for (const found of text.matchAll(pieces)) {
    if (found.index > at) line.push(text.slice(at, found.index));
    const [all, code, strong, link] = found;
    line.push(code !== undefined ? { code } : strong !== undefined ? { strong } : link!);
    at = found.index + all.length;
  }
  if (at < text.length) line.push(text.slice(at));
  return line;
}

const cells = (row: string): Line[] =>
  row
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => lineOf(cell.trim()));

/** Lines without an empty one between them. */
function blockOf(lines: readonly string[]): Block {
  const [first = '', ...rest] = lines;
  if (first.startsWith('#')) return { kind: 'heading', line: lineOf(first.replace(/^#+ /, '')) };
  if (first.startsWith('|')) return { kind: 'table', head: cells(first), rows: rest.slice(1).map(cells) };
  if (first.startsWith('- '))
    return {
      kind: 'list',
      items: lines
        .join('\n')
        .slice(2)
        .split('\n- ')
        .map((item) => lineOf(item.replaceAll('\n', ' '))),
    };
  return { kind: 'words', line: lineOf(lines.join(' ')) };
}

/** A heading, a paragraph and the list right below it are blocks of their own. */
function blocksOf(text: string): Block[] {
  const spaced = text.replace(/^(#.*)$/gm, '\n$1\n').replace(/^(?![-|\s])(.+)\n(?=- )/gm, '$1\n\n');
  return spaced
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => blockOf(part.split('\n')));
}

/** The words of one language; `### /route` or `### /one /other` begins the help for these screens. */
export function helpOf(readme: string, lang: 'zh' | 'en'): Help {
  const [, after = ''] = readme.split(`${headings[lang]}\n`);
  const own = after.split(/^## /m)[0]!;
  const [general = '', ...sections] = own.split(/^### (?=\/)/m);
  const screens = sections.flatMap((section) => {
    const end = section.indexOf('\n');
    const blocks = blocksOf(section.slice(end + 1));
    return section
      .slice(0, end)
      .trim()
      .split(/\s+/)
      .map((route) => [route, blocks] as const);
  });
  return { general: blocksOf(general), screens: Object.fromEntries(screens) };
}
