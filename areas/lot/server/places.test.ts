import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { bindOpenId, laneOpenAt, refreshServiceStates, settingsOf } from './door.ts';
import { serviceState } from './services.ts';
import type { HoursRule } from './hours.ts';
import { tenantScope } from '#kit/server/db.ts';

let product: TestProduct;
let home: string;
let lot: string;
const village = '/api/updown/baseVillage';
const area = '/api/updown/baseParkArea';

before(async () => {
  product = await startTestProduct();
  home = (await product.must('POST', `${village}/submit`, { VName: '锦绣花园', companyId: product.companies.child }))
    .id;
  lot = await product.park(product.companies.child, '锦绣花园地库', { VID: home, parkType: 'home', totalStall: 100 });
});
after(() => product.close());

const carList = (type: string, plateNumber: string, as = 'groupAdmin') =>
  product.ask('POST', '/api/updown/parkblackList/submit', { parkId: lot, plateNumber, type }, { as });

test('a village is approved once; only then is it locked, and while it is locked its vehicles do not change', async () => {
  assert.equal(
    (await product.ask('POST', `${village}/TurnOnOffLock`, { vid: home, onOffFlag: 1 })).body.error,
    'state_closed',
  );
  await product.must('POST', `${village}/successExamine`, { vid: home }, { as: 'groupAdmin' });
  assert.equal((await product.ask('POST', `${village}/successExamine`, { vid: home })).status, 409);
  assert.equal(await product.must('GET', '/api/updown/basePark/checkHaveUpdateCarAuth', { VID: home }), true);
  await product.must('GET', `${village}/TurnOnOffLock`, { vid: home, onOffFlag: 1 });
  const locked = await product.must('GET', `${village}/detail`, { VID: home });
  assert.deepEqual([locked.locked, locked.status, locked.lockedTime !== null], [true, 'approved', true]);
  assert.equal(await product.must('GET', '/api/updown/basePark/checkHaveUpdateCarAuth', { VID: home }), false);
  assert.equal(await product.must('GET', '/api/updown/basePark/checkHaveUpdateCarAuth', { parkId: lot }), false);
  assert.equal((await carList('black', '苏A12345')).body.errors?.[0]?.field, 'parkId');
  await product.must('POST', `${village}/TurnOnOffLock`, { vid: home, onOffFlag: 0 });
  assert.equal((await carList('black', '苏A12345')).status, 200);
});

test('who may not approve villages does not, and another tenant sees none', async () => {
  assert.equal((await product.ask('POST', `${village}/successExamine`, { vid: home }, { as: 'nobody' })).status, 403);
  for (const [path, input] of [
    [`${village}/successExamine`, { vid: home }],
    [`${village}/TurnOnOffLock`, { vid: home, onOffFlag: 1 }],
    [`${village}/mqttNoticeDown`, { vid: home }],
  ] as const) {
    assert.equal((await product.ask('POST', path, input, { as: 'otherTenant' })).status, 404, path);
  }
  for (const path of [
    `${village}/getSelectAuth`,
    '/api/updown/baseSelect/getVasevillageByCpid',
    '/api/updown/plat/basepark/getMonitorVillage',
  ]) {
    assert.deepEqual(await product.must('GET', path, {}, { as: 'otherTenant' }), [], path);
    assert.equal((await product.must('GET', path, {}, { as: 'groupAdmin' })).length, 1, path);
  }
});

test('notifying a community sends to its cameras and barriers, and is refused while it has none', async () => {
  assert.equal((await product.ask('POST', `${village}/mqttNoticeDown`, { vid: home })).status, 422);
  const { id } = await product.must('POST', '/api/updown/parkdevices/submit', {
    parkId: lot,
    deviceName: '东门相机',
    deviceType: 'camera',
    sn: 'NOTICE-0001',
  });
  await product.must('GET', `${village}/mqttNoticeDown`, { vid: home });
  const commands = await product.database.read({ tenantId: 0, platform: true, companyIds: null, parkIds: null }, (db) =>
    db.raw('SELECT command, device_id FROM device_command WHERE device_id = $1', [id]),
  );
  assert.deepEqual(commands, [{ command: 'syncTime', device_id: id }]);
  const seen = await product.must('GET', `${village}/monitor`, { vid: home }, { as: 'groupAdmin' });
  assert.deepEqual(
    [seen.village.VName, seen.totals.parks, seen.totals.devices, seen.totals.offline],
    ['锦绣花园', 1, 1, 1],
  );
});

