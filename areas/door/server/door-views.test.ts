/**
 * What pages show of doors besides lists, over the calls: events by result, the week of a device and of a person,
 * people against devices, doors on a plan.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { DoorEvent } from '#areas/device/model/link.ts';
import { addDays, dayOf, weekdayOf } from '#domain/time/day.ts';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { bringRights, takeDoors } from './door.ts';

const door = '/api/updown';
const own = '/api/gatehouse/door';
let product: TestProduct;
const at: Record<string, string> = {};

const save = async (path: string, input: Record<string, unknown>): Promise<string> =>
  (await product.must('POST', `${door}/${path}/submit`, input)).id;

type Reported = Partial<DoorEvent> & { kind: 'swipe' | 'door'; device: string };
let seq = 0;
/** What devices report at wall times of the community, received a second later. */
async function reported(time: string, ...events: Reported[]): Promise<void> {
  const [lot] = await product.database.read(platformScope, (db) =>
    db.raw<{ tenantId: number }>('SELECT tenant_id AS "tenantId" FROM park WHERE id = $1', [at['lot']]),
  );
  const when = Date.parse(`${time}+08:00`);
  const whole = events.map((event) => ({ seq: (seq += 1), rawAt: when, at: when, ...event }) as DoorEvent);
  await takeDoors(product.database, { tenantId: lot!.tenantId, parkId: at['lot']! }, whole, when + 1_000);
}
const swipe = (device: string, more: Record<string, unknown>): Reported =>
  ({
    kind: 'swipe',
    device,
    reader: 'in',
    credential: 'card',
    person: at['li'],
    result: 'granted',
    reason: null,
    picture: null,
    offline: false,
    ...more,
  }) as Reported;
const contact = (device: string, state: string, by = 'swipe'): Reported =>
  ({ kind: 'door', device, contact: state, by }) as unknown as Reported;

before(async () => {
  product = await startTestProduct();
  const companyId = product.companies.child;
  const villageId = (await product.must('POST', `${door}/baseVillage/submit`, { VName: '云台大厦', companyId })).id;
  at['office'] = villageId;
  at['lot'] = await product.park(companyId, '云台大厦车库', { villageId });
  at['lobby'] = await save('doorgate', { villageId, gateName: '大堂闸机', gateType: 'turnstile' });
  at['yard'] = await save('doorgate', { villageId, gateName: '后院门' });
  const device = (gate: string, sn: string) =>
    save('doordevice', { villageId, gateId: at[gate], deviceName: `${gate} 终端`, deviceType: 'face', sn });
  at['lobbyDevice'] = await device('lobby', 'VIEW-LOBBY-1');
  at['yardDevice'] = await device('yard', 'VIEW-YARD-1');
  at['dept'] = await save('door/basedept', { companyId, villageId, deptName: '研发部' });
  at['li'] = await save('dooremployee', { villageId, deptId: at['dept'], empName: '李四', empNo: 'E001' });
});
after(() => product.close());

test('events are counted by result over the filters of their list, whichever result the list is narrowed to', async () => {
  const [lobby, yard] = [at['lobbyDevice']!, at['yardDevice']!];
  await reported('2026-05-04T09:00:00', swipe(lobby, {}), swipe(lobby, {}), contact(lobby, 'open'));
  await reported('2026-05-04T10:00:00', swipe(lobby, { result: 'refused', reason: 'out-of-hours' }));
  await reported('2026-05-04T11:00:00', contact(yard, 'forced', 'unknown'));
  const day = { villageId: at['office'], startTime: '2026-05-04', endTime: '2026-05-04' };
  const sums = async (more: Record<string, unknown> = {}, as = 'admin'): Promise<Record<string, number>> => {
    const { body } = await product.ask('GET', `${own}/eventSums`, { ...day, ...more }, { as });
    const counted = (body.data as { result: string; events: number }[]).map(({ result, events }) => [result, events]);
    return Object.fromEntries(counted.filter(([, events]) => events !== 0));
  };
  assert.deepEqual(await sums(), { granted: 2, refused: 1, opened: 1, forced: 1 });
  assert.deepEqual(await sums({ gateId: at['yard'] }), { forced: 1 });
  assert.deepEqual(await sums({ result: 'refused', gateId: at['lobby'] }), { granted: 2, refused: 1, opened: 1 });
  assert.deepEqual(await sums({ endTime: '2026-05-03', startTime: '2026-05-03' }), {});
  for (const result of ['granted', 'refused', 'opened', 'forced', 'closed']) {
    const { total } = await product.must('GET', `${door}/doorstatic/getStaticDoorEvent`, { ...day, result });
    assert.equal(total, (await sums())[result] ?? 0, `${result}: as many as the list has`);
  }
  assert.deepEqual(await sums({}, 'otherTenant'), {}, 'of the caller’s own scope');
  assert.equal((await product.ask('GET', `${own}/eventSums`, day, { as: 'nobody' })).status, 403);
});

