/** Who may see and repair what: other tenants, people of one lot, operators of the platform. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { configure } from '#kit/server/setting.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { liveNews } from './door.ts';
import { HOUR, MINUTE, openLot } from './lot.fixture.ts';
import type { StoryLot } from './lot.fixture.ts';

let product: TestProduct;
let mine: StoryLot;
let next: StoryLot;
let theirs: StoryLot;
const inside: Record<string, string> = {};
const T = Math.floor(Date.now() / MINUTE) * MINUTE - 5 * HOUR;
const base = '/api/updown/parkIORecord';
const P = '京A12345';

before(async () => {
  product = await startTestProduct();
  mine = await openLot(product);
  next = await openLot(product);
  theirs = await openLot(product, { company: product.companies.second });
  for (const [name, lot] of Object.entries({ mine, next, theirs })) {
    await lot.enter('京A55555', T - MINUTE, 'in2');
    inside[name] = await lot.enter(P, T);
    await lot.see('out1', T + HOUR, P);
    await lot.attend('out1', T + HOUR + 1000, { action: 'release', reason: '测试', picture: null });
    await lot.gone('out1', T + HOUR + 5000);
  }
});
after(() => product.close());

async function manager(): Promise<string> {
  const account = `lot.${randomUUID().slice(0, 6)}`;
  const roles = await product.must('GET', '/api/updown/sysrole/getListByCompany', {
    companyId: product.companies.first,
  });
  const role = (Array.isArray(roles) ? roles : roles.records).find(
    (each: { builtIn?: string }) => each.builtIn === 'groupAdmin',
  );
  const { id } = await product.must('POST', '/api/updown/sysuser/submit', {
    account,
    realName: '车场经理',
    companyId: product.companies.first,
    password: product.passwords.admin,
    allParks: false,
  });
  await product.must('POST', '/api/updown/sysuser/grantRole', { userId: id, ids: role.id });
  await product.must('POST', '/api/updown/plat/ParkUserGrant/submit', {
    userId: id,
    parkIds: [mine.parkId],
    allParks: 'false',
  });
  return product.login(account, product.passwords.admin!);
}

/** Every call that names a stay, a lot or a release, with ids of `lot`. */
async function calls(lot: StoryLot, recordId: string): Promise<[string, string, Record<string, unknown>][]> {
  const [release] = await lot.of('manual_release');
  return [
    ['POST', `${base}/updatePlateNumber`, { recordId, plateNumber: '京A99999', remark: 'x' }],
    ['POST', `${base}/batchOutCar`, { ids: recordId, remark: 'x' }],
    ['POST', '/api/gatehouse/stay/resolve', { recordId, verdict: 'clone', remark: 'x' }],
    ['POST', `${base}/platInCar`, { parkId: lot.parkId, plateNumber: '京A88888', remark: 'x' }],
    ['GET', `${base}/getLocalImagePath`, { recordId }],
    ['GET', '/api/gatehouse/stay/story', { recordId }],
    ['GET', '/api/updown/parkiorecordexend/detail', { recordId }],
    ['GET', '/api/updown/static/getManualReleaseOrder', { recordId: release!.id }],
    ['GET', `/api/gatehouse/check/${lot.parkId}`, {}],
  ];
}

const lists = [
  `${base}/inCarList`,
  '/api/updown/static/searchInOutRecords',
  '/api/updown/parkiorecordexend/list',
  '/api/updown/static/getPageVideoCarList',
  '/api/updown/static/getSearchGateEvents',
  '/api/updown/static/getPageManualRelease',
];
const files = [
  `${base}/exportInCarList`,
  `${base}/exportInCarTemp`,
  '/api/updown/static/exportInOutRecords',
  '/api/updown/static/exportGateEvents',
  '/api/updown/static/exportExceptionRelease',
  '/api/updown/static/exportManualRelease',
];

const state = async (lot: StoryLot) =>
  JSON.stringify([
    await lot.of('stay'),
    await lot.of('car_inside'),
    await lot.of('stay_change'),
    await lot.of('park_live', 'park_id'),
  ]);

