import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

let product: TestProduct;
let lot: string;
before(async () => {
  product = await startTestProduct();
  lot = await product.park(product.companies.child, '云汇广场停车场', {
    parkType: 'mall',
    totalStall: 200,
    location: { lng: 120.21, lat: 30.25 },
  });
});
after(() => product.close());

test('a new lot can charge from its first day: it has car models and one car type of each kind', async () => {
  const models = await product.must('GET', '/api/updown/plat/parkCarModel/list', { parkId: lot });
  assert.deepEqual(
    models.records.map((row: { modelName: string }) => row.modelName),
    ['小型车', '大型车', '摩托车'],
  );
  const types = await product.must('GET', '/api/updown/baseSelect/getSelectCarKindType', { parkId: lot });
  assert.deepEqual(
    types.map((row: { kind: string }) => row.kind),
    ['temp', 'monthly', 'vip', 'stored-value', 'free', 'visitor'],
  );
  const paying = await product.must('GET', '/api/updown/baseSelect/getSelectStoredValueCarAndTempCar', { parkId: lot });
  assert.deepEqual(
    paying.map((row: { kind: string }) => row.kind),
    ['temp', 'stored-value'],
  );
});

test('free spaces are set by one signed correction, and taken back by leaving the figure out', async () => {
  const path = '/api/updown/plat/basepark/updateStallNum';
  const set = await product.must('POST', path, { parkId: lot, remainNum: 150, remark: '人工清点' });
  assert.deepEqual(set, { inside: 50, remainNum: 150, delta: 50 });
  assert.equal((await product.must('GET', '/api/updown/basePark/detail', { id: lot })).remainStall, 150);
  assert.equal((await product.must('POST', path, { parkId: lot, remainNum: 150 })).delta, 0);
  assert.equal((await product.ask('POST', path, { parkId: lot, remainNum: 201 })).status, 400);
  assert.deepEqual(await product.must('GET', path, { parkId: lot }), { inside: 0, remainNum: 200, delta: -50 });
});

test('a lot with lanes does not become a curb lot; one without stands in the register, once', async () => {
  const curb = await product.park(product.companies.child, '锦里路侧');
  const gate = await product.must('POST', '/api/updown/baseParkGate/submit', {
    parkId: lot,
    gateName: '东入口',
    gateType: 'in',
    gateNo: '1',
  });
  assert.equal((await product.ask('POST', '/api/updown/basePark/syncToPlatRadPark', { parkId: lot })).status, 422);
  await product.must('POST', '/api/updown/basePark/syncToPlatRadPark', { parkId: curb });
  const first = await product.must('GET', '/api/updown/curbPark/detail', { id: curb });
  await product.must('POST', '/api/updown/basePark/syncToPlatRadPark', { parkId: curb });
  assert.equal(
    (await product.must('GET', '/api/updown/curbPark/detail', { id: curb })).registeredTime,
    first.registeredTime,
  );
  const register = await product.must('GET', '/api/updown/curbPark/list', {});
  assert.deepEqual(
    register.records.map((row: { parkName: string }) => row.parkName),
    ['锦里路侧'],
  );
  assert.equal((await product.ask('GET', '/api/updown/curbPark/detail', { id: lot })).status, 404);
  assert.equal(
    (await product.ask('POST', '/api/updown/baseParkGate/submit', { parkId: curb, gateName: '入口', gateType: 'in' }))
      .status,
    400,
  );
  await product.must('POST', '/api/updown/baseParkGate/remove', { ids: gate.id });
});

test('a lot with wireless sensors is a curb lot', async () => {
  const { id } = await product.must('POST', '/api/updown/curbPark/addNowirePark', {
    companyId: product.companies.child,
    parkName: '滨江路侧',
    totalStall: 30,
    address: '滨江路',
  });
  const row = await product.must('GET', '/api/updown/basePark/detail', { PKID: id });
  assert.deepEqual([row.parkType, row.online, row.berthSensing], ['curb', '10', 'wireless']);
  assert.deepEqual(
    (await product.must('GET', '/api/updown/plat/RdaPark/getAllRoadPark'))
      .map((each: { value: string }) => each.value)
      .includes(id),
    true,
  );
});

