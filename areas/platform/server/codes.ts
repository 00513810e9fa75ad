/**
 * Generations as people keep them, and the files that come of them. Nothing is written on the server and nothing is
 * run.
 */
import { asc, inArray, or } from 'drizzle-orm';
import { strToU8, zipSync } from 'fflate';
import { isEmpty, isId } from '#kit/declare/check.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Stored } from '#kit/server/rows.ts';
import type { Rules } from '#kit/server/rules.ts';
import { scoped } from '#kit/server/scope.ts';
import { Raw, serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import { scopeOf } from '#kit/server/work.ts';
import type { Work } from '#kit/server/work.ts';
import { code, codeColumns, generateCode, generatorTables, previewCode, readColumns } from '../model/code.ts';
import type { CodeColumn, CodeFile } from '../model/code.ts';
import { sourceOf } from './datasources.ts';
import { declarationOf, merged, problemsOf } from './declaration.ts';
import type { Chosen } from './declaration.ts';
import { mustOperate, operatorsAlone } from './operators.ts';
import { columnsOutside, tablesOutside } from './outside.ts';

const of = code as Resource;
const MOST_FILES = 50;

export const codeRules: Rules = {
  narrow: operatorsAlone,
  check: ({ packageName, columns: drawn, tableName }, _, work) => {
    mustOperate(work, code);
    const { problem } = readColumns(drawn);
    const wrong = (field: string, zh: string, en: string): Problem => ({ field, msg: text(zh, en) });
    return [
      ...(problem ? [{ field: 'columns', msg: problem }] : []),
      ...(isEmpty(packageName) || /^[a-z][a-z0-9]{1,29}$/.test(String(packageName))
        ? []
        : [wrong('packageName', '应为小写字母与数字', 'Small letters and digits alone')]),
      ...(isEmpty(tableName) || /^[^.]{1,63}(\.[^.]{1,63})?$/.test(String(tableName))
        ? []
        : [wrong('tableName', '应为 表名 或 模式.表名', 'Should be a table, or schema.table')]),
    ];
  },
  fill: ({ columns: drawn }) => (isEmpty(drawn) ? {} : { columns: readColumns(drawn).columns }),
};

const textOf = (row: Stored, name: string): string => String(row[name] ?? '');
const chosenIn = (row: Stored): Chosen => ({
  tableName: textOf(row, 'tableName'),
  packageName: textOf(row, 'packageName'),
  titleZh: textOf(row, 'titleZh'),
  titleEn: textOf(row, 'titleEn'),
  apiPath: textOf(row, 'apiPath'),
  webPath: textOf(row, 'webPath'),
});
const columnsIn = (row: Stored): readonly CodeColumn[] => readColumns(row['columns']).columns ?? [];

const idOf = (work: Work): string => String((work.input as { id: string }).id).toLowerCase();

/** The table's columns as they are now; those chosen before where its data source cannot be reached. */
async function columns(work: Work): Promise<readonly CodeColumn[]> {
  mustOperate(work, code);
  const row = (await work.database.read(scopeOf(work.person), (db) => rowOf(of, idOf(work), db))) as Stored;
  const chosen = columnsIn(row);
  try {
    const now = await columnsOutside(await sourceOf(work, textOf(row, 'datasourceId')), textOf(row, 'tableName'));
    return merged(now, chosen);
  } catch (error) {
    if (error instanceof Refused && error.reason === 'not_reached' && chosen.length > 0) return chosen;
    throw error;
  }
}

async function preview(work: Work): Promise<CodeFile> {
  mustOperate(work, code);
  const row = (await rowOf(of, idOf(work), work.db)) as Stored;
  const given = (work.input as { columns?: unknown }).columns;
  const { columns: drawn, problem } = readColumns(given ?? row['columns']);
  if (problem) throw new Refused('bad_input', {}, [{ field: 'columns', msg: problem }]);
  const chosen = chosenIn(row);
  return {
    ...declarationOf(chosen, drawn),
    problems: problemsOf(chosen, drawn).map((each) => each[work.lang]),
  };
}

type Page = { current: number; size: number };
const pageOf = <T>(rows: readonly T[], { current, size }: Page) => ({
  records: rows.slice((current - 1) * size, current * size),
  total: rows.length,
  current,
  size,
  pages: Math.ceil(rows.length / size),
});

async function tables(work: Work): Promise<object> {
  mustOperate(work, code);
  const { current, size, tableName, datasourceId } = work.input as {
    current?: number;
    size?: number;
    tableName?: string;
    datasourceId?: string;
  };
  const page = { current: current ?? 1, size: size ?? 20 };
  if (datasourceId) return pageOf(await tablesOutside(await sourceOf(work, datasourceId), tableName ?? ''), page);
  const t = tableOf(of);
  const rows = await work.database.read(scopeOf(work.person), (db) =>
    db.select().from(t).where(scoped(of, db.scope)).orderBy(asc(t.codeName!)).limit(1000),
  );
  const part = (tableName ?? '').toLowerCase();
  const named = (rows as Stored[]).filter((row) => textOf(row, 'tableName').toLowerCase().includes(part));
  return pageOf(
    named.map(({ id, codeName, tableName: table, packageName, datasourceId: from }) => ({
      id,
      codeName,
      tableName: table,
      packageName,
      datasourceId: from,
    })),
    page,
  );
}

/** The requested generations, by table or id, in the order of their names. */
async function requestedColumns(work: Work): Promise<Stored[]> {
  const names = String(work.input['tables'])
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
    .slice(0, MOST_FILES);
  const t = tableOf(of);
  const ids = names.map((each) => each.toLowerCase()).filter(isId);
  const rows = (await work.db
    .select()
    .from(t)
    .where(
      scoped(of, work.db.scope, [or(inArray(t.tableName!, names), ...(ids.length > 0 ? [inArray(t.id!, ids)] : []))]),
    )
    .orderBy(asc(t.codeName!))
    .limit(MOST_FILES)) as Stored[];
  if (rows.length === 0)
    throw ruleRefused(text('没有这些表的生成配置', 'None of these tables has a generation'), 'no_table');
  return rows;
}

async function generate(work: Work): Promise<Raw> {
  mustOperate(work, code);
  const files: Record<string, Uint8Array> = {};
  for (const row of await requestedColumns(work)) {
    const [chosen, drawn] = [chosenIn(row), columnsIn(row)];
    const [problem] = problemsOf(chosen, drawn);
    if (problem)
      throw ruleRefused(
        fill(text('{table}：{problem}', '{table}: {problem}'), {
          table: chosen.tableName.replace(/[^\x20-\x7e]/g, ''),
          problem,
        }),
        'incomplete',
      );
    const { path, text: content } = declarationOf(chosen, drawn);
    files[path] = strToU8(content);
  }
  const bytes = Buffer.from(zipSync(files));
  return new Raw((reply) =>
    reply
      .header('Content-Type', 'application/zip')
      .header('Content-Disposition', 'attachment; filename="declarations.zip"')
      .header('Cache-Control', 'no-store')
      .send(bytes),
  );
}

export const codesServed: readonly Served[] = [
  serve(codeColumns, columns, { mode: 'open' }),
  serve(previewCode, preview),
  serve(generatorTables, tables, { mode: 'open' }),
  serve(generateCode, generate),
];