type Spans = { from: number; to: number }[];
type Week = {
  days: { day: string; kinds: string[] }[];
  lines: { id: string; name: string; people?: number; standsOpen?: boolean; gateName?: string; spans: Spans[] }[];
};
const week = (about: Record<string, unknown>, as = 'admin'): Promise<Week> =>
  product.must('GET', `${own}/week`, about, { as });

test('the week of a device and of a person is what passages are decided by, with holidays and the times of grants', async () => {
  const villageId = at['office'];
  const today = dayOf(Date.now(), 'Asia/Shanghai');
  const monday = addDays(today, 8 - weekdayOf(today));
  const [tuesday, wednesday, friday, saturday] = [1, 2, 4, 5].map((nth) => addDays(monday, nth)) as [
    string,
    string,
    string,
    string,
  ];
  await product.must('POST', `${door}/parkHolidayDate/submit`, {
    parkingId: at['lot'],
    dates: [
      { day: tuesday, dayKind: 'holiday', holidayName: '店庆' },
      { day: saturday, dayKind: 'workday', holidayName: '调休' },
    ],
  });
  const span = await save('dmperiod', { villageId, periodName: '白天', startTime: '08:00', endTime: '18:30' });
  const weekdays = Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri'].map((name) => [name, [span]]));
  const weekId = await save('dmweeklmt3', { villageId, weekName: '办公周', ...weekdays });
  const templateId = await save('dmtemplmt3', { villageId, templName: '办公', weekId });
  at['hours'] = await save('doortimeperiod', { villageId, periodName: '办公时间', templateId });
  const night = await save('doortimeperiod', {
    villageId,
    periodName: '夜间',
    weekDays: ['3'],
    startTime: '22:00',
    endTime: '24:00',
  });
  await save('doorgate', { id: at['lobby'], openPlanId: night });
  const until = `${friday}T12:00:00+08:00`;
  const grant = { villageId, deviceIds: [at['lobbyDevice']], startTime: '2026-01-01T00:00:00+08:00' };
  await save('doordevgrant', { ...grant, deptIds: [at['dept']], timePeriodId: at['hours'], endTime: until });
  await save('doordevgrant', { ...grant, empIds: [at['li']], timePeriodId: night });

  const day = { from: 480, to: 1110 };
  const late = { from: 1320, to: 1440 };
  const ofPerson = await week({ EmpID: at['li'], day: wednesday });
  assert.deepEqual(
    ofPerson.days.map(({ day: each, kinds }) => [each, ...kinds]),
    [0, 1, 2, 3, 4, 5, 6].map((nth) => {
      const kind = nth === 1 ? ['holiday'] : nth === 5 ? ['workday'] : [];
      return [addDays(monday, nth), ...kind];
    }),
  );
  assert.deepEqual(
    ofPerson.lines.map(({ name, gateName, spans }) => [gateName, name, spans]),
    [['大堂闸机', 'lobby 终端', [[day], [], [day, late], [day], [{ from: 480, to: 720 }], [], []]]],
    'all his rights there together, the first of them until noon on Friday',
  );
  const ofDevice = await week({ deviceId: at['lobbyDevice'], day: monday });
  assert.deepEqual(
    ofDevice.lines.map(({ name, people, standsOpen }) => [name, people, standsOpen]).sort(),
    [
      ['办公时间', 1, false],
      ['夜间', 0, true],
      ['夜间', 1, false],
    ].sort(),
  );
  const minutes = [0, 479, 480, 719, 720, 1109, 1110, 1319, 1320, 1439];
  for (const [nth, { day: each }] of ofPerson.days.entries())
    for (const minute of minutes) {
      const time = new Date(Date.parse(`${each}T00:00:00+08:00`) + minute * 60_000).toISOString();
      const inside = ofPerson.lines[0]!.spans[nth]!.some(({ from, to }) => from <= minute && minute < to);
      const { result, reason } = await product.must('GET', `${own}/whatIf`, {
        villageId,
        EmpID: at['li'],
        gateId: at['lobby'],
        time,
      });
      assert.equal(result === 'granted', inside, `${each} minute ${minute}: ${reason}`);
    }
});

