import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call } from '#kit/declare/call.ts';
import { str } from '#kit/declare/field.ts';
import { lifecycle } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { crud } from '#kit/server/crud.ts';
import { rulesOf } from '#kit/server/rules.ts';
import { serve } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { area } from './area.ts';

const word = text('词', 'Word');
const declared = (name: string, more: object = {}) =>
  resource({
    name,
    title: word,
    area: 'test',
    scope: 'tenant',
    wire: { base: `/api/test/${name}` },
    fields: { word: str(word), status: str(word, { readOnly: true }) },
    list: ['word'],
    ...more,
  });
const gadget = declared('gadget');
const door = declared('door', {
  lifecycle: lifecycle({
    field: 'status',
    initial: 'shut',
    states: { shut: { label: word, tone: 'muted' }, open: { label: word, tone: 'muted' } },
    actions: {
      open: { label: word, from: ['shut'], to: 'open', by: 'staff', wire: { method: 'POST', path: '/api/test/open' } },
    },
    final: ['open'],
  }),
});
const model = { resources: [gadget, door], reports: [] };
const namesOf = ({ served }: ReturnType<typeof area>) => served.map(({ call: { name } }) => name).sort();
const opening = { door: { open: 'none' } };

test('a resource of the model is served without another word', () => {
  const made = area({ name: 'test', model, effects: opening });
  assert.deepEqual(made.faults, []);
  assert.deepEqual(
    namesOf(made).filter((name) => name.startsWith('gadget.')),
    ['gadget.detail', 'gadget.list', 'gadget.remove', 'gadget.submit'],
  );
  assert.ok(namesOf(made).includes('door.open'));
});

test('a verb replaced in the rules has what the declaration would do at hand', async () => {
  const work = {} as Work;
  const calls: unknown[] = [];
  const made = area({
    name: 'test',
    model,
    effects: opening,
    rules: {
      gadget: { verbs: { remove: async (given: Work, plain: unknown) => (calls.push(given, typeof plain), 'kept') } },
    },
  });
  const remove = made.served.find(({ call: { name } }) => name === 'gadget.remove')!;
  assert.equal(await remove.work(work), 'kept');
  assert.deepEqual(calls, [work, 'function']);
  assert.equal(remove.call.permission, 'gadget:remove', 'all else of the call stays');
});

test('a resource whose list is written by hand is served by that alone', () => {
  const list = serve(
    call({
      name: 'gadget.list',
      title: word,
      area: 'test',
      method: 'GET',
      path: '/api/test/own',
      permission: 'gadget:read',
    }),
    async () => [],
  );
  const made = area({ name: 'test', model, effects: opening, calls: [list] });
  assert.deepEqual(
    namesOf(made).filter((name) => name.startsWith('gadget.')),
    ['gadget.list'],
  );
});

test('rules given by hand stay with a resource that has no call of its own, such as one that is only imported', () => {
  const sheet = declared('sheet', { verbs: ['import'] });
  const rules = { check: () => [] };
  area({ name: 'test', model: { resources: [sheet], reports: [] }, calls: crud(sheet, rules) });
  assert.equal(rulesOf(sheet), rules);
});

test('everything that does not fit is named in one message', () => {
  const made = area({
    name: 'test',
    model: { ...model, reports: [] },
    rules: { gadgets: {} },
    reports: { sums: async () => [] },
  });
  assert.deepEqual(made.faults, [
    "test: rules for gadgets, which the area's model does not list",
    "test: a query for sums, which the area's model does not list",
    "test: door: no effect for the action open; 'none' where it only moves the state",
  ]);
  assert.match(area({ name: 'other', model, effects: opening }).faults.join(), /gadget says it is of the area test/);
});
