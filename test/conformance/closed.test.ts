/**
 * Who is not let in, however he comes: with a token that is over, or with what belongs to another group of companies.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listPaths } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { areaEvents, reports, resources, served } from '#apps/server/areas.ts';
import { generatedDocuments } from '#apps/server/docs/generated.ts';
import { platformScope } from '#kit/server/db.ts';
import type { TestProduct } from '#test/test-product.ts';
import { fuzz } from './fuzz.ts';
import type { Document } from './fuzz.ts';
import type { Fixture, Planted } from './fixture.ts';
import { ledger, summaryOf } from './ledger.ts';
import { openProduct } from './product.ts';

let testProduct: TestProduct;
let fixture: Fixture;
before(async () => {
  ({ testProduct, fixture } = await openProduct());
});
after(() => fixture?.close());

const has = (of: Resource, verb: string): boolean => served.some(({ call }) => call.name === `${of.name}.${verb}`);

/** Tokens that were good once, by how they ended. */
async function overTokens(): Promise<Record<string, string>> {
  const log = (): Promise<string> => testProduct.login('admin', testProduct.passwords['admin']!);
  const [expired, revoked, left, torn] = [await log(), await log(), await log(), await log()];
  const sessions = await testProduct.must('GET', '/api/gatehouse/session/list', {}, { as: revoked });
  await testProduct.must(
    'POST',
    '/api/gatehouse/session/revoke',
    { id: sessions.find((each: { current: boolean }) => each.current).id },
    { as: revoked },
  );
  await testProduct.must('GET', '/api/api-uaa/oauth/remove/token', {}, { as: left });
  return { expired, revoked, left, torn: `${torn.slice(0, -1)}${torn.endsWith('a') ? 'b' : 'a'}` };
}

test('with a token that has expired, was revoked, was given back or was changed by a letter, every call answers as to a stranger', async (t) => {
  const found = ledger(t);
  const tokens = await overTokens();
  const [row] = await testProduct.database.read(platformScope, (db) =>
    db.raw<{ n: number }>('SELECT count(*)::int AS n FROM session_token'),
  );
  assert.ok(row!.n >= 4);
  await testProduct.database.write(platformScope, (db) =>
    db.raw(
      `UPDATE session_token SET expires_at = now() - interval '1 second'
        WHERE token_hash = encode(sha256(convert_to($1, 'UTF8')), 'hex')`,
      [tokens['expired']],
    ),
  );
  for (const [how, token] of Object.entries(tokens)) {
    for (const {
      call: { method, path, permission },
    } of served) {
      if (permission === 'public') continue;
      found.look();
      const answer = await testProduct.ask(method, fixture.filled(path), {}, { as: token });
      if (answer.status !== 401) found.breach(`${how} ${method} ${path}: ${summaryOf(answer)}`);
      else if (answer.body.data !== null)
        found.breach(`${how} ${method} ${path} returns ${JSON.stringify(answer.body.data).slice(0, 80)}`);
    }
  }
  found.close('calls');
});

/** Places of a list that name another row: filters by relation, by id, and the words of its name. */
function ways(of: Resource, theirs: Planted): Record<string, unknown>[] {
  const pointing = Object.entries(of.fields)
    .filter(([name, field]) => field.target && theirs.values[name])
    .map(([name]) => ({ [name]: theirs.values[name] }));
  return [
    { id: theirs.id },
    { ids: theirs.id },
    ...pointing,
    { keyword: String(theirs.values[of.display] ?? theirs.id) },
    { parkId: theirs.values['parkId'] ?? theirs.id },
    { companyId: theirs.values['companyId'] ?? theirs.id },
    { tenantId: theirs.values['tenantId'] ?? 2 },
  ];
}

