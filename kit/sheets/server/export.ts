import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { dayOf } from '#domain/time/day.ts';
import { call, type Call } from '#kit/declare/call.ts';
import { dateTime, select, str, type Field, type Fields } from '#kit/declare/field.ts';
import { Refused } from '#kit/declare/refused.ts';
import { requestedPeriod, periodOf } from '#kit/declare/period.ts';
import { signatures } from '#kit/declare/signatures.ts';
import type { Report } from '#kit/declare/report.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { fill, text, type Text } from '#kit/declare/text.ts';
import { columnsBeside } from './beside.ts';
import { cellOf, columnOf, exportable, writtenColumn, type Reader } from './cell.ts';
import { listWhere, orderOf } from '#kit/server/list.ts';
import { csv } from '#kit/sheets/write/csv.ts';
import { batchesOf, Names, type Read } from './export-rows.ts';
import { beginRun, runOf, type Run } from './export-run.ts';
import { narrowOf } from '#kit/server/narrow.ts';
import { recurring } from '#kit/sheets/write/recurring.ts';
import { resourceNamed } from '#kit/server/registry.ts';
import { answerReport, rangeOf, reportFields, reportInput, reportNamed, sorted, summed } from '#kit/server/report.ts';
import type { ReportQuery, ReportRow } from '#kit/server/report.ts';
import { Raw, serve, type Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import { scopeOf, type Work } from '#kit/server/work.ts';
import { xlsx, type CellRow, type Column } from '#kit/sheets/write/xlsx.ts';

type Format = 'xlsx' | 'csv';
/** `beside`: no column of its table. */
type Named = { readonly name: string; readonly field: Field; readonly beside?: true };

const types: { readonly [F in Format]: string } = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

const frame: Fields = {
  createdAt: dateTime(text('创建时间', 'Created at')),
  updatedAt: dateTime(text('修改时间', 'Changed at')),
};

/**
 * The requested columns in the requested order; those that are not there, hidden or secret are passed over, and none at
 * all means the list's own.
 */
export function columnsOf(of: Resource, columns: unknown): Named[] {
  const fieldOf = (name: string): Field | undefined =>
    Object.hasOwn(of.fields, name) ? of.fields[name] : Object.hasOwn(frame, name) ? frame[name] : undefined;
  const named = (names: readonly string[]) =>
    [...new Set(names)].flatMap((name) => {
      const field = fieldOf(name);
      const fields = field ? undefined : columnsBeside(of.name)?.fields;
      const own = fields && Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (own) return [{ name, field: own, beside: true as const }];
      return field && exportable(field) && !field.hidden ? [{ name, field: stateWords(of, name, field) }] : [];
    });
  const chosen = typeof columns === 'string' ? named(columns.split(',').map((name) => name.trim())) : [];
  return chosen.length > 0 ? chosen : named(of.list);
}

/** The state of a lifecycle is written in its own words, whatever kind the field is declared as. */
function stateWords(of: Resource, name: string, field: Field): Field {
  if (of.lifecycle?.field !== name || field.options) return field;
  return {
    ...field,
    kind: 'select',
    options: Object.fromEntries(Object.entries(of.lifecycle.states).map(([state, { label }]) => [state, label])),
  };
}

function refuseUnless(permitted: boolean, title: Text): void {
  if (!permitted)
    throw new Refused('not_permitted', { what: fill(text('{title}（导出）', '{title} (export)'), { title }) });
}

/** Takes the first piece before anything is answered, so that what fails immediately is still answered as an error. */
async function primed(chunks: AsyncGenerator<Buffer>): Promise<AsyncGenerator<Buffer>> {
  const first = await chunks.next();
  return (async function* () {
    try {
      if (!first.done) yield first.value;
      yield* chunks;
    } finally {
      await chunks.return(undefined);
    }
  })();
}

/** The cells of rows that may have come as PostgreSQL wrote them. */
async function* cellsOf(columns: readonly Column[], batches: AsyncGenerator<CellRow[]>): AsyncGenerator<CellRow[]> {
  const reads = columns.map(({ read }) => read && recurring(read));
  for await (const rows of batches)
    yield rows.map((row) => row.map((cell, at) => (typeof cell === 'string' && reads[at] ? reads[at](cell) : cell)));
}

/** The file, sent as it is made; when the reader goes away the making stops. */
export async function sending(
  title: Text,
  format: Format,
  work: Work,
  columns: readonly Column[],
  batches: AsyncGenerator<CellRow[]>,
  run: Run,
  period: string | null = requestedPeriod(work.raw),
): Promise<Raw> {
  const when = period ?? dayOf(work.now.getTime(), work.person.zone);
  const name = `${title[work.lang]} ${when}.${format}`;
  const paper = {
    title: title[work.lang],
    period: when,
    signatures: signatures.map((who) => who[work.lang]),
  };
  const noted = async function* () {
    let state: 'done' | 'failed' = 'failed';
    try {
      yield* format === 'csv'
        ? csv(columns, batches)
        : xlsx([{ name: title[work.lang], columns, batches: cellsOf(columns, batches), paper }], { now: work.now });
      state = 'done';
    } finally {
      await batches.return(undefined);
      await run.ended(state);
    }
  };
  const chunks = await primed(noted());
  return new Raw((reply) =>
    reply
      .header('Content-Type', types[format])
      .header(
        'Content-Disposition',
        `attachment; filename="export.${format}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      )
      .header('Cache-Control', 'no-store')
      .header('X-Content-Type-Options', 'nosniff')
      .send(Readable.from(chunks)),
  );
}

const formatOf = (work: Work): Format => (work.raw.format === 'csv' ? 'csv' : 'xlsx');

/** What the caller filtered by, for the audit. */
const requestedQuery = (work: Work): Record<string, unknown> => {
  const { run: _, resource: __, report: ___, ...rest } = work.raw;
  return { ...rest, format: formatOf(work) };
};

/**
 * A resource's list as a file: the same filter, order and narrowing as the list call, the caller's language and zone.
 * Opens its own transactions: one that plans and counts, one that holds the cursor, small ones for progress and names.
 */
export async function exportList(of: Resource, work: Work): Promise<Raw> {
  refuseUnless(of.verbs.includes('export') && work.permits(`${of.name}:export`), of.title);
  const scope = scopeOf(work.person);
  const named = columnsOf(of, work.raw.columns);
  const t = tableOf(of);
  const plan = await work.database.read(scope, async (db) => {
    const inside = { ...work, db };
    const where = listWhere(of, inside, narrowOf(of, inside));
    const [counted] = await db
      .select({ total: sql<number>`count(*)`.mapWith(Number) })
      .from(t)
      .where(where);
    const drawn = named.some((each) => each.beside);
    const picked = Object.fromEntries([
      ...named.map(({ name, beside }) => [name, beside ? sql<number>`NULL::bigint`.as(name) : t[name]!]),
      ...(drawn ? [['rowId', sql<string>`${t.id!}`.as('row_id')]] : []),
    ]);
    return {
      total: counted!.total,
      figures: drawn ? await columnsBeside(of.name)!.values(inside) : null,
      query: db
        .select(picked)
        .from(t)
        .where(where)
        .orderBy(...orderOf(of, work.raw.sort, work.person))
        .toSQL(),
    };
  });
  const run = await beginRun(work, {
    resource: of.name,
    title: of.title,
    total: plan.total,
    query: requestedQuery(work),
  });
  const names = new Names(work.database, scope, (name) => work.permits(`${name}:unmask`));
  const unmasked = work.permits(`${of.name}:unmask`);
  const reader: Reader = { lang: work.lang, zone: work.person.zone, unmasked, nameOf: names.nameOf };
  const pointing = named.flatMap(({ field }, at) =>
    field.kind === 'relation' || field.kind === 'relations' ? [{ field, at }] : [],
  );
  const reads: Read[] = [];
  const columns = named.map(({ field }, at) => writtenColumn(field, reader, (written) => reads[at]!(written)));
  const batches = async function* (): AsyncGenerator<CellRow[]> {
    for await (const rows of batchesOf(work.database, scope, plan.query, reads) as AsyncGenerator<
      (string | null)[][]
    >) {
      await names.learn(
        pointing.map(({ field, at }) => ({
          field,
          values: [...new Set(rows.map((row) => row[at]))].map((written) => (written ? reads[at]!(written) : null)),
        })),
      );
      yield plan.figures ? rows.map((row) => withFigures(row, named, plan.figures!)) : rows;
      await run.passed(rows.length);
    }
  };
  return sending(of.title, formatOf(work), work, columns, batches(), run);
}

/** A row whose last value is its id, with the values beside it in the places reserved for them. */
function withFigures(
  row: readonly (string | null)[],
  named: readonly Named[],
  figures: (id: string) => Readonly<Record<string, number | null>>,
): (string | null)[] {
  const known = figures(String(row.at(-1)));
  return named.map(({ name, beside }, at) => (beside ? (known[name]?.toString() ?? null) : row[at]!));
}

const adding = new Set(['integer', 'money', 'duration']);

/** Amounts and counts added up, and the rates of these sums; other averages and shares have no sum. */
function totalsLine(
  report: Report,
  named: readonly [string, Field][],
  rows: readonly ReportRow[],
  reader: Reader,
): CellRow {
  const sums = summed(report, rows);
  return named.map(([name, field], at) => {
    const added = adding.has(field.kind) || Object.hasOwn(report.rates ?? {}, name);
    if (Object.hasOwn(report.measures, name) && added) return cellOf(field, sums[name], reader);
    return at === 0 ? text('合计', 'Total')[reader.lang] : null;
  });
}

/** A report as a file: its dimensions and measures, sorted as the page is, with the totals as last row. */
export async function streamReport(report: Report, query: ReportQuery, work: Work): Promise<Raw> {
  refuseUnless(work.permits(`${report.name}:export`) || work.permits(`${report.name}:read`), report.title);
  const scope = scopeOf(work.person);
  const range = rangeOf(report, work);
  const rows = await work.database.read(scope, async (db) =>
    sorted(report, await query({ ...work, db }, range), work.raw.sort),
  );
  const run = await beginRun(work, {
    resource: report.name,
    title: report.title,
    total: rows.length,
    query: requestedQuery(work),
  });
  const names = new Names(work.database, scope, (name) => work.permits(`${name}:unmask`));
  const reader: Reader = {
    lang: work.lang,
    zone: work.person.zone,
    unmasked: work.permits(`${report.name}:unmask`),
    nameOf: names.nameOf,
  };
  const named = Object.entries(reportFields(report)).filter(([, field]) => exportable(field) && !field.hidden);
  await names.learn(
    named.filter(([, field]) => field.target).map(([name, field]) => ({ field, values: rows.map((row) => row[name]) })),
  );
  const line = (row: ReportRow): CellRow => named.map(([name, field]) => cellOf(field, row[name], reader));
  const batches = async function* (): AsyncGenerator<CellRow[]> {
    for (let at = 0; at < rows.length; at += 2_000) {
      yield rows.slice(at, at + 2_000).map(line);
      await run.passed(Math.min(2_000, rows.length - at));
    }
    yield [totalsLine(report, named, rows, reader)];
  };
  return sending(
    report.title,
    formatOf(work),
    work,
    named.map(([, field]) => columnOf(field, work.lang, reader)),
    batches(),
    run,
    periodOf(range.from, range.to),
  );
}

const format = select(
  text('格式', 'Format'),
  { xlsx: text('Excel 工作簿', 'Excel workbook'), csv: text('CSV 文本', 'CSV text') },
  { default: 'xlsx' },
);
const runField = str(text('导出编号', 'Export run'), { max: 36 });
const input = { format, columns: str(text('列', 'Columns'), { max: 4_000 }), run: runField };

const exportCall = call({
  name: 'kit.export',
  title: text('导出列表', 'Export a list'),
  area: 'kit',
  method: 'GET',
  path: '/api/gatehouse/export/:resource',
  permission: 'session',
  answer: 'file',
  input: { resource: str(text('资源', 'Resource'), { required: true }), ...input },
});
const reportCall = call({
  name: 'kit.exportReport',
  title: text('导出报表', 'Export a report'),
  area: 'kit',
  method: 'GET',
  path: '/api/gatehouse/export-report/:report',
  permission: 'session',
  answer: 'file',
  input: { report: str(text('报表', 'Report'), { required: true }), format, run: runField },
});
const progressCall = call({
  name: 'kit.exportProgress',
  title: text('导出进度', 'Export progress'),
  area: 'kit',
  method: 'GET',
  path: '/api/gatehouse/export-progress',
  permission: 'session',
  input: { run: str(text('导出编号', 'Export run'), { required: true, max: 36 }) },
});

const unknown = (what: Text) => new Refused('no_such_record', { what });

/** The kit's own export calls, the same for every resource and report. */
export const exports: Served[] = [
  serve(
    exportCall,
    async (work) => {
      const of = resourceNamed(String(work.input.resource));
      if (!of) throw unknown(text('资源', 'Resource'));
      return exportList(of, work);
    },
    { mode: 'open' },
  ),
  serve(
    reportCall,
    async (work) => {
      const found = reportNamed(String(work.input.report));
      if (!found) throw unknown(text('报表', 'Report'));
      return streamReport(found.report, found.query, work);
    },
    { mode: 'open' },
  ),
  serve(progressCall, async (work) => {
    const run = /^[0-9a-f-]{36}$/.test(String(work.input.run)) ? await runOf(work, String(work.input.run)) : null;
    if (!run) throw unknown(text('导出', 'Export'));
    return run;
  }),
];

const contract = (
  name: string,
  title: Text,
  area: string,
  path: string,
  permission: Call['permission'],
  also: Fields = {},
) =>
  call({
    name,
    title: fill(text('{title}导出', '{title}: export'), { title }),
    area,
    method: 'GET',
    path,
    permission,
    answer: 'file',
    input: { ...also, ...input } as Fields,
  });

/** The export that the contract names itself for a resource; does what `/api/gatehouse/export/<resource>` does. */
export function exportOf(of: Resource, path = of.wire.export): Served {
  if (!path) throw new Error(`${of.name} names no export path`);
  return serve(
    contract(`${of.name}.export`, of.title, of.area, path, `${of.name}:export`),
    (work) => exportList(of, work),
    { mode: 'open' },
  );
}

/** The export that the contract names itself for a report. */
export function exportReportOf(report: Report, path = report.wire.export): Served {
  if (!path) throw new Error(`${report.name} names no export path`);
  return serve(
    contract(`${report.name}.export`, report.title, report.area, path, `${report.name}:read`, reportInput(report)),
    (work) => {
      const found = reportNamed(report.name);
      if (!found) throw new Error(`report ${report.name} is not answered`);
      return streamReport(report, found.query, work);
    },
    { mode: 'open' },
  );
}

/**
 * The calls of the reports that declare their source and that no area answers itself: the page and, where the contract
 * names one, the export.
 */
export const declaredReports = (reports: readonly Report[]): Served[] =>
  reports
    .filter(({ source, name }) => source && !reportNamed(name))
    .flatMap((report) => [answerReport(report), ...(report.wire.export ? [exportReportOf(report)] : [])]);
