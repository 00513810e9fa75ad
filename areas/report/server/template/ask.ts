/**
 * Asks the engine a statement that was looked at: read-only, under the caller's scope and row security, for a short
 * time and for few rows.
 */
import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import { fill, text } from '#kit/declare/text.ts';
import type { Lang, Text } from '#kit/declare/text.ts';
import type { Database, Scope } from '#kit/server/db.ts';
import { MOST_ROWS } from '../../model/report-template.ts';
import type { ParameterKind, ResultColumn, ResultKind } from '../../model/report-template.ts';
import type { Statement } from './check.ts';
import { offsetOfNth, placed } from './parser.ts';
import { optionsOf, readableTables, shadowOf } from './readable.ts';

export const LONGEST_MS = 10_000;
const LOCK_MS = 2_000;
const MOST_COLUMNS = 50;
/** Longer text in a cell is cut, numbers are never so long. */
const LONGEST_TEXT = 1_000;

/** The database rejected the statement, or it was stopped. */
export class Stopped extends Error {
  readonly msg: Text;
  readonly late: boolean;
  constructor(msg: Text, late: boolean) {
    super(msg.en);
    this.msg = msg;
    this.late = late;
  }
}

const types: { readonly [K in ParameterKind]: string } = {
  text: 'text',
  number: 'numeric',
  date: 'date',
  dateTime: 'timestamptz',
  yesNo: 'boolean',
  park: 'uuid',
  company: 'uuid',
};

export type QueryContext = { readonly scope: Scope; readonly zone: string; readonly lang: Lang };
type Whole = { readonly lead: string; readonly values: unknown[] };

/** What stands before the statement: its parameters with their types, and its tables as the caller may see them. */
function leadOf({ parameters, tables }: Statement, given: readonly unknown[], { scope }: QueryContext): Whole {
  const values = [...given];
  const typed = parameters.map(({ kind }, nth) => `$${nth + 1}::${types[kind]}`);
  const readable = readableTables();
  const before = [
    ...(typed.length > 0 ? [`"given values" AS (SELECT ${typed.join(', ')})`] : []),
    ...tables.map((table) => shadowOf(table, readable.get(table)!, scope, values)),
  ];
  return { lead: before.length > 0 ? `WITH ${before.join(', ')} ` : '', values };
}

/** Names and types of PostgreSQL's own; everything else is returned as text. */
const kinds: ReadonlyMap<number, ResultKind> = new Map([
  [20, 'integer'],
  [21, 'integer'],
  [23, 'integer'],
  [1700, 'decimal'],
  [700, 'decimal'],
  [701, 'decimal'],
  [16, 'boolean'],
  [1082, 'date'],
  [1184, 'dateTime'],
]);
const counted: ReadonlySet<ResultKind> = new Set(['integer', 'decimal']);

/** A heading can have both languages, `车场|Car park`; one that ends in `_fen` is money. */
function columnsOf(fields: readonly pg.FieldDef[], lang: Lang): ResultColumn[] {
  const names = new Set<string>();
  return fields.map(({ name, dataTypeID }) => {
    let own = name;
    for (let nth = 2; names.has(own); nth += 1) own = `${name}_${nth}`;
    names.add(own);
    const kind = kinds.get(dataTypeID) ?? 'text';
    const isMoney = counted.has(kind) && /_fen$/i.test(name);
    const [zh, en] = name
      .replace(/_fen$/i, '')
      .split('|')
      .map((side) => side.trim()) as [string, string | undefined];
    return { name: own, title: (lang === 'zh' ? zh : (en ?? zh)) || own, kind: isMoney ? 'money' : kind };
  });
}

type Origin = { readonly oid: number; readonly nth: number; readonly table: string; readonly column: string };

/** Columns of a declared choice, by the origin the database reports, get its labels. */
async function withWords(
  client: pg.PoolClient,
  fields: readonly pg.FieldDef[],
  columns: readonly ResultColumn[],
  lang: Lang,
): Promise<ResultColumn[]> {
  const tables = [...new Set(fields.map(({ tableID }) => tableID))].filter((oid) => oid > 0);
  if (tables.length === 0) return [...columns];
  const { rows } = await client.query<Origin>(
    "SELECT c.oid::int8 AS oid, a.attnum AS nth, c.relname AS table, a.attname AS column FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid WHERE c.oid = ANY($1::oid[]) AND c.relnamespace = 'public'::regnamespace",
    [tables],
  );
  return columns.map((column, at) => {
    const origin = rows.find(({ oid, nth }) => Number(oid) === fields[at]!.tableID && nth === fields[at]!.columnID);
    const readable = origin && readableTables().get(origin.table);
    const options = readable && optionsOf(readable, origin.column);
    return options
      ? { ...column, words: Object.fromEntries(Object.entries(options).map(([key, label]) => [key, label[lang]])) }
      : column;
  });
}

