/** Followed people: a swipe of the watched, the barred and of a lost card is a warning, as is one who is not seen. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { DoorEvent } from '#areas/device/model/link.ts';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { takeDoors } from './door.ts';
import { lookAfter } from './follows.ts';

const HOUR = 3_600_000;
let product: TestProduct;
let seq = 0;
const at: Record<string, string> = {};
let target: { tenantId: number; parkId: string };

const save = async (path: string, input: Record<string, unknown>): Promise<string> =>
  (await product.must('POST', `/api/updown/${path}/submit`, input)).id;
const follow = (EmpID: string, followType: string, more: Record<string, unknown> = {}) =>
  product.ask('POST', '/api/updown/dooremployeefollow/submit', { EmpID, followType, ...more });

before(async () => {
  product = await startTestProduct();
  const companyId = product.companies.child;
  const villageId = await save('baseVillage', { VName: '关注大厦', companyId });
  const parkId = await product.park(companyId, '关注大厦车库', { villageId });
  const gateId = await save('doorgate', { villageId, gateName: '大堂' });
  at['device'] = await save('doordevice', { villageId, gateId, deviceName: '大堂终端', sn: 'FOLLOW-1' });
  const deptId = await save('door/basedept', { companyId, villageId, deptName: '住户' });
  for (const name of ['周一', '吴二', '郑三', '王四', '冯五'])
    at[name] = await save('dooremployee', { villageId, deptId, empName: name, empNo: name });
  const [lot] = await product.database.read(platformScope, (db) =>
    db.raw<{ tenantId: number }>('SELECT tenant_id AS "tenantId" FROM park WHERE id = $1', [parkId]),
  );
  target = { tenantId: lot!.tenantId, parkId };
});
after(() => product.close());

type Swiped = { result?: 'granted' | 'refused'; reason?: string | null; time?: number };
async function swipes(name: string, { result = 'granted', reason = null, time = Date.now() }: Swiped = {}) {
  seq += 1;
  const swipe = {
    kind: 'swipe',
    device: at['device']!,
    seq,
    rawAt: time,
    at: time,
    reader: 'in',
    credential: 'card',
    person: at[name]!,
    result,
    reason,
    picture: null,
    offline: false,
  } as DoorEvent;
  await takeDoors(product.database, target, [swipe], time);
  return swipe;
}
type Warned = {
  warnId: string;
  subject: string;
  warnType: string;
  times: number;
  status: string;
  remark: string | null;
};
const warnings = async (subject: string): Promise<(Warned & { figure: string; limit: string })[]> =>
  (await product.must('GET', '/api/updown/plat/rdrwork/getWarnList', { subject, size: 20 })).records;
const brief = async (subject: string): Promise<string[]> =>
  (await warnings(subject)).map(({ warnType, times, status }) => `${warnType} ${times} ${status}`);

test('each swipe of a watched or barred person and of a lost card counts on one warning; a message that comes twice counts once', async () => {
  await follow(at['周一']!, 'watch');
  await follow(at['吴二']!, 'barred');
  const first = await swipes('周一');
  await takeDoors(product.database, target, [first]);
  await swipes('周一', { result: 'refused', reason: 'out-of-hours' });
  await swipes('吴二', { result: 'refused', reason: 'barred' });
  await swipes('郑三', { result: 'refused', reason: 'lost-credential' });
  await swipes('王四');
  assert.deepEqual(await brief('周一'), ['watched 2 open']);
  assert.deepEqual(await brief('吴二'), ['barred 1 open']);
  assert.deepEqual(await brief('郑三'), ['lostCard 1 open']);
  assert.deepEqual(await brief('王四'), []);
  assert.equal((await warnings('周一'))[0]!.remark, '大堂');
});

test('a follow that is over or removed warns of nothing', async () => {
  await follow(at['王四']!, 'watch', { until: new Date(Date.now() - HOUR).toISOString() });
  await swipes('王四');
  assert.deepEqual(await brief('王四'), []);
});

test('who is cared for and not seen for so long is a warning once; the next swipe clears it', async () => {
  const { status, body } = await follow(at['冯五']!, 'care');
  assert.equal(`${status} ${body.errors?.[0]?.field}`, '400 silentS');
  assert.equal((await follow(at['冯五']!, 'care', { silentS: 86_400 })).status, 200);
  const begun = Date.now();
  const look = (hours: number) => lookAfter(product.database, new Date(begun + hours * HOUR));
  await look(23);
  assert.deepEqual(await brief('冯五'), []);
  await look(25);
  await look(26);
  assert.deepEqual(await brief('冯五'), ['unseen 1 open']);
  const [warning] = await warnings('冯五');
  assert.deepEqual([Number(warning!.figure), Number(warning!.limit)], [25, 24]);
  await swipes('冯五', { time: begun + 27 * HOUR });
  await look(28);
  assert.deepEqual(await brief('冯五'), ['unseen 1 cleared']);
  const { records } = await product.must('GET', '/api/updown/dooremployeefollow/list', { EmpID: at['冯五'] });
  const [{ seenTime, warnedTime, labels }] = records;
  assert.deepEqual([Date.parse(seenTime), labels.seenGateId], [begun + 27 * HOUR, '大堂']);
  assert.equal(Date.parse(warnedTime), begun + 25 * HOUR);
});

test('dealt with and still unseen, it comes again after as long, and is over with the follow', async () => {
  const begun = Date.now() + 27 * HOUR;
  const look = (hours: number) => lookAfter(product.database, new Date(begun + hours * HOUR));
  await look(25);
  const [open] = await warnings('冯五');
  assert.equal(open!.status, 'open');
  await product.must('POST', '/api/updown/plat/rdrwork/dealWarn', { warnId: open!.warnId, remark: '电话已联系' });
  await look(40);
  assert.deepEqual(
    (await brief('冯五')).filter((line) => line.endsWith('open')),
    [],
  );
  await look(50);
  assert.equal((await brief('冯五')).filter((line) => line.endsWith('open')).length, 1);
  const { records } = await product.must('GET', '/api/updown/dooremployeefollow/list', { EmpID: at['冯五'] });
  await product.must('POST', '/api/updown/dooremployeefollow/remove', { ids: records[0].id });
  await look(51);
  assert.equal((await brief('冯五')).filter((line) => line.endsWith('open')).length, 0);
});
