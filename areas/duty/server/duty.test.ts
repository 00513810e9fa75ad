/** Rosters, clocks, corrections and months over the calls, and what follows from them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, addMonths, dayOf } from '#domain/time/day.ts';
import { newId } from '#kit/server/id.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { judgeEndedDuties } from './jobs.ts';

const ZONE = 'Asia/Shanghai';
let product: TestProduct;
let parkId: string;
let early: string;
let night: string;
const people: Record<string, { id: string; token: string }> = {};
const today = dayOf(Date.now(), ZONE);
const at = (day: string, time: string): string => new Date(`${day}T${time}:00+08:00`).toISOString();

async function person(name: string, role: string, userType = 'staff'): Promise<void> {
  const account = `${role.toLowerCase()}.${newId().slice(-6)}`;
  const { id } = await product.must('POST', '/api/updown/sysuser/submit', {
    account,
    realName: name,
    companyId: product.companies.child,
    password: 'Gatehouse-2026',
    allParks: true,
    userType,
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
const submit = (cells: Record<string, unknown>[], name = '孔考勤') =>
  product.ask('POST', '/api/updown/employeWork/submit', { cells }, as(name));
const roster = async (cells: Record<string, unknown>[]) => {
  const { status, body } = await submit(cells);
  assert.equal(status, 200, body.msg);
};
const clock = (name: string, kind: 'in' | 'out', day: string, time: string, more = {}) =>
  product.ask('POST', '/api/gatehouse/duty/clock', { kind, at: at(day, time), parkId, ...more }, as(name));
const days = async (name: string, input: Record<string, unknown> = {}) =>
  (
    await product.must(
      'GET',
      '/api/updown/attendance/attendanceDetail',
      { userId: people[name]!.id, startTime: addDays(today, -80), endTime: addDays(today, 3), size: 100, ...input },
      as('孔考勤'),
    )
  ).records as Record<string, any>[];
const records = async (name: string) =>
  (
    await product.must(
      'GET',
      '/api/updown/rdworkrecord/list',
      { userId: people[name]!.id, startTime: addDays(today, -80), endTime: addDays(today, 3), size: 100 },
      as('孔考勤'),
    )
  ).records as Record<string, any>[];
const week = (staticDay: string, name = '孔考勤') =>
  product.must(
    'GET',
    '/api/updown/employeWork/listWork7Day',
    { groupCompanyId: product.companies.child, staticDay },
    as(name),
  );

before(async () => {
  product = await startTestProduct();
  parkId = await product.park(product.companies.child, '福中路', {
    parkType: 'curb',
    location: { lng: 114.05, lat: 22.54 },
  });
  for (const [name, role, type] of [
    ['孔考勤', 'attendanceClerk', 'staff'],
    ['严督导', 'lotManager', 'staff'],
    ['王早班', 'curbCollector', 'collector'],
    ['李夜班', 'curbCollector', 'collector'],
    ['陈补卡', 'curbCollector', 'collector'],
    ['周办公', 'gateGuard', 'staff'],
  ] as const)
    await person(name, role, type);
  const shift = async (shiftName: string, startTime: string, endTime: string, breakMin = 0) =>
    (
      await product.must(
        'POST',
        '/api/updown/pda/rdworkset/submit',
        { shiftName, startTime, endTime, breakMin },
        as('孔考勤'),
      )
    ).id as string;
  early = await shift('早班', '08:00', '16:00');
  night = await shift('夜班', '22:00', '06:00', 30);
});
after(() => product.close());

test('a roster is saved all or none, and the same again is the same', async () => {
  const day = addDays(today, 10);
  const own = { userId: people['王早班']!.id, day, shiftId: early, parkId };
  const { status, body } = await submit([own, { userId: newId(), day, shiftId: early }]);
  assert.equal(status, 404, body.msg);
  const cellsOf = async () =>
    (await week(day)).people.find(({ userId }: { userId: string }) => userId === own.userId).cells;
  assert.deepEqual(await cellsOf(), []);
  await roster([own]);
  await roster([own]);
  const cells = await cellsOf();
  assert.deepEqual(
    cells.map(({ kind, shiftId }: Record<string, unknown>) => [kind, shiftId]),
    [['shift', early]],
  );
  await roster([{ ...own, shiftId: 'rest' }]);
  assert.deepEqual(
    (await cellsOf()).map(({ kind }: { kind: string }) => kind),
    ['rest'],
  );
  await roster([{ ...own, shiftId: null, kind: 'none' }]);
  assert.deepEqual(await cellsOf(), []);
});

test('a wrong entry is named by its number, and a roster is not a collector’s to change', async () => {
  const good = { userId: people['王早班']!.id, day: addDays(today, 11), shiftId: early };
  const { status, body } = await submit([good, { ...good, day: '2026-02-30' }]);
  assert.equal(status, 400);
  assert.match(body.errors![0]!.msg, /第2个/);
  assert.equal((await submit([good], '王早班')).status, 403);
  const other = await product.ask('POST', '/api/updown/employeWork/submit', { cells: [good] }, { as: 'otherTenant' });
  assert.equal(other.status, 404);
});

test('the week flags the seventh day in a row and short rest, and names lots nobody works at', async () => {
  const first = addDays(today, 20);
  const userId = people['王早班']!.id;
  await roster(Array.from({ length: 7 }, (_, nth) => ({ userId, day: addDays(first, nth), shiftId: early, parkId })));
  await roster([{ userId: people['李夜班']!.id, day: first, shiftId: night, parkId }]);
  await roster([{ userId: people['李夜班']!.id, day: addDays(first, 1), shiftId: early, parkId }]);
  const shown = await week(first);
  const flags = (name: string) =>
    shown.people
      .find((each: { userId: string }) => each.userId === people[name]!.id)
      .cells.flatMap(({ day, flags: all }: { day: string; flags: string[] }) => all.map((flag) => [day, flag]));
  assert.deepEqual(flags('王早班'), [[addDays(first, 6), 'days']]);
  assert.deepEqual(flags('李夜班'), [[addDays(first, 1), 'rest']]);
  assert.deepEqual(shown.uncovered, []);
  const after2 = await week(addDays(first, 7));
  assert.equal(after2.uncovered.length, 7);
  assert.equal(after2.uncovered[0].parkName, '福中路');
});

test('late by more than the allowance, overtime down to half hours, place by the lot', async () => {
  const day = addDays(today, -1);
  await roster([{ userId: people['王早班']!.id, day, shiftId: early, parkId }]);
  const clockId = newId();
  const near = { point: { lng: 114.0505, lat: 22.5402 }, accuracyM: 20, clockId };
  const first = await clock('王早班', 'in', day, '08:07', near);
  assert.equal(first.status, 200, first.body.msg);
  assert.equal(first.body.data.place, 'ok');
  const again = await clock('王早班', 'in', day, '08:07', near);
  assert.deepEqual(again.body.data, first.body.data);
  assert.equal((await clock('王早班', 'out', day, '17:50')).status, 200);
  const [row] = await days('王早班', { result: 'late' });
  assert.deepEqual(
    [row!.lateMin, row!.earlyMin, row!.workedMin, row!.overtimeMin, row!.overtimeState],
    [7, 0, 583, 90, 'asked'],
  );
  const [record] = await records('王早班');
  assert.deepEqual([record!.state, record!.workedMin, record!.place], ['off', 583, 'ok']);
});

test('overtime counts in the summary once somebody else approved it, no more than there is', async () => {
  const [row] = await days('王早班', { result: 'late' });
  const approve = (name: string, minutes?: number) =>
    product.ask('POST', '/api/gatehouse/duty/day/approveOvertime', { dayId: row!.id, minutes }, as(name));
  assert.equal((await approve('严督导', 120)).status, 400);
  assert.equal((await approve('严督导', 60)).status, 200);
  const [line] = (
    await product.must(
      'GET',
      '/api/updown/attendance/attendanceSum',
      { userId: people['王早班']!.id, startTime: addDays(today, -1), endTime: addDays(today, -1) },
      as('孔考勤'),
    )
  ).records;
  assert.deepEqual([line.shifts, line.attended, line.late, line.lateMin, line.overtimeMin], [1, 1, 1, 7, 60]);
});

test('a night’s end belongs to the night’s shift, and the clock of another group is nobody’s to see', async () => {
  const day = addDays(today, -2);
  await roster([{ userId: people['李夜班']!.id, day, shiftId: night, parkId }]);
  await clock('李夜班', 'in', day, '22:07');
  await clock('李夜班', 'out', addDays(day, 1), '05:40');
  const row = (await days('李夜班')).find((each) => each.day === day);
  assert.deepEqual([row!.result, row!.lateMin, row!.earlyMin, row!.workedMin], ['late', 7, 20, 423]);
  const { total } = await product.must('GET', '/api/gatehouse/duty/clock/list', {}, { as: 'otherTenant' });
  assert.equal(total, 0);
});

test('a clock far from the lot is confirmed by somebody else, and stays confirmed when recomputed', async () => {
  const day = addDays(today, -2);
  await roster([{ userId: people['严督导']!.id, day, shiftId: early, parkId }]);
  const far = { point: { lng: 114.1, lat: 22.54 }, accuracyM: 900 };
  assert.equal((await clock('严督导', 'in', day, '08:00', far)).body.data.place, 'far');
  const [record] = await records('严督导');
  const confirm = (name: string) =>
    product.ask('POST', '/api/gatehouse/duty/confirmPlace', { workId: record!.id }, as(name));
  assert.equal((await confirm('严督导')).body.reason, 'own-signature');
  assert.equal((await confirm('孔考勤')).status, 200);
  await clock('严督导', 'out', day, '16:00');
  const [now] = await records('严督导');
  assert.deepEqual([now!.placeConfirmedBy, now!.state], ['孔考勤', 'off']);
});

test('a missing clock is corrected by one person and approved by another; the clocks stay', async () => {
  const day = addDays(today, -2);
  const userId = people['陈补卡']!.id;
  await roster([{ userId, day, shiftId: early, parkId }]);
  assert.equal((await days('陈补卡'))[0]!.result, 'absent');
  await clock('陈补卡', 'in', day, '07:58');
  assert.equal((await days('陈补卡'))[0]!.result, 'missing');
  const input = { userId, kind: 'out', at: at(day, '16:03'), reason: '手持机没电' };
  const { id } = await product.must('POST', '/api/gatehouse/duty/correction/submit', input, as('孔考勤'));
  const decide = (name: string) =>
    product.ask('POST', '/api/gatehouse/duty/correction/approve', { correctionId: id }, as(name));
  assert.equal((await decide('孔考勤')).body.reason, 'own-signature');
  assert.equal((await days('陈补卡'))[0]!.result, 'missing');
  assert.equal((await decide('严督导')).status, 200);
  assert.equal((await decide('严督导')).status, 409);
  assert.equal((await days('陈补卡'))[0]!.result, 'normal');
  assert.equal((await records('陈补卡'))[0]!.state, 'corrected');
  const { total } = await product.must('GET', '/api/gatehouse/duty/clock/list', { userId }, as('孔考勤'));
  assert.equal(total, 2);
});

test('a clock is not in the future, not older than 72 hours, and has a photo where the settings want one', async () => {
  assert.equal((await clock('王早班', 'in', addDays(today, 2), '08:00')).body.errors![0]!.field, 'at');
  assert.equal((await clock('王早班', 'in', addDays(today, -5), '08:00')).body.errors![0]!.field, 'at');
  const set = await product.must(
    'POST',
    '/api/updown/workCompanySet/submit',
    { validFrom: today, photoRequired: true },
    as('孔考勤'),
  );
  const now = { kind: 'in' };
  const refused = await product.ask('POST', '/api/gatehouse/duty/clock', now, as('周办公'));
  assert.equal(refused.body.errors![0]!.field, 'picture');
  await product.must('POST', '/api/updown/workCompanySet/submit', { id: set.id, photoRequired: false }, as('孔考勤'));
  const remove = await product.ask('POST', '/api/updown/workCompanySet/remove', { ids: set.id }, as('孔考勤'));
  assert.equal(remove.body.reason, 'in-force');
});

test('settings from a day on re-evaluate that day; somebody without a roster is judged by office hours', async () => {
  const day = addDays(today, -2);
  await clock('周办公', 'in', day, '09:20');
  await clock('周办公', 'out', day, '18:00');
  assert.deepEqual(await days('周办公'), []);
  await product.must(
    'POST',
    '/api/updown/workCompanySet/submit',
    {
      validFrom: day,
      lateMinutes: 10,
      workStartTime: '09:00',
      workEndTime: '18:00',
      workDays: ['1', '2', '3', '4', '5', '6', '7'],
    },
    as('孔考勤'),
  );
  const [row] = await days('周办公');
  assert.deepEqual([row!.result, row!.lateMin, row!.shiftId], ['late', 20, null]);
  const other = (await days('李夜班')).find((each) => each.day === day);
  assert.deepEqual([other!.result, other!.lateMin], ['early', 0], '7 minutes are within the new allowance');
});

test('the clock judges a shift after its end and the time to clock out, not before', async () => {
  const day = addDays(today, 1);
  await roster([{ userId: people['陈补卡']!.id, day, shiftId: early, parkId }]);
  const result = async () => (await days('陈补卡')).find((each) => each.day === day)!.result;
  await judgeEndedDuties(product.database, new Date(at(day, '17:59')));
  assert.equal(await result(), null);
  await judgeEndedDuties(product.database, new Date(at(day, '18:01')));
  assert.equal(await result(), 'absent');
});

test('a month is closed when nothing waits, and then neither roster, clocks nor settings change it', async () => {
  const month = addMonths(today, -1).slice(0, 7);
  const day = `${month}-10`;
  const userId = people['王早班']!.id;
  await roster([{ userId, day, shiftId: early, parkId }]);
  const ofDay = async () => (await days('王早班', { day })).map((row): Record<string, any> => ({ ...row, id: null }));
  assert.equal((await ofDay())[0]!.result, 'absent');
  const input = { userId, kind: 'in', at: at(day, '08:00'), reason: '忘记打卡' };
  const correction = await product.must('POST', '/api/gatehouse/duty/correction/submit', input, as('孔考勤'));
  const { id } = await product.must('POST', '/api/gatehouse/duty/month/submit', { month }, as('孔考勤'));
  const close = () => product.ask('POST', '/api/gatehouse/duty/month/close', { monthId: id }, as('孔考勤'));
  assert.equal((await close()).body.reason, 'corrections-pending');
  await product.must('POST', '/api/gatehouse/duty/correction/refuse', { correctionId: correction.id }, as('严督导'));
  assert.equal((await close()).status, 200);
  const closed = await ofDay();
  assert.equal((await submit([{ userId, day, shiftId: night }])).body.reason, 'month-closed');
  const late = await product.ask('POST', '/api/gatehouse/duty/correction/submit', input, as('孔考勤'));
  assert.equal(late.body.reason, 'month-closed');
  await product.must(
    'POST',
    '/api/updown/workCompanySet/submit',
    { validFrom: `${month}-01`, lateMinutes: 60 },
    as('孔考勤'),
  );
  assert.deepEqual(await ofDay(), closed);
  const current = await product.must(
    'POST',
    '/api/gatehouse/duty/month/submit',
    { month: today.slice(0, 7) },
    as('孔考勤'),
  );
  const early2 = await product.ask('POST', '/api/gatehouse/duty/month/close', { monthId: current.id }, as('孔考勤'));
  assert.equal(early2.body.reason, 'month-not-over');
});

test('the hours of a shift that was worked stay as they are; those ahead are moved', async () => {
  const change = (id: string, startTime: string) =>
    product.ask('POST', '/api/updown/pda/rdworkset/submit', { id, startTime }, as('孔考勤'));
  assert.equal((await change(early, '07:00')).body.errors![0]!.field, 'startTime');
  const { id } = await product.must(
    'POST',
    '/api/updown/pda/rdworkset/submit',
    { shiftName: '中班', startTime: '12:00', endTime: '20:00' },
    as('孔考勤'),
  );
  const day = addDays(today, 2);
  await roster([{ userId: people['王早班']!.id, day, shiftId: id, parkId }]);
  assert.equal((await change(id, '13:00')).status, 200);
  const row = (await days('王早班')).find((each) => each.day === day);
  assert.equal(row!.startAt, at(day, '13:00'));
});