test('an empty lot can be removed with what it brought along; one with a lane cannot', async () => {
  const other = await product.park(product.companies.child, '待删车场');
  const gate = await product.must('POST', '/api/updown/baseParkGate/submit', {
    parkId: other,
    gateName: '入口',
    gateType: 'in',
  });
  assert.equal((await product.ask('POST', '/api/updown/basePark/remove', { ids: other })).body.error, 'in_use');
  await product.must('POST', '/api/updown/baseParkGate/remove', { ids: gate.id });
  await product.must('POST', '/api/updown/basePark/remove', { ids: other });
  assert.equal((await product.ask('GET', '/api/updown/basePark/detail', { id: other })).status, 404);
});

test('maps and monitors show the lots of the caller and nobody else', async () => {
  for (const path of ['/api/updown/basePark/getAllLngLat2', '/api/updown/basePark/getSampleLngLat']) {
    const mine = await product.must('GET', path, {}, { as: 'groupAdmin' });
    assert.deepEqual(
      mine.map(({ id, longitude, latitude }: Record<string, unknown>) => [id, longitude, latitude]),
      [[lot, 120.21, 30.25]],
    );
    assert.deepEqual(await product.must('GET', path, {}, { as: 'otherTenant' }), []);
  }
  assert.deepEqual(await product.must('GET', '/api/updown/basePark/getRoadParkLngLat', {}, { as: 'otherTenant' }), []);
  const watched = (
    await product.must(
      'GET',
      '/api/updown/plat/basepark/getMonitorParks',
      { companyId: product.companies.child },
      { as: 'groupAdmin' },
    )
  ).find((row: { id: string }) => row.id === lot);
  assert.deepEqual([watched.totalStall, watched.remainStall, watched.gates, watched.devices], [200, 200, 0, 0]);
  assert.deepEqual(
    await product.must('GET', '/api/updown/plat/basepark/getMonitorParks', {}, { as: 'otherTenant' }),
    [],
  );
  assert.deepEqual(
    await product.must('GET', '/api/updown/baseSelect/searchLoginPark', { keyword: '云汇' }, { as: 'otherTenant' }),
    [],
  );
  assert.equal(
    (await product.must('GET', '/api/updown/baseSelect/searchLoginPark', { keyword: '云汇' }, { as: 'groupAdmin' }))[0]
      .value,
    lot,
  );
  assert.equal(
    (
      await product.must(
        'GET',
        '/api/updown/baseSelect/getSelectParkByCompany',
        { companyId: product.companies.first },
        { as: 'groupAdmin' },
      )
    ).length,
    3,
  );
});

test('the six codes lead to the lot at the address set for its drivers', async () => {
  await product.must('POST', '/api/updown/parkParameter/submit', {
    parkId: lot,
    settings: { driverUrl: 'https://park.example.cn' },
  });
  const pages = {
    getPayQrCode: 'pay',
    getMiniProgramQrCode: 'mini',
    getInvoiceQrCode: 'invoice',
    getBatchRenewalQrCode: 'renewal',
    getAdvertPayQrCode: 'advert-pay',
    getCloudSeatQrCode: 'help',
  };
  for (const [call, page] of Object.entries(pages)) {
    const { url, image } = await product.must('GET', `/api/updown/plat/basepark/${call}`, { parkId: lot });
    assert.equal(url, `https://park.example.cn/m/${page}?parkId=${lot}`);
    assert.match(Buffer.from(image.split(',')[1], 'base64').toString(), /^<svg/);
  }
  assert.equal(
    (await product.ask('GET', '/api/updown/plat/basepark/getPayQrCode', { parkId: lot }, { as: 'otherTenant' })).status,
    404,
  );
  await product.must('POST', '/api/updown/parkParameter/submit', {
    parkId: lot,
    settings: { driverUrl: '{host}/drivers' },
  });
  assert.match(
    (await product.must('GET', '/api/updown/plat/basepark/getPayQrCode', { parkId: lot })).url,
    /^https?:\/\/localhost:\d+\/drivers\/m\/pay\?/,
  );
});

test('no call of a lot answers another tenant or somebody without permission', async () => {
  for (const [path, input] of [
    ['/api/updown/plat/basepark/updateStallNum', { parkId: lot, remainNum: 1 }],
    ['/api/updown/basePark/syncToPlatRadPark', { parkId: lot }],
    ['/api/updown/basePark/submit', { id: lot, parkName: '他人' }],
    ['/api/updown/basePark/remove', { ids: lot }],
  ] as const) {
    assert.equal((await product.ask('POST', path, input, { as: 'otherTenant' })).status, 404, path);
    assert.equal((await product.ask('POST', path, input, { as: 'nobody' })).status, 403, path);
    assert.equal((await product.ask('POST', path, input, { as: null })).status, 401, path);
  }
});

