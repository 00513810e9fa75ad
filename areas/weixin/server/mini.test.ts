/** Mini programs of car parks, and the driver's home that they open. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { reach } from '#areas/billing/server/door.ts';
import { configure } from '#kit/server/setting.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { WeixinStand } from '#test/providers/weixin.ts';

let product: TestProduct;
let close: () => Promise<void>;
let undo: (() => void) | undefined;
const platform = new WeixinStand();
let parkId: string;
let id: string;

before(async () => {
  close = await platform.start();
  product = await startTestProduct();
  undo = configure(reach.as({ ...reach.value(), weixin: platform.url }));
  parkId = await product.park(product.companies.first, '云汇广场');
  id = (
    await product.must('POST', '/api/updown/parkminiprogram/submit', {
      companyId: product.companies.first,
      parkId,
      name: '云汇停车',
      appId: platform.appId,
      appSecret: platform.appSecret,
    })
  ).id;
});
after(async () => {
  undo?.();
  await product?.close();
  await close();
});

const detail = () => product.must('GET', '/api/updown/parkminiprogram/details', { id });
const set = (configType: string, configValue: string) =>
  product.ask('POST', '/api/updown/parkMiniOtherConfig/submit', { parkId, configType, configValue });
const home = (of: string) => product.ask('GET', '/m/mini', { parkId: of }, { as: null });

test('the list pages by start and limit, and the secret is never returned', async () => {
  const { records, total } = await product.must('GET', '/api/updown/parkminiprogram/list', { start: 0, limit: 5 });
  assert.deepEqual([records.length, total, records[0].page], [1, 1, '/m/mini']);
  assert.ok(!JSON.stringify([records, await detail()]).includes(platform.appSecret));
});

test('an app is connected once the platform knows its secret, and untested when the secret changes', async () => {
  assert.deepEqual(await product.must('POST', '/api/gatehouse/parkminiprogram/test', { id }), { state: 'connected' });
  assert.equal((await detail()).state, 'connected');
  await product.must('POST', '/api/updown/parkminiprogram/submit', { id, appSecret: 'wrong' });
  assert.equal((await detail()).state, 'unchecked');
  const refused = await product.ask('POST', '/api/gatehouse/parkminiprogram/test', { id });
  assert.deepEqual([refused.status, /40125/.test(refused.body.msg)], [422, true]);
  assert.equal((await detail()).state, 'failed');
});

test('what is no app id, no page of this platform or no host is refused by field', async () => {
  const own = { companyId: product.companies.first, name: '另一' };
  const wrong = await product.ask('POST', '/api/updown/parkminiprogram/submit', {
    ...own,
    appId: 'wx1',
    page: 'https://elsewhere.example/',
    webHosts: 'https://pay.example.com',
  });
  assert.deepEqual(
    wrong.body.errors?.map(({ field }) => field),
    ['appId', 'page', 'webHosts'],
  );
});

test('authorising by a code is refused while no platform of WeChat is registered; the live login is the lot’s alone', async () => {
  const refused = await product.ask('POST', '/api/updown/parkminiprogram/authorizeQrCode', { id });
  assert.deepEqual([refused.status, refused.body.reason], [422, 'component_missing']);
  const login = await product.must('GET', '/api/updown/parkminiprogram/getMqttConfig', { id });
  assert.equal(login.topics.length, 1);
  assert.ok(login.topics[0].endsWith(`/${parkId}/+`));
  const spied = await product.ask('GET', '/api/updown/parkminiprogram/getMqttConfig', { id }, { as: 'otherTenant' });
  assert.equal(spied.status, 404);
});

test('the driver’s home shows what the car park set, what its company set for all, and no more', async () => {
  await product.must('POST', '/api/updown/wxOtherConfig/submit', {
    companyid: product.companies.first,
    configtype: 'hotline',
    configvalue: '400-000-0000',
  });
  const plain = await home(parkId);
  assert.equal(plain.status, 200);
  for (const part of [
    '云汇广场',
    `/m/pay?parkId=${parkId}`,
    `/m/debts?parkId=${parkId}`,
    '/m/coupons',
    'tel:4000000000',
  ])
    assert.ok(plain.text.includes(part), part);
  assert.equal((await set('showDebts', 'no')).status, 400);
  assert.equal((await set('privacyLink', 'javascript:x')).status, 400);
  for (const [name, value] of [
    ['showDebts', 'off'],
    ['hotline', '0571-0000'],
    ['notice', '<b>今日</b>满位'],
  ] as const)
    assert.equal((await set(name, value)).status, 200);
  const own = await home(parkId);
  assert.ok(!own.text.includes('/m/debts') && !own.text.includes('<b>') && own.text.includes('0571-0000'));
  assert.equal((await home('01980000-0000-7000-8000-00000000dead')).status, 404);
  assert.equal((await set('notice', '再一条')).status, 409);
});

test('a mini program is removed by GET, as the contract has it', async () => {
  await product.must('GET', '/api/updown/parkminiprogram/remove', { id });
  assert.equal((await product.must('GET', '/api/updown/parkminiprogram/list')).total, 0);
});
