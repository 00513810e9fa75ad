/**
 * Each built-in role against every call there is: what it may do stands in `role-calls.tsv`, entered and judged by
 * people.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { served } from '#apps/server/areas.ts';
import { httpServer } from '#apps/server/http.ts';
import { builtInRoles, codesOf } from '#areas/access/model/built-in-roles.ts';
import type { BuiltInRole } from '#areas/access/model/built-in-roles.ts';
import { newId } from '#kit/server/id.ts';
import type { Person } from '#kit/server/work.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { attempts } from './role-calls.ts';

const roles = Object.entries<BuiltInRole>(builtInRoles).filter(([key]) => key !== 'platformOperator');
const everybody = roles.map(([key]) => key);

/**
 * Who may make a call: the roles named; `everybody` with a login, `anybody` without one, `platform` the platform's
 * operators alone.
 */
const groups: Readonly<Record<string, readonly string[]>> = { everybody, anybody: everybody, platform: [] };
const table = new Map(
  readFileSync(join(import.meta.dirname, 'role-calls.tsv'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [key = '', , who = ''] = line.split('\t');
      return [key, new Set(who.split(' ').flatMap((name) => groups[name] ?? [name]))] as const;
    }),
);
const tried = attempts();

let testProduct: TestProduct;
let app: Awaited<ReturnType<typeof httpServer>>;

before(async () => {
  testProduct = await startTestProduct();
  const { userId, tenantId } = await testProduct.must('GET', '/api/api-uaa/oauth/userinfo', {}, { as: 'groupAdmin' });
  const person = (key: string, role: BuiltInRole): Person => ({
    userId,
    tenantId,
    account: key,
    name: key,
    companyId: testProduct.companies.first,
    companyIds: null,
    parkIds: null,
    permissions: codesOf(role),
    platform: false,
    sellerId: key === 'seller' ? newId() : null,
    zone: 'Asia/Shanghai',
    sessionId: newId(),
  });
  const people = new Map(roles.map(([key, role]) => [key, person(key, role)]));
  app = await httpServer({
    database: testProduct.database,
    served,
    whoIs: async (token) => people.get(token) ?? null,
    logger: false,
  });
});
after(async () => {
  await app.close();
  await testProduct.close();
});

test('the table names every call, each once, and nothing that is none', () => {
  const keys = tried.map(({ key }) => key);
  assert.deepEqual(
    keys.filter((key) => !table.has(key)),
    [],
    'say in test/conformance/role-calls.tsv who may make these',
  );
  assert.deepEqual(
    [...table.keys()].filter((key) => !keys.includes(key)),
    [],
    'these are no calls any more',
  );
  const names = new Set(everybody);
  assert.deepEqual(
    [...table].filter(([, who]) => [...who].some((name) => !names.has(name))).map(([key]) => key),
    [],
    'these name a role that is none',
  );
});

for (const [role] of roles)
  test(`${role} makes the calls listed for it, and every other one is refused with 403`, async (t) => {
    const wrong: string[] = [];
    let allowed = 0;
    for (const { key, call, path, input } of tried) {
      const query = call.method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
      const { statusCode } = await app.inject({
        method: call.method,
        url: `${path}${query}`,
        headers: { authorization: `Bearer ${role}` },
        ...(call.method === 'GET' ? {} : { payload: input }),
      });
      const may = statusCode !== 403;
      if (statusCode >= 500) wrong.push(`${key}: ${statusCode}`);
      if (may) allowed += 1;
      if (may !== table.get(key)?.has(role))
        wrong.push(`${key}: ${statusCode}, listed ${may ? 'as refused' : 'as allowed'}`);
    }
    t.diagnostic(`${role}: ${allowed} of ${tried.length} calls`);
    assert.deepEqual(wrong, []);
  });
