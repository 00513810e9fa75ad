/**
 * What is printed, as people write it: a line each. `# title`, `= centred`, `! bold`, `left | right`, `---`, `[each
 * lines]` … `[end]`, `[if name]` … `[end]`, `[qr …]`, `[barcode …]`, `[feed 2]`, `[cut]`; values by their names in
 * braces.
 */

export type Block =
  | { readonly kind: 'title' | 'centre' | 'bold' | 'plain'; readonly text: string }
  | { readonly kind: 'columns'; readonly left: string; readonly right: string }
  | { readonly kind: 'qr' | 'barcode'; readonly text: string }
  | { readonly kind: 'rule' | 'cut' }
  | { readonly kind: 'feed'; readonly lines: number }
  | { readonly kind: 'each' | 'if'; readonly name: string; readonly blocks: readonly Block[] };

/** What may stand in a template: names of values, and of lists with the names of what each of their rows has. */
export type Known = {
  readonly values: readonly string[];
  readonly lists: Readonly<Record<string, readonly string[]>>;
};

export type Fault = {
  readonly line: number;
  readonly why: 'unknown' | 'unclosed' | 'unopened' | 'list' | 'order' | 'long';
  readonly what: string;
};
export type Parsed = { readonly blocks: readonly Block[]; readonly faults: readonly Fault[] };

/** Lines of a template; receipts are short. */
const MOST_LINES = 200;
const PLACE = /\{(\w+)\}/g;
const ORDER = /^\[(each|if|end|qr|barcode|feed|cut)(?:\s+(.*))?\]$/;

function plainBlock(line: string): Block {
  if (line.startsWith('# ')) return { kind: 'title', text: line.slice(2) };
  if (line.startsWith('= ')) return { kind: 'centre', text: line.slice(2) };
  if (line.startsWith('! ')) return { kind: 'bold', text: line.slice(2) };
  if (/^-{3,}$/.test(line)) return { kind: 'rule' };
  const bar = line.indexOf('|');
  return bar < 0
    ? { kind: 'plain', text: line }
    : { kind: 'columns', left: line.slice(0, bar).trim(), right: line.slice(bar + 1).trim() };
}

type Open = { readonly kind: 'each' | 'if'; readonly name: string; readonly line: number; readonly blocks: Block[] };

function orderBlock(order: string, about: string): Block | null {
  if (order === 'cut' && about === '') return { kind: 'cut' };
  if ((order === 'qr' || order === 'barcode') && about !== '') return { kind: order, text: about };
  const lines = order === 'feed' ? Number(about || 1) : 0;
  return Number.isInteger(lines) && lines > 0 && lines <= 10 ? { kind: 'feed', lines } : null;
}

export function parseTemplate(content: string, known: Known): Parsed {
  const faults: Fault[] = [];
  const blocks: Block[] = [];
  const open: Open[] = [];
  const lines = content.replaceAll('\r\n', '\n').replace(/\n+$/, '').split('\n');
  if (lines.length > MOST_LINES) faults.push({ line: MOST_LINES + 1, why: 'long', what: String(MOST_LINES) });
  for (const [nth, whole] of lines.slice(0, MOST_LINES).entries()) {
    const [line, number] = [whole.trimEnd(), nth + 1];
    const [, order = '', about = ''] = ORDER.exec(line.trim()) ?? [];
    const inside = open.at(-1)?.blocks ?? blocks;
    if (order === 'each' || order === 'if') {
      const names = order === 'each' ? Object.keys(known.lists) : [...known.values, ...Object.keys(known.lists)];
      if (!names.includes(about)) faults.push({ line: number, why: 'list', what: about });
      open.push({ kind: order, name: about, line: number, blocks: [] });
      continue;
    }
    if (order === 'end') {
      const closed = open.pop();
      if (closed) (open.at(-1)?.blocks ?? blocks).push({ kind: closed.kind, name: closed.name, blocks: closed.blocks });
      else faults.push({ line: number, why: 'unopened', what: '' });
      continue;
    }
    const rows = new Set(open.filter(({ kind }) => kind === 'each').flatMap(({ name }) => known.lists[name] ?? []));
    for (const [, name = ''] of line.matchAll(PLACE))
      if (!known.values.includes(name) && !rows.has(name)) faults.push({ line: number, why: 'unknown', what: name });
    const block = order === '' ? plainBlock(line) : orderBlock(order, about.trim());
    if (block) inside.push(block);
    else faults.push({ line: number, why: 'order', what: line.trim() });
  }
  for (const { line, name } of open) faults.push({ line, why: 'unclosed', what: name });
  return { blocks, faults };
}
