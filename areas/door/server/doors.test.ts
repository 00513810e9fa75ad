/** Doors over the calls: an office with its hours, people and grants, and what the rules answer. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { takeDoors } from './door.ts';
import { turnGrants } from './grants.ts';
import { endValidity } from './people.ts';

const door = '/api/updown';
let product: TestProduct;
const at: Record<string, string> = {};

const save = async (path: string, input: Record<string, unknown>): Promise<string> =>
  (await product.must('POST', `${door}/${path}/submit`, input)).id;
const problemsOf = async (path: string, input: Record<string, unknown>): Promise<string[]> => {
  const { body } = await product.ask('POST', `${door}/${path}/submit`, input);
  return body.errors?.map(({ field }) => field) ?? [];
};
const what = (time: string, more: Record<string, unknown> = {}) =>
  product.must('GET', '/api/gatehouse/door/whatIf', {
    villageId: at['office'],
    EmpID: at['li'],
    gateId: at['lobby'],
    time: `${time}+08:00`,
    ...more,
  });
const decisionAt = async (time: string, more: Record<string, unknown> = {}): Promise<string> => {
  const { result, reason } = await what(time, more);
  return reason === null ? result : `${result}: ${reason}`;
};

before(async () => {
  product = await startTestProduct();
  const companyId = product.companies.child;
  at['office'] = (await product.must('POST', `${door}/baseVillage/submit`, { VName: '云台大厦', companyId })).id;
  const villageId = at['office'];
  at['lot'] = await product.park(companyId, '云台大厦车库', { villageId });
  await product.must('POST', `${door}/parkHolidayDate/submit`, {
    parkingId: at['lot'],
    dates: [
      { day: '2026-10-01', dayKind: 'holiday', holidayName: '国庆节' },
      { day: '2026-10-10', dayKind: 'workday', holidayName: '国庆调休' },
    ],
  });
  const morning = await save('dmperiod', { villageId, periodName: '上午', startTime: '08:00', endTime: '12:00' });
  const noon = await save('dmperiod', { villageId, periodName: '下午', startTime: '13:00', endTime: '18:30' });
  const spans = [morning, noon];
  const weekId = await save('dmweeklmt3', {
    villageId,
    weekName: '办公周',
    mon: spans,
    tue: spans,
    wed: spans,
    thu: spans,
    fri: spans,
  });
  const templateId = await save('dmtemplmt3', { villageId, templName: '办公', weekId });
  at['hours'] = await save('doortimeperiod', { villageId, periodName: '办公时间', templateId });
  at['area'] = await save('doorarea', { villageId, areaName: '办公区', antiPassback: 'hard' });
  at['lobby'] = await save('doorgate', {
    VID: villageId,
    gateName: '大堂闸机',
    gateType: 'turnstile',
    areaId: at['area'],
    readerSides: ['in', 'out'],
  });
  at['device'] = await save('doordevice', {
    villageId,
    gateId: at['lobby'],
    deviceName: '大堂终端',
    deviceType: 'face',
    sn: 'DOOR-LOBBY-1',
  });
  at['dept'] = await save('door/basedept', { companyId, villageId, deptName: '研发部' });
  at['team'] = await save('door/basedept', { companyId, villageId, deptName: '平台组', parentId: at['dept'] });
  at['li'] = await save('dooremployee', {
    villageId,
    deptId: at['team'],
    empName: '李四',
    empNo: 'E001',
    cardNo: '0008106606',
    phone: '13800005678',
  });
  at['grant'] = await save('doordevgrant', {
    villageId,
    deviceIds: [at['device']],
    deptIds: [at['dept']],
    timePeriodId: at['hours'],
    startTime: '2026-01-01T00:00:00+08:00',
    endTime: '2027-01-01T00:00:00+08:00',
  });
});
after(() => product.close());

test('who is of a department passes in its hours, half open, by the calendar of the community; leaving is never refused', async () => {
  assert.deepEqual(
    await Promise.all(
      [
        '2026-10-01T09:00:00',
        '2026-10-10T09:00:00',
        '2026-12-07T12:00:00',
        '2026-12-07T13:00:00',
        '2026-12-07T18:29:59',
        '2026-12-07T18:30:00',
        '2027-01-01T09:00:00',
        '2025-12-31T09:00:00',
      ].map((time) => decisionAt(time)),
    ),
    [
      'refused: holiday',
      'granted',
      'refused: out-of-hours',
      'granted',
      'granted',
      'refused: out-of-hours',
      'refused: ended',
      'refused: not-yet',
    ],
  );
  assert.equal(await decisionAt('2026-12-07T19:10:00', { reader: 'out' }), 'granted');
  const { line, rights } = await what('2026-12-07T12:00:00');
  assert.deepEqual([line, rights[0].says], [6, 'out-of-hours']);
});

test('a lost card, a suspended and a barred person and one who left pass no door; found and back they do', async () => {
  const noon = '2026-12-07T13:00:00';
  const EmpID = at['li'];
  const act = (action: string, input: Record<string, unknown> = {}) =>
    product.must('POST', `/api/gatehouse/door/${action}`, { EmpID, ...input });
  await act('lostCard');
  assert.equal(await decisionAt(noon), 'refused: lost-credential');
  await act('foundCard');
  await act('suspend', { reason: '停薪留职' });
  assert.equal(await decisionAt(noon), 'refused: suspended');
  await act('resume');
  const followId = await save('dooremployeefollow', { EmpID, followType: 'barred' });
  assert.equal(await decisionAt(noon), 'refused: barred');
  assert.equal(await decisionAt(noon, { reader: 'out' }), 'granted');
  await product.must('POST', `${door}/dooremployeefollow/remove`, { ids: followId });
  await act('leave', { reason: '离职' });
  assert.equal(await decisionAt(noon), 'refused: left');
  assert.equal((await product.ask('POST', '/api/gatehouse/door/suspend', { EmpID, reason: '再停' })).status, 409);
  await act('comeBack');
  assert.equal(await decisionAt(noon), 'granted');
});

test('what does not hold together is refused at its field', async () => {
  const villageId = at['office'];
  assert.deepEqual(
    await problemsOf('dmperiod', { villageId, periodName: '夜', startTime: '22:00', endTime: '06:00' }),
    ['endTime'],
  );
  assert.deepEqual(
    await problemsOf('doorgate', { villageId, gateName: '侧门', areaId: at['area'], readerSides: ['in'] }),
    ['readerSides'],
    'a hard area needs readers both ways',
  );
  const other = (
    await product.must('POST', `${door}/baseVillage/submit`, { VName: '另一小区', companyId: product.companies.child })
  ).id;
  assert.deepEqual(await problemsOf('doorgate', { villageId: other, gateName: '侧门', areaId: at['area'] }), [
    'areaId',
  ]);
  assert.deepEqual(
    await problemsOf('doordevice', { villageId: other, deviceName: '侧门终端', sn: 'DOOR-SIDE-1' }),
    ['parkId'],
    'a community without a car park connects no device',
  );
  const grant = { villageId, deviceIds: [at['device']], timePeriodId: at['hours'], startTime: '2026-01-01T00:00:00Z' };
  assert.deepEqual(await problemsOf('doordevgrant', grant), ['empIds']);
  assert.equal((await product.ask('GET', `${door}/doordevgrant/list`, {}, { as: 'otherTenant' })).body.data.total, 0);
});

test('an area keeps its minutes where passing back is a matter of time, and no others', async () => {
  const villageId = at['office'];
  const areaId = await save('doorarea', { villageId, areaName: '档案室', antiPassback: 'timed', passMinutes: 20 });
  const minutes = async () => (await product.must('GET', `${door}/doorarea/detail`, { areaId })).passMinutes;
  assert.equal(await minutes(), 20);
  await save('doorarea', { id: areaId, antiPassback: 'soft' });
  assert.equal(await minutes(), null);
  await save('doorarea', { id: areaId, antiPassback: 'timed' });
  assert.equal(await minutes(), 5);
});

test('forms find devices, departments and people to choose from', async () => {
  const VID = at['office'];
  const [device] = await product.must('GET', `${door}/doordevgrant/deviceSelect`, { VID, areaId: at['area'] });
  assert.deepEqual([device.deviceId, device.deviceName, device.gateName], [at['device'], '大堂终端', '大堂闸机']);
  const depts = await product.must('GET', `${door}/doordevgrant/baseDeptSelect`, { VID });
  assert.deepEqual(depts.map(({ label }: { label: string }) => label).sort(), ['平台组', '研发部']);
  const people = await product.must('GET', `${door}/doordevgrant/selectAllCanGrantEmployee`, { deptIds: at['dept'] });
  assert.deepEqual(
    people.map(({ empName }: { empName: string }) => empName),
    ['李四'],
    'of the department and those below',
  );
  const found = await product.must('GET', `${door}/doordevgrant/list`, { deviceId: at['device'], deptId: at['dept'] });
  assert.equal(found.total, 1);
});

test('people come from a file, each line by itself, into the community and department the file is for', async () => {
  const file = '\uFEFF姓名,编号,卡号\n赵一,E101,0008106701\n钱二,E102,0008106702\n孙三,E101,0008106703\n';
  const query = { VID: at['office'], deptId: at['team'] };
  const { body } = await product.ask('POST', `${door}/dooremployee/batchImport`, query, { bytes: Buffer.from(file) });
  assert.deepEqual(
    [body.data.total, body.data.saved, body.data.failed.map(({ line }: { line: number }) => line)],
    [3, 2, [4]],
    'a number is given once',
  );
  const { records } = await product.must('GET', `${door}/dooremployee/list`, { empNo: 'E102' });
  assert.deepEqual([records[0].companyId, records[0].deptId], [product.companies.child, at['team']]);
});

test('a file of people is stored many rows in a statement, and a line that is refused is so by itself', async (t) => {
  const statements: string[] = [];
  const query = t.mock.method(pg.Client.prototype, 'query');
  const lines = ['姓名,编号', '周一,E301', '郑二,E302', '王三,E301', ',E304', '陈五,E305'];
  for (let nth = 0; nth < 300; nth += 1) lines.push(`新人${nth},E4${nth}`);
  const { body } = await product.ask(
    'POST',
    `${door}/dooremployee/batchImport`,
    { VID: at['office'], deptId: at['team'] },
    { bytes: Buffer.from(`\uFEFF${lines.join('\n')}\n`) },
  );
  for (const { arguments: given } of query.mock.calls) {
    const [first] = given as unknown as [string | { text?: string }];
    statements.push(typeof first === 'string' ? first : (first.text ?? ''));
  }
  const { saved, failed } = body.data;
  assert.deepEqual([saved, failed.map(({ line }: { line: number }) => line)], [303, [4, 5]]);
  const kept = await product.must('GET', `${door}/dooremployee/list`, { empNo: 'E301' });
  assert.deepEqual(
    kept.records.map(({ empName }: { empName: string }) => empName),
    ['周一'],
    'the first line of a number has it',
  );
  const inserts = statements.filter((sql) => /^insert into "door_employee"/i.test(sql));
  assert.equal(inserts.length, 3, 'two for 305 lines, and one that answers why a line is refused');
  const checks = statements.filter((sql) => /from "dept".* for key share/s.test(sql));
  assert.equal(checks.length, 2, 'each reference once, and again after a line that was refused');
  const read = statements.filter((sql) => /^select .*"dept_name".* from "dept"/s.test(sql));
  assert.ok(read.length <= 2, 'and whose it is as often');
});

type Way = 'in' | 'out';
/** What the terminal at the lobby reports of Li, received so many seconds later. */
async function reported(seq: number, time: string, reader: Way, laterS: number, offline = false): Promise<void> {
  const [lot] = await product.database.read(platformScope, (db) =>
    db.raw<{ tenantId: number }>('SELECT tenant_id AS "tenantId" FROM park WHERE id = $1', [at['lot']]),
  );
  const when = Date.parse(`${time}+08:00`);
  const swipe = {
    kind: 'swipe',
    device: at['device']!,
    seq,
    rawAt: when,
    at: when,
    reader,
    credential: 'card',
    person: at['li']!,
    result: 'granted',
    reason: null,
    picture: null,
    offline,
  } as const;
  const target = { tenantId: lot!.tenantId, parkId: at['lot']! };
  await takeDoors(product.database, target, [swipe], when + laterS * 1_000);
}

