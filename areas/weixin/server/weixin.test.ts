/**
 * A public account from its address to its answers, against a stand-in that proves and believes as the platform does.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { reach } from '#areas/billing/server/door.ts';
import { platformScope } from '#kit/server/db.ts';
import { configure } from '#kit/server/setting.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { Answer, TestProduct } from '#test/test-product.ts';
import { WeixinStand } from '#test/providers/weixin.ts';
import { signatureOf } from './proof.ts';
import { accessToken, askPlatform } from './token.ts';

let product: TestProduct;
let close: () => Promise<void>;
let undo: () => void;
const platform = new WeixinStand();
let id: string;
const FAN = 'oABCDEFGHIJKLMNOPQRSTUVWXYZ1';

before(async () => {
  close = await platform.start();
  product = await startTestProduct();
  undo = configure(reach.as({ ...reach.value(), weixin: platform.url }));
  id = await account({});
  await keyword({ keyword: '停车费', content: '请打开{payLink}' });
  await keyword({
    keyword: '停车',
    match: 'contains',
    replyType: 'link',
    title: '找车位',
    linkUrl: 'https://p.example/a?b=1&c=2',
  });
  await keyword({ scene: 'subscribe', keyword: null, content: '欢迎' });
  await setting('payLink', 'https://pay.example/');
});
after(async () => {
  undo();
  await product.close();
  await close();
});

async function account(more: Record<string, unknown>): Promise<string> {
  const own = { companyId: product.companies.first, name: '安泊出行', kind: 'service', ...platform.config, ...more };
  return (await product.must('POST', '/api/updown/publicplat/submit', own)).id;
}
const rule = (more: Record<string, unknown>) => ({
  companyId: product.companies.first,
  publicplatId: id,
  scene: 'text',
  match: 'exact',
  replyType: 'text',
  ...more,
});
const keyword = async (more: Record<string, unknown>): Promise<string> =>
  (await product.must('POST', '/api/updown/wxkeyword/submit', rule(more))).id;
const refusedAt = async (more: Record<string, unknown>): Promise<unknown> =>
  (await product.ask('POST', '/api/updown/wxkeyword/submit', rule(more))).body.errors?.map(({ field }) => field);
const setting = (configtype: string, configvalue: string) =>
  product.must('POST', '/api/updown/wxOtherConfig/submit', {
    companyid: product.companies.first,
    configtype,
    configvalue,
  });

const post = (query: Record<string, string>, xml: string, to = id): Promise<Answer> =>
  product.ask('POST', `/api/gatehouse/weixin/${to}`, query, { as: null, bytes: Buffer.from(xml) });
let nth = 0;
const sendMessage = (parts: Record<string, string | number>, from = FAN) =>
  post(platform.signed(), platform.message(from, parts));
const say = (words: string) => sendMessage({ MsgType: 'text', Content: words, MsgId: String((nth += 1) + 1e15) });
const content = ({ text }: Answer): string | undefined => /<Content><!\[CDATA\[(.*?)\]\]>/s.exec(text)?.[1];
const received = async (): Promise<number> =>
  (await product.must('GET', '/api/updown/publicplat/detail', { id })).received;
const hits = async (words: string): Promise<number> =>
  (await product.must('GET', '/api/updown/wxkeyword/list', { publicplatId: id, keyword: words })).records.at(-1).hits;
const followers = async () => (await product.must('GET', '/api/updown/wxinfo/list', { publicplatId: id })).records;

test('the address proves itself by the published signature, in its time alone', async () => {
  assert.equal(signatureOf('gatehouse2026', '1793880000', 'nonce-71'), '6d1c7716f4743c4c665bf392500df5fb23fe0c16');
  const prove = (query: Record<string, string>) =>
    product.ask('GET', `/api/gatehouse/weixin/${id}`, { ...query, echostr: '4815162342' }, { as: null });
  const right = await prove(platform.signed());
  assert.deepEqual([right.status, right.text], [200, '4815162342']);
  const wrong = await prove({ ...platform.signed(), nonce: 'another' });
  const old = await prove(platform.signed(Date.now() - 400_000));
  const nobodys = await product.ask(
    'GET',
    `/api/gatehouse/weixin/01980000-0000-7000-8000-00000000dead`,
    platform.signed(),
    { as: null },
  );
  assert.deepEqual([wrong.status, old.status, nobodys.status], [422, 422, 422]);
  assert.deepEqual([wrong.body.msg, old.body.msg], [nobodys.body.msg, nobodys.body.msg]);
});

test('a keyword answers by its rule with what the company has set, and the trial says the same', async () => {
  const whole = await say('停车费');
  assert.equal(content(whole), '请打开https://pay.example/');
  assert.match(whole.text, new RegExp(`<ToUserName><!\\[CDATA\\[${FAN}`));
  assert.equal(content(await say('附近停车')), '<a href="https://p.example/a?b=1&amp;c=2">找车位</a>');
  assert.equal((await say('你好')).text, 'success');
  const tried = await product.must('GET', '/api/gatehouse/wxkeyword/tryOut', { publicplatId: id, message: '停车费' });
  assert.deepEqual([tried.why, tried.reply.content], ['exact', '请打开https://pay.example/']);
});

test('a repeated message gets the same reply and counts once; another one with its signature is rejected', async () => {
  const [receivedCount, hit] = [await received(), await hits('停车费')];
  const xml = platform.message(FAN, { MsgType: 'text', Content: '停车费', MsgId: '77' });
  const query = platform.signed();
  const answers = await Promise.all([post(query, xml), post(platform.signed(), xml), post(query, xml)]);
  assert.deepEqual(answers.map(content), Array(3).fill('请打开https://pay.example/'));
  assert.deepEqual([await received(), await hits('停车费')], [receivedCount + 1, hit + 1]);
  const forged = await post(query, platform.message(FAN, { MsgType: 'text', Content: '停车费', MsgId: '78' }));
  assert.equal(forged.status, 422);
});

test('a false signature, another account, entities of somebody and broken words are refused', async () => {
  const xml = platform.message(FAN, { MsgType: 'text', Content: '停车费', MsgId: '90' });
  const receivedCount = await received();
  const wrong = [
    await post({ ...platform.signed(), signature: '0'.repeat(40) }, xml),
    await post(platform.signed(), xml.replace(platform.originalId, 'gh_another')),
    await post(platform.signed(), `<!DOCTYPE xml [<!ENTITY a "aa">]>${xml.replace('停车费', '&a;')}`),
    await post(platform.signed(), xml.slice(0, -10)),
    await post(platform.signed(), ''),
  ];
  assert.deepEqual(
    wrong.map(({ status }) => status),
    [422, 422, 422, 422, 422],
  );
  assert.equal((await post(platform.signed(), `<xml>${'a'.repeat(70_000)}</xml>`)).status, 413);
  assert.equal(await received(), receivedCount);
});

test('in secure mode only what was encrypted for this app is read, and the answer can be read by the platform alone', async () => {
  const appId = 'wxffffffffffffffff';
  const secure = await account({ name: '加密', appId, mode: 'secure', aesKey: platform.aesKey });
  await product.must('POST', '/api/updown/wxkeyword/submit', {
    ...rule({ keyword: '你好', content: '您好' }),
    publicplatId: secure,
  });
  const xml = platform.message(FAN, { MsgType: 'text', Content: '你好', MsgId: '99' });
  const foreign = platform.secret(xml, platform.appId);
  const own = platform.secret(xml, appId);
  const refused = [
    await post(platform.signed(), xml, secure),
    await post(foreign.query, foreign.body, secure),
    await post({ ...own.query, msg_signature: '0'.repeat(40) }, own.body, secure),
  ];
  assert.deepEqual(
    refused.map(({ status }) => status),
    [422, 422, 422],
  );
  const answer = await post(own.query, own.body, secure);
  assert.doesNotMatch(answer.text, /您好/);
  assert.match(platform.opened(answer.text, appId) ?? '', /<Content><!\[CDATA\[您好\]\]>/);
});

test('followers are kept by the events of the platform, whatever their order', async () => {
  const at = Date.now() - 60_000;
  const event = (name: string, later: number) =>
    post(
      platform.signed(),
      platform.message(
        'oFOLLOWER-1',
        { MsgType: 'event', Event: name, EventKey: name === 'subscribe' ? 'qrscene_lot-7' : '' },
        at + later,
      ),
    );
  assert.equal(content(await event('subscribe', 0)), '欢迎');
  await event('unsubscribe', 20_000);
  await event('subscribe', 10_000);
  const row = (await followers()).find(({ openid }: { openid: string }) => openid === 'oFOLLOWER-1');
  assert.deepEqual([row.status, row.scene], ['no', 'lot-7']);
  assert.ok(row.leftTime > row.subscribeTime);
});

test('two servers share one token, and a token the platform has dropped is requested once more', async () => {
  const [row] = await product.database.read(platformScope, (db) =>
    db.raw<{ tenantId: number }>('SELECT tenant_id AS "tenantId" FROM publicplat WHERE id = $1', [id]),
  );
  const named = { id, tenantId: row!.tenantId };
  const made = platform.made;
  const both = await Promise.all(Array.from({ length: 6 }, () => accessToken(product.database, named)));
  assert.deepEqual(
    [new Set(both).size, platform.made, platform.calls.filter((path) => path.endsWith('token')).length],
    [1, made + 1, 1],
  );
  platform.tokens.length = 0;
  await Promise.all([1, 2].map(() => askPlatform(product.database, named, '/cgi-bin/get_api_domain_ip')));
  assert.equal(platform.made, made + 2);
  await product.must('POST', '/api/gatehouse/publicplat/test', { id });
  await product.must('POST', '/api/updown/publicplat/submit', { id, appSecret: 'wrong' });
  const refused = await product.ask('POST', '/api/gatehouse/publicplat/test', { id });
  assert.deepEqual([refused.status, /40125/.test(refused.body.msg)], [422, true]);
  await product.must('POST', '/api/updown/publicplat/submit', { id, appSecret: platform.appSecret });
});

test('secrets are never answered, and another company sees and changes nothing', async () => {
  const own = JSON.stringify(await product.must('GET', '/api/updown/publicplat/list'));
  for (const secret of [platform.appSecret, platform.token, platform.tokens.at(-1)!]) assert.ok(!own.includes(secret));
  const as = 'otherTenant';
  for (const path of ['publicplat', 'wxkeyword', 'wxOtherConfig', 'wxinfo'])
    assert.equal((await product.must('GET', `/api/updown/${path}/list`, {}, { as })).total, 0, path);
  const spied = await product.ask(
    'GET',
    '/api/gatehouse/wxkeyword/tryOut',
    { publicplatId: id, message: '停车费' },
    { as },
  );
  const changed = await product.ask('POST', '/api/gatehouse/publicplat/test', { id }, { as });
  assert.deepEqual([spied.status, changed.status], [404, 404]);
});

test('rules that say nothing, say too much, or answer what another does are refused by field', async () => {
  assert.deepEqual(await refusedAt({ keyword: ' ，', content: '甲' }), ['keyword']);
  assert.deepEqual(await refusedAt({ keyword: '甲', content: '车'.repeat(700) }), ['content']);
  assert.deepEqual(await refusedAt({ keyword: '甲', content: '{secret}' }), ['content']);
  assert.deepEqual(await refusedAt({ keyword: '甲', replyType: 'news' }), ['title', 'linkUrl']);
  assert.deepEqual(await refusedAt({ keyword: '乙,停车费', content: '丙' }), ['keyword']);
  assert.deepEqual(await refusedAt({ scene: 'subscribe', content: '再次欢迎' }), ['scene']);
  const wrong = await product.ask('POST', '/api/updown/wxOtherConfig/submit', {
    configtype: 'passLink',
    configvalue: 'http://x',
  });
  assert.deepEqual(
    wrong.body.errors?.map(({ field }) => field),
    ['configValue'],
  );
});

test('automatic answers are off where the company says so, and a setting is read by company and name', async () => {
  await setting('autoReply', 'off');
  assert.equal((await say('停车费')).text, 'success');
  const found = await product.must('GET', '/api/updown/wxOtherConfig/detail', {
    companyid: product.companies.first,
    configtype: 'autoReply',
  });
  assert.equal(found.configValue, 'off');
  assert.deepEqual(
    await product.must('GET', '/api/updown/wxOtherConfig/detail', {
      companyid: product.companies.first,
      configtype: 'address',
    }),
    {},
  );
});
