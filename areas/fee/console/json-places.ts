/** JSON read with the place of each value in its text, so that a fault can be shown where it stands. */
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';

/** Offsets into the text; `to` is behind the last character. */
export type Extent = { readonly from: number; readonly to: number };
export type Reading =
  | {
      readonly value: unknown;
      /** Where each value stands, by a path such as `schemes[0].meters[1].id`. */ readonly places: ReadonlyMap<
        string,
        Extent
      >;
      readonly fault?: undefined;
    }
  | { readonly fault: { readonly at: number; readonly msg: Text } };

const words = {
  value: text(
    '这里应为一个值：对象、列表、文字、数字、true 或 false',
    'A value is missing here: an object, list, text, number, true or false',
  ),
  name: text('这里应为带双引号的字段名', 'A field name in double quotes is missing here'),
  colon: text('字段名后缺少冒号', 'A colon is missing after the field name'),
  comma: text('这里缺少逗号或“{close}”', 'A comma or “{close}” is missing here'),
  trailing: text('最后一项后面多了逗号', 'There is a comma after the last one'),
  twice: text('字段“{name}”写了两次', 'The field “{name}” is given twice'),
  string: text(
    '文字没有写完：缺少双引号，或含有不允许的字符',
    'This text does not end: a double quote is missing, or a character is not allowed',
  ),
  more: text('结尾处多了内容', 'There is more after the end'),
  deep: text('嵌套过深', 'Nested too deeply'),
};
const DEEPEST = 64;
const SPACE = /[ \t\r\n]*/y;
const STRING = /"(?:[^"\\\n]|\\.)*"/y;
const PLAIN = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

class Fault extends Error {
  readonly at: number;
  readonly msg: Text;
  constructor(at: number, msg: Text) {
    super(msg.en);
    this.at = at;
    this.msg = msg;
  }
}

class Reader {
  readonly places = new Map<string, Extent>();
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  #take(form: RegExp): string | null {
    form.lastIndex = this.#at;
    const found = form.exec(this.#source);
    if (!found) return null;
    this.#at = form.lastIndex;
    return found[0];
  }

  #skip(): string | undefined {
    this.#take(SPACE);
    return this.#source[this.#at];
  }

  #string(missing: Text): string {
    if (this.#skip() !== '"') throw new Fault(this.#at, missing);
    const from = this.#at;
    const raw = this.#take(STRING);
    if (raw === null) throw new Fault(from, words.string);
    try {
      return JSON.parse(raw) as string;
    } catch {
      throw new Fault(from, words.string);
    }
  }

  /** What stands between brackets, one after the other; `one` reads the nth. */
  #many(close: string, one: (nth: number) => void): void {
    this.#at += 1;
    if (this.#skip() === close) {
      this.#at += 1;
      return;
    }
    for (let nth = 0; ; nth += 1) {
      one(nth);
      const next = this.#skip();
      if (next === close) break;
      if (next !== ',') throw new Fault(this.#at, fill(words.comma, { close }));
      const comma = this.#at;
      this.#at += 1;
      if (this.#skip() === close) throw new Fault(comma, words.trailing);
    }
    this.#at += 1;
  }

  #object(path: string, depth: number): unknown {
    const object = Object.create(null) as Record<string, unknown>;
    this.#many('}', () => {
      this.#skip();
      const at = this.#at;
      const name = this.#string(words.name);
      if (Object.hasOwn(object, name)) throw new Fault(at, fill(words.twice, { name }));
      if (this.#skip() !== ':') throw new Fault(this.#at, words.colon);
      this.#at += 1;
      object[name] = this.value(path === '' ? name : `${path}.${name}`, depth + 1);
    });
    return { ...object };
  }

  value(path: string, depth = 0): unknown {
    const first = this.#skip();
    const from = this.#at;
    if (depth > DEEPEST) throw new Fault(from, words.deep);
    let value: unknown;
    if (first === '{') value = this.#object(path, depth);
    else if (first === '[') {
      const list: unknown[] = [];
      this.#many(']', (nth) => list.push(this.value(`${path}[${nth}]`, depth + 1)));
      value = list;
    } else if (first === '"') value = this.#string(words.string);
    else {
      const plain = this.#take(PLAIN);
      if (plain === null) throw new Fault(from, words.value);
      value = JSON.parse(plain) as unknown;
    }
    this.places.set(path, { from, to: this.#at });
    return value;
  }

  end(): void {
    if (this.#skip() !== undefined) throw new Fault(this.#at, words.more);
  }
}

/** Reads JSON; the first fault of its writing with its offset, where it is none. */
export function readJson(source: string): Reading {
  const reader = new Reader(source);
  try {
    const value = reader.value('');
    reader.end();
    return { value, places: reader.places };
  } catch (error) {
    if (error instanceof Fault) return { fault: { at: error.at, msg: error.msg } };
    throw error;
  }
}

/** Where a path stands, or the nearest that holds it: a field that is missing is a fault of its object. */
export function placeOf(path: string, places: ReadonlyMap<string, Extent>): Extent {
  for (let part = path; ; part = part.replace(/(\.?[^.[\]]+|\[\d+\])$/, '')) {
    const found = places.get(part);
    if (found) return found;
    if (part === '') return { from: 0, to: 0 };
  }
}

/** Line of an offset, from 1. */
export const lineOf = (source: string, at: number): number => source.slice(0, at).split('\n').length;

const fits = (plain: string, indent: number): boolean => plain.length + indent <= 100;

/** JSON laid out for people: what fits into one line stands in one, everything else a step further in. */
export function layOut(value: unknown, indent = 0): string {
  const plain = flat(value);
  if (typeof value !== 'object' || value === null || fits(plain, indent)) return plain;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const inner = Array.isArray(value)
    ? value.map((each) => layOut(each, indent + 2))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${layOut(each, indent + 2)}`);
  const pad = ' '.repeat(indent + 2);
  return `${open}\n${inner.map((each) => pad + each).join(',\n')}\n${' '.repeat(indent)}${close}`;
}

function flat(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flat).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${flat(each)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}
