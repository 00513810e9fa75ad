/** A menu from its draft to what followers see, against a stand-in that refuses what the platform refuses. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { reach } from '#areas/billing/server/door.ts';
import { configure } from '#kit/server/setting.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { WeixinStand } from '#test/providers/weixin.ts';

let product: TestProduct;
let close: () => Promise<void>;
let undo: () => void;
const platform = new WeixinStand();
let account: string;
let more: string;

before(async () => {
  close = await platform.start();
  product = await startTestProduct();
  undo = configure(reach.as({ ...reach.value(), weixin: platform.url }));
  account = (
    await product.must('POST', '/api/updown/publicplat/submit', {
      companyId: product.companies.first,
      name: '安泊出行',
      kind: 'service',
      ...platform.config,
    })
  ).id;
});
after(async () => {
  undo?.();
  await product?.close();
  await close();
});

const view = (name: string, rest: Record<string, unknown> = {}) => ({
  companyid: product.companies.first,
  name,
  type: 'view',
  url: 'https://pay.example/m/pay',
  ...rest,
});
const add = async (values: Record<string, unknown>): Promise<string> =>
  (await product.must('POST', '/api/updown/wxmenu/submit', values)).recordId;
const wrongAt = async (values: Record<string, unknown>): Promise<unknown> =>
  (await product.ask('POST', '/api/updown/wxmenu/submit', values)).body.errors?.map(({ field }) => field);
const model = () => product.must('GET', '/api/updown/wxmenu/wxmodel', { companyid: product.companies.first });
const publish = () => product.ask('GET', '/api/updown/wxmenu/publishMenu', { recordId: account });
const versions = async () =>
  (await product.must('GET', '/api/gatehouse/wxmenuVersion/list', { publicplatId: account })).records;

test('an empty draft is published nowhere, and a draft reaches nobody', async () => {
  const first = await publish();
  assert.deepEqual([first.status, first.body.reason], [422, 'draft_empty']);
  await add(view('缴费', { sort: 0 }));
  more = await add({ companyid: product.companies.first, name: '更多', sort: 1 });
  const { state, published, draft, publicplatId } = await model();
  assert.deepEqual([state, published, draft.length, publicplatId], ['draft', null, 2, account]);
  assert.equal(platform.menu, null);
});

test('the limits of the platform are held as items are made, at the field they are of', async () => {
  assert.deepEqual(await wrongAt(view('停车缴费查询')), ['name']);
  assert.deepEqual(await wrongAt(view('停', { url: 'ftp://a' })), ['url']);
  assert.deepEqual(await wrongAt(view('停', { type: 'miniprogram' })), ['appId', 'pagePath']);
  assert.deepEqual(await wrongAt(view('停', { type: 'click', key: '车'.repeat(43) })), ['key']);
  await add(view('第三'));
  assert.deepEqual(await wrongAt(view('第四')), ['parentId']);
  const subs = await Promise.all(
    Array.from({ length: 6 }, (_, nth) => wrongAt(view(`子${nth}`, { parentId: more, sort: nth }))),
  );
  assert.deepEqual(subs.filter(Boolean), [['parentId']]);
});

test('an invalid draft is reported item by item and not sent; a valid one is sent, fetched back and compared', async () => {
  const { draft } = await model();
  const third = draft.find(({ name }: { name: string }) => name === '第三').id;
  await product.must('POST', '/api/updown/wxmenu/submit', { recordId: third, type: null });
  const faulty = await publish();
  assert.deepEqual([faulty.status, faulty.body.reason], [422, 'draft_faulty']);
  assert.match(faulty.body.msg, /第三/);
  await product.must('POST', '/api/updown/wxmenu/remove', { ids: third });
  const done = await publish();
  assert.equal(done.status, 200, done.text);
  const { state, published, changes } = await model();
  assert.deepEqual([state, published.no, changes], ['published', 1, []]);
  assert.deepEqual(
    platform.menu?.map(({ name, sub_button }) => [name, sub_button?.length ?? 0]),
    [
      ['缴费', 0],
      ['更多', 5],
    ],
  );
});

test('the same again is sent again and is no new version', async () => {
  platform.menu = null;
  assert.equal((await publish()).status, 200);
  assert.equal(platform.menu!.length, 2);
  assert.equal((await versions()).length, 1);
});

test('what was changed on the platform is seen by comparing, and the draft that changed is a draft again', async () => {
  platform.menu = [{ name: '别处', type: 'view', url: 'https://other.example/' }];
  const compared = await product.must('POST', '/api/gatehouse/wxmenu/compare', { publicplatId: account });
  assert.equal(compared.state, 'differs');
  assert.deepEqual(compared.published.differences[0], {
    at: '1',
    before: '缴费 · view · https://pay.example/m/pay',
    after: '别处 · view · https://other.example/',
  });
  assert.equal((await publish()).body.data.state, 'published');
  await add(view('客服', { type: 'click', key: 'HELP', url: null, sort: 2 }));
  const now = await model();
  assert.deepEqual([now.state, now.changes.length, now.unanswered], ['draft', 1, ['HELP']]);
});

test('a refusal by the platform is stored with the version and shown; the menu that followers see stays', async () => {
  const help = (await model()).draft.find(({ name }: { name: string }) => name === '客服').id;
  await product.must('POST', '/api/updown/wxmenu/submit', {
    recordId: help,
    type: 'miniprogram',
    url: 'https://pay.example/',
    appId: 'wx0000000000000000',
    pagePath: 'pages/index',
  });
  const refused = await publish();
  assert.deepEqual([refused.status, refused.body.reason], [422, 'platform_refused']);
  assert.match(refused.body.msg, /45064/);
  const { state, refused: words, published } = await model();
  assert.deepEqual([state, published.no], ['draft', 1]);
  assert.match(words, /45064/);
  assert.equal(platform.menu!.length, 2);
  await product.must('POST', '/api/updown/wxmenu/submit', { recordId: help, appId: 'wxabcdefabcdefabcd' });
  assert.equal((await publish()).body.data.state, 'published');
  assert.deepEqual(
    (await versions()).map(({ no, state: of }: { no: number; state: string }) => [no, of]),
    [
      [3, 'published'],
      [2, 'failed'],
      [1, 'published'],
    ],
  );
});

test('an earlier menu becomes the draft, is published as it was, and an emptied draft takes the menu off', async () => {
  const first = (await versions()).find(({ no }: { no: number }) => no === 1).id;
  const back = await product.must('POST', '/api/gatehouse/wxmenu/restore', { id: first });
  assert.deepEqual([back.state, back.draft.length], ['draft', 7]);
  assert.equal((await publish()).body.data.state, 'published');
  assert.equal(platform.menu!.length, 2);
  const { draft } = await model();
  const subs = draft
    .filter(({ parentId }: { parentId: string | null }) => parentId)
    .map(({ id }: { id: string }) => id);
  const tops = draft
    .filter(({ parentId }: { parentId: string | null }) => !parentId)
    .map(({ id }: { id: string }) => id);
  assert.equal((await product.ask('POST', '/api/updown/wxmenu/remove', { ids: tops.join(',') })).status, 409);
  await product.must('POST', '/api/updown/wxmenu/remove', { ids: [...subs, ...tops].join(',') });
  assert.equal((await publish()).body.data.state, 'published');
  assert.equal(platform.menu, null);
});

test('another group sees and publishes none of it', async () => {
  const as = 'otherTenant';
  const seen = await product.must('GET', '/api/updown/wxmenu/wxmodel', {}, { as });
  assert.deepEqual([seen.publicplatId, seen.draft], [null, []]);
  const sent = await product.ask('GET', '/api/updown/wxmenu/publishMenu', { recordId: account }, { as });
  assert.equal(sent.status, 404);
});