test('areas take part once approved, and never have more spaces than what lies around them', async () => {
  const add = async (areaName: string, totalStall: number, parentId?: string) =>
    (
      await product.must('POST', `${area}/submit`, {
        parkId: lot,
        areaName,
        totalStall,
        ...(parentId ? { parentId } : {}),
      })
    ).id as string;
  const b1 = await add('负一层', 60);
  const b2 = await add('负二层', 50);
  assert.equal((await product.must('GET', `${area}/detail`, { id: b1 })).villageId, home);
  await product.must('POST', `${village}/successExamine`, { vid: b1 });
  assert.match((await product.ask('POST', `${village}/successExamine`, { vid: b2 })).body.msg, /110超过.*100/);
  await product.must('POST', `${area}/submit`, { id: b2, totalStall: 40 });
  await product.must('POST', `${village}/successExamine`, { vid: b2 });
  assert.equal((await product.ask('POST', `${area}/submit`, { id: b2, totalStall: 41 })).status, 422);
  const inner = await add('A区', 30, b1);
  assert.equal(
    (await product.ask('POST', `${area}/submit`, { id: b1, parentId: inner })).body.errors?.[0]?.field,
    'parentId',
  );
  const tree = await product.must(
    'GET',
    '/api/updown/plat/BaseBaseArea/getTree',
    { parkId: lot },
    { as: 'groupAdmin' },
  );
  assert.deepEqual(
    tree.map((node: { label: string; children?: { label: string }[] }) => [
      node.label,
      node.children?.map(({ label }) => label),
    ]),
    [
      ['负一层', ['A区']],
      ['负二层', undefined],
    ],
  );
  assert.deepEqual(await product.must('GET', '/api/updown/plat/BaseBaseArea/getTree', {}, { as: 'otherTenant' }), []);
});

test('boxes and areas of another lot cannot be named on a lane', async () => {
  const other = await product.park(product.companies.child);
  const box = (
    await product.must('POST', '/api/updown/baseParkBox/submit', { parkId: other, boxName: '西岗亭', dogNo: 'DOG-7' })
  ).id;
  assert.equal(
    (
      await product.ask('POST', '/api/updown/baseParkGate/submit', {
        parkId: lot,
        gateName: '西出口',
        gateType: 'out',
        BoxID: box,
      })
    ).body.errors?.[0]?.field,
    'boxId',
  );
  const gate = (
    await product.must('POST', '/api/updown/baseParkGate/submit', {
      parkId: other,
      gateName: '西出口',
      gateType: 'out',
      BoxID: box,
    })
  ).GateID;
  assert.deepEqual(
    (await product.must('GET', '/api/updown/baseParkGate/getSelectFullParkGate', { parkId: other })).map(
      (each: { value: string }) => each.value,
    ),
    [gate],
  );
  assert.deepEqual(
    await product.must(
      'GET',
      '/api/updown/baseParkGate/getSelectFullParkGate',
      { parkId: other },
      { as: 'otherTenant' },
    ),
    [],
  );
  assert.equal(
    (await product.must('GET', '/api/updown/baseSelect/getSelectGateByArea', {}, { as: 'groupAdmin' })).some(
      (each: { value: string }) => each.value === gate,
    ),
    true,
  );
  assert.deepEqual(
    (await product.must('GET', '/api/updown/baseParkBox/getDogParkBox', { dogNo: 'DOG-7' })).map(
      (each: { value: string }) => each.value,
    ),
    [box],
  );
  assert.deepEqual(
    await product.must('GET', '/api/updown/baseParkBox/getDogParkBox', { dogNo: 'DOG-7' }, { as: 'otherTenant' }),
    [],
  );
});

