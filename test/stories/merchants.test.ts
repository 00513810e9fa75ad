import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { reach } from '#areas/billing/server/door.ts';
import { platformScope } from '#kit/server/db.ts';
import { configure } from '#kit/server/setting.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { AlipayStand } from '#test/providers/alipay.ts';
import { inForce } from '#test/providers/in-force.fixture.ts';
import { WechatStand } from '#test/providers/wechat.ts';

let product: TestProduct;
const [wechat, alipay] = [new WechatStand(), new AlipayStand()];
const closing: (() => Promise<void>)[] = [];
let ids: { wechat: string; alipay: string };

before(async () => {
  closing.push(await wechat.start(), await alipay.start());
  product = await startTestProduct();
  configure(reach.as({ ...reach.value(), wechat: wechat.url, alipay: alipay.url }));
  const companyId = product.companies.child;
  ids = {
    wechat: await inForce(product, '/api/updown/wxApiConfig/submit', { companyId, ...wechat.config }),
    alipay: await inForce(product, '/api/updown/aliapiconfig/submit', { companyId, ...alipay.config }),
  };
});
after(async () => {
  await product.close();
  for (const close of closing) await close();
});

const secrets = [wechat.merchant.privateKey.split('\n')[3]!, wechat.apiV3Key, alipay.config.privateKey.slice(100, 160)];
const without = (text: string) => {
  for (const secret of secrets) assert.ok(!text.includes(secret));
};

test('the test asks the provider one signed question and keeps what came of it', async () => {
  assert.deepEqual(await product.must('POST', '/api/gatehouse/wechat-config/test', { recordId: ids.wechat }), {
    result: '通过',
  });
  assert.deepEqual(await product.must('POST', '/api/gatehouse/alipay-config/test', { recordId: ids.alipay }), {
    result: '通过',
  });
  assert.deepEqual(
    [wechat.refused, alipay.refused, wechat.calls.length, alipay.calls],
    [[], [], 1, ['alipay.trade.query']],
  );
  const id = await inForce(product, '/api/updown/aliapiconfig/submit', {
    companyId: product.companies.first,
    ...alipay.config,
    privateKey: new AlipayStand().app.privateKey,
  });
  const { status, body } = await product.ask('POST', '/api/gatehouse/alipay-config/test', { recordId: id });
  assert.deepEqual([status, /isv\.invalid-signature/.test(body.msg)], [422, true]);
  const row = await product.must('GET', '/api/updown/aliapiconfig/detail', { recordId: id });
  assert.match(row.checkResult, /isv\.invalid-signature/);
});

test('secrets are sealed in the table, masked in answers, and in neither exports nor the audit', async () => {
  const [row] = await product.database.read(platformScope, (db) =>
    db.raw('SELECT * FROM wechat_config WHERE id = $1', [ids.wechat]),
  );
  without(JSON.stringify(row));
  const detail = await product.must('GET', '/api/updown/wxApiConfig/detail', { recordId: ids.wechat });
  assert.deepEqual([detail.privateKey, detail.apiV3Key, detail.mchId], ['••••', '••••', wechat.mchId]);
  for (const path of ['/api/updown/wxApiConfig/list', '/api/updown/aliapiconfig/list'])
    without(JSON.stringify(await product.must('GET', path)));
  const file = await product.ask('GET', '/api/gatehouse/export/wechatConfig', {
    format: 'csv',
    columns: 'mchId,privateKey,apiV3Key',
  });
  assert.equal(file.status, 200);
  without(file.text);
  without(JSON.stringify(await product.database.read(platformScope, (db) => db.raw('SELECT * FROM audit_log'))));
  await inForce(product, '/api/updown/wxApiConfig/submit', {
    recordId: ids.wechat,
    remark: '夜班核对',
    privateKey: '••••',
  });
  assert.deepEqual(
    await product.must('POST', '/api/gatehouse/wechat-config/test', { recordId: ids.wechat }),
    { result: '通过' },
    'a form sent back with masks keeps the keys',
  );
});

test('a key that cannot be read is refused by its field; another group sees and tries nothing', async () => {
  const { status, body } = await product.ask('POST', '/api/updown/wxApiConfig/submit', {
    companyId: product.companies.child,
    ...wechat.config,
    mchId: '1',
    privateKey: 'no key',
    platformKey: 'none either',
  });
  assert.deepEqual([status, body.errors?.map(({ field }) => field)], [400, ['privateKey', 'platformKey']]);
  assert.equal(
    (await product.ask('GET', '/api/updown/wxApiConfig/detail', { recordId: ids.wechat }, { as: 'otherTenant' }))
      .status,
    404,
  );
  assert.equal(
    (await product.ask('POST', '/api/gatehouse/wechat-config/test', { recordId: ids.wechat }, { as: 'otherTenant' }))
      .status,
    404,
  );
  assert.equal(
    (await product.ask('POST', '/api/gatehouse/wechat-config/test', { recordId: ids.wechat }, { as: 'nobody' })).status,
    403,
  );
});
