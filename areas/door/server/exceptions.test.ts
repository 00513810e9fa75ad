/** Exceptions to separation rules: one requests, another approves, and nothing is hidden or granted beyond the end. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, dayOf, startOfDay } from '#domain/time/day.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { followEnded } from './afterwards.ts';
import { endExceptions } from './exceptions.ts';

const ZONE = 'Asia/Shanghai';
const base = '/api/gatehouse/separationException';
const startTime = '2026-01-01T00:00:00+08:00';
let product: TestProduct;
/** Somebody else who runs the company. */
const second = 'groupAdmin';
const at: Record<string, string> = {};

const today = (): string => dayOf(Date.now(), ZONE);
const dayIn = (days: number): string => addDays(today(), days);
/** The instant at which a day so many days from now begins. */
const midnight = (days: number): string => new Date(startOfDay(dayIn(days), ZONE)).toISOString();

const save = async (path: string, input: Record<string, unknown>): Promise<string> =>
  (await product.must('POST', path.startsWith('/') ? path : `/api/updown/${path}/submit`, input)).id;
type Answer = {
  status: number;
  body: { msg: string; data?: { id: string }; errors?: { field: string; msg: string }[] };
};
/** `422 field`, or the status alone where it was accepted. */
const brief = ({ status, body }: Answer): string =>
  [status, body.errors?.[0]?.field].filter((each) => each !== undefined).join(' ');
const grant = async (door: string, person: string, endTime: string | null): Promise<Answer> =>
  product.ask('POST', '/api/updown/doordevgrant/submit', {
    villageId: at['village'],
    deviceIds: [at[`${door}Device`]],
    empIds: [at[person]],
    timePeriodId: at['whole'],
    startTime,
    ...(endTime === null ? {} : { endTime }),
  });
const propose = (person: string, lastDay: string, as = 'admin', ruleId = at['rule']): Promise<Answer> =>
  product.ask(
    'POST',
    `${base}/submit`,
    { villageId: at['village'], ruleId, EmpID: at[person], lastDay, reason: '机房搬迁期间代班' },
    { as },
  );
const proposed = async (person: string, lastDay: string): Promise<string> => {
  const { status, body } = await propose(person, lastDay);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data!.id;
};
const decide = (verb: string, id: string, as: string, remark = '同意'): Promise<Answer> =>
  product.ask('POST', `${base}/${verb}`, { id, remark }, { as });
const excepted = async (person: string, lastDay: string): Promise<string> => {
  const id = await proposed(person, lastDay);
  assert.equal((await decide('approve', id, second)).status, 200);
  return id;
};
const stateOf = async (id: string): Promise<string> => (await product.must('GET', `${base}/detail`, { id })).status;
const leftOf = async (id: string): Promise<string> => (await product.must('GET', `${base}/detail`, { id })).afterwards;
const warned = async (): Promise<string[]> =>
  (await product.must('GET', '/api/updown/plat/rdrwork/getWarnList', { warnType: 'separation' })).records.map(
    ({ subject, status }: { subject: string; status: string }) => `${subject} ${status}`,
  );
type Checked = { ruleName: string; people: number; records: any[]; exceptedPeople: number; excepted: any[] };
const checked = async (ruleName = '财务与机房'): Promise<Checked> =>
  (await product.must('GET', '/api/gatehouse/door/separation', { villageId: at['village'] })).rules.find(
    (rule: Checked) => rule.ruleName === ruleName,
  );
/** Names of those who break the rule, and of those excepted. */
const seen = async (): Promise<[string[], string[]]> => {
  const { people, records, exceptedPeople, excepted: rows } = await checked();
  assert.deepEqual([people, exceptedPeople], [records.length, rows.length]);
  return [records.map(({ empName }) => empName), rows.map(({ empName }) => empName)];
};

