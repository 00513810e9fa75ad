/**
 * INV-D5, as the product sees it: devices report how full their storage is, and one that runs full or is too small
 * raises an alert.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { textsSent } from '#areas/ops/server/door.ts';
import { platformScope } from '#kit/server/db.ts';
import { configure } from '#kit/server/setting.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { identify } from './directory.ts';
import { writeBeats } from './link-ports.ts';
import { watchStorage } from './storage-watch.ts';

let product: TestProduct;
let parkId: string;
before(async () => {
  product = await startTestProduct();
  parkId = await product.park(product.companies.first, '滨江商场');
  await product.must('POST', '/api/updown/importantMessageReceiver/submit', {
    userName: '值班',
    companyId: product.companies.first,
    parkId,
    phone: '13900139001',
  });
});
after(() => product.close());

const [MINUTE, DAY] = [60_000, 86_400_000];
const START = Date.now();

let count = 0;
async function camera(name: string) {
  const sn = `STORE-${process.pid}-${(count += 1)}`;
  const { id } = await product.must('POST', '/api/updown/parkdevices/submit', {
    deviceName: name,
    parkId,
    deviceType: 'camera',
    sn,
  });
  const device = (await identify(product.database, sn))!;
  return {
    id,
    reports: (at: number, journalPercent: number | null, journalDays: number | null = 14) =>
      writeBeats(product.database, [
        {
          device,
          receivedAt: at,
          clockOffsetMs: 0,
          firmware: null,
          listHash: null,
          lastSeq: 0,
          queued: 0,
          journalPercent,
          journalDays,
        },
      ]),
    /** Reasons of its incidents, the latest last, `-` behind those that are over. */
    texts: async (): Promise<string[]> =>
      (
        await product.database.read(platformScope, (db) =>
          db.raw<{ reason: string; over: boolean }>(
            `SELECT reason, end_time IS NOT NULL AS over FROM device_incident WHERE device_id = $1 AND kind = 'storage' ORDER BY time, reason`,
            [id],
          ),
        )
      ).map(({ reason, over }) => `${reason}${over ? ' -' : ''}`),
  };
}
const look = (at: number): Promise<void> => watchStorage(product.database, new Date(at));
const texts = () =>
  product.database.read(platformScope, (db) =>
    db.raw<{ target: string; payload: { devices: string } }>(
      `SELECT target, payload FROM outbox WHERE kind = 'sms' AND payload->>'template' = 'storageFull'`,
    ),
  );

test('INV-D5 from ninety percent on there is one alert an episode, sent to the receivers of the lot, and it is over below', async () => {
  const { id, reports, texts: notices } = await camera('存储相机');
  configure(textsSent.as(true));
  await reports(START, 89);
  await look(START);
  assert.deepEqual(await notices(), []);
  for (const [nth, percent] of [90, 97, 100].entries()) {
    await reports(START + nth * MINUTE, percent);
    await look(START + nth * MINUTE);
    assert.deepEqual(await notices(), ['full'], `${percent} percent`);
  }
  assert.deepEqual(
    (await texts()).map(({ target, payload }) => [target, payload.devices]),
    [['13900139001', '存储相机']],
  );
  await reports(START + 5 * MINUTE, null, null);
  await look(START + 5 * MINUTE);
  assert.deepEqual(await notices(), ['full'], 'a heartbeat without it takes nothing back');
  await reports(START + 6 * MINUTE, 40);
  await look(START + 6 * MINUTE);
  assert.deepEqual(await notices(), ['full -']);
  await reports(START + 40 * MINUTE, 93);
  await look(START + 40 * MINUTE);
  assert.deepEqual(await notices(), ['full -', 'full']);
  assert.equal((await texts()).length, 2);
  configure(textsSent.as(false));
  const { records } = await product.must('GET', '/api/gatehouse/deviceIncident/list', {
    deviceId: id,
    kind: 'storage',
    timeTo: new Date(START + DAY).toISOString(),
  });
  assert.equal(records.length, 2);
});

test('INV-D5 a camera that is cut off sends nothing: what it must have filled is reckoned from how long its storage lasts', async () => {
  const { reports, texts: notices } = await camera('断网相机');
  await reports(START, 20, 10);
  for (const [days, expected] of [
    [6.9, []],
    [7.1, ['full']],
    [9, ['full']],
  ] as const) {
    await look(START + days * DAY);
    assert.deepEqual(await notices(), expected, `${days} days`);
  }
  await reports(START + 9.5 * DAY, 30, 10);
  await look(START + 9.5 * DAY);
  assert.deepEqual(await notices(), ['full -']);
});

test('INV-D5 a storage that lasts for less than seven days is reported until it is larger, whatever is in it', async () => {
  const { reports, texts: notices } = await camera('小卡相机');
  await reports(START, 1, 6);
  await look(START);
  await look(START + MINUTE);
  assert.deepEqual(await notices(), ['short']);
  await reports(START + 2 * MINUTE, 95, 6);
  await look(START + 2 * MINUTE);
  assert.deepEqual((await notices()).toSorted(), ['full', 'short']);
  await reports(START + 3 * MINUTE, 1, 7);
  await look(START + 3 * MINUTE);
  assert.deepEqual((await notices()).toSorted(), ['full -', 'short -']);
});