test('hours of a lane are kept per car type and kind of day; overlaps and foreign car types are refused', async () => {
  const gate = (
    await product.must('POST', '/api/updown/baseParkGate/submit', {
      parkId: lot,
      gateName: '南入口',
      gateType: 'in',
      gateNo: 'S1',
    })
  ).id;
  const [type] = await product.must('GET', '/api/updown/baseSelect/getSelectCarKindType', { parkId: lot });
  const query = { gateId: gate, carTypeId: type.value, ruleType: 'workday' };
  const save = (timeRanges: unknown, more = {}) =>
    product.ask('POST', '/api/updown/baseParkGate/saveGeteIoTime', { ...query, ...more, timeRanges });
  const kept = async () => (await product.must('GET', '/api/updown/baseParkGate/geteIoTime', query)).timeRanges;
  assert.equal(await kept(), null);
  assert.equal(
    (
      await save([
        { from: '07:00', to: '09:00' },
        { from: '17:00', to: '19:00' },
      ])
    ).status,
    200,
  );
  assert.deepEqual(await kept(), [
    { from: '07:00', to: '09:00' },
    { from: '17:00', to: '19:00' },
  ]);
  for (const wrong of [
    [
      { from: '07:00', to: '09:00' },
      { from: '08:59', to: '10:00' },
    ],
    [
      { from: '22:00', to: '07:30' },
      { from: '07:00', to: '08:00' },
    ],
    [{ from: '25:00', to: '26:00' }],
    'x',
  ])
    assert.equal((await save(wrong)).status, 400);
  await save([]);
  assert.deepEqual(await kept(), []);
  await save(null);
  assert.equal(await kept(), null);
  const foreign = await product.park(product.companies.child);
  const [strange] = await product.must('GET', '/api/updown/baseSelect/getSelectCarKindType', { parkId: foreign });
  assert.equal((await save([], { carTypeId: strange.value })).body.errors?.[0]?.field, 'carTypeId');
  assert.equal(
    (
      await product.ask(
        'POST',
        '/api/updown/baseParkGate/saveGeteIoTime',
        { ...query, timeRanges: [] },
        { as: 'otherTenant' },
      )
    ).status,
    404,
  );
});

test('a lane is open by the rule of the day, and a span over midnight belongs to the day it starts on', () => {
  const rule = (ruleType: HoursRule['ruleType'], ...timeRanges: HoursRule['timeRanges'][number][]): HoursRule => ({
    gateId: 'g',
    carTypeId: 'c',
    ruleType,
    timeRanges,
  });
  const zone = 'Asia/Shanghai';
  const at = (wall: string) => Date.parse(`${wall}:00+08:00`);
  const none = new Map<string, 'holiday' | 'workday'>();
  assert.equal(laneOpenAt([], none, at('2026-05-06T03:00'), zone), true);
  const day = [rule('everyday', { from: '07:00', to: '22:00' })];
  assert.deepEqual(
    ['06:59', '07:00', '21:59', '22:00'].map((time) => laneOpenAt(day, none, at(`2026-05-06T${time}`), zone)),
    [false, true, true, false],
  );
  const night = [rule('workday', { from: '22:00', to: '06:00' }), rule('restday')];
  assert.equal(laneOpenAt(night, none, at('2026-05-08T23:00'), zone), true); // Friday night
  assert.equal(laneOpenAt(night, none, at('2026-05-09T05:59'), zone), true); // still Friday's span
  assert.equal(laneOpenAt(night, none, at('2026-05-09T23:00'), zone), false); // Saturday
  assert.equal(laneOpenAt(night, new Map([['2026-05-09', 'workday' as const]]), at('2026-05-09T23:00'), zone), true);
  assert.equal(laneOpenAt(night, new Map([['2026-05-08', 'holiday' as const]]), at('2026-05-08T23:00'), zone), false);
});