before(async () => {
  product = await startTestProduct();
  const companyId = product.companies.child;
  const villageId = await save('baseVillage', { VName: '例外大厦', companyId });
  at['village'] = villageId;
  await product.park(companyId, '例外大厦车库', { villageId });
  for (const door of ['财务室', '机房', '金库']) {
    at[door] = await save('doorgate', { villageId, gateName: door });
    const device = { villageId, gateId: at[door], deviceName: door, deviceType: 'controller' };
    at[`${door}Device`] = await save('doordevice', { ...device, sn: `EXC-${Object.keys(at).length}` });
  }
  const deptId = await save('door/basedept', { companyId, villageId, deptName: '财务部' });
  for (const name of ['张三', '李四', '王五', '赵六', '钱七'])
    at[name] = await save('dooremployee', { villageId, deptId, empName: name, empNo: name });
  at['whole'] = await save('doortimeperiod', {
    villageId,
    periodName: '全天',
    weekDays: ['1', '2', '3', '4', '5', '6', '7'],
    startTime: '00:00',
    endTime: '24:00',
  });
  at['rule'] = await save('/api/gatehouse/doorSeparation/submit', {
    villageId,
    ruleName: '财务与机房',
    gateIds: [at['财务室']],
    otherGateIds: [at['机房']],
  });
  for (const name of ['张三', '李四', '王五', '赵六', '钱七'])
    assert.equal((await grant('财务室', name, null)).status, 200);
});
after(() => product.close());

test('only what somebody else approved lets anybody hold both, and nothing beyond its last day', async () => {
  assert.equal(brief(await grant('机房', '张三', midnight(10))), '422 deviceIds');
  const id = await proposed('张三', dayIn(9));
  assert.equal(brief(await grant('机房', '张三', midnight(10))), '422 deviceIds', 'a request is no approval');
  assert.equal((await decide('approve', id, 'admin')).status, 422, 'nobody approves his own request');
  assert.equal(await stateOf(id), 'proposed');
  assert.equal((await decide('approve', id, second)).status, 200);
  assert.equal(brief(await grant('机房', '张三', midnight(11))), '422 deviceIds', 'a day longer than the exception');
  assert.equal(brief(await grant('机房', '张三', null)), '422 deviceIds');
  assert.equal(brief(await grant('机房', '李四', midnight(10))), '422 deviceIds', 'it is his alone');
  assert.equal(brief(await grant('机房', '张三', midnight(10))), '200');
  assert.deepEqual(await seen(), [[], ['张三']]);
  const [row] = (await checked()).excepted;
  const { exceptionId, lastDay, reason, gateName, otherName } = row;
  assert.deepEqual(
    [exceptionId, lastDay, reason, gateName, otherName],
    [id, dayIn(9), '机房搬迁期间代班', '财务室', '机房'],
  );
  assert.ok(row.askedBy && row.approvedBy && row.askedBy !== row.approvedBy, JSON.stringify(row));
});

test('withdrawn it is over at once: who holds both breaks the rule, and others may still be changed', async () => {
  const id = await excepted('李四', dayIn(20));
  assert.equal(brief(await grant('机房', '李四', midnight(5))), '200');
  assert.deepEqual(await seen(), [[], ['张三', '李四']]);
  assert.equal((await product.ask('POST', `${base}/withdraw`, { id })).status, 400, 'a reason is wanted');
  assert.equal((await decide('withdraw', id, 'admin', '搬迁已完成')).status, 200);
  assert.deepEqual(await seen(), [['李四'], ['张三']]);
  assert.equal(brief(await grant('机房', '李四', midnight(4))), '200', 'nothing new is broken');
  assert.equal(brief(await grant('机房', '李四', midnight(6))), '422 deviceIds', 'nor a day more of both');
  assert.equal(brief(await grant('机房', '李四', null)), '422 deviceIds');
  await followEnded(product.database, new Date());
  assert.deepEqual([await leftOf(id), await warned()], ['holds', ['李四 · 财务与机房 open']]);
  const { records: held } = await product.must('GET', '/api/updown/doordevgrant/list', { deviceId: at['机房Device'] });
  const own = held.filter(({ empIds }: { empIds: string[] }) => empIds.includes(at['李四']!));
  await product.must('POST', '/api/updown/doordevgrant/remove', { ids: own.map((each: { id: string }) => each.id) });
  await followEnded(product.database, new Date());
  assert.deepEqual([await leftOf(id), await warned()], ['free', ['李四 · 财务与机房 cleared']]);
  assert.equal((await decide('approve', id, second)).status, 409, 'what is over comes back by a new request');
  const { records } = await product.must('GET', '/api/blade-log/usual/list', {
    resource: 'separationException',
    size: 100,
  });
  const actions = records
    .filter(({ rowId }: { rowId: string }) => rowId === id)
    .map(({ action }: { action: string }) => action);
  for (const action of ['add', 'approve', 'withdraw'])
    assert.ok(actions.includes(action), `${action} of ${actions.join()}`);
});

