import type { Database, Db } from '#kit/server/db.ts';

/** A database that dies at its nth statement. */
export function dying(on: Database, nth: number): { database: Database; sent: () => number } {
  let n = 0;
  const fragile = (db: Db): Db =>
    Object.assign(Object.create(db) as Db, {
      raw: (sql: string, values?: readonly unknown[]) => {
        n += 1;
        if (n === nth) return Promise.reject(new Error('the power went out'));
        return db.raw(sql, values);
      },
    });
  return {
    database: { ...on, write: (scope, work, options) => on.write(scope, (db) => work(fragile(db)), options) },
    sent: () => n,
  };
}
