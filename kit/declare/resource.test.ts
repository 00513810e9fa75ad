import assert from 'node:assert/strict';
import { test } from 'node:test';
import { date, longText, select, str } from './field.ts';
import { keywordFields, resource } from './resource.ts';
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

test('a keyword is looked for in the name and in other text that is searched by, and nowhere where there is none', () => {
  const of = (fields: Parameters<typeof resource>[0]['fields'], display: string) =>
    keywordFields(
      resource({
        name: 'each',
        title: text('车道', 'Lane'),
        area: 'lot',
        scope: 'park',
        wire: { base: '/api' },
        fields,
        list: [],
        display,
      }),
    );
  const [name, why] = [str(text('名称', 'Name')), longText(text('原因', 'Why'), { search: true })];
  const [day, kind] = [date(text('日期', 'Day'), { search: true }), select(text('种类', 'Kind'), {}, { search: true })];
  assert.deepEqual(of({ name, why, day, kind }, 'name'), ['name', 'why']);
  assert.deepEqual(of({ name, day, kind }, 'day'), []);
});
