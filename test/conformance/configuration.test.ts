/**
 * Every resource that is configuration goes out as files, into a group that has nothing, and comes out again as the
 * same bytes.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { resources, served } from '#apps/server/areas.ts';
import { keptFields, SET_ELSEWHERE } from '#kit/config/fields.ts';
import { configured, isInLot, locate } from '#kit/config/layout.ts';
import { submitPath } from '#kit/declare/resource.ts';
import { rulesOf } from '#kit/server/rules.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { drawnOn } from './drawn.ts';
import { fixtureOn } from './fixture.ts';
import type { Fixture, Owner, Who } from './fixture.ts';

type Files = Record<string, string>;
let testProduct: TestProduct;
let fixture: Fixture;
let files: Files;

const ask = (method: string, what: string, as: Who, input: Record<string, unknown> = {}) =>
  fixture.ask(method, `/api/gatehouse/config/${what}`, input, { as, lang: 'en' });
const written = async (as: Who): Promise<Files> => (await ask('GET', 'export', as)).body.data.files;
const plan = async (as: Who, wanted: Files, prune = false) =>
  (await ask('POST', 'plan', as, { files: wanted, prune })).body.data;
/** The files that are not the same bytes. */
const differing = (a: Files, b: Files): string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((path) => a[path] !== b[path]);
const ofGroup = () => configured().filter(({ scope }) => scope !== 'platform');

/** Forms where a sample breaks a rule of the resource's own. */
const own: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  feeRule: { perVisitFee: null, firstMinutes: null, firstFee: null, dayMaxFee: null, unitFee: 300, unitMinutes: 60 },
  holidayDate: { dates: [{ day: '2026-10-01', dayKind: 'holiday', holidayName: '国庆节' }] },
  RdParameter: { paramValue: '5' },
  pdaParameter: { paramKey: 'slip', paramValue: 'true' },
  parkingSpace: { deviceId: null },
  platBaseInterface: { scopes: ['stay:read', 'passage:read', 'parkingOrder:read', 'payment:read'] },
  sysbigreport: {
    config: { theme: 'light', tiles: [{ id: 'a', kind: 'clock', x: 0, y: 0, w: 6, h: 2, title: '现在', days: 7 }] },
  },
};

/** Enters a row of everything that is configuration of a group, through its form. @returns what was refused */
async function furnish(): Promise<string[]> {
  const curb = await testProduct.park(testProduct.companies.first, '路边', { parkType: 'curb' });
  const atCurb = (name: string) =>
    resources.some((of) => of.name === name && of.area === 'road') || name === 'pdaParameter';
  const refused: string[] = [];
  const made = new Map<string, string>();
  for (const of of ofGroup()) {
    const sectionId = made.get('berthSection');
    const more = {
      ...(atCurb(of.name) ? { parkId: curb } : {}),
      ...(of.fields.sectionId && sectionId ? { sectionId } : {}),
      ...(of.name === 'webhook' ? { keyId: made.get('platBaseInterface') } : {}),
      ...(of.fields.berthNo && of.name !== 'rdBerth' ? { berthNo: made.get('rdBerth') } : {}),
    };
    const input: Record<string, unknown> = { ...(await fixture.form(of, 'first', 3)), ...more, ...own[of.name] };
    const answer = await fixture.ask('POST', submitPath(of), input, { lang: 'en' });
    if (answer.status === 200) made.set(of.name, of.name === 'rdBerth' ? String(input.berthNo) : answer.body.data.id);
    else refused.push(`${of.name}: ${answer.body.msg}`);
  }
  const item = (values: Record<string, unknown>) =>
    fixture.ask('POST', '/api/updown/wxmenu/submit', { publicplatId: made.get('publicplat'), ...values });
  const above = (await item({ name: '停车' })).body.data.id;
  await item({ name: '缴费', type: 'view', url: 'https://park.example.com/m/pay', parentId: above });
  return refused;
}

