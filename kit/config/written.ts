/** Files of configuration as text: written in a stable form, read back with the line of each field. */
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import type { FileDoc } from '#kit/server/rules.ts';

/** One record of a file. `lines`: the line each of its fields stands in, from 1. */
export type Written = { readonly doc: FileDoc; readonly line: number; readonly lines: ReadonlyMap<string, number> };
export type Unreadable = { readonly line: number; readonly field: string; readonly msg: Text };

const plainObject = (value: unknown): value is FileDoc =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same value with the names of every object in order, so that equal values are equal text. */
export function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (!plainObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, ordered(value[name])]),
  );
}

export const isSame = (a: unknown, b: unknown): boolean =>
  JSON.stringify(ordered(a ?? null)) === JSON.stringify(ordered(b ?? null));

/** A record, or all of a place, as the text of a file. */
export const write = (value: FileDoc | readonly FileDoc[]): string => `${JSON.stringify(value, null, 2)}\n`;

const lineAt = (written: string, position: number): number => written.slice(0, position).split('\n').length;

/** Where the parser stopped: it says so by position, or the text ended too soon. */
function brokenAt(written: string, error: unknown): Unreadable {
  const found = /position (\d+)/.exec(String((error as Error).message));
  const line = lineAt(written, found ? Number(found[1]) : written.trimEnd().length);
  return { line, field: '', msg: text('不是有效的 JSON', 'This is not valid JSON') };
}

type Place = { readonly object: boolean; readonly record: number };

/** The lines of the fields of each record in a well-formed text; records lie `depth` objects or lists deep. */
function recordsOf(written: string, depth: number): { records: Omit<Written, 'doc'>[]; doubled: Unreadable | null } {
  const records: { line: number; lines: Map<string, number> }[] = [];
  const open: Place[] = [];
  let doubled: Unreadable | null = null;
  let line = 1;
  for (const [token] of written.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}[\]\n]/g)) {
    if (token === '{' || token === '[') {
      const isRecord = token === '{' && open.length === depth;
      if (isRecord) records.push({ line, lines: new Map() });
      open.push({ object: token === '{', record: isRecord ? records.length - 1 : -1 });
    } else if (token === '}' || token === ']') open.pop();
    else if (token !== '\n' && token.endsWith(':') && (open.at(-1)?.record ?? -1) >= 0) {
      const { lines } = records[open.at(-1)!.record]!;
      const field = JSON.parse(token.replace(/\s*:$/, '')) as string;
      if (lines.has(field)) doubled ??= { line, field, msg: text('字段重复', 'The field is there twice') };
      lines.set(field, line);
    }
    line += token.split('\n').length - 1;
  }
  return { records, doubled };
}

/** The records of a file, one or, where a file holds all of a place, a list of them. */
export function read(written: string, together: boolean): readonly Written[] | Unreadable {
  let value: unknown;
  try {
    value = JSON.parse(written);
  } catch (error) {
    return brokenAt(written, error);
  }
  const docs = together ? value : [value];
  if (!Array.isArray(docs) || !docs.every(plainObject))
    return {
      line: 1,
      field: '',
      msg: fill(text('应为{what}', 'must be {what}'), {
        what: together ? text('对象的列表', 'a list of objects') : text('一个对象', 'an object'),
      }),
    };
  const { records, doubled } = recordsOf(written, together ? 1 : 0);
  return doubled ?? docs.map((doc: FileDoc, nth) => ({ ...records[nth]!, doc }));
}