test('with ids of another tenant no call answers anything but that it is not there, and nothing changes', async () => {
  const untouched = await state(mine);
  for (const [method, path, input] of await calls(mine, inside.mine!)) {
    const { status, body } = await product.ask(method, path, input, { as: 'otherTenant' });
    assert.deepEqual([path, status, body.error], [path, 404, 'no_such_record']);
  }
  const mixed = await product.ask(
    'POST',
    `${base}/batchOutCar`,
    { ids: `${inside.theirs},${inside.mine}`, remark: 'x' },
    { as: 'otherTenant' },
  );
  assert.equal(mixed.status, 404);
  assert.equal(await state(mine), untouched);
  assert.equal((await theirs.stay(inside.theirs!)).status, 'open');
  for (const path of lists) {
    const page = await product.must('GET', path, { size: 100 }, { as: 'otherTenant' });
    assert.ok(page.records.length > 0, path);
    assert.deepEqual(
      page.records.filter((row: { parkId: string }) => row.parkId !== theirs.parkId),
      [],
      path,
    );
    assert.equal((await product.must('GET', path, { parkId: mine.parkId }, { as: 'otherTenant' })).total, 0, path);
  }
  const lately = await product.must('GET', '/api/gatehouse/passage/lately', {}, { as: 'otherTenant' });
  assert.ok(lately.length > 0 && lately.every((row: { parkId: string }) => row.parkId === theirs.parkId));
});

test("lists leave as files by the contract's own paths, with the rows of the list alone", async () => {
  for (const path of files) {
    const own = await product.ask('GET', path, { format: 'csv', parkId: mine.parkId }, { as: 'groupAdmin' });
    assert.equal(own.status, 200, path);
    const foreign = await product.ask('GET', path, { format: 'csv', parkId: mine.parkId }, { as: 'otherTenant' });
    assert.deepEqual([foreign.status, foreign.text.trim().split('\n').length], [200, 1], path);
    assert.equal((await product.ask('GET', path, {}, { as: 'nobody' })).status, 403, path);
  }
});

test('who is granted one lot sees and repairs that lot and no other of his company', async () => {
  const token = await manager();
  const untouched = await state(next);
  for (const [method, path, input] of await calls(next, inside.next!))
    assert.deepEqual([path, (await product.ask(method, path, input, { as: token })).status], [path, 404]);
  const [some] = await next.inside('京A55555');
  assert.equal(
    (
      await product.ask(
        'POST',
        `${base}/batchOutCar`,
        { ids: `${some!.id},${inside.mine}`, remark: 'x' },
        { as: token },
      )
    ).status,
    404,
  );
  assert.equal(await state(next), untouched);
  const page = await product.must('GET', `${base}/inCarList`, { size: 100 }, { as: token });
  assert.ok(page.records.every((row: { parkId: string }) => row.parkId === mine.parkId) && page.total === 2);
  await product.must(
    'POST',
    `${base}/updatePlateNumber`,
    { recordId: (await mine.inside('京A55555'))[0]!.id, plateNumber: '京A55556', remark: 'x' },
    { as: token },
  );
  assert.equal((await mine.inside('京A55556')).length, 1);
  assert.equal((await mine.check()).right, true);
});

