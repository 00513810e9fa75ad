import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { zipSync, strToU8 } from 'fflate';
import { Refused } from '#kit/declare/refused.ts';
import { readTable } from './read.ts';
import { xlsx } from '#kit/sheets/write/xlsx.ts';
import type { CellRow, Column } from '#kit/sheets/write/xlsx.ts';

const text = (heading: string): Column => ({ heading, style: 'text', width: 10 });
const book = async (columns: Column[], rows: CellRow[]): Promise<Buffer> =>
  Buffer.concat((await Readable.from(xlsx([{ name: 'x', columns, batches: [rows] }])).toArray()) as Buffer[]);

/** A workbook as other programs write it: shared strings, prefixes, 1904 days. */
function foreign(sheet: string, more: { strings?: string; workbook?: string } = {}): Buffer {
  const ns =
    'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  return Buffer.from(
    zipSync({
      'xl/workbook.xml': strToU8(
        more.workbook ??
          `<workbook ${ns} xmlns:r="r"><sheets><sheet name="a" sheetId="1" r:id="rId7"/></sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        '<Relationships><Relationship Id="rId1" Target="styles.xml"/><Relationship Target="worksheets/one.xml" Id="rId7"/></Relationships>',
      ),
      'xl/worksheets/one.xml': strToU8(sheet.replace('NS', ns)),
      ...(more.strings ? { 'xl/sharedStrings.xml': strToU8(`<sst ${ns}>${more.strings}</sst>`) } : {}),
    }),
  );
}

const refusal = (id: string, word?: RegExp) => (error: unknown) =>
  error instanceof Refused && error.id === id && (!word || word.test(error.words.en));

test('our own workbook reads back as it was written', async () => {
  const { headings, lines } = await readTable(
    await book(
      [text('车牌号'), { heading: '金额', style: 'money', width: 9, required: true }],
      [
        ['京A<&>"_x0041_', 12.5],
        [null, null],
        ['=1+1', -3],
      ],
    ),
  );
  assert.deepEqual(headings, ['车牌号', '金额*']);
  assert.deepEqual(lines, [
    { line: 2, cells: ['京A<&>"_x0041_', 12.5] },
    { line: 4, cells: ['=1+1', -3] },
  ]);
});

test('shared strings, runs, reading aids, gaps, formulas and prefixed tags are understood', async () => {
  const strings =
    '<si><t>车牌</t></si><si><r><t>京A</t></r><r><t xml:space="preserve">1 2</t></r><rPh sb="0" eb="1"><t>jing</t></rPh></si>';
  const { headings, lines } = await readTable(
    foreign(
      '<worksheet NS><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>数</t></is></c></row><row r="9" spans="1:3"><c r="A9" t="s"><v>1</v></c><c r="B9"/><c r="C9" s="3"><f>1+1</f><v>2</v></c></row></sheetData></worksheet>',
      { strings },
    ),
  );
  assert.deepEqual(headings, ['车牌', '', '数']);
  assert.deepEqual(lines, [{ line: 9, cells: ['京A1 2', null, 2] }]);
  const prefixed = await readTable(
    foreign(
      '<x:worksheet NS><x:sheetData><x:row><x:c t="str"><x:v>a</x:v></x:c></x:row><x:row><x:c t="b"><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    ),
  );
  assert.deepEqual(prefixed.lines, [{ line: 2, cells: [true] }]);
});

test('a workbook that counts days from 1904 says so', async () => {
  const { dayShift } = await readTable(
    foreign('<worksheet NS><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>', {
      workbook:
        '<workbook xmlns:r="r"><workbookPr date1904="1"/><sheets><sheet name="a" sheetId="1" r:id="rId7"/></sheets></workbook>',
    }),
  );
  assert.equal(dayShift, 1_462);
});

test('CSV is read in UTF-8 and GB18030, with quotes, our formula guard, and other separators', async () => {
  const expected = [
    { line: 2, cells: ['京A,1', '=x', 'a"b'] },
    { line: 3, cells: [null, null, '末'] },
  ];
  assert.deepEqual(
    (await readTable(Buffer.from('\ufeff车牌,甲,乙\r\n"京A,1",\'=x,"a""b"\r\n,,末\r\n'))).lines,
    expected,
  );
  const gb = Buffer.concat([Buffer.from([0xb3, 0xb5]), Buffer.from(',x\n1,2')]);
  assert.deepEqual((await readTable(gb)).headings, ['车', 'x']);
  assert.deepEqual((await readTable(Buffer.from('a;b\n1,5;2'))).lines, [{ line: 2, cells: ['1,5', '2'] }]);
});

test('a file too large, packed or unpacked, is refused before it is unpacked', async () => {
  await assert.rejects(readTable(Buffer.alloc(10 * 1024 * 1024 + 1)), refusal('too_large'));
  const bomb = Buffer.from(zipSync({ 'xl/workbook.xml': new Uint8Array(101 * 1024 * 1024) }, { level: 9 }));
  assert.ok(bomb.length < 200_000);
  await assert.rejects(readTable(bomb), refusal('too_large'));
});

test('a part that unpacks to more than it says is refused', async () => {
  const lying = foreign(
    `<worksheet NS><sheetData>${'<row><c><v>1</v></c></row>'.repeat(5_000)}</sheetData></worksheet>`,
  );
  const directory = lying.indexOf(
    Buffer.from('PK\x01\x02', 'latin1'),
    lying.indexOf('xl/_rels', lying.indexOf(Buffer.from('PK\x01\x02', 'latin1'))),
  );
  lying.writeUInt32LE(300, directory + 24);
  await assert.rejects(readTable(lying), refusal('bad_input'));
});

test('what is no table is refused in words', async () => {
  await assert.rejects(readTable(Buffer.from('PK\x03\x04nonsense')), refusal('bad_input', /damaged/));
  await assert.rejects(readTable(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2])), refusal('bad_input', /\.xlsx/));
  await assert.rejects(readTable(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0])), refusal('wrong_type'));
  await assert.rejects(readTable(Buffer.from('')), refusal('bad_input', /empty/));
  await assert.rejects(
    readTable(foreign('<!DOCTYPE x [<!ENTITY a "b">]><worksheet NS><sheetData/></worksheet>')),
    refusal('bad_input', /damaged/),
  );
});

test('more than 20,000 rows are refused', async () => {
  await assert.rejects(readTable(Buffer.from(`a\n${'1\n'.repeat(20_001)}`)), refusal('bad_input', /20000/));
  assert.equal((await readTable(Buffer.from(`a\n${'1\n'.repeat(20_000)}`))).lines.length, 20_000);
  await assert.rejects(
    readTable(
      await book(
        [text('a')],
        Array.from({ length: 20_001 }, () => ['1']),
      ),
    ),
    refusal('bad_input', /20000/),
  );
});

const sheet = (inner: string): string => `<worksheet NS><sheetData>${inner}</sheetData></worksheet>`;
/** What a file that was cut short by the clock is refused with: none of the attacks may come to that. */
const overrun = /takes too long/;
const attacks: [name: string, file: () => Buffer, id: string, word: RegExp][] = [
  [
    'reading aids without an end',
    () => foreign(sheet(`<row><c t="inlineStr"><is>${'<rPh>'.repeat(400_000)}</is></c></row>`)),
    'bad_input',
    /damaged/,
  ],
  [
    'reading aids, one after another',
    () =>
      foreign(
        sheet(`<row><c t="inlineStr"><is>${'<rPh><t>a</t></rPh>'.repeat(400_000)}<t>b</t></is></c></row><row/>`),
        {
          strings: `<si>${'<rPh></rPh>'.repeat(400_000)}`,
        },
      ),
    'bad_input',
    /damaged/,
  ],
  [
    'runs of text without an end',
    () => foreign(sheet(`<row><c t="inlineStr"><is>${'<t '.repeat(400_000)}</is></c></row>`)),
    'bad_input',
    /damaged/,
  ],
  ['values without an end', () => foreign(sheet(`<row><c>${'<v '.repeat(400_000)}</c></row>`)), 'bad_input', /damaged/],
  ['elements within elements', () => foreign(sheet('<row>'.repeat(400_000))), 'bad_input', /damaged/],
  ['one attribute without an end', () => foreign(sheet(`<row r="${' '.repeat(2_000_000)}`)), 'bad_input', /damaged/],
  [
    'entities of entities',
    () =>
      foreign(
        `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${'bcdefghij'
          .split('')
          .map((name, nth) => `<!ENTITY ${name} "${`&${'abcdefghij'[nth]};`.repeat(10)}">`)
          .join('')}]>${sheet('<row><c t="str"><v>&j;</v></c></row>')}`,
      ),
    'bad_input',
    /damaged/,
  ],
  ['an entity nobody knows', () => foreign(sheet('<row><c t="str"><v>&nobody;</v></c></row>')), 'bad_input', /damaged/],
  [
    'a million columns in a row',
    () => foreign(sheet(`<row>${'<c><v>1</v></c>'.repeat(1_000_000)}</row>`)),
    'bad_input',
    /500 columns/,
  ],
  ['a million columns of a text file', () => Buffer.from(`${'1,'.repeat(60_000)}1\n`), 'bad_input', /500 columns/],
  ['quotes without an end', () => Buffer.from(`a,b\n1,"${'""'.repeat(30_000)}`), 'bad_input', /quote in line 2/],
  ['a cell of two million characters', () => Buffer.from(`a\n${'x'.repeat(2_000_000)}\n`), 'bad_input', /32767/],
  ['ten million blank lines', () => Buffer.from('\n'.repeat(10_000_000)), 'bad_input', /20000/],
  [
    'one long text in every cell',
    () =>
      foreign(sheet(`<row>${'<c t="s"><v>0</v></c>'.repeat(400)}</row>`.repeat(50)), {
        strings: `<si><t>${'x'.repeat(30_000)}</t></si>`,
      }),
    'bad_input',
    /too much/,
  ],
  [
    'a hundred parts of a megabyte each',
    () =>
      Buffer.from(
        zipSync(
          Object.fromEntries(Array.from({ length: 101 }, (_, nth) => [`xl/${nth}.xml`, new Uint8Array(1024 * 1024)])),
        ),
      ),
    'too_large',
    /Too large/,
  ],
];

for (const [name, file, id, word] of attacks)
  test(`refused by its content and not by the clock: ${name}`, async () => {
    const bytes = file();
    assert.ok(bytes.length <= 10 * 1024 * 1024, 'small enough to be taken');
    let turns = 0;
    let next = setImmediate(function turn() {
      turns++;
      next = setImmediate(turn);
    });
    await assert.rejects(readTable(bytes), (error: unknown) => {
      assert.ok(error instanceof Refused, String(error));
      assert.doesNotMatch(error.words.en, overrun);
      return refusal(id, word)(error);
    });
    clearImmediate(next);
    assert.ok(turns > 10, `the loop went round ${turns} times while the file was read`);
  });

test('many aids and runs that do end are read whole', async () => {
  const { lines } = await readTable(
    foreign(
      sheet(
        `<row><c t="str"><v>a</v></c></row><row><c t="inlineStr"><is>${'<rPh><t>a</t></rPh>'.repeat(400_000)}<t>b</t></is></c></row>`,
      ),
    ),
  );
  assert.deepEqual(lines, [{ line: 2, cells: ['b'] }]);
});

test('a file that takes longer than it may is refused, and its thread is gone', async () => {
  const threads = () => process.getActiveResourcesInfo().filter((each) => each === 'MessagePort').length;
  const before = threads();
  const rows = foreign(sheet('<row><c><v>1</v></c></row>'.repeat(20_000)));
  await assert.rejects(readTable(rows, 1), refusal('bad_input', overrun));
  assert.equal(threads(), before);
});

test('files wait for their turn, and more than may wait are refused', async () => {
  const all = await Promise.allSettled(Array.from({ length: 30 }, () => readTable(Buffer.from('a\n1'))));
  assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 22);
  assert.ok(all.every((each) => each.status === 'fulfilled' || refusal('too_many')(each.reason)));
  assert.equal((await readTable(Buffer.from('a\n1'))).lines.length, 1);
});