test('a row of another group is not found by a filter, a word, a choice, a tree, an export or an order', async (t) => {
  const found = ledger(t);
  for (const of of resources.filter(({ scope }) => scope !== 'platform') as Resource[]) {
    const theirs = await fixture.plant(of, 'second');
    if (!theirs) {
      found.pass(of.name);
      continue;
    }
    const look = (where: string, answer: { status: number; body: any; bytes: Buffer }) => {
      found.look();
      if (answer.status >= 500) found.breach(`${where}: ${summaryOf(answer)}`);
      if (answer.status === 200 && answer.bytes.includes(theirs.id)) found.breach(`${where} reveals it`);
    };
    for (const way of ways(of, theirs)) {
      const [name, value] = Object.entries(way)[0]!;
      for (const path of has(of, 'list') ? listPaths(of) : []) {
        const answer = await fixture.ask('GET', path, { ...way, size: 500 });
        look(
          `${path} by ${name}`,
          name === 'keyword'
            ? answer
            : {
                ...answer,
                bytes: Buffer.from(
                  JSON.stringify(answer.body?.data ?? null).replaceAll(
                    String(value),
                    value === theirs.id ? theirs.id : '',
                  ),
                ),
              },
        );
      }
      look(`options/${of.name} by ${name}`, await fixture.ask('GET', `/api/gatehouse/options/${of.name}`, way));
    }
    look(`tree/${of.name}`, await fixture.ask('GET', `/api/gatehouse/tree/${of.name}`));
    if (of.verbs.includes('export'))
      look(
        `export/${of.name}`,
        await fixture.ask('GET', `/api/gatehouse/export/${of.name}`, {
          format: 'csv',
          columns: `id,${of.list.join(',')}`,
          id: theirs.id,
        }),
      );
    if (has(of, 'list'))
      for (const sort of ['id', '-id', 'tenantId', '-companyId', 'createdAt'])
        look(`${of.name} ordered by ${sort}`, await fixture.ask('GET', listPaths(of)[0]!, { sort, size: 500 }));
  }
  found.close('attempts');
});

test('an id of another group in the path of a call opens nothing', async (t) => {
  const found = ledger(t);
  const theirs = await Promise.all(
    (resources as readonly Resource[])
      .filter(({ scope }) => scope !== 'platform')
      .map(async (of) => ({ of, row: await fixture.plant(of, 'second') })),
  );
  for (const {
    call: { method, path, name: called },
  } of served.filter(({ call }) => /:(?!resource|report|hash)\w+/.test(call.path))) {
    for (const { of, row } of theirs) {
      if (!row) continue;
      found.look();
      const answer = await fixture.ask(
        method,
        path.replace(/:(?!resource|report|hash)\w+/g, row.id).replace(':resource', of.name),
      );
      if (answer.status === 200 && answer.body?.data !== null && JSON.stringify(answer.body?.data) !== '[]')
        found.breach(`${called} with ${of.name}: ${JSON.stringify(answer.body?.data).slice(0, 120)}`);
      if (answer.status >= 500) found.breach(`${called} with ${of.name}: ${summaryOf(answer)}`);
    }
  }
  found.close('attempts');
});

test('whatever is put into any parameter the documents name, no call fails, hangs or swells', async (t) => {
  const document = JSON.parse(
    generatedDocuments({ served, resources, reports, events: areaEvents })['openapi.json']!,
  ) as Document;
  const { requests, parameters, faults, slowestMs, slowest, grownMb } = await fuzz(fixture, document, {
    rounds: 1,
    seed: 20_261_121,
  });
  t.diagnostic(
    `${requests} requests to ${parameters} parameters of ${served.length} calls; slowest ${slowestMs} ms (${slowest}); ${grownMb} MB more`,
  );
  assert.deepEqual(faults.slice(0, 40), [], `${faults.length} faults`);
  assert.ok(slowestMs < 60_000, `${slowest} took ${slowestMs} ms`);
  assert.ok(grownMb < 600, `${grownMb} MB more`);
});

/** Answered as pages: the documents, and what a driver sees who scans a code or opens the car park's own pages. */
const pagesOfOurs = new Set(['/api/docs', '/m/coupons', '/m/derate', '/m/invoice', '/m/mini']);

const markup = '<img src=x onerror=alert(1)>';

test('what comes in as markup goes out as words: as JSON that no browser takes for a page, and never in an address of ours', async (t) => {
  const found = ledger(t);
  for (const {
    call: { path, method },
  } of served.filter(({ call }) => call.method === 'GET' && !call.changes)) {
    found.look();
    const answer = await testProduct.ask(
      method,
      `${fixture.filled(path)}`,
      { keyword: markup, id: markup, name: markup },
      { as: 'admin' },
    );
    const type = String(answer.headers['content-type'] ?? '');
    if (answer.headers['x-content-type-options'] !== 'nosniff') found.breach(`${path} may be guessed at`);
    if (type.startsWith('text/html') && !pagesOfOurs.has(path)) found.breach(`${path} answers a page`);
    if (answer.text.includes('<img src=x')) found.breach(`${path} gives markup back`);
    if (answer.headers['location']) found.breach(`${path} leads to ${String(answer.headers['location'])}`);
  }
  found.close('calls');
});
