/** Work orders, warnings and requests over the calls. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { tenantScope } from '#kit/server/db.ts';
import { handleOnly, on } from '#kit/server/events.ts';
import { newId } from '#kit/server/id.ts';
import { appealDecided, appealRaised } from '#areas/workorder/model/events.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { clearWarning, raiseWarning } from './warnings.ts';
import { escalateOverdue } from './work.ts';

const base = '/api/updown/plat/rdrwork';
let product: TestProduct;
let owner: { tenantId: number; companyId: string; parkId: string };
const people: Record<string, { id: string; token: string }> = {};

async function person(name: string, role: string): Promise<void> {
  const account = `${role.toLowerCase()}.${newId().slice(-6)}`;
  const { id } = await product.must('POST', '/api/updown/sysuser/submit', {
    account,
    realName: name,
    companyId: product.companies.child,
    password: 'Gatehouse-2026',
    allParks: true,
    userType: role === 'curbCollector' ? 'collector' : 'staff',
  });
  const roles = await product.must('GET', '/api/updown/sysrole/getListByCompany', {
    companyId: product.companies.child,
  });
  const found = (Array.isArray(roles) ? roles : roles.records).find(
    (each: { builtIn?: string }) => each.builtIn === role,
  );
  await product.must('POST', '/api/updown/sysuser/grantRole', { userId: id, ids: found.id });
  people[name] = { id, token: await product.login(account, 'Gatehouse-2026') };
}
const as = (name: string) => ({ as: people[name]!.token });
const act = (action: string, input: Record<string, unknown>, name = '郑督导') =>
  product.ask('POST', `${base}/${action}`, input, as(name));
const detail = (workId: string) => product.must('GET', `${base}/detail`, { workId }, as('郑督导'));
const newWork = async (more: Record<string, unknown> = {}): Promise<string> => {
  const { status, body } = await act('upload', {
    workType: 'sensor',
    parkId: owner.parkId,
    text: '泊位12地磁无信号',
    ...more,
  });
  assert.equal(status, 200, body.msg);
  return body.data.workId;
};
const inTenant = <T>(work: Parameters<TestProduct['database']['write']>[1]): Promise<T> =>
  product.database.write(tenantScope(owner.tenantId), work) as Promise<T>;

before(async () => {
  product = await startTestProduct();
  const parkId = await product.park(product.companies.child, '景田路', { parkType: 'curb' });
  for (const [name, role] of [
    ['郑督导', 'lotManager'],
    ['韩督导', 'lotManager'],
    ['王收费', 'curbCollector'],
    ['刘收费', 'curbCollector'],
    ['苏客服', 'customerService'],
  ] as const)
    await person(name, role);
  const { tenantId } = await product.must('GET', '/api/api-uaa/oauth/userinfo', {}, as('郑督导'));
  owner = { tenantId, companyId: product.companies.child, parkId };
});
after(() => product.close());

test('an order goes from assignment to a check by somebody who did not do it', async () => {
  const workId = await newWork();
  assert.equal((await act('deal', { workId, remark: '已修' }, '王收费')).status, 409, 'not before it is assigned');
  assert.equal((await act('allocate', { workId }, '郑督导')).body.errors![0]!.field, 'userId');
  assert.equal((await act('allocate', { workId, userId: people['王收费']!.id })).status, 200);
  assert.equal((await act('accept', { workId }, '刘收费')).body.reason, 'not-assignee');
  assert.equal((await act('accept', { workId }, '王收费')).status, 200);
  assert.equal((await act('deal', { workId, remark: '更换电池' }, '王收费')).status, 200);
  assert.equal((await act('check', { workId }, '王收费')).status, 403);
  assert.equal((await act('return', { workId, reason: '仍无信号' }, '韩督导')).status, 200);
  assert.equal((await act('deal', { workId, remark: '更换地磁' }, '郑督导')).status, 200);
  assert.equal((await act('check', { workId }, '郑督导')).body.reason, 'own-signature');
  assert.equal((await act('check', { workId }, '韩督导')).status, 200);
  const row = await detail(workId);
  assert.deepEqual([row.status, row.checkedBy, row.result], ['checked', '韩督导', '更换地磁']);
  assert.equal((await act('deal', { workId, remark: '再修' }, '王收费')).status, 409);
});

test('what a new order lacks is named, files are added to one there is, and another group sees none', async () => {
  const { body } = await act('upload', { text: '缺类型' });
  assert.deepEqual(body.errors!.map(({ field }) => field).sort(), ['parkId', 'workType']);
  const workId = await newWork();
  const file = `/api/updown/file/${'a'.repeat(64)}`;
  assert.equal((await act('upload', { workId, file: 'http://elsewhere/x.jpg' })).body.errors![0]!.field, 'file');
  assert.equal((await act('upload', { workId, file })).status, 200);
  assert.equal((await act('upload', { workId, file })).status, 200);
  assert.deepEqual((await detail(workId)).files, [file]);
  const foreign = await product.ask('GET', `${base}/detail`, { workId }, { as: 'otherTenant' });
  assert.equal(foreign.status, 404);
});

test('a pause moves the due time back, and it is computed from the history', async () => {
  const workId = await newWork({ priority: '1' });
  const raised = await detail(workId);
  await act('allocate', { workId, userId: people['王收费']!.id });
  assert.equal((await act('pause', { workId, reason: '等配件' }, '王收费')).status, 200);
  assert.equal((await detail(workId)).pauses[0].to, null);
  assert.equal((await act('resume', { workId }, '王收费')).status, 200);
  const row = await detail(workId);
  assert.equal(row.status, 'doing');
  assert.notEqual(row.pauses[0].to, null);
  assert.ok(Date.parse(row.solveDue) >= Date.parse(raised.solveDue));
});

test('an order past its time is late, an hour later one level up; a paused one stands still', async () => {
  const [late, paused] = [await newWork({ priority: '1' }), await newWork({ priority: '1' })];
  await act('allocate', { workId: paused, userId: people['王收费']!.id });
  await act('pause', { workId: paused, reason: '等天晴' }, '王收费');
  const due = Date.parse((await detail(late)).respondDue);
  const overdue = async (id: string) => (await detail(id)).overdue;
  await escalateOverdue(product.database, new Date(due - 60_000));
  assert.equal(await overdue(late), 'none');
  await escalateOverdue(product.database, new Date(due + 60_000));
  assert.equal(await overdue(late), 'late');
  await escalateOverdue(product.database, new Date(due + 61 * 60_000));
  assert.deepEqual([await overdue(late), await overdue(paused)], ['escalated', 'none']);
});

test('one warning is open for a cause and subject, it becomes one order, and reopens after the check', async () => {
  const warning = {
    type: 'sensorSilent',
    subjectId: 's1',
    subject: '地磁 S1',
    berthNo: 'R0101',
    level: 'warn',
    figure: 95,
    limit: 90,
  } as const;
  const raise = (at = new Date()) => inTenant<string>((db) => raiseWarning(db, owner, warning, at));
  const warnId = await raise();
  assert.equal(await raise(), warnId);
  const shown = async () => product.must('GET', `${base}/getWarnDetail`, { warnId }, as('郑督导'));
  assert.equal((await shown()).times, 2);
  assert.equal((await act('warnToWork', { warnId, remark: '尽快' })).status, 200);
  assert.equal((await act('warnToWork', { warnId })).status, 409);
  assert.equal(await raise(), warnId, 'its order is not done yet');
  const { workId, status, berthNo } = await shown();
  assert.deepEqual([status, berthNo], ['converted', 'R0101']);
  const order = await product.must('GET', `${base}/detail`, { workId }, as('郑督导'));
  assert.equal(order.berthNo, 'R0101', 'the order is at the berth the warning is about');
  await act('allocate', { workId, userId: people['王收费']!.id });
  await act('deal', { workId, remark: '换电池' }, '王收费');
  await act('check', { workId });
  assert.notEqual(await raise(), warnId);
});

test('a warning whose cause is gone is cleared, one that was dealt with may come again, a muted one stays open', async () => {
  const warning = {
    type: 'cash',
    subjectId: 'u1',
    subject: '王收费',
    level: 'bad',
    figure: 120_000,
    limit: 100_000,
  } as const;
  const raise = () => inTenant<string>((db) => raiseWarning(db, owner, warning, new Date()));
  const clear = () => inTenant<boolean>((db) => clearWarning(db, owner.tenantId, warning, new Date()));
  const stateOf = async (warnId: string) =>
    (await product.must('GET', `${base}/getWarnDetail`, { warnId }, as('郑督导'))).status;
  const first = await raise();
  assert.deepEqual([await clear(), await clear(), await stateOf(first)], [true, false, 'cleared']);
  const second = await raise();
  assert.equal((await act('muteWarn', { warnId: second, hours: 2 })).body.errors![0]!.field, 'remark');
  assert.equal((await act('muteWarn', { warnId: second, hours: 2, remark: '押运在途' })).status, 200);
  assert.equal(await stateOf(second), 'open');
  assert.equal((await act('dealWarn', { warnId: second, remark: '已投库' })).status, 200);
  assert.notEqual(await raise(), second);
});

test('people on duty are offered first, with their open orders', async () => {
  await product.must('POST', '/api/gatehouse/duty/clock', { kind: 'in', parkId: owner.parkId }, as('刘收费'));
  const list = await product.must('GET', `${base}/accountList`, { companyId: product.companies.child }, as('郑督导'));
  assert.deepEqual([list[0].label, list[0].onDuty], ['刘收费', true]);
  const busy = list.find((each: { label: string }) => each.label === '王收费');
  assert.ok(busy.open > 0 && !busy.onDuty);
});

const request = (input: Record<string, unknown>) =>
  product.ask(
    'POST',
    '/api/updown/userRequest/submit',
    { parkId: owner.parkId, text: '收费员态度差', ...input },
    as('苏客服'),
  );
const answer = (input: Record<string, unknown>) =>
  product.ask('POST', '/api/updown/userRequest/handle', input, as('苏客服'));

test('a complaint is taken, answered and closed; its outcome fits its kind', async () => {
  const { body } = await request({ type: 'complaint', phone: '13800001111', plateNumber: '粤B12345' });
  const { id } = body.data;
  assert.equal((await product.ask('POST', '/api/updown/userRequest/take', { id }, as('苏客服'))).status, 200);
  assert.equal((await answer({ id, result: 'cancel', reply: '撤销' })).body.errors![0]!.field, 'result');
  assert.equal((await answer({ id, result: 'explained', remark: '已向车主说明' })).status, 200);
  assert.equal((await answer({ id, result: 'solved' })).status, 409);
  const row = await product.must('GET', '/api/updown/userRequest/detail', { id }, as('苏客服'));
  assert.deepEqual(
    [row.status, row.result, row.reply, row.handler],
    ['answered', 'explained', '已向车主说明', '苏客服'],
  );
  assert.equal((await product.ask('POST', '/api/updown/userRequest/close', { id }, as('苏客服'))).status, 200);
  const words = await product.must('GET', '/api/updown/userRequest/dictionaries', {}, as('苏客服'));
  assert.deepEqual(Object.keys(words), ['types', 'statuses', 'results']);
});

test('an appeal emits an event for the debts when it is raised and when it is decided, in the same transaction', async () => {
  const published: unknown[] = [];
  const stops = [
    handleOnly(
      appealRaised,
      on(appealRaised, async ({ escapeId }) => {
        published.push(['raised', escapeId]);
      }),
    ),
    handleOnly(
      appealDecided,
      on(appealDecided, async ({ result, amountFen }) => {
        if (amountFen === 666) throw new Error('books closed');
        published.push([result, amountFen]);
      }),
    ),
  ];
  try {
    assert.equal((await request({ type: 'appeal' })).body.errors![0]!.field, 'escapeId');
    const { body } = await request({ type: 'appeal', escapeId: 'E1' });
    const { id } = body.data;
    assert.equal((await answer({ id, result: 'amount' })).body.errors![0]!.field, 'amountFen');
    assert.equal((await answer({ id, result: 'amount', amountFen: 666 })).status, 500);
    const row = await product.must('GET', '/api/updown/userRequest/detail', { id }, as('苏客服'));
    assert.equal(row.status, 'waiting', 'what fails there undoes the answer');
    assert.equal((await answer({ id, result: 'amount', amountFen: 900 })).status, 200);
    assert.deepEqual(published, [
      ['raised', 'E1'],
      ['amount', 900],
    ]);
  } finally {
    for (const stop of stops) stop();
  }
});

test('a plate belongs to one member; a blocked member says why', async () => {
  const add = (phone: string) =>
    product.must('POST', '/api/updown/plat/member/submit', { phone }, { as: 'groupAdmin' });
  const [one, two] = [await add('13900000001'), await add('13900000002')];
  const plate = (memberId: string) =>
    product.ask(
      'POST',
      '/api/gatehouse/memberPlate/submit',
      { memberId, plateNumber: '粤B66666' },
      { as: 'groupAdmin' },
    );
  assert.equal((await plate(one.id)).status, 200);
  assert.equal((await plate(two.id)).status, 409);
  const block = { ids: one.id, id: one.id, reason: '恶意投诉' };
  assert.equal((await product.ask('POST', '/api/updown/plat/member/block', block, { as: 'groupAdmin' })).status, 200);
  const row = await product.must('GET', '/api/updown/plat/member/detail', { id: one.id }, { as: 'groupAdmin' });
  assert.deepEqual([row.status, row.blockReason], ['blocked', '恶意投诉']);
});
