import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateTime, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { rowName } from './row-name.ts';

const of = (display: 'time' | 'name') =>
  resource({
    name: 'gift',
    title: text('赠送', 'Gift'),
    area: 'coupon',
    scope: 'tenant',
    wire: { base: '/api/gatehouse/gift' },
    fields: { time: dateTime(text('时间', 'At')), name: str(text('名称', 'Name')) },
    display,
    list: ['time', 'name'],
  });

test('a record is named as lists write it: a time by the clock, what it belongs to by its name', () => {
  const row = { id: '1', time: '2026-11-24T12:44:04.182Z', name: '满减' };
  assert.equal(rowName(of('time'), row, 'en', 'Asia/Shanghai'), '2026-11-24 20:44:04');
  assert.equal(rowName(of('name'), row, 'en', 'Asia/Shanghai'), '满减');
  assert.equal(rowName(of('name'), { ...row, labels: { name: '满 10 减 5' } }, 'zh', 'Asia/Shanghai'), '满 10 减 5');
  assert.equal(rowName(of('name'), { id: '2', name: null }, 'zh', 'Asia/Shanghai'), '');
});
