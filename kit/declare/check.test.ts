import assert from 'node:assert/strict';
import test from 'node:test';
import { fc } from '#test/property.ts';
import { atHost, check, checkFields, isEmpty } from './check.ts';
import { boolean, dateTime, email, integer, money, phone, plate, relation, select, str, url } from './field.ts';
import type { Field } from './field.ts';
import { text } from './text.ts';

const label = text('字段', 'Field');
const value = (field: Field, raw: unknown) => check(field, raw).value;
const refused = (field: Field, raw: unknown) => check(field, raw).problem !== undefined;

test('empty is null, undefined, blank, the words null and undefined, and empty lists and objects; numbers and booleans never are', () => {
  for (const raw of [null, undefined, '', '  ', 'null', 'undefined', [], {}])
    assert.equal(isEmpty(raw), true, JSON.stringify(raw));
  for (const raw of [0, false, 'a', [0], { a: null }]) assert.equal(isEmpty(raw), false, JSON.stringify(raw));
});

test('a query string and a form give the same value', () => {
  assert.deepEqual([value(integer(label), '12'), value(integer(label), 12)], [12, 12]);
  assert.deepEqual(
    [value(boolean(label), 'true'), value(boolean(label), '0'), value(boolean(label), false)],
    [true, false, false],
  );
  assert.equal(value(money(label), '1250'), 1250);
});

test('a spoken time is the lot’s, an ISO time its own', () => {
  assert.equal(value(dateTime(label), '2026-05-01 08:00:00'), '2026-05-01T00:00:00.000Z');
  assert.equal(value(dateTime(label), '2026-05-01T08:00:00Z'), '2026-05-01T08:00:00.000Z');
  assert.ok(refused(dateTime(label), '2026-02-30 08:00:00'));
});

test('a plate is stored in its canonical form', () => {
  assert.equal(value(plate(label), ' 浙a·8c321 '), '浙A8C321');
  assert.ok(refused(plate(label), '京A12345;DROP'));
});

test('a problem that is a sentence by itself is separated from its label, any other continues it', () => {
  const problemsOf = (field: Field, raw: string) =>
    checkFields({ field }, { field: raw }, true).problems.map(({ msg }) => [msg.zh, msg.en]);
  assert.deepEqual(problemsOf(phone(text('手机号', 'Mobile')), '138'), [
    ['手机号：手机号码长度不为11位', 'Mobile: A mobile number has 11 digits'],
  ]);
  assert.deepEqual(problemsOf(email(text('邮箱', 'E-mail')), 'a@b'), [
    ['邮箱格式不正确', 'E-mail is not an e-mail address'],
  ]);
});

test('only the options, ids, phones, addresses and mails that are ones pass', () => {
  assert.ok(refused(select(label, { a: label }), 'b') && !refused(select(label, { a: label }), 'a'));
  assert.ok(
    refused(
      relation(label, () => {
        throw new Error('not called');
      }),
      "x' or 1=1",
    ),
  );
  assert.ok(refused(phone(label), '138001380000') && value(phone(label), '+86 138-0013-8000') === '13800138000');
  assert.ok(refused(url(label), 'javascript:alert(1)') && !refused(url(label), 'https://example.com/a'));
  assert.ok(refused(email(label), 'a@b') && !refused(email(label), 'a@b.cn'));
});

test('an address starts with http, https, or the mark of this server', () => {
  for (const good of ['http://a.cn', 'https://a.cn/x?y=1', '{host}/drivers', '{host}'])
    assert.ok(!refused(url(label), good), good);
  for (const bad of ['a.cn', 'ftp://a.cn', 'x{host}', '{host', '{HOST}/x', 'http://'])
    assert.ok(refused(url(label), bad), bad);
  assert.equal(atHost('{host}/drivers?x={host}', 'https://park.cn'), 'https://park.cn/drivers?x={host}');
});

test('adding requires the required fields and fills defaults; editing checks only what is given, but may not empty it', () => {
  const fields = { name: str(label, { required: true }), kind: str(label, { default: 'x' }) };
  assert.deepEqual(
    checkFields(fields, {}, true).problems.map(({ field }) => field),
    ['name'],
  );
  assert.deepEqual(checkFields(fields, { name: 'a' }, true).values, { name: 'a', kind: 'x' });
  assert.deepEqual(checkFields(fields, {}, false), { values: {}, problems: [] });
  assert.deepEqual(
    checkFields(fields, { name: '' }, false).problems.map(({ field }) => field),
    ['name'],
  );
});

test('no input, however odd, makes a check throw', () => {
  const kinds = [
    str(label),
    integer(label),
    boolean(label),
    plate(label),
    dateTime(label),
    url(label),
    phone(label),
    money(label),
  ];
  fc.assert(
    fc.property(fc.anything(), (raw) => {
      for (const field of kinds) check(field, raw);
    }),
    { numRuns: 500 },
  );
});

test('a required reason of spaces, or of signs that show nothing, is no reason', () => {
  const fields = { reason: str(text('原因', 'Reason'), { required: true, max: 200 }) };
  for (const reason of [
    '',
    '   ',
    '\u3000',
    '\u200b',
    '\u200b\u200d\ufeff',
    '\u2060 \u00ad',
    '\u3164',
    '\u2800',
    '\u115f\u1160',
  ])
    assert.deepEqual(
      checkFields(fields, { reason }, true).problems.map(({ field }) => field),
      ['reason'],
      JSON.stringify(reason),
    );
  assert.deepEqual(checkFields(fields, { reason: '救护车' }, true).problems, []);
});