test('a week is of one device or one person of the caller’s scope, and never of a past week', async () => {
  const status = async (about: Record<string, unknown>, as = 'admin') =>
    (await product.ask('GET', `${own}/week`, about, { as })).status;
  const deviceId = at['lobbyDevice'];
  assert.equal(await status({}), 400);
  assert.equal(await status({ deviceId, EmpID: at['li'] }), 400);
  for (const day of ['0000-01-01', '2026-01-05', '9999-12-31']) assert.equal(await status({ deviceId, day }), 400, day);
  assert.equal(await status({ deviceId }, 'otherTenant'), 404);
  assert.equal(await status({ EmpID: at['li'] }, 'otherTenant'), 404);
  assert.equal(await status({ deviceId }, 'nobody'), 403);
  assert.deepEqual((await week({ deviceId: at['yardDevice'] })).lines, [], 'nobody has a right there');
});

type Cell = { deviceId: string; id: string | null; state: string | null; granted: boolean; why: string | null };
type Matrix = {
  records: { EmpID: string; empName: string; deptName: string; cells: Cell[] }[];
  total: number;
  pages: number;
  devices: { id: string; deviceName: string; gateName: string }[];
  deviceTotal: number;
  devicePages: number;
};
const matrix = (more: Record<string, unknown> = {}, as = 'admin'): Promise<Matrix> =>
  product.must('GET', `${own}/matrix`, { villageId: at['office'], ...more }, { as });
/** `name device: state`, with a star where the grants of now do not want it. */
const drawn = ({ records, devices }: Matrix): string[] =>
  records.flatMap(({ empName, cells }) =>
    cells.map(({ deviceId, state, granted }) => {
      const { deviceName } = devices.find(({ id }) => id === deviceId)!;
      return `${empName} ${deviceName}: ${state ?? 'granted'}${granted ? '' : ' *'}`;
    }),
  );

