/** PostgreSQL's own parser, read with the first statement that is looked at. */
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';

export type Node = { readonly [part: string]: unknown };
export type Token = { readonly start: number; readonly end: number; readonly text: string; readonly tokenName: string };

/** What is wrong with a statement; `at` is an offset into its text, in UTF-16 units as all texts here. */
export class NotAllowed extends Error {
  readonly msg: Text;
  readonly at: number | null;
  constructor(msg: Text, at: number | null) {
    super(msg.en);
    this.msg = msg;
    this.at = at;
  }
}

/** Line and column of an offset, from 1, before what is wrong there. */
export function placed(msg: Text, source: string, at: number | null): Text {
  if (at === null || at < 0 || at > source.length) return msg;
  const before = source.slice(0, at).split('\n');
  const [line, column] = [before.length, [...before.at(-1)!].length + 1];
  return text(`第${line}行第${column}列：${msg.zh}`, `Line ${line}, column ${column}: ${msg.en}`);
}

/** The parser counts bytes of UTF-8. */
export const offsetOf = (source: string, byte: number): number =>
  Buffer.from(source, 'utf8').subarray(0, Math.max(0, byte)).toString('utf8').length;

/** The engine's places and those of the parser's own faults count characters. */
export const offsetOfNth = (source: string, nth: number): number =>
  [...source].slice(0, Math.max(0, nth)).join('').length;

export const tooDeep = text('嵌套过深', 'Nested too deeply');
/** Nobody writes more by hand, and the parser's stack is not strained further. */
const MOST_TOKENS = 2_500;
const DEEPEST = 60;
const open = new Set(['(', '[', 'case']);
const close = new Set([')', ']', 'end']);

function mustBeShallow(source: string, tokens: readonly Token[]): void {
  if (tokens.length > MOST_TOKENS) throw new NotAllowed(text('语句过长', 'The statement is too long'), null);
  let depth = 0;
  for (const { text: token, start } of tokens) {
    const word = token.toLowerCase();
    if (open.has(word)) depth += 1;
    else if (close.has(word)) depth -= 1;
    if (depth > DEEPEST) throw new NotAllowed(tooDeep, offsetOf(source, start));
  }
}

export type Parsed = { readonly stmt: Node; /** Where the statement ends, before a semicolon. */ readonly end: number };

export type Parser = {
  readonly scan: (source: string) => readonly Token[];
  readonly parse: (source: string) => Parsed;
};

const unreadable = (why: string, at: number | null): NotAllowed =>
  new NotAllowed(text(`语句写得不对：${why}`, `The statement cannot be read: ${why}`), at);

/** @throws NotAllowed from both of its functions */
export async function parser(): Promise<Parser> {
  const { hasSqlDetails, loadModule, parseSync, scanSync } = await import('libpg-query');
  await loadModule();
  const guarded = <T>(source: string, work: () => T): T => {
    try {
      return work();
    } catch (error) {
      if (error instanceof NotAllowed) throw error;
      if (error instanceof RangeError) throw new NotAllowed(tooDeep, null);
      const nth = hasSqlDetails(error) ? error.sqlDetails?.cursorPosition : undefined;
      throw unreadable((error as Error).message, nth === undefined ? null : offsetOfNth(source, nth));
    }
  };
  return {
    scan: (source) =>
      guarded(source, () => {
        const { tokens } = scanSync(source);
        mustBeShallow(source, tokens);
        return tokens;
      }),
    parse: (source) =>
      guarded(source, () => {
        const stmts = (
          (parseSync(source) as { stmts?: { stmt?: Node; stmt_location?: number; stmt_len?: number }[] }).stmts ?? []
        ).filter(({ stmt }) => stmt);
        if (stmts.length === 0) throw new NotAllowed(text('没有语句', 'There is no statement'), null);
        if (stmts.length > 1)
          throw new NotAllowed(
            text('只能有一条语句', 'There must be one statement only'),
            offsetOf(source, stmts[1]!.stmt_location ?? 0),
          );
        const [{ stmt, stmt_location: from = 0, stmt_len: length = 0 }] = stmts as [
          { stmt: Node; stmt_location?: number; stmt_len?: number },
        ];
        return { stmt, end: length === 0 ? source.length : offsetOf(source, from + length) };
      }),
  };
}