test('looking for a company’s lots finds those of the companies below it, in the list, its export and the choices of a search', async () => {
  const { first, child, second } = product.companies;
  const own = await product.park(first, '集团直属车场');
  const elsewhere = await product.park(second, '外集团车场');
  const found = async (companyId: string) =>
    (await product.must('GET', '/api/updown/basePark/list', { companyId, size: 100 })).records.map(
      (row: { id: string }) => row.id,
    ) as string[];
  const [ofFirst, ofChild] = [await found(first), await found(child)];
  assert.ok(ofFirst.includes(own) && ofFirst.includes(lot) && !ofFirst.includes(elsewhere));
  assert.ok(ofChild.includes(lot) && !ofChild.includes(own));
  assert.deepEqual(new Set(await found(`${child},${second}`)), new Set([...ofChild, ...(await found(second))]));
  const choices = async (input: Record<string, unknown>) =>
    (await product.must('GET', '/api/gatehouse/options/park', { companyId: first, ...input })).map(
      (row: { value: string }) => row.value,
    ) as string[];
  assert.ok((await choices({ below: true })).includes(lot));
  assert.deepEqual((await choices({})).includes(lot), false);
  assert.deepEqual(
    await product
      .must('GET', '/api/updown/basecompany/list', { parentId: first })
      .then(({ records }: { records: { id: string }[] }) => records.map(({ id }) => id)),
    [child],
  );
});

test('a lot handed to another company is seen whole by that one, and by the former no more; its history stays where it was', async () => {
  const base = '/api/updown';
  const must = (path: string, input: Record<string, unknown>) =>
    product.must('POST', `${base}${path}`, input, { as: 'groupAdmin' });
  const [from, to] = [
    (await must('/basecompany/submit', { companyName: '交出公司' })).id,
    (await must('/basecompany/submit', { companyName: '接手公司' })).id,
  ];
  const roles = await product.must(
    'GET',
    `${base}/sysrole/getListByCompany`,
    { companyId: product.companies.first },
    { as: 'groupAdmin' },
  );
  const person = async (account: string, companyId: string) => {
    const { id } = await must('/sysuser/submit', {
      account,
      realName: account,
      companyId,
      password: product.passwords.admin,
      allParks: true,
    });
    await must('/sysuser/grantRole', {
      userId: id,
      ids: roles.find((each: { builtIn?: string }) => each.builtIn === 'groupAdmin').id,
    });
    return product.login(account, product.passwords.admin!);
  };
  const [giver, taker] = [await person('hand.over', from), await person('take.over', to)];
  const village = (await must('/baseVillage/submit', { VName: '交接小区', companyId: from })).id;
  const parkId = await product.park(from, '交接车场', { villageId: village });
  const gateId = (await must('/baseParkGate/submit', { parkId, gateName: '北门', gateType: 'in' })).id;
  await must('/parkdevices/submit', { parkId, gateId, deviceName: '相机', sn: 'HANDOVER-1' });
  await must('/parkblackList/submit', { parkId, plateNumber: '京A77777', type: 'black' });
  assert.deepEqual(
    (
      await product.ask('POST', `${base}/basePark/submit`, { id: parkId, companyId: to }, { as: 'groupAdmin' })
    ).body.errors?.map(({ field }) => field),
    ['villageId'],
  );
  await must('/basePark/submit', { id: parkId, companyId: to, villageId: null });
  const seen = async (as: string) =>
    Promise.all(
      [
        '/basePark/list',
        '/baseParkGate/list',
        '/parkdevices/list',
        '/parkblackList/listPage',
        '/plat/parkCarType/list',
      ].map(async (path) => (await product.must('GET', `${base}${path}`, {}, { as })).total > 0),
    );
  assert.deepEqual(await seen(taker), [true, true, true, true, true]);
  assert.deepEqual(await seen(giver), [false, false, false, false, false]);
  assert.equal((await product.ask('GET', `${base}/baseParkGate/detail`, { id: gateId }, { as: giver })).status, 404);
});