test('a passage is tried by where readers saw the person before: inside he is refused as his terminal would refuse him', async () => {
  await reported(1, '2026-05-04T09:00:00', 'in', 1);
  await reported(2, '2026-05-04T09:30:00', 'out', 1);
  await reported(3, '2026-05-04T10:00:00', 'in', 1);
  assert.equal(await decisionAt('2026-05-04T08:59:00'), 'granted');
  assert.equal(await decisionAt('2026-05-04T09:10:00'), 'refused: passed-back');
  assert.equal(await decisionAt('2026-05-04T09:40:00'), 'granted');
  assert.equal(await decisionAt('2026-05-04T11:00:00'), 'refused: passed-back');
  assert.equal(await decisionAt('2026-05-04T11:00:00', { reader: 'out' }), 'granted', 'nobody is kept inside');
  const { seen, line } = await what('2026-05-04T11:00:00');
  assert.deepEqual([seen.areaName, seen.since, line], ['办公区', '2026-05-04T02:00:00.000Z', 9]);
  assert.equal((await what('2026-05-04T09:40:00')).seen.areaId, null);
  assert.equal(await decisionAt('2026-05-05T09:00:00'), 'granted', 'forgotten at four in the morning');
  assert.equal((await what('2026-05-05T09:00:00')).seen, null);
});

