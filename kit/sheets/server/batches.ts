import type { Duplex } from 'node:stream';
import type pg from 'pg';
import Cursor from 'pg-cursor';
import type { Database, Scope } from '#kit/server/db.ts';
import { takeRows, type Texts } from './wire-rows.ts';

/** Rows fetched at a time. */
const BATCH = 1_000;

/** A column's value from its text. */
export type Read = (written: string) => unknown;

export type Query = { readonly sql: string; readonly params: readonly unknown[] };

/**
 * Rows of a query in batches, read through a cursor that holds one connection under the scope. The engine makes the
 * next batch while the last is worked on, and no further one; leaving early closes the cursor and gives the connection
 * back.
 * @param reads where given, rows stay as PostgreSQL writes them, and each column's reader is put there
 */
export async function* batchesOf(
  database: Database,
  scope: Scope,
  query: Query,
  reads?: Read[],
): AsyncGenerator<unknown[][]> {
  const opened = Promise.withResolvers<pg.PoolClient>();
  const finished = Promise.withResolvers<void>();
  const held = database.stream(scope, async (client) => {
    opened.resolve(client);
    await finished.promise;
  });
  held.catch(opened.reject);
  const client = await opened.promise;
  const wire = client as {
    getTypeParser: (oid: number, format?: 'text' | 'binary') => Read;
    connection: { stream: Duplex };
  };
  const readers = reads ?? [];
  const getTypeParser = (oid: number, format?: 'text' | 'binary'): Read =>
    readers[readers.push(wire.getTypeParser(oid, format)) - 1]!;
  let taken: Texts[] = [];
  const give = takeRows(wire.connection.stream, (row) => {
    taken.push(row);
  });
  const cursor = client.query(new Cursor(query.sql, query.params, { rowMode: 'array', types: { getTypeParser } }));
  let next = cursor.read(BATCH);
  try {
    for (await next; taken.length > 0; await next) {
      const rows = taken;
      taken = [];
      next = cursor.read(BATCH);
      next.catch(() => undefined); // whoever awaits it gets the error
      yield reads
        ? rows
        : rows.map((row) => row.map((written, nth) => (written === null ? null : readers[nth]!(written))));
    }
  } finally {
    // One that has failed is closed already, and would wait for ever to be closed.
    if (
      await next.then(
        () => true,
        () => false,
      )
    )
      await cursor.close().catch(() => undefined);
    give();
    finished.resolve();
    await held.catch(() => undefined);
  }
}