before(async () => {
  testProduct = await startTestProduct();
  const owner = async (
    as: 'admin' | 'groupAdmin' | 'otherTenant',
    companyId: string,
    parkId: string | null,
  ): Promise<Owner> => {
    const { userId, tenantId } = await testProduct.must('GET', '/api/api-uaa/oauth/userinfo', {}, { as });
    return { userId, tenantId, companyId, parkId };
  };
  fixture = await fixtureOn({
    served,
    resources,
    database: testProduct.database,
    owners: {
      platform: await owner('admin', '', null),
      first: await owner(
        'groupAdmin',
        testProduct.companies.first,
        await testProduct.park(testProduct.companies.first, '东区'),
      ),
      second: await owner('otherTenant', testProduct.companies.second, null),
    },
    drawn: drawnOn(testProduct.database),
    close: testProduct.close,
  });
  assert.deepEqual(await furnish(), []);
  files = await written('first');
});
after(() => fixture?.close());

test('what is configuration can be made from its file alone: key and required fields are in it, and one call saves it', () => {
  const faults = configured().flatMap((of) => {
    const kept = new Set(keptFields(of));
    const also = new Set(rulesOf(of).files?.also);
    const place = isInLot(of) ? 'parkId' : of.self === 'park' ? of.display : '';
    const needed = Object.entries(of.fields).filter(
      ([, { kind, required, readOnly, hidden, default: given }]) =>
        required && !readOnly && !hidden && given === undefined && !(kind === 'secret' && rulesOf(of).files?.save),
    );
    const without = (name: string) => !kept.has(name) && name !== place && !of.config!.without?.includes(name);
    const call = served.find((each) => each.call.name === `${of.name}.submit`);
    return [
      ...of.config!.key.filter(without).map((name) => `${of.name}: its key ${name} is not in the file`),
      ...needed
        .filter(([name]) => without(name))
        .map(([name]) => `${of.name}: ${name} is required and not in the file`),
      ...(call?.mode === 'write' && !call.before ? [] : [`${of.name}: its saving cannot be part of another call`]),
      ...(also.size > 0 && !rulesOf(of).files?.save ? [`${of.name}: nothing saves what its file says besides`] : []),
    ];
  });
  assert.deepEqual(faults, []);
});

test('a row of every such resource of a group has a file', () => {
  const there = new Set(Object.keys(files).map((path) => locate(path)?.of.name));
  assert.deepEqual(
    ofGroup()
      .map(({ name }) => name)
      .filter((name) => !there.has(name)),
    [],
  );
});

test('an account’s file has the draft of its menu, and a screen’s its tiles', () => {
  const only = (folder: string) => {
    const path = Object.keys(files).find((each) => each.startsWith(`${folder}/`))!;
    return JSON.parse(files[path]!);
  };
  const pay = { name: '缴费', type: 'view', url: 'https://park.example.com/m/pay' };
  assert.deepEqual(only('public-accounts').menu, [{ name: '停车', items: [pay] }]);
  assert.equal(only('big-screens').config.tiles[0].title, '现在');
});

test('no file holds an id, a secret or personal data', () => {
  const all = Object.values(files).join('\n');
  assert.doesNotMatch(all, /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/);
  for (const of of configured())
    for (const [name, field] of Object.entries(of.fields)) {
      if (field.kind === 'secret') assert.doesNotMatch(all, new RegExp(`"${name}": (?!"${SET_ELSEWHERE}")`), name);
      if (field.personal) assert.ok(!keptFields(of).includes(name), `${of.name}.${name}`);
    }
});

test('the plan of a folder that was just written is empty, the platform operator’s too', async () => {
  for (const as of ['first', 'platform'] as const) {
    const { changes, problems } = await plan(as, await written(as));
    assert.deepEqual([changes, problems], [[], []]);
  }
});

test('applied to a group that has nothing and written out again it is the same bytes, and applying it again changes nothing', async () => {
  // Serial numbers are unique in the whole installation.
  const moved = Object.fromEntries(
    Object.entries(files).map((each) => each.map((part) => part.replaceAll('SAMPLE-', 'COPIED-')) as [string, string]),
  );
  const planned = await plan('second', moved, true);
  assert.deepEqual(planned.problems, []);
  assert.ok(planned.changes.length > ofGroup().length);
  const applied = await ask('POST', 'apply', 'second', { files: moved, prune: true, digest: planned.digest });
  assert.equal(applied.status, 200, JSON.stringify(applied.body));
  assert.deepEqual(applied.body.data.changes, planned.changes);
  assert.deepEqual(differing(await written('second'), moved), []);
  const again = await plan('second', moved, true);
  assert.deepEqual([again.changes, again.problems], [[], []]);
  assert.deepEqual(differing(await written('first'), files), []);
});