test('a platform operator’s action belongs to the car park’s tenant, with its audit, and must name a lane of that car park', async () => {
  const elsewhere = await product.ask('POST', `${base}/platInCar`, {
    parkId: theirs.parkId,
    plateNumber: '京A77777',
    gateId: mine.gates.in1,
  });
  assert.deepEqual([elsewhere.status, elsewhere.body.errors?.[0]?.field], [400, 'gateId']);
  const { recordId } = await product.must('POST', `${base}/platInCar`, {
    parkId: theirs.parkId,
    plateNumber: '京A77777',
    remark: '代客补录',
  });
  const row = await theirs.stay(recordId);
  assert.deepEqual(
    [row.tenant_id, row.company_id, row.status],
    [theirs.target.tenantId, product.companies.second, 'open'],
  );
  await product.must('POST', `${base}/updatePlateNumber`, { recordId, plateNumber: '京A77778', remark: '代客更正' });
  await product.must('POST', `${base}/batchOutCar`, { ids: recordId, remark: '代客清场' });
  assert.equal((await theirs.stay(recordId)).status, 'closed-batch');
  const audits = await theirs.rows(
    "SELECT action, company_id, after->>'note' AS note FROM audit_log WHERE tenant_id = $1 AND park_id = $2 AND row_id = $3 ORDER BY at, id",
    recordId,
  );
  assert.deepEqual(
    audits,
    [
      ['add', '代客补录'],
      ['correct', '代客更正'],
      ['batchOut', '代客清场'],
    ].map(([action, note]) => ({ action, company_id: product.companies.second, note })),
  );
  const tables = ['stay', 'car_inside', 'stay_change', 'lane_exception', 'park_day'];
  for (const table of tables) {
    const strays = await theirs.rows(`SELECT count(*) AS n FROM ${table} WHERE park_id = $2 AND tenant_id <> $1`);
    assert.equal(strays[0]!.n, 0, table);
  }
  const seen = await product.must('GET', '/api/gatehouse/stay/story', { recordId }, { as: 'otherTenant' });
  assert.ok(seen.events.some((event: { kind: string }) => event.kind === 'change'));
  assert.equal((await theirs.check()).right, true);
});

test('whoever may not see personal data reads plates masked, in pictures, story and the latest passages too', async () => {
  const roles = await product.must('POST', '/api/updown/sysrole/submit', {
    roleName: `只看${randomUUID().slice(0, 8)}`,
    companyId: product.companies.first,
  });
  await product.must('POST', '/api/updown/sysrole/grant', {
    roleIds: roles.id,
    menuIds: [],
    permissions: ['stay:read', 'carInside:read', 'passage:read'],
  });
  const account = `look.${randomUUID().slice(0, 6)}`;
  const { id } = await product.must('POST', '/api/updown/sysuser/submit', {
    account,
    realName: '看',
    companyId: product.companies.first,
    password: product.passwords.admin,
    allParks: true,
  });
  await product.must('POST', '/api/updown/sysuser/grantRole', { userId: id, ids: roles.id });
  const token = await product.login(account, product.passwords.admin!);
  const ask = (path: string, input: Record<string, unknown> = {}) => product.must('GET', path, input, { as: token });
  for (const data of [
    await ask(`${base}/getLocalImagePath`, { recordId: inside.next }),
    await ask('/api/gatehouse/passage/lately', { parkId: next.parkId }),
    (await ask('/api/gatehouse/stay/story', { recordId: inside.next })).events,
  ]) {
    const words = JSON.stringify(data).replaceAll(/"[^"]*\.jpg"/g, '""');
    assert.ok(words.includes('*') && !words.includes(P) && !words.includes('京A55555'), words);
  }
});

test('a terminal acts at the lanes of its own lot alone: what it reports of a lane of the next lot, or of another group, is never stored', async () => {
  for (const other of [next, theirs]) {
    const stood = await other.lane('out1');
    const event = mine.event(
      'out1',
      T + 2 * HOUR,
      { kind: 'attend', passing: 0, by: '别处的人', act: { action: 'open', reason: '测试', picture: null } },
      `box-of-${other.parkId}`,
    );
    await assert.rejects(mine.ingest({ ...event, lane: other.gates.out1 } as typeof event), /none of this lot/);
    assert.deepEqual(await other.lane('out1'), stood);
    for (const table of ['lane_live', 'gate_opening', 'device_event', 'device_command'])
      assert.deepEqual(
        await mine.rows(
          `SELECT 1 FROM ${table} WHERE tenant_id = $1 AND park_id = $2 AND gate_id = $3`,
          other.gates.out1,
        ),
        [],
        table,
      );
  }
});

test('live messages of the lanes, identical for every viewer, contain no full plate', async (t) => {
  const published: string[] = [];
  const undo = configure(
    liveNews.as((_, parkId, topic, payload) => {
      if (parkId === mine.parkId) published.push(`${topic} ${JSON.stringify(payload)}`);
    }),
  );
  t.after(undo);
  await mine.enter('京A77777', T + 3 * HOUR, 'in2');
  assert.ok(
    published.some((each) => each.startsWith('lane ') && each.includes('京A·**777')),
    published.join('\n'),
  );
  assert.doesNotMatch(published.join('\n'), /京A77777/);
});
