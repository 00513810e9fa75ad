/** What a change of a rule makes different, over the calls: foretold before saving, and nothing saved by it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

const PEOPLE = 6;
let product: TestProduct;
const at: Record<string, string> = {};
const people: string[] = [];

const save = async (path: string, input: Record<string, unknown>): Promise<string> =>
  (await product.must('POST', `/api/updown/${path}/submit`, input)).id;

type Side = { people: number; atNight: number; first: string | null; names: string[] };
type Difference = {
  problems: { field: string; msg: string }[];
  people: number;
  doors: { name: string; manner: string; gained: Side; lost: Side }[];
  standing: { name: string; gainedMinutes: number; lostMinutes: number }[];
};
const difference = (resource: string, values: Record<string, unknown>, as = 'admin'): Promise<Difference> =>
  product.must('POST', '/api/gatehouse/door/difference', { villageId: at['office'], resource, values }, { as });
const figures = ({ doors }: Difference): unknown[] =>
  doors.map(({ name, manner, gained, lost }) => [
    name,
    manner,
    gained.people,
    gained.atNight,
    lost.people,
    lost.atNight,
  ]);

before(async () => {
  product = await startTestProduct();
  const companyId = product.companies.child;
  const villageId = (await product.must('POST', '/api/updown/baseVillage/submit', { VName: '静安中心', companyId })).id;
  at['office'] = villageId;
  at['lot'] = await product.park(companyId, '静安中心车库', { villageId });
  at['lab'] = await save('doorarea', { villageId, areaName: '实验区' });
  for (const [gate, areaId] of [
    ['lobby', null],
    ['lab', at['lab']],
  ] as const) {
    const readerSides = ['in', 'out'];
    const gateId = await save('doorgate', { villageId, gateName: gate, readerSides, ...(areaId ? { areaId } : {}) });
    at[`${gate}Gate`] = gateId;
    for (const nth of [1, 2])
      at[`${gate}${nth}`] = await save('doordevice', {
        villageId,
        gateId,
        deviceName: `${gate} ${nth}`,
        deviceType: 'controller',
        sn: `DIFF-${gate}-${nth}`.toUpperCase(),
      });
  }
  at['dept'] = await save('door/basedept', { companyId, villageId, deptName: '实验室' });
  for (let nth = 1; nth <= PEOPLE; nth += 1)
    people.push(
      await save('dooremployee', { villageId, deptId: at['dept'], empName: `员工${nth}`, empNo: `D00${nth}` }),
    );
  const weekDays = ['1', '2', '3', '4', '5'];
  at['day'] = await save('doortimeperiod', {
    villageId,
    periodName: '白天',
    weekDays,
    startTime: '08:00',
    endTime: '18:00',
  });
  at['all'] = await save('doortimeperiod', {
    villageId,
    periodName: '全天',
    weekDays: [...weekDays, '6', '7'],
    startTime: '00:00',
    endTime: '24:00',
  });
  at['grant'] = await save('doordevgrant', {
    villageId,
    deviceIds: [at['lobby1'], at['lobby2'], at['lab1']],
    deptIds: [at['dept']],
    timePeriodId: at['day'],
    startTime: '2026-01-01T00:00:00+08:00',
  });
});
after(() => product.close());

test('three people granted for the whole day gain the night at one door, and nothing is saved', async () => {
  const values = {
    villageId: at['office'],
    deviceIds: [at['lobby1']],
    empIds: people.slice(0, 3),
    timePeriodId: at['all'],
    startTime: '2026-01-01T00:00:00+08:00',
  };
  const found = await difference('doorGrant', values);
  assert.deepEqual(figures(found), [['lobby', 'usual', 3, 3, 0, 0]]);
  assert.deepEqual([found.people, found.doors[0]!.gained.names], [3, ['员工1', '员工2', '员工3']]);
  assert.equal((await product.must('GET', '/api/updown/doordevgrant/list', { villageId: at['office'] })).total, 1);
  assert.deepEqual(figures(await difference('doorGrant', values)), figures(found), 'the same a second time');
});

test('what somebody may pass at another device of the door already is no difference', async () => {
  const values = {
    villageId: at['office'],
    deviceIds: [at['lab2']],
    empIds: people.slice(0, 2),
    timePeriodId: at['day'],
    startTime: '2026-01-01T00:00:00+08:00',
  };
  assert.deepEqual(figures(await difference('doorGrant', values)), []);
});

test('a shorter period takes the end of the day from everybody of the department, a longer one adds no night', async () => {
  const period = { id: at['day'], villageId: at['office'] };
  const all = (gained: number, lost: number) => [
    ['lab', 'usual', gained, 0, lost, 0],
    ['lobby', 'usual', gained, 0, lost, 0],
  ];
  assert.deepEqual(figures(await difference('doorTimePeriod', { ...period, endTime: '17:00' })), all(0, PEOPLE));
  assert.deepEqual(figures(await difference('doorTimePeriod', { ...period, endTime: '20:00' })), all(PEOPLE, 0));
  const wrong = await difference('doorTimePeriod', { ...period, endTime: '07:00' });
  assert.deepEqual([wrong.problems.map(({ field }) => field), wrong.doors], [['endTime'], []]);
});

test('a stricter area keeps out who comes alone or again, a door that stands open is counted by itself', async () => {
  const area = { id: at['lab'], villageId: at['office'] };
  assert.deepEqual(figures(await difference('doorArea', { ...area, twoPerson: true })), [
    ['lab', 'alone', 0, 0, PEOPLE, 0],
  ]);
  const strict = await difference('doorArea', { ...area, antiPassback: 'hard' });
  assert.deepEqual(figures(strict), [['lab', 'again', 0, 0, PEOPLE, 0]]);
  const open = await difference('doorGate', { id: at['lobbyGate'], villageId: at['office'], openPlanId: at['all'] });
  assert.deepEqual([open.doors, open.standing.map(({ name }) => name)], [[], ['lobby']]);
  assert.ok(open.standing[0]!.gainedMinutes > 6 * 1_440);
});

test('names are for who may read people, and rules for who may change them', async () => {
  const values = { id: at['day'], villageId: at['office'], endTime: '17:00' };
  const input = { villageId: at['office'], resource: 'doorTimePeriod', values };
  for (const [as, status] of [
    ['nobody', 403],
    ['otherTenant', 404],
  ] as const)
    assert.equal((await product.ask('POST', '/api/gatehouse/door/difference', input, { as })).status, status, as);
});