const readers: { readonly [K in ResultKind]: (value: string) => unknown } = {
  text: (value) => (value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value),
  date: String,
  // More digits than a number can hold are returned as text.
  integer: (value) => (Number.isSafeInteger(Number(value)) ? Number(value) : value),
  decimal: (value) =>
    value.replace(/[^\d]/g, '').length <= 15 && Number.isFinite(Number(value)) ? Number(value) : value,
  money: (value) => (Number.isFinite(Number(value)) ? Math.round(Number(value)) : null),
  boolean: (value) => value === 't',
  dateTime: (value) => {
    const at = Date.parse(value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
    return Number.isNaN(at) ? value : new Date(at).toISOString();
  },
};

/** Everything as the engine writes it; what it means is read by the column. */
const asWritten = { getTypeParser: () => (value: string) => value };
const ask = (client: pg.PoolClient, sql: string, values: unknown[]): Promise<pg.QueryArrayResult<(string | null)[]>> =>
  client.query({ text: sql, values, rowMode: 'array', types: asWritten });

export type Rows = {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly (readonly unknown[])[];
  readonly cut: boolean;
  readonly ms: number;
};

const zoneName = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

/**
 * One transaction for a report: nothing can be written in it, nothing waits long, and a name leads to the engine's own
 * functions and nowhere else.
 */
export async function inReport<T>(
  database: Database,
  { scope, zone }: Pick<QueryContext, 'scope' | 'zone'>,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return database.stream(scope, async (client) => {
    const settings = [
      `statement_timeout = ${LONGEST_MS}`,
      `lock_timeout = ${LOCK_MS}`,
      'search_path = pg_catalog',
      'max_parallel_workers_per_gather = 0',
      `TimeZone = '${zoneName.test(zone) ? zone : 'UTC'}'`,
    ];
    for (const setting of settings) await client.query(`SET LOCAL ${setting}`);
    return work(client);
  });
}

const tooMany = text(`最多${MOST_COLUMNS}列`, `At most ${MOST_COLUMNS} columns`);

/**
 * Runs a statement with the values of its parameters, in their order. `rows` 0: only looks whether the engine takes it.
 */
export async function askStatement(
  database: Database,
  source: string,
  statement: Statement,
  given: readonly unknown[],
  context: QueryContext,
  rows = MOST_ROWS,
): Promise<Rows> {
  const { lead, values } = leadOf(statement, given, context);
  let before = `${lead}SELECT * FROM (\n`;
  try {
    return await inReport(database, context, async (client) => {
      const { fields } = await ask(client, `${before}${statement.body}\n) AS result LIMIT 0`, values);
      if (fields.length === 0 || fields.length > MOST_COLUMNS) throw new Stopped(tooMany, false);
      if (rows === 0) return { columns: [], rows: [], cut: false, ms: 0 };
      const columns = await withWords(client, fields, columnsOf(fields, context.lang), context.lang);
      const names = columns.map((_, nth) => `c${nth + 1}`);
      const shown = columns.map(({ kind }, nth) =>
        kind === 'text'
          ? `left(${names[nth]!}::text, ${LONGEST_TEXT + 1})`
          : kind === 'decimal' || kind === 'money'
            ? `left(${names[nth]!}::text, 200)`
            : names[nth]!,
      );
      before = `${lead}SELECT ${shown.join(', ')} FROM (\n`;
      const from = performance.now();
      const found = await ask(
        client,
        `${before}${statement.body}\n) AS result(${names.join(', ')}) LIMIT ${rows + 1}`,
        values,
      );
      const ms = Math.round(performance.now() - from);
      return {
        columns,
        rows: found.rows
          .slice(0, rows)
          .map((row) => row.map((value, nth) => (value === null ? null : readers[columns[nth]!.kind](value)))),
        cut: found.rows.length > rows,
        ms,
      };
    });
  } catch (error) {
    throw stoppedBy(error, source, before) ?? error;
  }
}

const late = text(
  `超过${LONGEST_MS / 1000}秒，已停止：请缩短时间范围或增加条件`,
  `Stopped after ${LONGEST_MS / 1000} seconds: narrow the range of time or add conditions`,
);
const locked = text('数据正被占用，请稍后再试', 'The data are being worked on; try again shortly');
const messages: Readonly<Record<string, Text>> = {
  '42703': text('没有这一列', 'There is no such column'),
  '42P01': text('没有这张表', 'There is no such table'),
  '42702': text('列名有歧义，请写明是哪张表的', 'The column may be of several tables; say which'),
  '42803': text('列既不在 GROUP BY 中也不在聚合函数里', 'A column is neither in GROUP BY nor in an aggregate'),
  '42883': text('没有适合这些类型的函数或运算符', 'No function or operator for these types'),
  '42804': text('类型不一致', 'The types differ'),
  '42846': text('不能这样转换类型', 'No such cast'),
  '42712': text('同一别名用了两次', 'An alias is there twice'),
  '22012': text('除数为零', 'Division by zero'),
  '21000': text('子查询得出多行', 'A query in a query found several rows'),
  '42601': text('语句写得不对', 'The statement cannot be read'),
};
const other = text('数据库不接受', 'The database does not take it');

/**
 * The database's message about a statement for its author, with the position in the author's text; null if the
 * statement is not at fault.
 */
function stoppedBy(error: unknown, source: string, before: string): Stopped | null {
  const { code, message, position } = error as { code?: string; message: string; position?: string };
  if (code === '57014') return new Stopped(late, true);
  if (code === '55P03') return new Stopped(locked, true);
  // Not supported, values, writing, names with types and rights, too complex; XX000 is a value too large for the
  // engine.
  if (!code || !/^(0A|21|22|25006|42|54|XX000)/.test(code)) return null;
  const words = fill(text('{what}（{why}）', '{what} ({why})'), { what: messages[code] ?? other, why: message });
  // The engine counts characters from 1, what stands before the statement among them.
  const nth = position === undefined ? -1 : Number(position) - 1 - [...before].length;
  return new Stopped(placed(words, source, nth < 0 ? null : offsetOfNth(source, nth)), false);
}