test('what a terminal decided while it was cut off carries a mark: by its own word, or where it is received long after', async () => {
  await reported(11, '2026-05-06T08:10:00', 'in', 1);
  await reported(12, '2026-05-06T08:20:00', 'out', 1, true);
  await reported(13, '2026-05-06T08:30:00', 'in', 3_600);
  await reported(14, '2026-05-06T08:40:00', 'out', 80);
  const day = { deviceId: at['device'], startTime: '2026-05-06', endTime: '2026-05-06' };
  const list = async (more = {}): Promise<boolean[]> =>
    (await product.must('GET', `${door}/doorstatic/getStaticDoorEvent`, { ...day, ...more })).records
      .toReversed()
      .map(({ offline }: { offline: boolean }) => offline);
  assert.deepEqual(await list(), [false, true, true, false]);
  assert.deepEqual(await list({ offline: 'true' }), [true, true]);
  const sums = await product.must('GET', `${door}/door/static/getSwipeCardDay`, {
    VID: at['office'],
    staticDay: '2026-05-06',
  });
  assert.deepEqual([sums.records[0].passes, sums.records[0].offline], [4, 2]);
});

test('a grant is put off and not back; the clock begins and ends it; whose last day is over has left', async () => {
  const grantId = at['grant'];
  const renew = (newEndDate: string) => product.ask('POST', `${door}/doordevgrant/renewal`, { grantId, newEndDate });
  assert.equal((await renew('2026-12-31T00:00:00+08:00')).status, 400);
  assert.equal((await renew('2028-01-01T00:00:00+08:00')).status, 200);
  assert.equal(await decisionAt('2027-03-01T09:00:00'), 'granted');
  const villageId = at['office'];
  const later = await save('doordevgrant', {
    villageId,
    deviceIds: [at['device']],
    empIds: [at['li']],
    timePeriodId: at['hours'],
    startTime: '2099-01-01T00:00:00Z',
    endTime: '2099-02-01T00:00:00Z',
  });
  const state = async () => (await product.must('GET', `${door}/doordevgrant/detail`, { grantId: later })).status;
  assert.equal(await state(), 'future');
  await turnGrants(product.database, new Date('2099-01-01T00:00:00Z'));
  assert.equal(await state(), 'live');
  await turnGrants(product.database, new Date('2099-02-01T00:00:00Z'));
  assert.equal(await state(), 'ended');
  const EmpID = await save('dooremployee', {
    villageId,
    deptId: at['dept'],
    empName: '王五',
    validUntil: '2098-12-07',
  });
  const person = async () => (await product.must('GET', `${door}/dooremployee/detail`, { EmpID })).status;
  await endValidity(product.database, new Date('2098-12-07T15:59:00Z'));
  assert.equal(await person(), 'active', 'his last day is not over');
  await endValidity(product.database, new Date('2098-12-07T16:00:00Z'));
  assert.equal(await person(), 'left');
});
