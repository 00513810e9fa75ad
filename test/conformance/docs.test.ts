import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { areaEvents, reports, resources, served } from '#apps/server/areas.ts';
import { areaTitles } from '#apps/server/docs/area-titles.ts';
import { generatedDocuments } from '#apps/server/docs/generated.ts';
import { openWorkshop } from './workshop.ts';
import type { Workshop } from './workshop.ts';

let shop: Workshop;
before(async () => {
  shop = await openWorkshop();
});
after(() => shop.close());

const documents = generatedDocuments({ served, resources, reports, events: areaEvents });
const api = JSON.parse(documents['openapi.json']!);

for (const name of Object.keys(documents)) {
  test(`docs/generated/${name} is current (npm run documents)`, () => {
    const path = join(import.meta.dirname, '..', '..', 'docs', 'generated', name);
    assert.ok(existsSync(path), `${name} is not there`);
    // Not assert.equal: its account of two files of megabytes takes minutes.
    assert.ok(readFileSync(path, 'utf8') === documents[name], `${name} is not what the declarations say now`);
  });
}

test('the OpenAPI document names every served call once, and all it refers to is there', (t) => {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(
      methods as Record<string, { operationId: string; parameters?: { name?: string; in?: string; $ref?: string }[] }>,
    ).map(([method, operation]) => ({ path, method, operation })),
  );
  // A call that takes its input by body as well is a GET and a POST of one path.
  const byBody = served.filter(({ call }) => call.byBody);
  assert.equal(operations.length, served.length + byBody.length);
  const ids = operations.map(({ operation }) => operation.operationId);
  assert.deepEqual(
    ids.filter((id, at) => ids.indexOf(id) !== at),
    [],
  );
  const refs = new Set<string>();
  JSON.stringify(api, (key, value: unknown) => {
    if (key === '$ref') refs.add(String(value));
    return value;
  });
  for (const ref of refs)
    assert.ok(
      ref
        .slice(2)
        .split('/')
        .reduce((at: any, key) => at?.[key], api),
      ref,
    );
  for (const { path, operation } of operations) {
    const inPath = (operation.parameters ?? []).filter((each) => each.in === 'path').map((each) => each.name);
    assert.deepEqual(inPath.sort(), [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort(), path);
    const names = (operation.parameters ?? []).map((each) => each.$ref ?? `${each.in} ${each.name}`);
    assert.equal(new Set(names).size, names.length, `${path} names a parameter twice`);
  }
  t.diagnostic(`${operations.length} operations, ${Object.keys(api.components.schemas).length} schemas`);
});

test('calls are headed by the name of their area in both languages, and no title stands for an area without calls', () => {
  const tags = api.tags as { name: string; 'x-title'?: { zh: string; en: string } }[];
  assert.deepEqual(tags.map(({ name }) => name).sort(), Object.keys(areaTitles).sort());
  for (const { name, 'x-title': title } of tags) {
    assert.match(title?.zh ?? '', /[\u4e00-\u9fff]/, name);
    assert.match(title?.en ?? '', /^[A-Z][ -~]+$/, name);
  }
  assert.equal(new Set(tags.map(({ 'x-title': title }) => title!.zh)).size, tags.length);
});

test('the page is served to anyone, runs only its own script, and loads nothing from elsewhere', async () => {
  const page = await shop.ask('GET', '/api/docs', { as: null });
  assert.equal(page.status, 200);
  const html = page.bytes.toString('utf8');
  const policy = String(page.headers['content-security-policy']);
  for (const [tag, directive] of [
    ['script', 'script-src'],
    ['style', 'style-src'],
  ] as const) {
    const inside = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(html)![1]!;
    assert.ok(
      policy.includes(`${directive} 'sha256-${createHash('sha256').update(inside).digest('base64')}'`),
      directive,
    );
  }
  assert.doesNotMatch(html, /(?:src|href)="|https?:\/\//);
  assert.doesNotMatch(policy, /unsafe/);
  const json = await shop.ask('GET', '/api/docs/openapi.json', { as: null });
  assert.equal(json.body.openapi, '3.1.0');
  assert.ok(
    json.body.paths['/api/workshop/car/list'].get.parameters.some(
      (each: { name?: string }) => each.name === 'enteredAtFrom',
    ),
  );
  assert.equal(json.body.paths['/api/workshop/car/submit'].post['x-permission'], 'session');
  assert.equal(json.body.components.schemas.workshopCar.properties.price.format, 'fen');
});
