/** Files of configuration as text: written in a stable form, read back with the line of each field. */
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import type { FileDoc } from '#kit/server/rules.ts';

/** One record of a file. `lines`: the line of each of its fields, from 1. */
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

/** Whether a text is wrong already, whatever would follow it. */
function isBroken(written: string): boolean {
  try {
    JSON.parse(written);
    return false;
  } catch (error) {
    const { message } = error as Error;
    const stopped = /position (\d+)/.exec(message);
    return stopped ? Number(stopped[1]) < written.length : !message.startsWith('Unexpected end');
  }
}

/**
 * The line a text cannot be read beyond, from 1; the last one where it only ends too soon. The parser does not always
 * say where it stopped.
 */
function brokenLine(written: string): number {
  const lines = written.trimEnd().split('\n');
  let [good, bad] = [0, lines.length];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (isBroken(`${lines.slice(0, middle).join('\n')}\n`)) bad = middle;
    else good = middle;
  }
  return bad;
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
  } catch {
    return { line: brokenLine(written), field: '', msg: text('不是有效的 JSON', 'This is not valid JSON') };
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
