import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { escpos, gbBytes } from './escpos.ts';
import { columnsOf, layout } from './layout.ts';
import type { Line, Paper } from './layout.ts';
import { parseTemplate } from './template.ts';
import { apart, widthOf, wrapped } from './words.ts';

const known = { values: ['park', 'fee', 'discount', 'link'], lists: { lines: ['name', 'sum'] } };
const textOf = (lines: readonly Line[]) => lines.map((line) => ('text' in line ? line.text : line.kind));

test('a Chinese character takes two columns: 停车费 and 15.00 stand 21 blanks apart on 58 mm', () => {
  assert.equal(widthOf('停车费'), 6);
  assert.equal(widthOf('浙A·B'), 6, 'the point of a plate as printers draw it');
  assert.deepEqual(apart('停车费', '15.00', columnsOf['58']), [`停车费${' '.repeat(21)}15.00`]);
  assert.deepEqual(apart('粤B12345', '', 32), ['粤B12345']);
});

test('whatever is written, no line is wider than the paper, and no character is lost', () => {
  const word = fc.string({ unit: fc.constantFrom('停', '车', 'a', '9', ' ', '，', '·'), maxLength: 90 });
  fc.assert(
    fc.property(word, word, fc.constantFrom<Paper>('58', '80', 'A4'), (left, right, paper) => {
      const columns = columnsOf[paper];
      const content = `# {park}\n= {park}\n! {park}\n{park} | {fee}\n[each lines]\n{name} | {sum}\n[end]\n---\n[cut]`;
      const { blocks, faults } = parseTemplate(content, known);
      assert.deepEqual(faults, []);
      const given = { values: { park: left, fee: right }, lists: { lines: [{ name: right, sum: left }] } };
      for (const line of layout(blocks, given, columns))
        if (line.kind === 'text') assert.ok(widthOf(line.text) * (line.big ? 2 : 1) <= columns, line.text);
      assert.equal(wrapped(left, columns).join(''), left);
    }),
  );
});

test('a title too long for one line is shared out evenly, and stays whole', () => {
  const { blocks } = parseTemplate('# {park}', known);
  const lines = textOf(layout(blocks, { values: { park: '云汇广场地下停车场' }, lists: {} }, columnsOf['58']));
  assert.deepEqual(
    lines.map((each) => each.trim()),
    ['云汇广场地', '下停车场'],
  );
  assert.deepEqual(textOf(layout(blocks, { values: { park: '东门停车场' }, lists: {} }, columnsOf['58'])), [
    '   东门停车场',
  ]);
});

test('lists are repeated, and what has no value is left out with its label', () => {
  const { blocks } = parseTemplate(
    '{park}\n[each lines]\n{name} | {sum}\n[end]\n[if discount]\n优惠 | -{discount}\n[end]\n[qr {link}]\n[feed 2]\n[cut]',
    known,
  );
  const lines = [
    { name: '前两小时', sum: '10.00' },
    { name: '之后', sum: '5.00' },
  ];
  assert.deepEqual(textOf(layout(blocks, { values: { park: '东门' }, lists: { lines } }, 20)), [
    '东门',
    `前两小时${' '.repeat(7)}10.00`,
    `之后${' '.repeat(12)}5.00`,
    '',
    '',
    'cut',
  ]);
  const more = layout(blocks, { values: { park: '东门', discount: '3.00', link: 'https://a' }, lists: {} }, 20);
  assert.deepEqual(textOf(more), ['东门', `优惠${' '.repeat(11)}-3.00`, 'https://a', '', '', 'cut']);
});

test('a template says where it is wrong: names nobody knows, parts left open, orders there are none of', () => {
  const { faults } = parseTemplate('{nobody}\n{name}\n[each cars]\n[end]\n[end]\n[feed 99]\n[if discount]', known);
  assert.deepEqual(
    faults.map(({ line, why }) => `${line} ${why}`),
    ['1 unknown', '2 unknown', '3 list', '5 unopened', '6 order', '7 unclosed'],
  );
});

test('the printer gets GB18030, a big title at twice the size, and the cut at the end', () => {
  assert.deepEqual(gbBytes('停A'), [0xcd, 0xa3, 0x41]);
  assert.equal(new TextDecoder('gb18030').decode(new Uint8Array(gbBytes('停车费：15.00元'))), '停车费：15.00元');
  assert.deepEqual(gbBytes('\u{1f697}'), [0x3f]);
  const bytes = [
    ...escpos(layout(parseTemplate('# {park}\n[cut]', known).blocks, { values: { park: '停' }, lists: {} }, 32)),
  ];
  assert.deepEqual(bytes.slice(0, 13), [0x1b, 0x40, 0x1c, 0x26, 0x1b, 0x45, 1, 0x1d, 0x21, 0x11, 0x1c, 0x57, 1]);
  assert.deepEqual(bytes.slice(-6), [0x1b, 0x64, 3, 0x1d, 0x56, 1]);
});
