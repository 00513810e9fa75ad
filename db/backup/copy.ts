/** COPY over an ordinary connection, in pieces and no faster than either end takes them. */
import type { Readable } from 'node:stream';
import { PassThrough } from 'node:stream';
import type pg from 'pg';

/** What `pg` calls while a statement of ours is under way. */
type Wire = {
  query: (sql: string) => void;
  sendCopyFromChunk: (chunk: Buffer) => void;
  endCopyFrom: () => void;
  sendCopyFail: (reason: string) => void;
  stream: {
    pause: () => void;
    resume: () => void;
    writableNeedDrain: boolean;
    once: (event: 'drain' | 'close', then: () => void) => void;
    off: (event: 'drain' | 'close', then: () => void) => void;
  };
};
type Handlers = {
  submit: (wire: Wire) => void;
  handleCopyData?: (message: { chunk: Buffer }, wire: Wire) => void;
  handleCopyInResponse?: (wire: Wire) => void;
  handleCommandComplete: (message: { text: string }) => void;
  handleReadyForQuery: (wire: Wire) => void;
  handleError: (error: Error) => void;
};

const send = (client: pg.Client, handlers: Handlers): void => {
  client.query(handlers as unknown as pg.Submittable); // COPY has handlers that the type does not list
};
const counted = (tag: string): number => Number(/^COPY (\d+)/.exec(tag)?.[1] ?? 0);

/** @returns the bytes as PostgreSQL writes them, and how many rows they were once they are all read */
export function copyOut(client: pg.Client, sql: string): { bytes: Readable; rows: Promise<number> } {
  const bytes = new PassThrough();
  const rows = new Promise<number>((then, fail) => {
    let count = 0;
    send(client, {
      submit: (wire) => {
        bytes.on('drain', () => wire.stream.resume());
        wire.query(sql);
      },
      handleCopyData: ({ chunk }, wire) => {
        // The parser uses its buffer again.
        if (!bytes.write(Buffer.from(chunk))) wire.stream.pause();
      },
      handleCommandComplete: ({ text }) => {
        count = counted(text);
      },
      handleReadyForQuery: (wire) => {
        bytes.end();
        wire.stream.resume(); // a stream that ended while it was full drains without a word
        then(count);
      },
      handleError: (error) => {
        bytes.destroy(error);
        fail(error);
      },
    });
  });
  return { bytes, rows };
}

/** Until the other end has taken what was sent, or is gone. */
const drained = (stream: Wire['stream']): Promise<void> =>
  new Promise((then) => {
    const go = (): void => {
      stream.off('drain', go);
      stream.off('close', go);
      then();
    };
    stream.once('drain', go);
    stream.once('close', go);
  });

/**
 * @param sql one COPY, maybe with statements before and after it @returns rows stored, not yet committed; a source that
 * fails takes the statement back
 */
export function copyIn(
  client: pg.Client,
  sql: string,
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<number> {
  return new Promise((then, fail) => {
    let count = 0;
    const feed = async (wire: Wire): Promise<void> => {
      for await (const chunk of source) {
        wire.sendCopyFromChunk(chunk);
        if (wire.stream.writableNeedDrain) await drained(wire.stream);
      }
      wire.endCopyFrom();
    };
    send(client, {
      submit: (wire) => wire.query(sql),
      handleCopyInResponse: (wire) => {
        feed(wire).catch((error: Error) => wire.sendCopyFail(error.message.slice(0, 500)));
      },
      handleCommandComplete: ({ text }) => {
        count += counted(text);
      },
      handleReadyForQuery: () => then(count),
      handleError: fail,
    });
  });
}
