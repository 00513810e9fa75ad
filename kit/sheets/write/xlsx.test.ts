import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { after, test } from 'node:test';
import { fromBufferPromise } from 'yauzl';
import { columnLetters, escaped, xlsx } from './xlsx.ts';
import type { CellRow, Column, Sheet } from './xlsx.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-xlsx-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const written = async (sheets: Sheet[], options = {}): Promise<Buffer> =>
  Buffer.concat((await Readable.from(xlsx(sheets, options)).toArray()) as Buffer[]);

/** Unpacked by a reader that checks sizes; a wrong checksum shows in the test below by `unzip`. */
async function parts(book: Buffer): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(book, { lazyEntries: true });
  const found = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    const chunks = await (await zip.openReadStreamPromise(entry)).toArray();
    found.set(entry.fileName, Buffer.concat(chunks as Buffer[]).toString('utf8'));
  }
  return found;
}

/** Tags opened and closed in order: well-formed enough that a parser takes it. */
function wellFormed(xml: string): void {
  const open: string[] = [];
  let at = 0;
  for (const { 0: tag, index } of xml.matchAll(/<[^>]*>/g)) {
    assert.doesNotMatch(xml.slice(at, index), /[<>]|&(?!(amp|lt|gt|quot);)/);
    at = index + tag.length;
    if (tag.startsWith('<?') || tag.endsWith('/>')) continue;
    const name = /^<\/?([\w:]+)/.exec(tag)![1]!;
    if (tag.startsWith('</')) assert.equal(open.pop(), name);
    else open.push(name);
  }
  assert.deepEqual(open, []);
}

const columns: Column[] = [
  { heading: '车牌号', style: 'text', width: 14 },
  { heading: '金额', style: 'money', width: 12, required: true },
  { heading: '日期', style: 'date', width: 12 },
  { heading: '时间', style: 'dateTime', width: 20 },
  { heading: '时长', style: 'duration', width: 10 },
];
const row: CellRow = ['京A12345', 12.5, Date.UTC(2026, 4, 1), Date.UTC(2026, 4, 1, 8, 30), 3661];

