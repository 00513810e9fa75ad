import type { Field } from '#kit/declare/field.ts';
import type { Database, Db, Scope } from '#kit/server/db.ts';
import { namesOf } from '#kit/server/rows.ts';

export { batchesOf, type Read } from './batches.ts';

/** Names of related rows remembered during one export; beyond this the cache is reset. */
const NAMES = 50_000;

/** Names of the rows that a batch's relation columns point at, looked up once per batch for those not known yet. */
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
      if (!names || names.size > NAMES) this.known.set(target.name, (names = new Map()));
      const fresh = new Set<string>();
      for (const value of values)
        for (const id of Array.isArray(value) ? value : [value])
          if (typeof id === 'string' && !names.has(id)) fresh.add(id);
      if (fresh.size === 0) continue;
      const found = await this.database.read(this.scope, (db) =>
        namesOf(target, [...fresh], Object.assign(db, { sees: this.sees })),
      );
      for (const id of fresh) names.set(id, found.get(id) ?? '—');
    }
  }

  readonly nameOf = (field: Field, id: string): string => this.known.get(field.target!().name)?.get(id) ?? '—';
}
