/** What the person who gave a command sees of the device's answer, received as bytes. */
import assert from 'node:assert/strict';
import { text } from '#kit/declare/text.ts';
import { after, before, test } from 'node:test';
import type { Outgoing } from '#areas/device/model/link.ts';
import { gateway } from '#device/gateway.ts';
import type { Gateway } from '#device/gateway.ts';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { dispatchDue, startDispatch } from '#areas/device/server/commands-dispatch.ts';
import type { Dispatch } from '#areas/device/server/commands-dispatch.ts';
import { identify } from '#areas/device/server/directory.ts';
import { devicePorts } from '#areas/device/server/link-ports.ts';

const nobody = async () => ({ problem: text('无人', 'nobody') });

type AnswerBody = { ok: boolean; error?: string; result?: unknown } | null;

const sn = `CAM-OUT-${process.pid}`;
const log = { info: () => undefined, error: (fields: object) => assert.fail(JSON.stringify(fields)) };
let product: TestProduct;
let link: Gateway;
let dispatch: Dispatch;
let parkId: string;
let gateId: string;
let camera: string;
let firmware: string;
/** How the camera answers from now on; null is not at all. */
let answers: AnswerBody = { ok: true };
before(async () => {
  product = await startTestProduct();
  parkId = await product.park(product.companies.first, '应答车场');
  gateId = (
    await product.must('POST', '/api/updown/baseParkGate/submit', { gateName: '东入口', parkId, gateType: 'in' })
  ).id;
  camera = (
    await product.must('POST', '/api/updown/parkdevices/submit', {
      deviceName: '东入口相机',
      parkId,
      deviceType: 'camera',
      sn,
      gateId,
    })
  ).id;
  firmware = (
    await product.database.write(platformScope, (db) =>
      db.raw<{ id: string }>(
        `INSERT INTO firmware (id, version_no, device_type, file_url, created_at, updated_at)
          VALUES (gen_random_uuid(), '3.1.0', 'camera', '/f/1', now(), now()) RETURNING id`,
        [],
      ),
    )
  )[0]!.id;
  link = gateway(devicePorts(product.database, { ingest: async () => undefined, doer: nobody }), log);
  dispatch = startDispatch(
    product.database,
    {
      send: (command) => {
        void answer(command);
      },
    },
    log,
  );
});
after(async () => {
  await dispatch?.close();
  await link?.close();
  await product?.close();
});

const says = async (message: string, payload: Record<string, unknown>): Promise<void> => {
  const device = (await identify(product.database, sn))!;
  await new Promise<void>((then, fail) => {
    link.receive(
      device,
      message,
      Buffer.from(JSON.stringify({ seq: 0, at: new Date().toISOString(), ...payload })),
      (error) => (error ? fail(error) : then()),
    );
  });
};
const answer = async ({ id }: Outgoing): Promise<void> => (answers ? says('answer', { id, ...answers }) : undefined);

const base = '/api/updown/parkdevices';
const kinds: Readonly<Record<string, () => Promise<{ commandIds: string[] }>>> = {
  'open by serial number': () => product.must('POST', '/api/updown/remoteGate/wXRemoteSnGate', { sn, remark: '测试' }),
  'open by lane': () => product.must('POST', '/api/updown/remoteGate/wXRemoteGate', { gateId, remark: '测试' }),
  clock: () => product.must('POST', `${base}/sysTime`, { deviceId: camera }),
  light: () => product.must('POST', `${base}/ledLight`, { deviceId: camera, onOff: true }),
  'whole list': () => product.must('POST', `${base}/syncAllWhiteList`, { deviceId: camera }),
  'delete from the list': () =>
    product.must('POST', `${base}/deleteWhiteList`, { deviceId: camera, plateNumber: '苏A12345' }),
  upgrade: () => product.must('POST', `${base}/upgradMqtt`, { deviceIds: [camera], versionId: firmware }),
  speak: () => product.must('POST', `${base}/speak`, { deviceId: camera, content: '请稍候' }),
  voice: () => product.must('POST', `${base}/voice`, { deviceId: camera, voiceNo: 3 }),
};
const outcome = (commandIds: unknown, as?: string) =>
  product.ask('GET', '/api/gatehouse/deviceCommand/outcome', { commandIds: String(commandIds) }, as ? { as } : {});
