import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PgTable } from 'drizzle-orm/pg-core';
import { areas, served } from '#apps/server/areas.ts';
import { schema } from '#db/schema.ts';
import { area } from '#kit/area/area.ts';
import { str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { tableOf } from '#kit/server/table.ts';
import { missing, missingMessage } from './missing.ts';

const lens = resource({
  name: 'lens',
  title: text('镜头型号', 'Lens'),
  many: text('镜头型号', '镜头'),
  area: 'optics',
  route: '/basedata/lens',
  scope: 'tenant',
  wire: { base: '/api/gatehouse/lens' },
  fields: { lensName: str(text('名称', 'Name'), { required: true }) },
  list: ['lensName'],
});

test('the product lacks nothing', () => {
  assert.deepEqual(missing(), []);
});

test('a new resource in a new area: all that is missing is named in one message, each with what mends it', () => {
  const optics = area({ name: 'optics', model: { resources: [lens], reports: [] } });
  const found = missing([...areas, optics], [...served, ...optics.served], {
    ...schema,
    lens: tableOf(lens) as PgTable,
  });
  assert.deepEqual(found, [
    'optics: no README: areas/optics/README.md',
    'optics: not in the console: apps/console/areas.ts',
    'optics: its model is not in apps/models.ts',
    "lens.many: Chinese in the English (“镜头型号” | “镜头”): text('中文', 'English') in areas/optics/model/",
    'lens: no help: help: text(…) in areas/optics/model/',
    "lens: /basedata/lens is not in the menu: menu: '<group>' in its declaration, or a line in apps/menu.ts",
    'lens: no built-in role may see it: a line in areas/access/model/roles/',
    'table lens: no migration: npm run migration -- lens',
    ...[
      'GET /api/gatehouse/lens/list',
      'GET /api/gatehouse/lens/detail',
      'POST /api/gatehouse/lens/submit',
      'POST /api/gatehouse/lens/remove',
      'ROUTE /basedata/lens',
    ].map((line) => `“${line}” is not in the contract: a line with the reason in docs/decisions/extra-calls.md`),
  ]);
  assert.match(missingMessage(found), /^还缺 13 项 \/ 13 things are missing:\n {2}- optics: no README/);
});

test('a table that lost its declaration, or changed, wants a migration', () => {
  const { preference: _, ...rest } = schema;
  assert.deepEqual(missing(areas, served, rest), ['table preference: no migration: npm run migration -- preference']);
});
