/**
 * The road into somebody else's PostgreSQL: by an address that may be reached, in one transaction that reads alone, and
 * not for long.
 */
import pg from 'pg';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { reachable } from './inside.ts';
import { tableNamedBy } from './references.ts';
import type { KeyedTable } from './references.ts';
import type { OutsideColumn, OutsideLook, OutsideTable } from '../model/datasource.ts';

const CONNECT_MS = 5_000;
const STATEMENT_MS = 5_000;
const LOOK_MS = 15_000;
const MOST_TABLES = 1_000;
const MOST_COLUMNS = 200;
const SHOWN_COLUMNS = 50;
const SHOWN_ROWS = 20;
const LONGEST_CELL = 200;

export type Source = {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly ssl: 'verify' | 'off';
};

type Place = { readonly host: string; readonly port: number; readonly database: string };

/** Where an address leads, as drivers of both kinds write it; null for what is none, or says more than a place. */
export function placeIn(address: string): Place | null {
  const plain = address.trim().replace(/^jdbc:/, '');
  if (!/^postgres(ql)?:\/\//.test(plain) || !URL.canParse(plain)) return null;
  const { hostname, port, pathname, username, password, search, hash } = new URL(plain);
  const database = decodedName(pathname.slice(1));
  if (hostname === '' || !database || username || password || search || hash) return null;
  return { host: hostname.replace(/^\[|\]$/g, '').toLowerCase(), port: Number(port || 5432), database };
}

/** A name as it stands in an address; null where it cannot be read or has parts. */
function decodedName(part: string): string | null {
  try {
    const name = decodeURIComponent(part);
    return /^[^/\0]{1,63}$/.test(name) ? name : null;
  } catch {
    return null;
  }
}

const messages: Readonly<Record<string, Text>> = {
  ENOTFOUND: text('找不到这个主机', 'There is no such host'),
  EAI_AGAIN: text('找不到这个主机', 'There is no such host'),
  ECONNREFUSED: text('主机拒绝连接', 'The host refuses the connection'),
  ETIMEDOUT: text('主机没有应答', 'The host does not answer'),
  '28P01': text('账号或密码错误', 'Wrong account or password'),
  '28000': text('账号不能从这里登录', 'The account may not log in from here'),
  '3D000': text('没有这个数据库', 'There is no such database'),
  '42501': text('账号没有读取权限', 'The account may not read this'),
  '57014': text(`超过${STATEMENT_MS / 1000}秒，已停止`, `Stopped after ${STATEMENT_MS / 1000} seconds`),
};

const notReached = (error: unknown): Refused => {
  const { code, message } = error as { code?: string; message?: string };
  const known = code === undefined ? undefined : messages[code];
  const why = known ?? text('{why}', '{why}');
  return ruleRefused(
    fill(text('连接失败：{what}', 'It did not work: {what}'), {
      what: fill(why, {
        why: String(message ?? '')
          .replace(/\s+/g, ' ')
          .slice(0, 160),
      }),
    }),
    'not_reached',
  );
};

/** What a transaction begins with: it cannot write, waits for nobody and ends by itself. */
const beginnings = [
  'BEGIN READ ONLY',
  `SET LOCAL statement_timeout = ${STATEMENT_MS}`,
  'SET LOCAL lock_timeout = 1000',
  `SET LOCAL idle_in_transaction_session_timeout = ${LOOK_MS}`,
];

const asText = { getTypeParser: () => (value: string) => value };

/**
 * Works in somebody else's database.
 * @throws Refused `inside` or `not_reached`; what the work refuses itself goes on
 */
async function inOutside<T>(source: Source, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const place = placeIn(source.url);
  if (!place) throw notReached(new Error('address'));
  try {
    // Looked up once, so that what was looked at is what is reached.
    const [host] = await reachable(place.host, place.port);
    const client = new pg.Client({
      ...place,
      host: host!,
      user: source.username,
      // A function, for an empty password would be taken from this server's own environment.
      password: () => source.password,
      ssl: source.ssl === 'verify' ? { servername: place.host, rejectUnauthorized: true } : false,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: STATEMENT_MS + 1_000,
      application_name: 'gatehouse',
      types: asText,
    });
    client.on('error', () => undefined); // reported by the query in flight
    const late = setTimeout(() => void client.end().catch(() => undefined), LOOK_MS);
    try {
      await client.connect();
      for (const each of beginnings) await client.query(each);
      return await work(client);
    } finally {
      clearTimeout(late);
      await client.end().catch(() => undefined);
    }
  } catch (error) {
    throw error instanceof Refused ? error : notReached(error);
  }
}

const ofPeople = `n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'`;

type Rights = { readonly version: string; readonly writes: string; readonly tables: string };
const RIGHTS = `SELECT current_setting('server_version') AS version,
    (EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = current_user
    AND (rolsuper OR rolcreatedb OR rolcreaterole))
      OR EXISTS (SELECT 1 FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND ${ofPeople}
          AND has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE'))) AS writes,
    (SELECT count(*) FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND ${ofPeople}
      AND has_table_privilege(c.oid, 'SELECT')) AS tables`;

/** An account that could write is not used, however much the transaction keeps it from it. */
async function readerOnly(client: pg.Client): Promise<Rights> {
  const { rows } = await client.query<Rights>(RIGHTS);
  if (rows[0]!.writes === 't')
    throw ruleRefused(
      text('该账号可以写入，请换只读账号', 'This account may write; use one that may read alone'),
      'can_write',
    );
  return rows[0]!;
}

export const testOutside = (source: Source): Promise<{ version: string; tables: number }> =>
  inOutside(source, async (client) => {
    const { version, tables } = await readerOnly(client);
    return { version, tables: Number(tables) };
  });

type TableRow = { oid: string; schema: string; name: string; kind: string; note: string | null; rows: string };
const TABLES = `SELECT c.oid, n.nspname AS schema, c.relname AS name, c.relkind AS kind,
  obj_description(c.oid, 'pg_class') AS note,
    c.reltuples::bigint AS rows
  FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND ${ofPeople}
  AND has_table_privilege(c.oid, 'SELECT')`;

const tableOf = ({ schema, name, kind, note, rows }: TableRow): OutsideTable => ({
  schema,
  name,
  isView: kind === 'v' || kind === 'm',
  note: note?.slice(0, 200) ?? null,
  rows: Number(rows) >= 0 ? Number(rows) : null,
});

export const tablesOutside = (source: Source, part: string): Promise<OutsideTable[]> =>
  inOutside(source, async (client) => {
    await readerOnly(client);
    const { rows } = await client.query<TableRow>(
      `${TABLES} AND position(lower($1) IN lower(c.relname)) > 0 ORDER BY 2, 3 LIMIT ${MOST_TABLES}`,
      [part],
    );
    return rows.map(tableOf);
  });

/** Columns that alone are a foreign key, and the tables that may be referred to with the type of their keys. */
const KEYS = `SELECT a.attname AS name, n.nspname || '.' || c.relname AS table FROM pg_catalog.pg_constraint k
  JOIN pg_catalog.pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
  JOIN pg_catalog.pg_class c ON c.oid = k.confrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE k.conrelid = $1::oid AND k.contype = 'f' AND cardinality(k.conkey) = 1`;
const KEYED = `SELECT n.nspname || '.' || c.relname AS table, format_type(a.atttypid, a.atttypmod) AS "keyType"
  FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_catalog.pg_index i ON i.indrelid = c.oid AND i.indisprimary
  JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey) AND (i.indnkeyatts = 1 OR a.attname = 'id')
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND ${ofPeople} AND has_table_privilege(c.oid, 'SELECT')
  ORDER BY 1 LIMIT ${MOST_TABLES}`;

type ColumnRow = { name: string; type: string; required: string; key: string; note: string | null };
const COLUMNS = `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS required,
    EXISTS (SELECT 1 FROM pg_catalog.pg_index i WHERE i.indrelid = a.attrelid AND i.indisprimary
    AND a.attnum = ANY (i.indkey)) AS key,
    col_description(a.attrelid, a.attnum) AS note
  FROM pg_catalog.pg_attribute a WHERE a.attrelid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
  LIMIT ${MOST_COLUMNS}`;

/** `schema.table`, or a table of `public`. */
export function namesIn(tableName: string): readonly [schema: string, name: string] {
  const at = tableName.indexOf('.');
  return at < 0 ? ['public', tableName] : [tableName.slice(0, at), tableName.slice(at + 1)];
}

async function found(client: pg.Client, tableName: string): Promise<{ row: TableRow; columns: OutsideColumn[] }> {
  await readerOnly(client);
  const { rows } = await client.query<TableRow>(`${TABLES} AND n.nspname = $1 AND c.relname = $2`, [
    ...namesIn(tableName),
  ]);
  const [row] = rows;
  if (!row)
    throw ruleRefused(
      text('没有这张表，或账号不能读取', 'There is no such table, or the account may not read it'),
      'no_table',
    );
  const columns = await client.query<ColumnRow>(COLUMNS, [row.oid]);
  return {
    row,
    columns: columns.rows.map(({ name, type, required, key, note }) => ({
      name,
      type,
      required: required === 't',
      isKey: key === 't',
      note: note?.slice(0, 200) ?? null,
    })),
  };
}

/** The columns of a table, with the tables whose rows they name. */
export const columnsOutside = (source: Source, tableName: string): Promise<readonly OutsideColumn[]> =>
  inOutside(source, async (client) => {
    const { row, columns } = await found(client, tableName);
    const keys = await client.query<{ name: string; table: string }>(KEYS, [row.oid]);
    const { rows: tables } = await client.query<KeyedTable>(KEYED);
    return columns.map((column) => {
      const key = keys.rows.find(({ name }) => name === column.name)?.table;
      const named = key ? null : tableNamedBy(column, tables, `${row.schema}.${row.name}`);
      return key
        ? { ...column, refers: { table: key, by: 'key' } }
        : named
          ? { ...column, refers: { table: named, by: 'name' } }
          : column;
    });
  });

/** Columns and first rows of a table. Its names are those the catalogue answered, each quoted as a name. */
export const lookOutside = (source: Source, tableName: string): Promise<OutsideLook> =>
  inOutside(source, async (client) => {
    const { row, columns } = await found(client, tableName);
    const shown = columns.slice(0, SHOWN_COLUMNS);
    const cells = shown.map(({ name }) => `left(${pg.escapeIdentifier(name)}::text, ${LONGEST_CELL})`);
    const from = `${pg.escapeIdentifier(row.schema)}.${pg.escapeIdentifier(row.name)}`;
    const { rows } = await client.query<(string | null)[]>({
      text: `SELECT ${cells.join(', ') || 'NULL'} FROM ${from} LIMIT ${SHOWN_ROWS}`,
      rowMode: 'array',
    });
    return { table: tableOf(row), columns, rows };
  });