test('settings are checked by their kind, complete with defaults, and go back to them', async () => {
  const submit = (input: Record<string, unknown>, as = 'groupAdmin') =>
    product.ask('POST', '/api/updown/parkParameter/submit', { parkId: lot, ...input }, { as });
  const tenantId = (
    await product.database.read({ tenantId: 0, platform: true, companyIds: null, parkIds: null }, (db) =>
      db.raw<{ tenant_id: number }>('SELECT tenant_id FROM park WHERE id = $1', [lot]),
    )
  )[0]!.tenant_id;
  const now = () => product.database.read(tenantScope(tenantId), (db) => settingsOf(db, lot));
  assert.deepEqual(
    [(await now()).leaveMinutes, (await now()).quoteSeconds, (await now()).cashAllowed, (await now()).fullTemporary],
    [15, 60, true, 'refuse'],
  );
  assert.equal((await submit({ paramKey: 'leaveMinutes', paramValue: '20' })).status, 200);
  assert.equal((await submit({ paramKey: 'quoteSeconds', paramValue: 'bald' })).body.errors?.[0]?.field, 'paramValue');
  assert.equal((await submit({ settings: { quoteSeconds: 5 } })).body.errors?.[0]?.field, 'quoteSeconds');
  assert.equal((await submit({ settings: { nonsense: 1 } })).body.errors?.[0]?.field, 'nonsense');
  assert.equal(
    (await submit({ settings: { cashAllowed: false, fullTemporary: 'allow', leaveMinutes: '' } })).status,
    200,
  );
  assert.deepEqual(
    [(await now()).leaveMinutes, (await now()).cashAllowed, (await now()).fullTemporary],
    [15, false, 'allow'],
  );
  assert.equal((await submit({ settings: { cashAllowed: true } }, 'otherTenant')).status, 400);
  assert.equal((await submit({ settings: { cashAllowed: true } }, 'nobody')).status, 403);
});

test('a service is about to end for thirty days, still runs on its last day, and has ended after it', async () => {
  assert.deepEqual(
    ['2026-05-31', '2026-06-01', '2026-06-30', '2026-07-01', '2026-07-02'].map((end) =>
      serviceState(end, '2026-06-01'),
    ),
    ['3', '1', '1', '1', '2'],
  );
  const day = (days: number) => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
  const base = '/api/updown/plat/parkServicesConfig';
  for (const [serviceType, end] of [
    ['platform', 400],
    ['sms', 10],
    ['invoice', -1],
  ] as const)
    await product.must('POST', `${base}/submit`, {
      parkId: lot,
      serviceType,
      startDate: '2025-01-01',
      expireDate: day(end),
    });
  assert.equal(
    (
      await product.ask('POST', `${base}/submit`, {
        parkId: lot,
        serviceType: 'video',
        startDate: '2026-01-02',
        expireDate: '2026-01-01',
      })
    ).body.errors?.[0]?.field,
    'expireDate',
  );
  const states = async (status?: string) =>
    (await product.must('GET', `${base}/list`, { parkId: lot, ...(status ? { status } : {}) })).records.map(
      (row: { serviceType: string; status: string }) => [row.serviceType, row.status],
    );
  assert.deepEqual(await states(), [
    ['invoice', '3'],
    ['sms', '1'],
    ['platform', '2'],
  ]);
  assert.deepEqual(await states('1'), [['sms', '1']]);
  for (const path of ['/api/updown/parkServicesConfig/getExpireParkservices', `${base}/getExpireParkservices`]) {
    const bell = await product.must('GET', path, {}, { as: 'groupAdmin' });
    assert.deepEqual(
      bell.map((row: { status: string; title: string }) => [row.status, row.title]),
      [
        ['3', '锦绣花园地库'],
        ['1', '锦绣花园地库'],
      ],
    );
    assert.deepEqual(await product.must('GET', path, {}, { as: 'otherTenant' }), []);
  }
  assert.equal(await refreshServiceStates(product.database, new Date()), 0);
  assert.equal(await refreshServiceStates(product.database, new Date(Date.now() + 25 * 86_400_000)), 1);
  assert.deepEqual(await states(), [
    ['invoice', '3'],
    ['sms', '1'],
    ['platform', '2'],
  ]);
});

