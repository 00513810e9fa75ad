/**
 * Lots of one tenant that are stored together: what they ask of the engine in one breath goes to it as one statement.
 */
import type { Db } from '#kit/server/db.ts';

type Row = Record<string, unknown>;
type QueuedCall = {
  readonly values: readonly unknown[];
  readonly done: (rows: Row[]) => void;
  readonly failed: (error: unknown) => void;
};
type Shared = {
  readonly sql: string;
  readonly by: 'list' | 'lot';
  readonly types: readonly string[];
  readonly calls: QueuedCall[];
};

const NTH = 'nth request';

/** Where a statement's list of rows stands among its values, as JSON; -1 without one. */
const listAt = (values: readonly unknown[]): number =>
  values.findIndex((value) => typeof value === 'string' && value.startsWith('[{'));

/** Types of the places from $2 on: as they are cast, or a lot's id. Null where one is not known. */
function typesOf(sql: string, places: number): string[] | null {
  const types = Array.from({ length: places - 1 }, (_, at) => {
    const cast = new RegExp(String.raw`\$${at + 2}::(\w+(?:\[\])?)`).exec(sql)?.[1];
    return cast ?? (sql.includes(`park_id = $${at + 2}`) ? 'uuid' : null);
  });
  return types.every((type) => type !== null) ? types : null;
}

/**
 * A query over rows of one car park, run for every requester. `OFFSET 0` keeps it whole: otherwise the planner may
 * split it and scan all rows of the tenant, searching the requesters for each.
 */
function perLot(sql: string, types: readonly string[]): string {
  const inner = sql.replaceAll(/\$(\d+)/g, (place, nth: string) => (nth === '1' ? place : `request.p${nth}`));
  return `SELECT request.nth AS "${NTH}", answer.* FROM jsonb_to_recordset($2::jsonb) AS request(nth int,
    ${types.map((type, at) => `p${at + 2} ${type}`).join(', ')}) CROSS JOIN LATERAL (${inner} OFFSET 0) answer`;
}

async function lookedAt(db: Db, { sql, types, calls: queued }: Shared): Promise<Row[][]> {
  const rows = queued.map(({ values }, nth) =>
    Object.fromEntries([
      ['nth', nth],
      ...types.map((type, at) => [
        `p${at + 2}`,
        type === 'jsonb' ? JSON.parse(String(values[at + 1])) : values[at + 1],
      ]),
    ]),
  );
  const found = Map.groupBy(
    await db.raw<Row>(perLot(sql, types), [queued[0]!.values[0], JSON.stringify(rows)]),
    (row) => row[NTH],
  );
  return queued.map((_, nth) => found.get(nth) ?? []);
}

/**
 * Combines lists of rows into one insert; each requester gets back the returned rows that match one of its own in all
 * common columns.
 */
async function written(db: Db, { sql, calls: queued }: Shared): Promise<Row[][]> {
  const at = listAt(queued[0]!.values);
  const list = `[${queued.map(({ values }) => String(values[at]).slice(1, -1)).join(',')}]`;
  const back = await db.raw<Row>(sql, queued[0]!.values.with(at, list));
  if (back.length === 0) return queued.map(() => []);
  return queued.map(({ values }) => {
    const own = JSON.parse(String(values[at])) as Row[];
    const names = Object.keys(back[0]!).filter((name) => name in own[0]!);
    const like = (row: Row): string => JSON.stringify(names.map((name) => row[name]));
    const mine = new Set(own.map(like));
    return back.filter((row) => mine.has(like(row)));
  });
}

async function answer(db: Db, shared: Shared): Promise<void> {
  const { calls: queued, sql, by } = shared;
  try {
    const rows =
      queued.length === 1
        ? [await db.raw<Row>(sql, queued[0]!.values)]
        : await (by === 'list' ? written : lookedAt)(db, shared);
    queued.forEach(({ done }, nth) => done(rows[nth]!));
  } catch (error) {
    for (const { failed } of queued) failed(error);
  }
}

/**
 * How a statement may be shared, and with which others: one over a list of rows in JSON with the same other values, or
 * a look at a lot's rows that locks none.
 */
function sharing(
  sql: string,
  values: readonly unknown[],
): (Pick<Shared, 'by' | 'types'> & { readonly key: string }) | null {
  const at = listAt(values);
  if (!/^\s*SELECT\b/.test(sql))
    return at < 0 ? null : { by: 'list', types: [], key: `${sql}\n${JSON.stringify(values.with(at, null))}` };
  const types =
    !sql.includes('tenant_id = $1') || sql.includes('FOR UPDATE') || values.length < 2
      ? null
      : typesOf(sql, values.length);
  return types && { by: 'lot', types, key: `${sql}\n${String(values[0])}` };
}

/**
 * The same transaction for several lots at once: statements of several that come together go together, the others as
 * they are. `$1` of a look is the tenant.
 */
export function joined(db: Db): Db {
  let waiting = new Map<string, Shared>();
  const go = (): void => {
    const now = waiting;
    waiting = new Map();
    for (const shared of now.values()) void answer(db, shared);
  };
  const raw = (sql: string, values: readonly unknown[] = []): Promise<Row[]> => {
    const how = sharing(sql, values);
    if (!how) return db.raw<Row>(sql, values);
    if (waiting.size === 0) process.nextTick(go);
    const shared = waiting.get(how.key) ?? { sql, by: how.by, types: how.types, calls: [] };
    waiting.set(how.key, shared);
    return new Promise((done, failed) => {
      shared.calls.push({ values, done, failed });
    });
  };
  return Object.assign(Object.create(db) as Db, { raw });
}
