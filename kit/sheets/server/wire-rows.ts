/**
 * Rows of a connection read past `pg`, whose parser goes out of JavaScript for each value: here that is done once a
 * row, and for values that are not ASCII. All other messages of PostgreSQL are passed to `pg`.
 */
import type { Duplex } from 'node:stream';

/** A row's values as PostgreSQL writes them. */
export type Texts = (string | null)[];
type Hearing = (chunk: Buffer) => void;

/** A message is a letter, its length in four bytes (which it includes), and its content. */
const HEAD = 5;
const ROW = 'D'.charCodeAt(0);
const nothing = Buffer.alloc(0);

let blank: Texts = [];
/**
 * A copy is made among what is soon thrown away; arrays that grow here end up among what is kept, which takes twice the
 * time and memory.
 */
function empty(count: number): Texts {
  if (blank.length !== count) blank = Array.from({ length: count }, () => null);
  return blank.slice();
}

/** A row's message: how many values, then of each how long it is, -1 for null, and its bytes. */
function rowIn(bytes: Buffer, from: number, to: number): Texts {
  const plain = bytes.toString('latin1', from, to);
  const row = empty(bytes.readUInt16BE(from));
  let at = from + 2;
  for (let nth = 0; nth < row.length; nth += 1) {
    const end = at + 4 + bytes.readInt32BE(at);
    at += 4;
    let signs = 0;
    for (let n = at; n < end; n += 1) signs |= bytes[n]!;
    if (end >= at) row[nth] = signs < 128 ? plain.slice(at - from, end - from) : bytes.toString('utf8', at, end);
    at = Math.max(at, end);
  }
  return row;
}

/** Takes the rows of every statement on a connection until the function it returns is called. */
export function takeRows(stream: Duplex, take: (row: Texts) => void): () => void {
  const [theirs] = stream.listeners('data') as [Hearing];
  let rest: Buffer = nothing;
  const consume = (bytes: Buffer, from: number, to: number): void => {
    if (bytes[from] === ROW) take(rowIn(bytes, from + HEAD, to));
    else theirs(bytes.subarray(from, to));
  };
  /**
   * Ends the message that the last piece broke off in, alone: to join whole pieces would copy all that comes. Answers
   * where it ends, or nothing while it does not.
   */
  const ended = (chunk: Buffer): number | null => {
    const head = Buffer.concat([rest, chunk.subarray(0, HEAD)]);
    const length = head.length < HEAD ? Infinity : 1 + head.readUInt32BE(1);
    const upTo = length - rest.length;
    rest = Buffer.concat([rest, chunk.subarray(0, upTo)]);
    if (upTo > chunk.length) return null;
    consume(rest, 0, length);
    return upTo;
  };
  const ours: Hearing = (chunk) => {
    const start = rest.length > 0 ? ended(chunk) : 0;
    if (start === null) return;
    let at: number = start;
    while (chunk.length - at >= HEAD) {
      const end = at + 1 + chunk.readUInt32BE(at + 1);
      if (end > chunk.length) break;
      consume(chunk, at, end);
      at = end;
    }
    rest = chunk.subarray(at);
  };
  stream.off('data', theirs).on('data', ours);
  return () => {
    stream.off('data', ours).on('data', theirs);
    if (rest.length > 0) theirs(rest);
  };
}