test('a receiver is bound by whoever scans his code in time, and polling says so', async () => {
  const base = '/api/updown/importantMessageReceiver';
  const { id } = await product.must(
    'POST',
    `${base}/submit`,
    {
      userName: '赵敏',
      phone: '13800001111',
      parkId: lot,
      companyId: product.companies.child,
      tagType: 'park',
      tagId: 'T1',
    },
    { as: 'groupAdmin' },
  );
  const randomstr = 'a1b2c3d4e5f6';
  const poll = () => product.must('GET', `${base}/getCurrentOpenId`, { randomstr }, { as: 'groupAdmin' });
  assert.equal(await poll(), null);
  const code = await product.must('GET', `${base}/getBindQrCode`, { randomstr, uid: id }, { as: 'groupAdmin' });
  assert.match(code.url, /\/m\/bind\?state=a1b2c3d4e5f6$/);
  assert.deepEqual(await poll(), { state: 'waiting', openId: null });
  assert.equal(await bindOpenId(product.database, 'unknown-string', 'o-1'), false);
  assert.equal(await bindOpenId(product.database, randomstr, 'o-1'), true);
  assert.equal(await bindOpenId(product.database, randomstr, 'o-1'), true);
  assert.equal(await bindOpenId(product.database, randomstr, 'o-2'), false);
  assert.deepEqual(await poll(), { state: 'bound', openId: 'o-1' });
  assert.equal(
    (
      await product.must(
        'GET',
        `${base}/getDetailByTagIdAndTagType`,
        { tagId: 'T1', tagType: 'park' },
        { as: 'groupAdmin' },
      )
    ).status,
    'bound',
  );
  assert.equal(
    await product.must(
      'GET',
      `${base}/getDetailByTagIdAndTagType`,
      { tagId: 'T1', tagType: 'park' },
      { as: 'otherTenant' },
    ),
    null,
  );
  assert.equal(await product.must('GET', `${base}/getCurrentOpenId`, { randomstr }, { as: 'otherTenant' }), null);
  const late = 'late-code-000';
  await product.must('GET', `${base}/getBindQrCode`, { randomstr: late, uid: id }, { as: 'groupAdmin' });
  assert.equal(await bindOpenId(product.database, late, 'o-3', new Date(Date.now() + 11 * 60_000)), false);
  assert.equal(
    (await product.ask('GET', `${base}/getBindQrCode`, { randomstr: 'foreign-0001', uid: id }, { as: 'otherTenant' }))
      .status,
    404,
  );
});

test('a remote authorisation names a lot and its term, and is refused by field when the term makes no sense', async () => {
  const give = (more: Record<string, unknown>) =>
    product.ask('POST', '/api/updown/platAuthorize/remoteAuthorize', { parkId: lot, ...more }, { as: 'groupAdmin' });
  assert.deepEqual(
    (await give({ authorizeType: 'term' })).body.errors!.map(({ field }) => field),
    ['startTime', 'endTime'],
  );
  assert.equal(
    (await give({ authorizeType: 'term', startTime: '2026-11-02 00:00:00', endTime: '2026-11-01 00:00:00' })).body
      .errors![0]!.field,
    'endTime',
  );
  const { body } = await give({ authorizeType: 'long', startTime: '2026-11-02 00:00:00', remark: '物业值班' });
  const kept = await product.must(
    'GET',
    '/api/updown/platAuthorize/detail',
    { id: body.data.id },
    { as: 'groupAdmin' },
  );
  assert.deepEqual([kept.startTime, kept.userId, kept.grantedBy], [null, null, 'groupAdmin']);
  assert.equal((await product.must('GET', '/api/updown/platAuthorize/list', { parkId: lot })).total, 1);
  assert.equal(
    (await product.ask('POST', '/api/updown/platAuthorize/remoteAuthorize', { parkId: lot }, { as: 'otherTenant' }))
      .status,
    400,
  );
  assert.equal(
    (await product.ask('POST', '/api/updown/platAuthorize/remoteAuthorize', { parkId: lot }, { as: 'nobody' })).status,
    403,
  );
  await product.must('POST', '/api/updown/platAuthorize/remove', { ids: body.data.id }, { as: 'groupAdmin' });
});