test('refused or merely requested, it excepts nobody; bad days, strangers and who has left are refused', async () => {
  const id = await proposed('王五', dayIn(3));
  assert.equal((await product.ask('POST', `${base}/refuse`, { id }, { as: second })).status, 400);
  assert.equal((await decide('refuse', id, 'admin', '不需要')).status, 422, 'nor refuses it himself');
  assert.equal((await decide('refuse', id, second, '不需要')).status, 200);
  assert.equal(brief(await grant('机房', '王五', midnight(3))), '422 deviceIds');
  assert.equal(brief(await propose('王五', dayIn(-1))), '400 lastDay');
  assert.equal(brief(await propose('王五', dayIn(400))), '400 lastDay');
  assert.equal((await propose('王五', dayIn(3), 'nobody')).status, 403);
  const elsewhere = await save('baseVillage', { VName: '别处', companyId: product.companies.child });
  const deptId = await save('door/basedept', {
    companyId: product.companies.child,
    villageId: elsewhere,
    deptName: '别处',
  });
  at['别人'] = await save('dooremployee', { villageId: elsewhere, deptId, empName: '别人', empNo: 'ELSE-1' });
  assert.equal(brief(await propose('别人', dayIn(3))), '400 EmpID');
});

test('a rule that says something else has no exceptions, also where the request came before', async () => {
  const id = await excepted('王五', dayIn(30));
  const waiting = await proposed('赵六', dayIn(30));
  const rule = { id: at['rule'], villageId: at['village'], ruleName: '财务与机房', gateIds: [at['财务室']] };
  const edit = (otherGateIds: readonly (string | undefined)[], mode = 'watched') =>
    product.ask('POST', '/api/gatehouse/doorSeparation/submit', { ...rule, otherGateIds, mode });
  assert.equal((await edit([at['机房'], at['金库']])).status, 200);
  assert.deepEqual((await seen())[1], [], 'what was approved was approved for the rule as it was');
  assert.equal((await decide('approve', waiting, second)).status, 422);
  await endExceptions(product.database, new Date());
  assert.deepEqual([await stateOf(id), await stateOf(waiting)], ['ended', 'ended']);
  assert.equal((await edit([at['机房']])).status, 200);
});

test('with its last day it ends by itself, and with the person who leaves', async () => {
  const [short, long] = [await excepted('赵六', dayIn(2)), await excepted('钱七', dayIn(30))];
  const ends = startOfDay(dayIn(3), ZONE);
  await endExceptions(product.database, new Date(ends - 1));
  assert.equal(await stateOf(short), 'approved');
  await endExceptions(product.database, new Date(ends));
  assert.deepEqual([await stateOf(short), await stateOf(long)], ['ended', 'approved']);
  await product.must('POST', '/api/gatehouse/door/leave', { EmpID: at['钱七'], reason: '离职' });
  await endExceptions(product.database, new Date());
  assert.equal(await stateOf(long), 'ended');
});
