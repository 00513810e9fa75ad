import assert from 'node:assert/strict';
import { test } from 'node:test';
import { str } from './field.ts';
import { resource } from './resource.ts';
import { text } from './text.ts';

test('a page of many is called by the English plural, a record and what says it itself as they are', () => {
  const many = (en: string, more: object = {}) =>
    resource({
      name: 'each',
      title: text('车道', en),
      area: 'lot',
      scope: 'park',
      wire: { base: '/api' },
      fields: { gateName: str(text('名称', 'Name')) },
      list: ['gateName'],
      ...more,
    }).many;
  assert.deepEqual(many('Lane'), { zh: '车道', en: 'Lanes' });
  for (const [one, all] of [
    ['Company', 'Companies'],
    ['Box', 'Boxes'],
    ['Monthly pass', 'Monthly passes'],
    ['Firmware', 'Firmware'],
    ['Gate events', 'Gate events'],
    ['Survey', 'Surveys'],
  ] as const)
    assert.equal(many(one).en, all);
  assert.equal(many('Error log', { page: 'record' }).en, 'Error log');
  assert.equal(many('Custom config', { many: text('配置', 'Custom set-ups') }).en, 'Custom set-ups');
});