test('people stand against devices with what is granted and how far it has come, narrowed and turned page by page', async () => {
  const villageId = at['office'];
  const person = (empName: string, deptId: string) => save('dooremployee', { villageId, deptId, empName });
  at['team'] = await save('door/basedept', {
    companyId: product.companies.child,
    villageId,
    deptName: '平台组',
    parentId: at['dept'],
  });
  const office = await save('door/basedept', { companyId: product.companies.child, villageId, deptName: '行政部' });
  at['wang'] = await person('王五', at['team']);
  at['zhao'] = await person('赵六', office);
  await bringRights(product.database, new Date());
  const first = await matrix();
  assert.deepEqual(drawn(first).sort(), ['李四 lobby 终端: waiting', '王五 lobby 终端: waiting'].sort());
  assert.equal(first.total, 3, 'who has no right is listed, too');
  const grantId = await save('doordevgrant', {
    villageId,
    deviceIds: [at['yardDevice']],
    empIds: [at['zhao']],
    timePeriodId: at['hours'],
    startTime: '2026-01-01T00:00:00+08:00',
  });
  await bringRights(product.database, new Date());
  await product.database.write(platformScope, (db) =>
    db.raw("UPDATE door_delivery SET state = 'failed', why = 'full' WHERE emp_id = $1", [at['zhao']]),
  );
  assert.deepEqual(drawn(await matrix({ state: 'failed' })), ['赵六 yard 终端: failed']);
  assert.deepEqual(drawn(await matrix({ state: 'failed', deviceIds: at['lobbyDevice'] })), []);
  const ofDept = await matrix({ deptId: at['dept'] });
  assert.deepEqual(ofDept.records.map(({ empName, deptName }) => `${empName} ${deptName}`).sort(), [
    '李四 研发部',
    '王五 平台组',
  ]);
  assert.deepEqual(
    (await matrix({ empName: '赵' })).records.map(({ empName }) => empName),
    ['赵六'],
  );
  const narrow = await matrix({ deviceIds: at['yardDevice'] });
  assert.deepEqual(
    [narrow.devices.map(({ gateName }) => gateName), drawn(narrow)],
    [['后院门'], ['赵六 yard 终端: failed']],
  );
  const names = await Promise.all(
    [1, 2, 3].map(async (current) => (await matrix({ size: 1, current })).records.map(({ empName }) => empName)),
  );
  assert.deepEqual(names.flat().sort(), ['李四', '王五', '赵六'].sort());
  const [cell] = narrow.records.find(({ EmpID }) => EmpID === at['zhao'])!.cells;
  const row = await product.must('GET', '/api/gatehouse/doorDelivery/list', {
    EmpID: at['zhao'],
    deviceId: at['yardDevice'],
  });
  assert.deepEqual([row.total, row.records[0].id], [1, cell!.id], 'a cell leads to its delivery');
  await product.must('POST', `${door}/doordevgrant/remove`, { ids: grantId });
  assert.deepEqual(
    drawn(await matrix({ deviceIds: at['yardDevice'] })).filter((each) => !each.endsWith('*')),
    [],
  );
});

test('devices of a community come in pages of twenty, and all of them in a file with their people', async () => {
  const villageId = at['office'];
  for (let nth = 1; nth <= 20; nth += 1)
    await save('doordevice', {
      villageId,
      deviceName: `备用 ${String(nth).padStart(2, '0')}`,
      deviceType: 'controller',
      sn: `VIEW-SPARE-${nth}`,
    });
  const [first, second] = [await matrix(), await matrix({ devicePage: 2 })];
  assert.deepEqual([first.devices.length, second.devices.length, first.deviceTotal, first.devicePages], [20, 2, 22, 2]);
  const shown = new Set([...first.devices, ...second.devices].map(({ id }) => id));
  assert.equal(shown.size, 22, 'each device once');
  const { text, status } = await product.ask('GET', `${own}/exportMatrix`, { villageId, format: 'csv' });
  assert.equal(status, 200);
  const [heading, ...lines] = text.replace('\uFEFF', '').trim().split(/\r?\n/);
  assert.equal(heading!.split(',').length, 3 + 22);
  assert.equal(lines.length, (await matrix()).total);
  assert.match(
    lines.find((line) => line.startsWith('李四'))!,
    /李四,E001,研发部,.*待下发/,
  );
  assert.equal((await product.ask('GET', `${own}/exportMatrix`, { villageId }, { as: 'nobody' })).status, 403);
  const strange = async (more: Record<string, unknown>, as = 'admin') =>
    (await product.ask('GET', `${own}/matrix`, { villageId, ...more }, { as })).status;
  assert.equal(await strange({}, 'otherTenant'), 404);
  const nobody = '00000000-0000-4000-8000-000000000000';
  assert.deepEqual(
    [await strange({ deptId: nobody }), await strange({ areaId: nobody }), await strange({ deviceIds: nobody })],
    [404, 404, 404],
  );
});

type Plan = {
  floors: { value: string; label: string }[];
  floor: { id: string; buildingName: string; width: number } | null;
  doors: {
    id: string;
    gateName: string;
    buildingId: string | null;
    x: number | null;
    state: string;
    mode: string;
    reached: number;
    last: { empName: string; result: string } | null;
  }[];
};
const plan = (more: Record<string, unknown> = {}): Promise<Plan> =>
  product.must('GET', `${own}/plan`, { villageId: at['office'], ...more });
