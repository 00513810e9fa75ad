import { Readable } from 'node:stream';
import { and, inArray } from 'drizzle-orm';
import { call } from '#kit/declare/call.ts';
import { boolean, str } from '#kit/declare/field.ts';
import type { Field } from '#kit/declare/field.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Problem } from '#kit/declare/refused.ts';
import { formFields } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { uploadedTable } from '#kit/sheets/read/read.ts';
import { MOST_BYTES } from '#kit/sheets/read/table.ts';
import type { Cell, Line, TableFile } from '#kit/sheets/read/table.ts';
import { columnOf } from './cell.ts';
import { hints, readCell, Wrong } from './cell-read.ts';
import { rowsAtOnce, saveRows } from './import-rows.ts';
import type { Reading } from './import-rows.ts';
import { keepReferences } from '#kit/server/row-checks.ts';
import { narrowOf } from '#kit/server/narrow.ts';
import { resourceNamed } from '#kit/server/registry.ts';
import { scoped } from '#kit/server/scope.ts';
import { Raw, serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { xlsx } from '#kit/sheets/write/xlsx.ts';
import type { CellRow, Column } from '#kit/sheets/write/xlsx.ts';

/**
 * What came of a file: how many rows, and what is wrong with each that is not good. `ignored` are headings that name
 * nothing.
 */
export type ImportReport = {
  total: number;
  good: number;
  bad: number;
  ignored: string[];
  rows: { line: number; problems: { field: string; msg: string }[] }[];
};

const importable = (of: Resource): string[] => formFields(of, true);

function resourceFor(work: Work): Resource {
  const of = resourceNamed(String(work.input.resource));
  if (!of) throw new Refused('no_such_record', { what: text('资源', 'Resource') });
  if (!of.verbs.includes('import') || !work.permits(`${of.name}:import`))
    throw new Refused('not_permitted', {
      what: fill(text('{title}（导入）', '{title} (import)'), { title: of.title }),
    });
  return of;
}

/** No label is longer; what follows it could be a text made to be slow to match. */
const MOST_HEADING = 200;

/**
 * Headings are known by the label in either language, by the field's name and its other spellings; a mark for required
 * and a unit may follow.
 */
const plainHeading = (heading: string): string =>
  heading
    .trim()
    .slice(0, MOST_HEADING)
    .replace(/[*＊]$/, '')
    .replace(/\s*[（(](元|CNY)[)）]$/, '')
    .trim()
    .toLowerCase();

function fieldsOf(of: Resource, headings: readonly string[]): { at: Map<string, number>; ignored: string[] } {
  const known = new Map<string, string>();
  for (const name of importable(of)) {
    const { label, alias } = of.fields[name]!;
    for (const each of [name, label.zh, label.en, ...(alias ?? [])])
      if (!known.has(plainHeading(each))) known.set(plainHeading(each), name);
  }
  const at = new Map<string, number>();
  const ignored: string[] = [];
  headings.forEach((heading, column) => {
    const name = known.get(plainHeading(heading));
    if (name && !at.has(name)) at.set(name, column);
    else if (heading.trim() !== '') ignored.push(heading);
  });
  if (at.size === 0)
    throw new Refused('bad_input', {}, [
      {
        field: 'file',
        msg: text(
          '第一行没有可识别的表头，请使用导入模板',
          'No recognisable column headings in the first row. Please use the template.',
        ),
      },
    ]);
  return { at, ignored };
}

type Known = { id: string; within: string | null };
type Lookup = (name: string, within: string | null) => string | Wrong;

const isUuid = (name: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(name);

/** All names a column of the file uses, looked up in one query among the rows the caller may see. */
async function lookupOf(field: Field, spoken: readonly string[], work: Work): Promise<Lookup> {
  const target = field.target!();
  const t = tableOf(target);
  const within = field.within && t[field.within] ? { within: t[field.within]! } : {};
  const names = [
    ...new Set(spoken.flatMap((each) => [each.trim(), ...each.split(/[、,，;；|\n]/).map((item) => item.trim())])),
  ].filter((name) => name !== '' && !isUuid(name));
  const known = new Map<string, Known[]>();
  for (let from = 0; from < names.length; from += 5_000) {
    const found = await work.db
      .select({ id: t.id!, name: t[target.display]!, ...within })
      .from(t)
      .where(
        and(
          scoped(target, work.db.scope, [
            inArray(t[target.display]!, names.slice(from, from + 5_000)),
            narrowOf(target, work),
          ]),
        ),
      );
    for (const row of found as { id: string; name: unknown; within?: string | null }[]) {
      const same = known.get(String(row.name));
      const each = { id: row.id, within: row.within ?? null };
      if (same) same.push(each);
      else known.set(String(row.name), [each]);
    }
  }
  return (name, inside) => {
    if (isUuid(name)) return name.toLowerCase(); // whether it is there and in scope is checked when the row is saved
    const all = known.get(name) ?? [];
    const fitting = inside ? all.filter((each) => each.within === null || each.within === inside) : all;
    if (fitting.length === 1) return fitting[0]!.id;
    return new Wrong(
      fitting.length === 0
        ? fill(text('“{name}”不存在或不在您的权限范围内', '"{name}" does not exist or you have no access to it'), {
            name,
          })
        : fill(text('有多个“{name}”，请填写编号', 'there are several named "{name}"; please give the id'), { name }),
    );
  };
}

/** Turns lines into what the form would have sent. */
async function readerOf(
  of: Resource,
  file: TableFile,
  at: Map<string, number>,
  work: Work,
): Promise<(line: Line) => Reading> {
  const lookups = new Map<string, Lookup>();
  for (const [name, column] of at) {
    const field = of.fields[name]!;
    if (field.target)
      lookups.set(
        name,
        await lookupOf(
          field,
          file.lines.map(({ cells }) => String(cells[column] ?? '')),
          work,
        ),
      );
  }
  // A relation that another narrows is read after it.
  const order = [...at.keys()].sort(
    (a, b) => Number(of.fields[a]!.within !== undefined) - Number(of.fields[b]!.within !== undefined),
  );
  return ({ cells }) => {
    const input: Record<string, unknown> = {};
    const wrongs: Problem[] = [];
    for (const name of order) {
      const field = of.fields[name]!;
      const inside = field.within ? ((input[field.within] as string | undefined) ?? null) : null;
      const value = readCell(field, (cells[at.get(name)!] ?? null) as Cell, {
        zone: work.person.zone,
        dayShift: file.dayShift,
        idOf: (_, spoken) => lookups.get(name)!(spoken, inside),
      });
      if (value instanceof Wrong)
        wrongs.push({
          field: name,
          msg: fill(text('{label}{problem}', '{label} {problem}'), { label: field.label, problem: value.problem }),
        });
      else if (value !== undefined) input[name] = value;
    }
    return { input, wrongs };
  };
}

/**
 * Adds the rows of a file, each by the same road as the form, all good ones in this one transaction. A dry run does the
 * very same and then takes everything back, so that what it says is what would happen. `given` is true of every row,
 * whatever the file says.
 */
export async function importFile(
  of: Resource,
  bytes: Buffer,
  work: Work,
  dry: boolean,
  given: Readonly<Record<string, unknown>> = {},
): Promise<ImportReport> {
  const file = await uploadedTable(bytes);
  const { at, ignored } = fieldsOf(of, file.headings);
  const read = await readerOf(of, file, at, work);
  const rows: ImportReport['rows'] = [];
  const inner: Work = dry ? { ...work, record: () => undefined, afterCommit: () => undefined } : work;
  await work.db.raw('SAVEPOINT whole_file');
  const forget = keepReferences(work.db);
  const size = rowsAtOnce(of);
  for (let from = 0; from < file.lines.length; from += size) {
    const lines = file.lines.slice(from, from + size).map((line) => {
      const { input, wrongs } = read(line);
      const reading = { input: { ...input, ...given }, wrongs: wrongs.filter(({ field }) => !(field in given)) };
      return { line: line.line, reading };
    });
    const outcomes = await saveRows(of, lines, inner);
    if (outcomes.length > 0) forget();
    for (const { line, problems } of outcomes)
      rows.push({ line, problems: problems.map(({ field, msg }) => ({ field, msg: msg[work.lang] })) });
  }
  await work.db.raw(dry ? 'ROLLBACK TO SAVEPOINT whole_file' : 'RELEASE SAVEPOINT whole_file');
  const counts = { total: file.lines.length, good: file.lines.length - rows.length, bad: rows.length };
  work.record({ resource: of.name, action: dry ? 'importCheck' : 'import', rowId: null, after: counts });
  return { ...counts, ignored, rows };
}

const yesNo = [text('是', 'Yes'), text('否', 'No')];

/** What may stand in a column, one line each: the options of a select, else how its kind is written. */
function explained(field: Field): Text[] {
  if (field.options) return Object.values(field.options);
  return field.kind === 'boolean' ? yesNo : [hints[field.kind] ?? text('文字', 'Text')];
}

/**
 * A form to fill in: the headings but those `without`, required ones marked, and a second sheet that says what may
 * stand in each column.
 */
export function templateOf(of: Resource, work: Work, without: readonly string[] = []): Raw {
  const { lang } = work;
  const fields = importable(of)
    .filter((name) => !without.includes(name))
    .map((name) => of.fields[name]!);
  const heading = (label: Text, width: number): Column => ({ heading: label[lang], style: 'text', width });
  const lines: CellRow[] = fields.flatMap((field) =>
    explained(field).map((each, nth) => [
      nth === 0 ? field.label[lang] : null,
      nth === 0 && field.required ? yesNo[0]![lang] : null,
      each[lang],
    ]),
  );
  const sheets = [
    {
      name: of.title[lang],
      columns: fields.map((field) => columnOf(field, lang, { required: field.required === true })),
      batches: [],
    },
    {
      name: text('填写说明', 'How to fill in')[lang],
      columns: [
        heading(text('列', 'Column'), 24),
        heading(text('必填', 'Required'), 10),
        heading(text('可填内容', 'Allowed values'), 40),
      ],
      batches: [lines],
    },
  ];
  const name = fill(text('{title}导入模板.xlsx', '{title} import.xlsx'), { title: of.title })[lang];
  return new Raw((reply) =>
    reply
      .header('Content-Type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .header(
        'Content-Disposition',
        `attachment; filename="template.xlsx"; filename*=UTF-8''${encodeURIComponent(name)}`,
      )
      .header('Cache-Control', 'no-store')
      .header('X-Content-Type-Options', 'nosniff')
      .send(Readable.from(xlsx(sheets, { now: work.now }))),
  );
}

const resourceField = str(text('资源', 'Resource'), { required: true });
const templateCall = call({
  name: 'kit.template',
  title: text('导入模板', 'Import template'),
  area: 'kit',
  method: 'GET',
  path: '/api/gatehouse/template/:resource',
  permission: 'session',
  answer: 'file',
  input: { resource: resourceField },
});
const importCall = call({
  name: 'kit.import',
  title: text('导入', 'Import'),
  area: 'kit',
  method: 'POST',
  path: '/api/gatehouse/import/:resource',
  permission: 'session',
  answer: 'object',
  input: { resource: resourceField, dryRun: boolean(text('只检查', 'Check only'), { default: false }) },
  note: text(
    '请求体为 XLSX 或 CSV 文件，不超过10MB、20000行',
    'The body is an XLSX or CSV file of at most 10 MB and 20,000 rows',
  ),
});

/** The file of an import call, read before its transaction begins. */
export async function uploaded(work: Work): Promise<Buffer> {
  const { bytes } = work.raw;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0)
    throw new Refused('bad_input', {}, [{ field: 'file', msg: text('请选择文件', 'Please choose a file') }]);
  await uploadedTable(bytes);
  return bytes;
}

/** The kit's own import calls, the same for every resource whose verbs hold `import`. */
export const imports: Served[] = [
  serve(templateCall, async (work) => templateOf(resourceFor(work), work)),
  serve(
    importCall,
    async (work) => {
      const of = resourceFor(work);
      return importFile(of, await uploaded(work), work, work.input.dryRun === true);
    },
    {
      bodyLimit: MOST_BYTES + 1,
      before: async (work) => {
        resourceFor(work);
        await uploaded(work);
      },
    },
  ),
];