const stored = (id: string) => product.must('GET', '/api/gatehouse/deviceCommand/detail', { commandId: id });

for (const [kind, give] of Object.entries(kinds)) {
  test(`${kind}: a failed answer is shown with its reason, to the sender and in its row, and a successful one as done`, async () => {
    answers = { ok: false, error: `道闸故障${'，请检修'.repeat(80)}` };
    const {
      commandIds: [failed],
    } = await give();
    const { status, body } = await outcome(failed);
    assert.equal(status, 422, JSON.stringify(body));
    assert.match(body.msg, /东入口相机（.+）设备答复失败：道闸故障/);
    const row = await stored(failed!);
    assert.deepEqual([row.status, row.error.slice(0, 4), row.error.length], ['failed', '道闸故障', 200]);
    answers = { ok: true };
    const {
      commandIds: [done],
    } = await give();
    const response = await outcome(done);
    assert.deepEqual(
      [response.status, response.body.data?.commands],
      [200, [{ commandId: done, status: 'answered', error: null }]],
      JSON.stringify(response.body),
    );
  });
}

test('a camera queried for its list returns it, or the reason, or nothing', async () => {
  answers = { ok: true, result: [{ plate: '苏A12345', until: null }] };
  assert.deepEqual(
    (await product.must('GET', `${base}/searchWhiteList`, { deviceId: camera })).records.map(
      (each: { plateNumber: string }) => each.plateNumber,
    ),
    ['苏A12345'],
  );
  answers = { ok: false, error: '存储卡损坏' };
  const failed = await product.ask('GET', `${base}/searchWhiteList`, { deviceId: camera });
  assert.deepEqual([failed.status, failed.body.msg], [422, '设备答复失败：存储卡损坏']);
  answers = null;
  const silent = await product.ask('GET', `${base}/searchWhiteList`, { deviceId: camera });
  assert.deepEqual([silent.status, silent.body.msg], [422, '设备未应答，可能已离线']);
});

test('without an answer the sender learns it after a few seconds, and a timeout as such; announcements need none while the device is online', async () => {
  answers = null;
  const [open, light] = [(await kinds['open by lane']!()).commandIds[0]!, (await kinds['light']!()).commandIds[0]!];
  const [waiting, other] = await Promise.all([outcome([open, light]), outcome([light, open])]);
  const [opening, lighting] = [
    '东入口相机（开闸）设备尚未应答，可能已离线',
    '东入口相机（补光灯）设备尚未应答，可能已离线',
  ];
  assert.deepEqual([waiting.status, waiting.body.msg], [422, `2条指令中2条未完成：${opening}；${lighting}`]);
  assert.deepEqual(
    [other.status, other.body.msg],
    [422, `2条指令中2条未完成：${lighting}；${opening}`],
    'returned in the requested order',
  );
  const { tenantId } = (await identify(product.database, sn))!;
  await dispatchDue(product.database, { send: () => undefined }, tenantId, new Date(Date.now() + 31_000));
  const over = await outcome(open);
  assert.deepEqual(
    [over.status, over.body.msg, (await stored(open)).status],
    [422, '东入口相机（开闸）设备未应答，已超时', 'timed-out'],
  );
  const away = await outcome((await kinds['speak']!()).commandIds);
  assert.deepEqual([away.status, away.body.msg], [422, '东入口相机（播报）设备离线']);
  await product.database.write(platformScope, (db) =>
    db.raw(`UPDATE park_device SET status = 'online' WHERE id = $1`, [camera]),
  );
  const spoken = await outcome((await kinds['speak']!()).commandIds);
  assert.deepEqual([spoken.status, spoken.body.data?.commands[0].status], [200, 'sent']);
});

test('only commands of own car parks are returned; invalid ids are rejected by field', async () => {
  const { commandIds } = await kinds['clock']!();
  assert.equal((await outcome(commandIds, 'otherTenant')).status, 404);
  const bad = await outcome('no-id');
  assert.deepEqual([bad.status, bad.body.errors?.[0]?.field], [400, 'commandIds']);
});
