/**
 * A list's CSV is made of what PostgreSQL wrote without making values of it first: the same file as by way of values,
 * for every list that may be exported.
 */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { resources } from '#apps/server/areas.ts';
import type { Field } from '#kit/declare/field.ts';
import { cellOf, columnOf, exportable, writtenColumn, type Reader } from '#kit/sheets/server/cell.ts';
import { csv } from '#kit/sheets/write/csv.ts';
import { types } from '#kit/server/db.ts';
import { columnsOf } from '#kit/sheets/server/export.ts';
import { registerResources } from '#kit/server/registry.ts';
import { tableOf } from '#kit/server/table.ts';
import type { CellRow, Column } from '#kit/sheets/write/xlsx.ts';
import { car } from './workshop.ts';

registerResources(resources);
const id = '01980000-0000-7000-8000-000000000001';
const words = [
  '',
  ' ',
  '京A12345',
  '=1+1',
  '＝1',
  '+8613800000000',
  '-',
  'a,"b"\r\nc',
  ' leading',
  'trailing ',
  '　',
  '13800001234',
  '110101199003071234',
  'é',
  '𠮷',
  '\ufeff',
  "'",
  '/api/updown/file/abc',
  '08:00',
  '2026-05',
  '1',
  '1,2',
  'paid,unpaid',
  'constructor',
];
const instants = [
  '2026-05-01 00:00:00+00',
  '2026-05-01 00:00:00.5+00',
  '2026-05-01 00:59:59.999999+00',
  '2026-03-29 00:59:59+00',
  '2026-03-29 01:00:00+00',
  '2026-10-25 00:30:00+00',
  '2026-10-25 01:30:00+00',
  '2026-10-03 15:29:59+00',
  '2026-10-03 15:30:00+00',
  '1991-07-01 12:00:00+00',
  '1969-12-31 23:59:59.5+00',
  '1900-12-31 15:54:16+00',
  '0001-01-01 00:00:00+00',
  '2026-05-01 08:00:00+08',
];
/** Texts as PostgreSQL writes them, and the number of their type. */
const written: Readonly<Record<string, { oid: number; texts: readonly string[] }>> = {
  text: { oid: 25, texts: words },
  varchar: { oid: 1043, texts: words },
  char: { oid: 1042, texts: words },
  uuid: { oid: 2950, texts: [id, id.replace(/1$/, '2')] },
  bigint: { oid: 20, texts: ['0', '1', '-5', '99', '100', '-100', '123456789012', '-9007199254740991'] },
  integer: { oid: 23, texts: ['0', '-1', '1250', '3661', '2147483647', '-2147483648'] },
  'double precision': { oid: 701, texts: ['0', '0.1', '-1e-07', '1e+20', 'NaN', 'Infinity', '-Infinity'] },
  boolean: { oid: 16, texts: ['t', 'f'] },
  date: { oid: 1082, texts: ['2026-05-01', '1969-12-31', '1900-02-28', '0001-01-01', 'infinity'] },
  timestamp: { oid: 1184, texts: instants },
  jsonb: { oid: 3802, texts: ['{"lng": 116.4, "lat": 39.9}', '[1, "a,b"]', '"=1"'] },
  'text[]': { oid: 1009, texts: ['{}', '{red,blue}', '{"a,b","c\\"d"}'] },
  'uuid[]': { oid: 2951, texts: ['{}', `{${id}}`, `{${id},${id.replace(/1$/, '2')}}`] },
};
const readers = [
  ['zh', 'Asia/Shanghai'],
  ['en', 'Europe/Berlin'],
  ['zh', 'Australia/Lord_Howe'],
  ['en', 'Asia/Kolkata'],
] as const;
const file = async (columns: Column[], rows: CellRow[]): Promise<string> =>
  Buffer.concat((await Readable.from(csv(columns, [rows, rows])).toArray()) as Buffer[]).toString('utf8');

type CellCase = { field: Field; parse: (text: string) => unknown; texts: readonly string[] };
const all = [...resources, car]
  .filter(({ verbs }) => verbs.includes('export'))
  .map((of) => {
    const names = ['createdAt', 'updatedAt', ...Object.keys(of.fields)].join();
    return {
      of,
      fields: columnsOf(of, names)
        .filter(({ field }) => exportable(field))
        .map(({ name, field }): CellCase => {
          const column = tableOf(of)[name]!;
          const type = column
            .getSQLType()
            .replace(/\(.*?\)/, '')
            .replace(' with time zone', '')
            .trim();
          const found = written[type];
          assert.ok(found, `${of.name}.${name} is of the type ${type}, of which this test has no texts`);
          return {
            field,
            parse: types.getTypeParser(found.oid),
            texts: [
              ...found.texts,
              ...Object.keys(field.options ?? {}).filter(() => found.oid === 25 || found.oid === 1043),
            ],
          };
        }),
    };
  });

test('the file is the same by both ways, for every kind of field, with nothing, masked and not, in any zone', async () => {
  assert.ok(all.length > 20, `${all.length} lists`);
  for (const { of, fields } of all)
    for (const [lang, zone] of readers)
      for (const unmasked of [true, false]) {
        const reader: Reader = { lang, zone, unmasked, nameOf: (_, key) => (key === id ? '东门, 一号' : '—') };
        const most = Math.max(...fields.map(({ texts }) => texts.length));
        const rows = Array.from({ length: most + 1 }, (_, nth) =>
          fields.map(({ texts }) => (nth === most ? null : texts[nth % texts.length]!)),
        );
        const byText = await file(
          fields.map(({ field, parse }) => writtenColumn(field, reader, parse)),
          rows,
        );
        const byValue = await file(
          fields.map(({ field }) => columnOf(field, lang, { unmasked })),
          rows.map((row) =>
            row.map((text, at) => (text === null ? null : cellOf(fields[at]!.field, fields[at]!.parse(text), reader))),
          ),
        );
        assert.equal(byText, byValue, `${of.name}, ${lang}, ${zone}, ${unmasked ? 'whole' : 'masked'}`);
      }
});

test('an instant that no calendar has is refused by both ways', async () => {
  const { field, parse } = all.flatMap(({ fields }) => fields).find((each) => each.field.kind === 'dateTime')!;
  const reader: Reader = { lang: 'zh', zone: 'Asia/Shanghai', unmasked: true, nameOf: () => '' };
  await assert.rejects(file([writtenColumn(field, reader, parse)], [['infinity']]), RangeError);
  assert.throws(() => cellOf(field, parse('infinity'), reader), RangeError);
});
