/**
 * Report templates: kept by the platform's operators, looked at when they are saved and again when they run, and run by
 * their id alone.
 */
import { sql } from 'drizzle-orm';
import { homeOf } from '#areas/access/server/door.ts';
import { isBlind } from '#areas/shift/server/door.ts';
import { checkFields, isEmpty } from '#kit/declare/check.ts';
import type { Field } from '#kit/declare/field.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { writeAudit } from '#kit/server/audit.ts';
import { cellOf, columnOf } from '#kit/sheets/server/cell.ts';
import { crud } from '#kit/server/crud.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { beginRun } from '#kit/sheets/server/export-run.ts';
import { sending } from '#kit/sheets/server/export.ts';
import { instantOf } from '#kit/server/filter.ts';
import { serve } from '#kit/server/served.ts';
import type { Raw, Served } from '#kit/server/served.ts';
import { scopeOf } from '#kit/server/work.ts';
import type { Work } from '#kit/server/work.ts';
import {
  MOST_ROWS,
  parameterFields,
  readParameters,
  readableTables as tablesCall,
  reportTemplate,
  runTemplate,
} from '../../model/report-template.ts';
import type { ResultColumn, TemplateAnswer, TemplateParameter } from '../../model/report-template.ts';
import { Stopped, askStatement } from './ask.ts';
import type { QueryContext, Rows } from './ask.ts';
import { lookAt } from './check.ts';
import { readableTables, describeTables } from './readable.ts';

/** Wherever he works now: a template reads what he sees there. Nobody else, whatever his roles say. */
const isOperator = (work: Work): boolean => homeOf(work.person).platform;

function mustBeOperator(work: Work): void {
  if (!isOperator(work)) throw new Refused('not_permitted', { what: reportTemplate.title });
}

const contextOf = (work: Work): QueryContext => ({
  scope: scopeOf(work.person),
  zone: work.person.zone,
  lang: work.lang,
});

type Kept = {
  name?: string | null;
  nameEn?: string | null;
  sql?: string | null;
  parameters?: unknown;
  active?: boolean | null;
};

/** What is wrong with a template: its parameters, its statement, or that the engine takes it not. */
async function problemsOf(kept: Kept, work: Work): Promise<Problem[]> {
  const read = readParameters(kept.parameters);
  if (read.problem) return [{ field: 'parameters', msg: read.problem }];
  const looked = await lookAt(kept.sql ?? '', read.parameters, readableTables());
  if (looked.problem) return [{ field: 'sql', msg: looked.problem }];
  try {
    await askStatement(
      work.database,
      kept.sql ?? '',
      looked.statement,
      read.parameters.map(() => null),
      contextOf(work),
      0,
    );
    return [];
  } catch (error) {
    if (error instanceof Stopped) return [{ field: 'sql', msg: error.msg }];
    throw error;
  }
}

const saved = crud(reportTemplate, {
  narrow: (work) => (isOperator(work) ? undefined : sql`false`),
  check: (values, before, work) =>
    'sql' in values || 'parameters' in values || values.active === true
      ? problemsOf({ ...before, ...values }, work)
      : [],
  fill: (values) => ('parameters' in values ? { parameters: readParameters(values.parameters).parameters } : {}),
});

const isValues = (raw: unknown): raw is Record<string, unknown> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw);

/**
 * The values a template is run with, in the order of its parameters. A wall time without an offset is one of the
 * caller's zone.
 */
function givenOf(parameters: readonly TemplateParameter[], raw: unknown, zone: string): Record<string, unknown> {
  if (!isEmpty(raw) && !isValues(raw))
    throw new Refused('bad_input', {}, [
      { field: 'params', msg: text('参数应为名称到值的对象', 'Parameters must be an object of values by name') },
    ]);
  const given: Record<string, unknown> = Object.assign(Object.create(null), raw);
  const strange = Object.keys(given).find((name) => !parameters.some((each) => each.name === name));
  if (strange !== undefined)
    throw new Refused('bad_input', {}, [
      {
        field: 'params',
        msg: text(`没有参数 ${strange.slice(0, 40)}`, `There is no parameter ${strange.slice(0, 40)}`),
      },
    ]);
  for (const { name, kind } of parameters)
    if (kind === 'dateTime' && !isEmpty(given[name])) given[name] = instantOf(given[name], zone) ?? given[name];
  const { values, problems } = checkFields(parameterFields(parameters), given, true);
  if (problems.length > 0) throw new Refused('bad_input', {}, problems);
  return values;
}

/** One at a time for each person: whoever waits for a slow one does not start it over and over. */
const running = new Set<string>();

