import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { lotOfFolder, safe } from './layout.ts';
import { isSame, read, write } from './written.ts';

test('what is written reads back as it was, with the line of each field', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue()), (doc) => {
      const plain = JSON.parse(JSON.stringify(doc)) as Record<string, unknown>;
      const content = write(plain);
      const found = read(content, false);
      assert.ok(!('msg' in found), content);
      assert.ok(isSame(found[0]!.doc, plain));
      const lines = content.split('\n');
      for (const [field, line] of found[0]!.lines)
        assert.ok(lines[line - 1]!.startsWith(`  ${JSON.stringify(field)}:`), `${field} is not in line ${line}`);
      assert.equal(found[0]!.lines.size, Object.keys(plain).length);
    }),
  );
});

test('each record of a list has its own lines', () => {
  const found = read('[\n  { "a": 1,\n    "b": {"a": 2} },\n  {\n    "a": 3\n  }\n]\n', true);
  assert.ok(!('msg' in found));
  assert.deepEqual(
    found.map(({ line, lines }) => [line, [...lines]]),
    [
      [
        2,
        [
          ['a', 2],
          ['b', 3],
        ],
      ],
      [4, [['a', 5]]],
    ],
  );
});

test('a text that cannot be read says the line where it stops, one that says a field twice the second', () => {
  const fault = (content: string, together = false) => {
    const found = read(content, together);
    assert.ok('msg' in found, content);
    return [found.line, found.field];
  };
  assert.deepEqual(fault('{\n  "a": 1,\n}\n'), [3, '']);
  assert.deepEqual(fault('{\n  "a": 1,\n  "b": tru\n}\n')[0], 3);
  assert.deepEqual(fault('{\n  "a": "x\n",\n  "b": 1\n}\n')[0], 2);
  assert.deepEqual(fault('{}\n\n{}\n')[0], 3);
  assert.deepEqual(fault('{\n  "a": [1,\n'), [2, '']);
  assert.deepEqual(fault(''), [1, '']);
  assert.deepEqual(fault('{\n  "a": 1,\n  "a": 2\n}\n'), [3, 'a']);
  assert.deepEqual(fault('[]'), [1, '']);
  assert.deepEqual(fault('{}', true), [1, '']);
  assert.deepEqual(fault('[1]', true), [1, '']);
});

test('any name is one part of a path, leads nowhere else, and is read back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
      const part = safe(name);
      assert.doesNotMatch(part, /[/\\:*?"<>|@\p{Cc}]|^\.|[. ]$/u);
      assert.deepEqual(lotOfFolder(part), { name, company: null });
    }),
  );
  assert.equal(safe('..'), '%2E%2E');
  assert.deepEqual(lotOfFolder(`${safe('东区@A')}@${safe('/')}`), { name: '东区@A', company: '/' });
});