const doorNow = async (gate: string) => (await plan()).doors.find(({ id }) => id === at[gate])!;
const connected = (device: string, status: string) =>
  product.database.write(platformScope, (db) =>
    db.raw('UPDATE park_device SET status = $2 WHERE id = $1', [at[device], status]),
  );

test('a door stands as its contact reported last, offline where no device of it is reached', async () => {
  assert.equal((await doorNow('lobby')).state, 'offline');
  await connected('lobbyDevice', 'online');
  await connected('yardDevice', 'online');
  const lobby = at['lobbyDevice']!;
  const states: string[] = [];
  for (const [minute, state] of ['open', 'held', 'closed', 'forced'].entries()) {
    await reported(`2026-05-05T09:0${minute}:00`, contact(lobby, state));
    states.push((await doorNow('lobby')).state);
  }
  assert.deepEqual(states, ['open', 'held', 'closed', 'forced']);
  await reported('2026-05-05T09:01:30', contact(lobby, 'closed'));
  assert.equal((await doorNow('lobby')).state, 'forced', 'what is late changes nothing');
  assert.equal((await doorNow('yard')).state, 'forced', 'each door by its own contact');
  await reported('2026-05-05T09:10:00', swipe(lobby, { result: 'refused', reason: 'holiday' }));
  const { last, reached } = await doorNow('lobby');
  assert.deepEqual([last!.empName, last!.result, reached], ['李四', 'refused', 1]);
  await connected('lobbyDevice', 'offline');
  assert.equal((await doorNow('lobby')).state, 'offline');
  const gateId = await save('doorgate', { villageId: at['office'], gateName: '侧门' });
  assert.equal((await plan()).doors.find(({ id }) => id === gateId)!.state, 'offline', 'without a device');
});

test('a door stands on a floor of its own community, within it, and off the plan nowhere', async () => {
  const floor = async (parkId: string, buildingName: string) =>
    (
      await product.must('POST', `${door}/plat/navigation/building/submit`, {
        parkId,
        buildingName,
        planWidth: 40,
        planHeight: 20,
      })
    ).id as string;
  assert.equal((await plan()).floor, null);
  const first = await floor(at['lot']!, '一层');
  const elsewhere = await floor(await product.park(product.companies.child, '别处'), '别处一层');
  const put = async (place: Record<string, unknown>): Promise<string[]> => {
    const { body } = await product.ask('POST', `${door}/doorgate/submit`, { id: at['yard'], ...place });
    return body.errors?.map(({ field }) => field) ?? [];
  };
  assert.deepEqual(await put({ buildingId: elsewhere, x: 1, y: 1 }), ['buildingId']);
  assert.deepEqual(await put({ buildingId: first, x: 41, y: 1 }), ['x']);
  assert.deepEqual(await put({ buildingId: first, x: 4 }), ['y']);
  assert.deepEqual(await put({ buildingId: first, x: 12.5, y: 20 }), []);
  const { floors, floor: shown } = await plan();
  assert.deepEqual([floors.map(({ label }) => label), shown!.id, shown!.width], [['一层'], first, 40]);
  const placed = await doorNow('yard');
  assert.deepEqual([placed.buildingId, placed.x], [first, 12.5]);
  assert.deepEqual(await put({ buildingId: null }), []);
  const off = await doorNow('yard');
  assert.deepEqual([off.buildingId, off.x], [null, null]);
});

test('the plan shows a mode that is over as none, and nothing to another tenant', async () => {
  const modeOf = async (mode: string, until: string | null) => {
    await product.database.write(platformScope, (db) =>
      db.raw('UPDATE door_gate SET mode = $2, mode_until = $3::timestamptz WHERE id = $1', [at['yard'], mode, until]),
    );
    return (await doorNow('yard')).mode;
  };
  assert.equal(await modeOf('locked', null), 'locked');
  assert.equal(await modeOf('open', '2026-01-01T00:00:00Z'), 'normal');
  const status = async (as: string) =>
    (await product.ask('GET', `${own}/plan`, { villageId: at['office'] }, { as })).status;
  assert.deepEqual([await status('nobody'), await status('otherTenant')], [403, 404]);
});