test('a workbook holds headings, typed cells, column widths and a frozen first row', async () => {
  const book = await parts(await written([{ name: '停车记录', columns, batches: [[row], [row]] }]));
  for (const xml of book.values()) wellFormed(xml);
  const sheet = book.get('xl/worksheets/sheet1.xml')!;
  assert.match(sheet, /<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"\/>/);
  assert.match(sheet, /<col min="1" max="1" width="14" customWidth="1"\/>/);
  assert.match(sheet, /<c r="B1" s="2" t="inlineStr"><is><t>金额\*<\/t>/);
  assert.match(sheet, /<row r="3"><c r="A3" t="inlineStr"><is><t>京A12345<\/t><\/is><\/c><c r="B3" s="5"><v>12.5<\/v>/);
  assert.match(sheet, new RegExp(`<c r="C3" s="7"><v>${46143}</v></c><c r="D3" s="8"><v>46143.354166`));
  assert.match(book.get('xl/workbook.xml')!, /<sheet name="停车记录" sheetId="1"/);
  assert.match(book.get('xl/styles.xml')!, /formatCode="yyyy\\-mm\\-dd"/);
});

test('each printed page says what it is, of which period, and who signs it', async () => {
  const paper = { title: '收入 & 支出', period: '2026-10', signatures: ['制表', '复核'] };
  const book = await parts(await written([{ name: '月', columns, batches: [[row]], paper }]));
  const sheet = book.get('xl/worksheets/sheet1.xml')!;
  wellFormed(sheet);
  assert.match(
    sheet,
    /<\/sheetData><headerFooter><oddHeader>&amp;L收入 &amp;&amp; 支出&amp;R2026-10<\/oddHeader><oddFooter>&amp;L制表 _+ {4}复核 _+&amp;R&amp;P \/ &amp;N<\/oddFooter><\/headerFooter>/,
  );
});

test('text that begins like a formula stays text', async () => {
  const bad = ['=cmd|calc', '+1', '-1', '@SUM(A1)'];
  const sheet = (
    await parts(await written([{ name: 'x', columns: [columns[0]!], batches: [bad.map((each) => [each])] }]))
  ).get('xl/worksheets/sheet1.xml')!;
  for (const each of bad) assert.ok(sheet.includes(`t="inlineStr"><is><t>${each}</t>`), each);
  assert.doesNotMatch(sheet, /<f[ >]/);
});

test('what XML cannot hold is left out and the rest is escaped', () => {
  assert.equal(escaped('a<b>&"c"\u0000\u0007'), 'a&lt;b&gt;&amp;&quot;c&quot;');
  assert.equal(escaped('_x0041_'), '_x005F_x0041_');
  assert.equal(escaped('\ud800x'), '\ufffdx');
  assert.equal(escaped('车🚗'), '车🚗');
});

test('a sheet that is full goes on in the next, each with its headings', async () => {
  const batches = [Array.from({ length: 7 }, (_, nth) => [`r${nth}`])];
  const book = await parts(await written([{ name: '记录', columns: [columns[0]!], batches }], { maxRows: 4 }));
  const sheets = [...book].filter(([name]) => name.includes('worksheets/sheet'));
  assert.deepEqual(
    sheets.map(([, xml]) => xml.match(/<row /g)!.length),
    [4, 4, 2],
  );
  assert.equal(sheets.flatMap(([, xml]) => xml.match(/>r\d</g) ?? []).length, 7);
  assert.match(book.get('xl/workbook.xml')!, /name="记录".*name="记录 2".*name="记录 3"/);
});

test('columns are lettered as spreadsheets do', () => {
  assert.deepEqual([0, 25, 26, 51, 52, 701, 702, 16_383].map(columnLetters), [
    'A',
    'Z',
    'AA',
    'AZ',
    'BA',
    'ZZ',
    'AAA',
    'XFD',
  ]);
});

test('a fault of the rows is thrown to the reader, and a reader who leaves ends the rows', async () => {
  const faulty = async function* (): AsyncGenerator<CellRow[]> {
    yield [row];
    throw new Error('lost the database');
  };
  await assert.rejects(written([{ name: 'x', columns, batches: faulty() }]), /lost the database/);
  const ended = Promise.withResolvers<void>();
  const endless = async function* (): AsyncGenerator<CellRow[]> {
    try {
      for (;;) yield Array.from({ length: 1000 }, () => row);
    } finally {
      ended.resolve();
    }
  };
  const stream = Readable.from(xlsx([{ name: 'x', columns, batches: endless() }]));
  let chunks = 0;
  for await (const _ of stream) if (++chunks > 10) break;
  await ended.promise;
});

test('100,000 rows are written with bounded memory, and standard tools find the file sound', async (t) => {
  const wide = Array.from({ length: 12 }, (_, nth): Column => ({
    heading: `列${nth}`,
    style: nth === 1 ? 'money' : nth === 2 ? 'dateTime' : 'text',
    width: 14,
  }));
  let ahead = 0;
  const batches = async function* (): AsyncGenerator<CellRow[]> {
    for (let at = 0; at < 100_000; at += 2_000) {
      ahead++;
      yield Array.from({ length: 2_000 }, (__, nth) => [
        `京A${at + nth}`,
        (at + nth) / 100,
        Date.UTC(2026, 0, 1) + (at + nth) * 1000,
        ...Array.from({ length: 9 }, (_, c) => `值${c} ${nth}`),
      ]);
    }
  };
  const path = join(folder, 'large.xlsx');
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  const started = performance.now();
  await pipeline(Readable.from(xlsx([{ name: '大', columns: wide, batches: batches() }])), createWriteStream(path));
  clearInterval(watch);
  const seconds = (performance.now() - started) / 1000;
  assert.equal(ahead, 50);
  t.diagnostic(
    `${Math.round(100_000 / seconds)} rows/s, ${Math.round(statSync(path).size / 1e6)} MB, memory grew by ${Math.round((peak - before) / 1e6)} MB`,
  );
  assert.ok(peak - before < 200e6, `${peak - before}`);
  const unzip = spawnSync(
    'python3',
    [
      '-c',
      `
import sys, zipfile, xml.parsers.expat
z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None
n = 0
def begin(name, attributes):
    global n
    if name == 'row': n += 1
parser = xml.parsers.expat.ParserCreate(); parser.StartElementHandler = begin
parser.ParseFile(z.open('xl/worksheets/sheet1.xml'))
print(n)`,
      path,
    ],
    { encoding: 'utf8' },
  );
  if (unzip.error) return t.diagnostic('python3 is not here; checksums not checked by it');
  assert.equal(unzip.stdout.trim(), '100001', unzip.stderr);
  const office = spawnSync('soffice', ['--headless', '--convert-to', 'csv', '--outdir', folder, path], {
    encoding: 'utf8',
    timeout: 120_000,
  });
  if (office.error) return t.diagnostic('libreoffice is not here; opening by it not checked');
  assert.equal(office.status, 0, office.stderr);
});
