/** What pages show of doors besides lists, over the calls: events by result. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { DoorEvent } from '#areas/device/model/link.ts';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { takeDoors } from './door.ts';

const door = '/api/updown';
const own = '/api/gatehouse/door';
let product: TestProduct;
const at: Record<string, string> = {};

const save = async (path: string, input: Record<string, unknown>): Promise<string> =>
  (await product.must('POST', `${door}/${path}/submit`, input)).id;

type Reported = Partial<DoorEvent> & { kind: 'swipe' | 'door'; device: string };
let seq = 0;
/** What devices report at wall times of the community, received a second later. */
async function reported(time: string, ...events: Reported[]): Promise<void> {
  const [lot] = await product.database.read(platformScope, (db) =>
    db.raw<{ tenantId: number }>('SELECT tenant_id AS "tenantId" FROM park WHERE id = $1', [at['lot']]),
  );
  const when = Date.parse(`${time}+08:00`);
  const whole = events.map((event) => ({ seq: (seq += 1), rawAt: when, at: when, ...event }) as DoorEvent);
  await takeDoors(product.database, { tenantId: lot!.tenantId, parkId: at['lot']! }, whole, when + 1_000);
}
const swipe = (device: string, more: Record<string, unknown>): Reported =>
  ({
    kind: 'swipe',
    device,
    reader: 'in',
    credential: 'card',
    person: at['li'],
    result: 'granted',
    reason: null,
    picture: null,
    offline: false,
    ...more,
  }) as Reported;
const contact = (device: string, state: string, by = 'swipe'): Reported =>
  ({ kind: 'door', device, contact: state, by }) as unknown as Reported;

before(async () => {
  product = await startTestProduct();
  const companyId = product.companies.child;
  const villageId = (await product.must('POST', `${door}/baseVillage/submit`, { VName: '云台大厦', companyId })).id;
  at['office'] = villageId;
  at['lot'] = await product.park(companyId, '云台大厦车库', { villageId });
  at['lobby'] = await save('doorgate', { villageId, gateName: '大堂闸机', gateType: 'turnstile' });
  at['yard'] = await save('doorgate', { villageId, gateName: '后院门' });
  const device = (gate: string, sn: string) =>
    save('doordevice', { villageId, gateId: at[gate], deviceName: `${gate} 终端`, deviceType: 'face', sn });
  at['lobbyDevice'] = await device('lobby', 'VIEW-LOBBY-1');
  at['yardDevice'] = await device('yard', 'VIEW-YARD-1');
  at['dept'] = await save('door/basedept', { companyId, villageId, deptName: '研发部' });
  at['li'] = await save('dooremployee', { villageId, deptId: at['dept'], empName: '李四', empNo: 'E001' });
});
after(() => product.close());

test('events are counted by result over the filters of their list, whichever result the list is narrowed to', async () => {
  const [lobby, yard] = [at['lobbyDevice']!, at['yardDevice']!];
  await reported('2026-05-04T09:00:00', swipe(lobby, {}), swipe(lobby, {}), contact(lobby, 'open'));
  await reported('2026-05-04T10:00:00', swipe(lobby, { result: 'refused', reason: 'out-of-hours' }));
  await reported('2026-05-04T11:00:00', contact(yard, 'forced', 'unknown'));
  const day = { villageId: at['office'], startTime: '2026-05-04', endTime: '2026-05-04' };
  const sums = async (more: Record<string, unknown> = {}, as = 'admin'): Promise<Record<string, number>> => {
    const { body } = await product.ask('GET', `${own}/eventSums`, { ...day, ...more }, { as });
    const counted = (body.data as { result: string; events: number }[]).map(({ result, events }) => [result, events]);
    return Object.fromEntries(counted.filter(([, events]) => events !== 0));
  };
  assert.deepEqual(await sums(), { granted: 2, refused: 1, opened: 1, forced: 1 });
  assert.deepEqual(await sums({ gateId: at['yard'] }), { forced: 1 });
  assert.deepEqual(await sums({ result: 'refused', gateId: at['lobby'] }), { granted: 2, refused: 1, opened: 1 });
  assert.deepEqual(await sums({ endTime: '2026-05-03', startTime: '2026-05-03' }), {});
  for (const result of ['granted', 'refused', 'opened', 'forced', 'closed']) {
    const { total } = await product.must('GET', `${door}/doorstatic/getStaticDoorEvent`, { ...day, result });
    assert.equal(total, (await sums())[result] ?? 0, `${result}: as many as the list has`);
  }
  assert.deepEqual(await sums({}, 'otherTenant'), {}, 'of the caller’s own scope');
  assert.equal((await product.ask('GET', `${own}/eventSums`, day, { as: 'nobody' })).status, 403);
});
