/** Where drivers' money goes is changed by two people, and by nobody who works at a gate. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { playMoney, payWays } from '#areas/billing/server/door.ts';
import type { PayWay } from '#areas/billing/server/door.ts';
import { textsSent } from '#areas/ops/server/door.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { configure } from '#kit/server/setting.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { AllinpayStand } from '#test/providers/allinpay.ts';
import { AlipayStand } from '#test/providers/alipay.ts';
import { inForce } from '#test/providers/in-force.fixture.ts';
import { WechatStand } from '#test/providers/wechat.ts';

let product: TestProduct;
let lot: { tenantId: number; companyId: string; parkId: string };
const people: Record<string, string> = {};
const alipay = new AlipayStand();
const wechat = new WechatStand();
const allinpay = new AllinpayStand();
const base = '/api/gatehouse/merchantChange';
const forms = {
  wxApiConfig: () => wechat.config,
  wxApiSubMerchantConfig: () => ({ subMchId: '1630228401', parkId: lot.parkId }),
  aliapiconfig: () => alipay.config,
  alipaysubmerchantconfig: () => ({ smid: '2088421350771001', parkId: lot.parkId }),
  'otherpay/config': () => ({ ...allinpay.config, parkId: lot.parkId }),
};

async function person(name: string, role: string): Promise<void> {
  const { id } = await product.must('POST', '/api/updown/sysuser/submit', {
    account: name,
    realName: name,
    companyId: product.companies.first,
    password: 'Gatehouse-2026',
    phone: `1380013${String(8_000 + Object.keys(people).length)}`,
    allParks: true,
  });
  const roles: { id: string; builtIn: string }[] = await product.must('GET', '/api/updown/sysrole/getListByCompany', {
    companyId: product.companies.first,
  });
  await product.must('POST', '/api/updown/sysuser/grantRole', {
    userId: id,
    ids: roles.find(({ builtIn }) => builtIn === role)!.id,
  });
  people[name] = await product.login(name, 'Gatehouse-2026');
}

before(async () => {
  product = await startTestProduct();
  configure(playMoney.as(false));
  configure(textsSent.as(true));
  const parkId = await product.park(product.companies.child);
  const [row] = await product.database.read(platformScope, (db) =>
    db.raw<{ tenant_id: number }>('SELECT tenant_id FROM park WHERE id = $1', [parkId]),
  );
  lot = { tenantId: row!.tenant_id, companyId: product.companies.child, parkId };
  await person('four.guard', 'gateGuard');
  await person('four.curb', 'curbCollector');
  await person('four.finance', 'finance');
  await person('four.company', 'companyAdmin');
  await person('four.boss', 'groupAdmin');
});
after(() => {
  configure(playMoney.as(true));
  configure(textsSent.as(false));
  return product.close();
});

const as = (name: string) => ({ as: people[name]! });
const ways = (): Promise<PayWay[]> => product.database.read(tenantScope(lot.tenantId), (db) => payWays(db, lot));
const rows = (sql: string) => product.database.read(platformScope, (db) => db.raw<Record<string, any>>(sql));
const send = (name: string, path: string, input: Record<string, unknown>) =>
  product.ask('POST', `/api/updown/${path}/submit`, input, as(name));
const decide = (name: string, how: string, changeId: string, more = {}) =>
  product.ask('POST', `${base}/${how}`, { changeId, ...more }, as(name));

test('a guard or a collector who enters his own account is refused, and nothing waits for anybody', async () => {
  for (const name of ['four.guard', 'four.curb'])
    for (const [path, form] of Object.entries(forms))
      assert.equal((await send(name, path, form())).status, 403, `${name} ${path}`);
  assert.deepEqual([await ways(), await rows('SELECT id FROM merchant_change')], [[], []]);
});

test('an account entered by whoever may ask takes no money until another administrator confirms it', async () => {
  const sent = await send('four.finance', 'aliapiconfig', forms.aliapiconfig());
  assert.equal(sent.status, 200);
  const { changeId } = sent.body.data;
  assert.deepEqual([await ways(), await rows('SELECT id FROM alipay_config')], [[], []]);
  assert.equal((await decide('four.finance', 'confirm', changeId)).status, 403, 'finance may ask, not confirm');
  assert.equal((await decide('four.company', 'confirm', changeId)).status, 403, 'nor a company’s administrator');
  assert.equal(
    (await product.ask('POST', `${base}/confirm`, { changeId }, { as: 'otherTenant' })).status,
    404,
    'for another group it is not there',
  );
  assert.deepEqual(await ways(), []);
  assert.equal((await decide('four.boss', 'confirm', changeId)).status, 200);
  const [{ id }] = (await rows('SELECT id FROM alipay_config')) as [{ id: string }];
  assert.deepEqual(await ways(), [{ channel: 'alipay', merchantRef: id }]);
  assert.equal((await decide('four.boss', 'confirm', changeId)).status, 409, 'once');
});

test('the requester cannot confirm or refuse it himself, whatever he may otherwise', async () => {
  const sent = await send('four.boss', 'wxApiConfig', forms.wxApiConfig());
  const { changeId } = sent.body.data;
  assert.equal((await decide('four.boss', 'confirm', changeId)).status, 422);
  assert.equal((await decide('four.boss', 'refuse', changeId, { remark: '不' })).status, 422);
  assert.equal((await ways()).length, 1);
  const other = await product.ask('POST', `${base}/withdraw`, { changeId }, { as: 'groupAdmin' });
  assert.equal(other.status, 422, 'nor does another withdraw it');
  assert.equal((await decide('four.boss', 'withdraw', changeId)).status, 200);
  assert.deepEqual(await rows('SELECT id FROM wechat_config'), []);
});

test('a lot’s own sub-merchant never outranks the account of its group before it is confirmed', async () => {
  const [config] = await rows('SELECT id FROM alipay_config');
  const group = [{ channel: 'alipay', merchantRef: config!.id }];
  const sent = await send('four.company', 'alipaysubmerchantconfig', forms.alipaysubmerchantconfig());
  assert.deepEqual([sent.status, await ways()], [200, group]);
  assert.equal((await decide('four.boss', 'refuse', sent.body.data.changeId, { remark: '不是我方账户' })).status, 200);
  assert.deepEqual([await ways(), await rows('SELECT id FROM alipay_sub_merchant')], [group, []]);
  const id = await inForce(product, '/api/updown/alipaysubmerchantconfig/submit', {
    companyId: lot.companyId,
    ...forms.alipaysubmerchantconfig(),
  });
  assert.deepEqual(await ways(), [{ channel: 'alipay', merchantRef: `${config!.id}/${id}` }]);
});

test('a lot’s own account with an aggregator never outranks its group’s before it is confirmed', async () => {
  const others = await ways();
  const group = await inForce(product, '/api/updown/otherpay/config/submit', {
    ...allinpay.config,
    companyId: product.companies.first,
  });
  assert.deepEqual(await ways(), [...others, { channel: 'allinpay', merchantRef: group }]);
  const own = { ...allinpay.config, merchantNo: '990581007426002', companyId: lot.companyId, parkId: lot.parkId };
  const sent = await send('four.company', 'otherpay/config', own);
  assert.deepEqual([sent.status, await ways()], [200, [...others, { channel: 'allinpay', merchantRef: group }]]);
  assert.equal((await decide('four.company', 'confirm', sent.body.data.changeId)).status, 403);
  assert.equal((await decide('four.boss', 'confirm', sent.body.data.changeId)).status, 200);
  const [row] = await rows(`SELECT id FROM otherpay_config WHERE merchant_no = '990581007426002'`);
  assert.deepEqual(await ways(), [...others, { channel: 'allinpay', merchantRef: row!.id }]);
  const other = await product.park(product.companies.child);
  const elsewhere = await product.database.read(tenantScope(lot.tenantId), (db) =>
    payWays(db, { ...lot, parkId: other }),
  );
  assert.equal(elsewhere.at(-1)!.merchantRef, group, 'another lot stays with the group’s');
});

test('keys that are changed, an account switched off and one removed stay as they were until confirmed', async () => {
  const [was] = await rows('SELECT * FROM alipay_config');
  const other = new AlipayStand();
  const edited = await send('four.finance', 'aliapiconfig', {
    recordId: was!.id,
    privateKey: other.config.privateKey,
    enabled: false,
  });
  assert.equal(edited.status, 200);
  const gone = await product.ask('POST', '/api/updown/aliapiconfig/remove', { ids: was!.id }, as('four.finance'));
  assert.equal(gone.status, 200);
  const [same] = await rows('SELECT * FROM alipay_config');
  assert.deepEqual(same, was);
  const shown = await product.must('GET', `${base}/detail`, edited.body.data, { ...as('four.boss'), lang: 'en' });
  assert.equal(shown.changes, 'Private key: replaced\nIn use: Yes → No');
  assert.equal((await decide('four.boss', 'confirm', edited.body.data.changeId)).status, 200);
  const [now] = await rows('SELECT * FROM alipay_config');
  assert.deepEqual([now!.enabled, now!.private_key === was!.private_key], [false, false]);
  assert.equal((await decide('four.boss', 'confirm', gone.body.data.changeIds[0])).status, 200);
  assert.ok((await rows('SELECT * FROM alipay_config'))[0]!.deleted_at);
});

test('a change is refused where the account was changed meanwhile, and where nothing changes', async () => {
  const id = await inForce(product, '/api/updown/wxApiSubMerchantConfig/submit', {
    companyId: lot.companyId,
    ...forms.wxApiSubMerchantConfig(),
  });
  const edit = (remark: string) => send('four.finance', 'wxApiSubMerchantConfig', { recordId: id, remark });
  const [first, second] = [await edit('甲'), await edit('乙')];
  assert.equal((await decide('four.boss', 'confirm', first.body.data.changeId)).status, 200);
  assert.equal((await decide('four.boss', 'confirm', second.body.data.changeId)).status, 409);
  assert.equal((await edit('甲')).status, 422);
});

test('group administrators get a text message, and those who may confirm see it among pending items', async () => {
  const waits = async (who: string) =>
    ((await product.must('GET', '/api/gatehouse/waiting', {}, { as: who })) as { key: string; count: number }[]).find(
      ({ key }) => key === 'merchant',
    )?.count ?? 0;
  const [mine, others] = [await waits(people['four.boss']!), await waits('groupAdmin')];
  const sent = await send('four.boss', 'wxApiConfig', forms.wxApiConfig());
  assert.equal(sent.status, 200);
  assert.deepEqual([await waits(people['four.boss']!), await waits('groupAdmin')], [mine, others + 1]);
  assert.equal(await waits(people['four.guard']!), 0);
  const texts = await rows(
    `SELECT target, payload FROM outbox WHERE kind = 'sms' AND payload->>'template' = 'merchantProposed'
      ORDER BY created_at DESC LIMIT 1`,
  );
  assert.deepEqual(
    texts.map(({ target, payload }) => [target, payload.who, payload.deed]),
    [['13800138004', 'four.boss', '新增']],
  );
});

test('keys are in no answer, no export and no audit of a change, and are kept aside no longer than it is open', async () => {
  const secrets = [wechat.apiV3Key, wechat.config.privateKey.split('\n')[3]!];
  const without = (text: string) => {
    for (const secret of secrets) assert.ok(!text.includes(secret));
  };
  const list = await product.must('GET', `${base}/list`, { status: 'proposed' }, as('four.boss'));
  const { id } = list.records.find((row: { proposedBy: string }) => row.proposedBy === 'four.boss');
  without(JSON.stringify([list, await product.must('GET', `${base}/detail`, { changeId: id }, as('four.boss'))]));
  const file = await product.ask('GET', '/api/gatehouse/export/merchantChange', {
    format: 'csv',
    columns: 'accountName,changes,shown,entered',
  });
  without(`${file.text}${JSON.stringify(await rows('SELECT * FROM audit_log'))}`);
  without(JSON.stringify(await rows('SELECT * FROM merchant_change')));
  assert.equal((await decide('four.boss', 'withdraw', id)).status, 200);
  assert.deepEqual(await rows(`SELECT id FROM merchant_change WHERE status <> 'proposed' AND entered IS NOT NULL`), []);
  const audit = await rows(`SELECT DISTINCT action FROM audit_log WHERE resource = 'merchantChange' ORDER BY action`);
  assert.deepEqual(
    audit.map(({ action }) => action),
    ['confirm', 'export', 'propose', 'refuse', 'withdraw'],
  );
});

test('a form that is wrong is refused at once by its field, in the reader’s language', async () => {
  const { body, status } = await product.ask(
    'POST',
    '/api/updown/aliapiconfig/submit',
    { appId: '1', privateKey: 'no key', publicKey: 'none' },
    { ...as('four.finance'), lang: 'en' },
  );
  assert.deepEqual([status, body.errors?.map(({ field }) => field)], [400, ['privateKey', 'publicKey']]);
});
