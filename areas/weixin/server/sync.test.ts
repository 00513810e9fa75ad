/** Followers compared with the platform's whole list, against a stand-in that pages as the platform does. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { reach } from '#areas/billing/server/door.ts';
import { platformScope } from '#kit/server/db.ts';
import { configure } from '#kit/server/setting.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { WeixinStand } from '#test/providers/weixin.ts';
import { syncAll, syncRound } from './sync.ts';

let product: TestProduct;
let close: () => Promise<void>;
let undo: () => void;
let id: string;
const platform = new WeixinStand();
const FANS = 250;
const fan = (nth: number): string => `oFOLLOWER-${String(nth).padStart(4, '0')}`;

before(async () => {
  close = await platform.start();
  product = await startTestProduct();
  undo = configure(reach.as({ ...reach.value(), weixin: platform.url }));
  platform.pageSize = 100;
  platform.fans.push(...Array.from({ length: FANS }, (_, nth) => fan(nth)));
  const own = { companyId: product.companies.first, name: '安泊出行', kind: 'service', ...platform.config };
  id = (await product.must('POST', '/api/updown/publicplat/submit', own)).id;
});
after(async () => {
  undo();
  await product.close();
  await close();
});

const begin = () => product.must('POST', '/api/gatehouse/publicplat/sync', { id });
const runs = async () => (await product.must('GET', '/api/gatehouse/wxSync/list', { publicplatId: id })).records;
const counted = async (more: Record<string, string> = {}): Promise<number> =>
  (await product.must('GET', '/api/updown/wxinfo/list', { publicplatId: id, ...more })).total;
const pages = (): number => platform.calls.filter((path) => path === '/cgi-bin/user/get').length;

test('two who begin at once begin one run; it pages through all, then asks for details by the hundred', async () => {
  const [one, other] = await Promise.all([begin(), begin()]);
  assert.equal(one.id, other.id);
  await Promise.all([syncRound(product.database), syncRound(product.database)]);
  const [run] = await runs();
  assert.deepEqual(
    [run.status, run.total, run.listed, run.added, run.gone, run.detailed],
    ['done', FANS, FANS, FANS, 0, FANS],
  );
  assert.equal(await counted({ status: 'yes', followWay: 'code' }), FANS);
});

test('a run that is broken off goes on where it stopped, and does nothing twice', async () => {
  const t = Date.now();
  const pagesBefore = pages();
  await begin();
  platform.bad.faults = 1;
  await syncRound(product.database, new Date(t + 1_000));
  assert.equal((await runs())[0].status, 'running');
  await syncRound(product.database, new Date(t + 60_000));
  const [run] = await runs();
  assert.deepEqual([run.status, run.listed, run.added, run.detailed], ['done', FANS, 0, 0]);
  assert.equal(pages() - pagesBefore, 4 + 1);
});

test('who is on no page has left; a list that is not whole marks nobody', async () => {
  platform.fans.splice(10, 1);
  await begin();
  await syncRound(product.database, new Date(Date.now() + 1_000));
  assert.deepEqual([(await runs())[0].gone, await counted({ status: 'no' })], [1, 1]);
  platform.hidden = 50;
  await begin();
  await syncRound(product.database, new Date(Date.now() + 1_000));
  platform.hidden = 0;
  const [run] = await runs();
  assert.deepEqual([run.status, run.answer, await counted({ status: 'no' })], ['failed', 'incomplete', 1]);
});

test('an event during a run takes precedence, and the scheduled job starts a run for each account that was ever connected', async () => {
  await syncAll(product.database, new Date());
  const left = platform.message(fan(5), { MsgType: 'event', Event: 'unsubscribe' }, Date.now() + 2_000);
  await product.ask('POST', `/api/gatehouse/weixin/${id}`, platform.signed(), { as: null, bytes: Buffer.from(left) });
  await syncRound(product.database, new Date(Date.now() + 1_000));
  const [run] = await runs();
  assert.deepEqual([run.status, run.startedBy], ['done', null]);
  const [row] = await product.database.read(platformScope, (db) =>
    db.raw<{ status: string }>('SELECT status FROM wxinfo WHERE publicplat_id = $1 AND openid = $2', [id, fan(5)]),
  );
  assert.equal(row!.status, 'no');
});