type Run = {
  readonly id: string;
  readonly name: string;
  readonly params: Record<string, unknown>;
  readonly work: Work;
};

/** On record in a transaction of its own: the report's can write nothing. */
const note = ({ id, name, params, work }: Run, what: Record<string, unknown>): Promise<void> =>
  work.database.write(scopeOf(work.person), (db) =>
    writeAudit({ ...work, db }, work.call, [
      { resource: reportTemplate.name, action: 'run', rowId: id, after: { name, params, ...what } },
    ]),
  );

async function rowsOf(run: Run, kept: Kept, parameters: readonly TemplateParameter[]): Promise<Rows> {
  const { work, params } = run;
  const looked = await lookAt(kept.sql ?? '', parameters, readableTables());
  if (looked.problem) throw ruleRefused(looked.problem);
  const { userId } = work.person;
  if (running.has(userId))
    throw ruleRefused(text('您执行的另一个报表还没有结束', 'Another report of yours is still running'));
  running.add(userId);
  try {
    return await askStatement(
      work.database,
      kept.sql ?? '',
      looked.statement,
      parameters.map(({ name }) => params[name] ?? null),
      contextOf(work),
    );
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    await note(run, { note: error.msg[work.lang] });
    throw ruleRefused(error.msg);
  } finally {
    running.delete(userId);
  }
}

const recordOf = (columns: readonly ResultColumn[], row: readonly unknown[]): Record<string, unknown> =>
  Object.fromEntries(columns.map(({ name }, nth) => [name, row[nth]]));

/** Created where it is used: the locale data that the first number format loads takes 20 ms to read. */
function cutWords(): Text {
  const most = MOST_ROWS.toLocaleString('en-US');
  return text(`只有前${most}行，其余未列出`, `The first ${most} rows only; there are more`);
}

async function asFile({ columns, rows, cut }: Rows, format: 'csv' | 'xlsx', title: Text, run: Run): Promise<Raw> {
  const { work } = run;
  const reader = { lang: work.lang, zone: work.person.zone, unmasked: true, nameOf: (_: Field, id: string) => id };
  const fields: Field[] = columns.map(({ title: heading, kind }) => ({ kind, label: text(heading, heading) }));
  const exported = await beginRun(work, {
    resource: reportTemplate.name,
    title: reportTemplate.title,
    total: rows.length,
    query: { name: run.name, params: run.params, format },
  });
  const batches = async function* () {
    yield rows.map((row) =>
      fields.map((field, nth) => {
        const value = row[nth];
        return typeof value === 'string' && field.kind !== 'date' && field.kind !== 'dateTime'
          ? (columns[nth]!.words?.[value] ?? value)
          : cellOf(field, value, reader);
      }),
    );
    if (cut) yield [[cutWords()[work.lang]]];
    await exported.passed(rows.length);
  };
  return sending(
    title,
    format,
    work,
    fields.map((field) => columnOf(field, work.lang)),
    batches(),
    exported,
  );
}

async function runRequested(work: Work): Promise<TemplateAnswer | Raw> {
  const { id, params: raw, format } = work.input as { id: string; params?: unknown; format?: 'csv' | 'xlsx' | null };
  const kept = await work.database.read(scopeOf(work.person), async (db) => {
    if (await isBlind({ person: work.person, db }))
      throw ruleRefused(
        text('您当班的现金尚未清点，清点后才能执行报表', 'You work a shift that is not counted yet; count it first'),
      );
    return rowOf(reportTemplate, id, db) as Promise<Kept>;
  });
  if (kept.active === false) throw ruleRefused(text('模板已停用', 'The template is not active'));
  const read = readParameters(kept.parameters);
  if (read.problem) throw ruleRefused(read.problem);
  const name = kept.name ?? '';
  const run: Run = { id, name, params: givenOf(read.parameters, raw, work.person.zone), work };
  const rows = await rowsOf(run, kept, read.parameters);
  await note(run, { rows: rows.rows.length, ms: rows.ms });
  if (format) return asFile(rows, format, text(name, kept.nameEn || name), run);
  const total = rows.rows.length;
  return {
    records: rows.rows.map((row) => recordOf(rows.columns, row)),
    columns: rows.columns,
    cut: rows.cut,
    ms: rows.ms,
    total,
    size: total,
    current: 1,
    pages: 1,
  };
}

const guarded = (served: Served): Served => ({
  ...served,
  work: async (work) => {
    mustBeOperator(work);
    return served.work(work);
  },
});

export const templateServed: Served[] = [
  ...saved,
  serve(runTemplate, (work) => runRequested(work), { mode: 'open' }),
  serve(tablesCall, async (work) => describeTables(work.lang)),
].map(guarded);
