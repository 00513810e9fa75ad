import type pg from 'pg';
import Cursor from 'pg-cursor';
import type { Field } from '#kit/declare/field.ts';
import type { Database, Db, Scope } from './db.ts';
import { namesOf } from './rows.ts';

/** Rows fetched at a time. */
const BATCH = 2_000;
/** Names of related rows remembered during one export; more than this and the memory starts anew. */
const NAMES = 50_000;

export type Query = { readonly sql: string; readonly params: readonly unknown[] };

/**
 * Rows of a query in batches, read through a cursor that holds one connection under the scope. The engine makes the next batch while
 * the last is worked on, and no further one; leaving early closes the cursor and gives the connection back.
 */
export async function* batchesOf(database: Database, scope: Scope, query: Query): AsyncGenerator<unknown[][]> {
  const opened = Promise.withResolvers<pg.PoolClient>();
  const finished = Promise.withResolvers<void>();
  const held = database.stream(scope, async (client) => {
    opened.resolve(client);
    await finished.promise;
  });
  held.catch(opened.reject);
  const client = await opened.promise;
  const typed = client as unknown as { getTypeParser: (oid: number, format?: 'text' | 'binary') => (value: string) => unknown };
  const cursor = client.query(new Cursor(query.sql, query.params, { rowMode: 'array', types: { getTypeParser: (oid, format) => typed.getTypeParser(oid, format) } }));
  let next = cursor.read(BATCH);
  try {
    for (let rows = await next; rows.length > 0; rows = await next) {
      next = cursor.read(BATCH);
      next.catch(() => undefined); // whoever asks for it is told
      yield rows;
    }
  } finally {
    // One that has failed is closed already, and would wait for ever to be told so.
    if (await next.then(() => true, () => false)) await cursor.close().catch(() => undefined);
    finished.resolve();
    await held.catch(() => undefined);
  }
}

/** Names of the rows that a batch's relation columns point at, asked once per batch for those not known yet. */
export class Names {
  private readonly known = new Map<string, Map<string, string>>();
  private readonly database: Database;
  private readonly scope: Scope;
  private readonly sees: NonNullable<Db['sees']>;
  constructor(database: Database, scope: Scope, sees: NonNullable<Db['sees']>) {
    [this.database, this.scope, this.sees] = [database, scope, sees];
  }

  async learn(pointing: readonly { field: Field; values: readonly unknown[] }[]): Promise<void> {
    for (const { field, values } of pointing) {
      const target = field.target!();
      let names = this.known.get(target.name);
      if (!names || names.size > NAMES) this.known.set(target.name, names = new Map());
      const fresh = new Set<string>();
      for (const value of values) for (const id of Array.isArray(value) ? value : [value]) if (typeof id === 'string' && !names.has(id)) fresh.add(id);
      if (fresh.size === 0) continue;
      const found = await this.database.read(this.scope, (db) => namesOf(target, [...fresh], Object.assign(db, { sees: this.sees })));
      for (const id of fresh) names.set(id, found.get(id) ?? '—');
    }
  }

  readonly nameOf = (field: Field, id: string): string => this.known.get(field.target!().name)?.get(id) ?? '—';
}
