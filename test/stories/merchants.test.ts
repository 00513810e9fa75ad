import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { reach } from '#areas/billing/server/door.ts';
import { platformScope } from '#kit/server/db.ts';
import { configure } from '#kit/server/setting.ts';
import { openHouse } from '#test/house.ts';
import type { House } from '#test/house.ts';
import { AlipayStand } from '#test/providers/alipay.ts';
import { inForce } from '#test/providers/in-force.fixture.ts';
import { WechatStand } from '#test/providers/wechat.ts';

let house: House;
const [wechat, alipay] = [new WechatStand(), new AlipayStand()];
const closing: (() => Promise<void>)[] = [];
let ids: { wechat: string; alipay: string };

before(async () => {
  closing.push(await wechat.start(), await alipay.start());
  house = await openHouse();
  configure(reach.as({ ...reach.value(), wechat: wechat.url, alipay: alipay.url }));
  const companyId = house.companies.child;
  ids = {
    wechat: await inForce(house, '/api/updown/wxApiConfig/submit', { companyId, ...wechat.config }),
    alipay: await inForce(house, '/api/updown/aliapiconfig/submit', { companyId, ...alipay.config }),
  };
});
after(async () => {
  await house.close();
  for (const close of closing) await close();
});

const secrets = [wechat.merchant.privateKey.split('\n')[3]!, wechat.apiV3Key, alipay.config.privateKey.slice(100, 160)];
const without = (text: string) => {
  for (const secret of secrets) assert.ok(!text.includes(secret));
};

test('the test asks the provider one signed question and keeps what came of it', async () => {
  assert.deepEqual(await house.must('POST', '/api/gatehouse/wechat-config/test', { recordId: ids.wechat }), {
    result: '通过',
  });
  assert.deepEqual(await house.must('POST', '/api/gatehouse/alipay-config/test', { recordId: ids.alipay }), {
    result: '通过',
  });
  assert.deepEqual(
    [wechat.refused, alipay.refused, wechat.calls.length, alipay.calls],
    [[], [], 1, ['alipay.trade.query']],
  );
  const id = await inForce(house, '/api/updown/aliapiconfig/submit', {
    companyId: house.companies.first,
    ...alipay.config,
    privateKey: new AlipayStand().app.privateKey,
  });
  const { status, body } = await house.ask('POST', '/api/gatehouse/alipay-config/test', { recordId: id });
  assert.deepEqual([status, /isv\.invalid-signature/.test(body.msg)], [422, true]);
  const row = await house.must('GET', '/api/updown/aliapiconfig/detail', { recordId: id });
  assert.match(row.checkResult, /isv\.invalid-signature/);
});

test('secrets are sealed in the table, masked in answers, and in neither exports nor the audit', async () => {
  const [row] = await house.database.read(platformScope, (db) =>
    db.raw('SELECT * FROM wechat_config WHERE id = $1', [ids.wechat]),
  );
  without(JSON.stringify(row));
  const detail = await house.must('GET', '/api/updown/wxApiConfig/detail', { recordId: ids.wechat });
  assert.deepEqual([detail.privateKey, detail.apiV3Key, detail.mchId], ['••••', '••••', wechat.mchId]);
  for (const path of ['/api/updown/wxApiConfig/list', '/api/updown/aliapiconfig/list'])
    without(JSON.stringify(await house.must('GET', path)));
  const file = await house.ask('GET', '/api/gatehouse/export/wechatConfig', {
    format: 'csv',
    columns: 'mchId,privateKey,apiV3Key',
  });
  assert.equal(file.status, 200);
  without(file.text);
  without(JSON.stringify(await house.database.read(platformScope, (db) => db.raw('SELECT * FROM audit_log'))));
  await inForce(house, '/api/updown/wxApiConfig/submit', {
    recordId: ids.wechat,
    remark: '夜班核对',
    privateKey: '••••',
  });
  assert.deepEqual(
    await house.must('POST', '/api/gatehouse/wechat-config/test', { recordId: ids.wechat }),
    { result: '通过' },
    'a form sent back with masks keeps the keys',
  );
});

test('a key that cannot be read is refused by its field; another group sees and tries nothing', async () => {
  const { status, body } = await house.ask('POST', '/api/updown/wxApiConfig/submit', {
    companyId: house.companies.child,
    ...wechat.config,
    mchId: '1',
    privateKey: 'no key',
    platformKey: 'none either',
  });
  assert.deepEqual([status, body.errors?.map(({ field }) => field)], [400, ['privateKey', 'platformKey']]);
  assert.equal(
    (await house.ask('GET', '/api/updown/wxApiConfig/detail', { recordId: ids.wechat }, { as: 'otherTenant' })).status,
    404,
  );
  assert.equal(
    (await house.ask('POST', '/api/gatehouse/wechat-config/test', { recordId: ids.wechat }, { as: 'otherTenant' }))
      .status,
    404,
  );
  assert.equal(
    (await house.ask('POST', '/api/gatehouse/wechat-config/test', { recordId: ids.wechat }, { as: 'nobody' })).status,
    403,
  );
});
