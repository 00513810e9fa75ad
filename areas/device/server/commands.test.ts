import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { textsSent } from '#areas/ops/server/door.ts';
import { faultOf } from '#areas/device/model/incident.ts';
import type { Outgoing } from '#areas/device/model/link.ts';
import { text } from '#kit/declare/text.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import { configure } from '#kit/server/setting.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { until } from '#test/until.ts';
import { dispatchDue, startDispatch } from './commands-dispatch.ts';
import { openedFromAfar } from '#areas/device/model/events.ts';
import { handleOnly, on } from '#kit/server/events.ts';
import { devicesOf, laneCommands, queueCommands, queueLaneCommands } from './commands-queue.ts';
import { identify, logOn, welcome } from './directory.ts';
import { sweepSilent } from './incidents.ts';
import { devicePorts, writeAnswers, writeBeats } from './link-ports.ts';
import { readTicket } from './ticket.ts';
import { ticketStands } from './watched.ts';

const noDoer = async () => ({ problem: text('无人', 'nobody') });

type Site = {
  parkId: string;
  gateId: string;
  camera: string;
  sn: string;
  secret: string;
  box: string;
  boxSn: string;
  tenantId: number;
};

let product: TestProduct;
let site: Site;
let count = 0;
before(async () => {
  product = await startTestProduct();
  site = await lot();
});
after(() => product.close());

async function lot(): Promise<Site> {
  count += 1;
  const parkId = await product.park(product.companies.first, `滨江商场${count}`);
  const { id: boxId } = await product.must('POST', '/api/updown/baseParkBox/submit', { boxName: '一号岗亭', parkId });
  const { id: gateId } = await product.must('POST', '/api/updown/baseParkGate/submit', {
    gateName: '东入口',
    parkId,
    gateType: 'in',
    boxId,
  });
  const [sn, boxSn] = [`CAM-${process.pid}-${count}`, `BOX-${process.pid}-${count}`];
  const camera = await product.must('POST', '/api/updown/parkdevices/submit', {
    deviceName: '东入口相机',
    parkId,
    deviceType: 'camera',
    sn,
    gateId,
  });
  const box = await product.must('POST', '/api/updown/parkdevices/submit', {
    deviceName: '岗亭终端',
    parkId,
    deviceType: 'box',
    sn: boxSn,
    boxId,
  });
  const { tenantId } = (await identify(product.database, sn))!;
  return { parkId, gateId, camera: camera.id, sn, secret: camera.secret, box: box.id, boxSn, tenantId };
}

const rows = (where: string, ...values: unknown[]) =>
  product.database.read(tenantScope(site.tenantId), (db) =>
    db.raw<Record<string, any>>(`SELECT * FROM device_command WHERE ${where} ORDER BY time`, values),
  );
const rowOf = async (id: string): Promise<Record<string, any>> => (await rows('id = $1', id))[0]!;
const later = (ms: number): Date => new Date(Date.now() + ms);
const line = (): { sent: Outgoing[]; send: (command: Outgoing) => void } => {
  const sent: Outgoing[] = [];
  return {
    sent,
    send: (command) => {
      sent.push(command);
    },
  };
};
const openFromAfar = async (): Promise<string> =>
  (await product.must('POST', '/api/updown/remoteGate/wXRemoteGate', { gateId: site.gateId, remark: '道闸测试' }))
    .commandIds[0];
const answer = (commandId: string, ok: boolean, from = site.camera): Promise<void> =>
  writeAnswers(product.database, [
    {
      device: {
        sn: site.sn,
        deviceId: from,
        tenantId: site.tenantId,
        parkId: site.parkId,
        gateId: site.gateId,
        kind: 'camera',
        lanes: [],
        clockOffsetMs: 0,
      },
      commandId,
      ok,
      error: ok ? null : '道闸故障',
      result: null,
      at: new Date().toISOString(),
    },
  ]);

test('opening from afar queues one command with its cause and the person, audits it and notifies the lane', async () => {
  const events: unknown[] = [];
  handleOnly(
    openedFromAfar,
    on(openedFromAfar, ({ target, event: { lane, commandId, cause } }) => {
      events.push([target.parkId, lane, commandId, cause]);
    }),
  );
  const id = await openFromAfar();
  assert.deepEqual(events, [[site.parkId, site.gateId, id, { kind: 'remote', id }]]);
  const row = await rowOf(id);
  assert.deepEqual(
    [row.command, row.status, row.cause, row.cause_id, row.sn, row.gate_id],
    ['open', 'queued', 'remote', id, site.sn, site.gateId],
  );
  assert.match(row.remark, /道闸测试/);
  const audit = await product.database.read(tenantScope(site.tenantId), (db) =>
    db.raw(`SELECT action, row_id FROM audit_log WHERE after->>'commandId' = $1`, [id]),
  );
  assert.deepEqual(audit, [{ action: 'open', row_id: site.camera }]);
});

test('a command is sent until it is answered, each time under the same id', async () => {
  await dispatchDue(product.database, line(), site.tenantId);
  const id = await openFromAfar();
  const out = line();
  const begin = Date.now();
  for (const at of [0, 500, 1_100, 2_000, 4_200, 6_000])
    await dispatchDue(product.database, out, site.tenantId, new Date(begin + 50 + at));
  assert.deepEqual(
    out.sent.filter((each) => each.id === id).map((each) => [each.name, each.sn]),
    [
      ['open', site.sn],
      ['open', site.sn],
      ['open', site.sn],
    ],
  );
  await answer(id, true);
  await dispatchDue(product.database, out, site.tenantId, later(16_000));
  assert.equal(out.sent.filter((each) => each.id === id).length, 3);
  const row = await rowOf(id);
  assert.deepEqual([row.status, row.tries], ['answered', 3]);
});

test('an opening older than its validity is never sent, it times out', async () => {
  const id = await openFromAfar();
  const out = line();
  await dispatchDue(product.database, out, site.tenantId, later(31_000));
  assert.deepEqual(
    out.sent.filter((each) => each.id === id),
    [],
  );
  assert.equal((await rowOf(id)).status, 'timed-out');
  await dispatchDue(product.database, out, site.tenantId, later(60_000));
  assert.deepEqual(
    out.sent.filter((each) => each.id === id),
    [],
  );
});

test('a late answer is kept without undoing the time-out, and the first answer counts', async () => {
  const id = await openFromAfar();
  await dispatchDue(product.database, line(), site.tenantId, later(31_000));
  await answer(id, true);
  const late = await rowOf(id);
  assert.equal(late.status, 'timed-out');
  assert.ok(late.answered_time);
  const other = await openFromAfar();
  await answer(other, false);
  await answer(other, true);
  const row = await rowOf(other);
  assert.deepEqual([row.status, row.error], ['failed', '道闸故障']);
});

test('only the device that was sent a command can answer it', async () => {
  const id = await openFromAfar();
  await answer(id, true, site.box);
  assert.equal((await rowOf(id)).answered_time, null);
});

test('a command given twice under one id is one command', async () => {
  const command = {
    id: '018f2c11-7a00-7000-8000-0000000000aa',
    name: 'open',
    gateId: site.gateId,
    cause: 'stay',
  } as const;
  const queue = () =>
    product.database.write(tenantScope(site.tenantId), (db) => queueCommands(db, site.tenantId, [command]));
  assert.equal((await queue()).length, 1);
  assert.equal((await queue()).length, 0);
  assert.equal((await rows('id = $1', command.id)).length, 1);
});

test('two dispatchers at once send a command once', async () => {
  const id = await openFromAfar();
  const out = line();
  await Promise.all([1, 2, 3].map(() => dispatchDue(product.database, out, site.tenantId, later(20))));
  assert.equal(out.sent.filter((each) => each.id === id).length, 1);
});

test('what a crash left unsent is found by looking, without being woken', async () => {
  const id = await openFromAfar();
  const out = line();
  const dispatch = startDispatch(product.database, out, { error: (fields) => assert.fail(JSON.stringify(fields)) });
  await until(() => out.sent.some((each) => each.id === id));
  await dispatch.close();
});

test('a lane gives commands; each goes to the device that does it', async () => {
  const commands = laneCommands(
    [
      {
        command: 'open',
        lane: site.gateId,
        commandId: '018f2c11-7a00-7000-8000-0000000000ab',
        cause: { kind: 'pass', id: 'p-1' },
        at: 0,
      },
      { command: 'show', lane: site.gateId, lines: [{ zh: '请缴费 10.00 元', en: 'Please pay 10.00 yuan' }] },
      {
        command: 'ask',
        lane: site.gateId,
        passing: 3,
        read: '苏A1234S',
        picture: null,
        why: 'fuzzy-ask',
        candidates: [],
      },
      { command: 'alert', lane: site.gateId, code: 'E-GATE', words: { zh: '', en: '' } },
    ],
    () => 1000,
  );
  const queued = await product.database.write(tenantScope(site.tenantId), (db) =>
    queueCommands(db, site.tenantId, commands),
  );
  assert.deepEqual(
    queued.map(({ name, sn }) => [name, sn]),
    [
      ['open', site.sn],
      ['show', site.sn],
      ['ask', site.boxSn],
    ],
  );
  const [show] = await rows(`id = $1`, queued[1]!.id);
  assert.equal(show!.payload.dueFen, 1000);
  const out = line();
  await dispatchDue(product.database, out, site.tenantId, later(10));
  await dispatchDue(product.database, out, site.tenantId, later(12_000));
  assert.equal(out.sent.filter((each) => each.id === queued[1]!.id).length, 1, 'a screen is not shown the same again');
});

test('commands of a lane go out with the commit; an opening without an answer goes out again, a text does not', async () => {
  const out = line();
  const lane = { lane: site.gateId } as const;
  const commandId = '018f2c11-7a00-7000-8000-0000000000ad';
  const say = () =>
    product.database.write(tenantScope(site.tenantId), async (db) =>
      queueLaneCommands(db, site.tenantId, await devicesOf(db, site.tenantId, { parkIds: [site.parkId] }), [
        { ...lane, command: 'open', commandId, cause: { kind: 'pass', id: 'p-2' }, at: 0 },
        { ...lane, command: 'show', lines: [{ zh: '欢迎', en: 'Welcome' }] },
      ]),
    );
  const dispatch = startDispatch(product.database, out, { error: (fields) => assert.fail(JSON.stringify(fields)) });
  const send = await say();
  assert.deepEqual(
    out.sent.map(({ id }) => id),
    [],
    'nothing goes out before the commit',
  );
  send();
  await dispatch.close();
  assert.deepEqual(
    out.sent
      .filter(({ sn }) => sn === site.sn)
      .map(({ name }) => name)
      .slice(0, 2),
    ['open', 'show'],
  );
  const again = line();
  await dispatchDue(product.database, again, site.tenantId, later(2_000));
  assert.deepEqual(
    again.sent.filter(({ id }) => out.sent.some((each) => each.id === id)).map(({ id }) => id),
    [commandId],
  );
  await answer(commandId, true);
  assert.equal((await rowOf(commandId)).status, 'answered');
});

test('the other calls give their commands, and refuse what can not be', async () => {
  const give = async (path: string, input: Record<string, unknown>) =>
    rowOf((await product.must('POST', `/api/updown/parkdevices/${path}`, input)).commandIds[0]);
  assert.equal((await give('speak', { deviceId: site.camera, content: '请稍候' })).payload.zh, '请稍候');
  assert.deepEqual((await give('ledLight', { deviceId: site.camera, onOff: true, brightness: 40 })).payload, {
    on: true,
    colour: null,
    brightness: 40,
  });
  assert.equal((await give('voice', { deviceId: site.camera, voiceNo: 7, volume: 60 })).payload.voiceNo, 7);
  assert.ok((await give('sysTime', { deviceId: site.camera })).payload.now);
  const { holdsUntil, ...list } = (await give('syncAllWhiteList', { deviceId: site.camera })).payload;
  assert.deepEqual(
    [list, Date.parse(holdsUntil) > later(71 * 3_600_000).getTime()],
    [{ action: 'sync', entries: [] }, true],
  );
  assert.deepEqual((await give('deleteWhiteList', { deviceId: site.camera, plateNumber: '苏A12345' })).payload, {
    action: 'delete',
    plateNumber: '苏A12345',
  });
  const bySn = await product.must('POST', '/api/updown/remoteGate/wXRemoteSnGate', { sn: site.sn, remark: '测试' });
  assert.equal((await rowOf(bySn.commandIds[0])).device_id, site.camera);
  assert.equal(
    (await product.ask('POST', '/api/updown/remoteGate/wXRemoteSnGate', { sn: 'nobody', remark: '测试' })).status,
    404,
  );
  assert.equal(
    (await product.ask('GET', '/api/updown/parkdevices/getVideoUrl', { deviceId: site.camera })).status,
    422,
  );
});

test('a device is offered and given only what its kind can do: a scanner lifts no barrier and has no light', async () => {
  const own = await lot();
  const sn = `QR-${process.pid}-${count}`;
  const scanner = await product.must('POST', '/api/updown/parkdevices/submit', {
    deviceName: '东入口扫码器',
    parkId: own.parkId,
    deviceType: 'scanner',
    sn,
    gateId: own.gateId,
  });
  const base = '/api/updown/parkdevices';
  for (const [path, input] of [
    ['/api/updown/remoteGate/wXRemoteSnGate', { sn, remark: '测试' }],
    [`${base}/ledLight`, { onOff: true }],
    [`${base}/speak`, { content: '请稍候' }],
    [`${base}/sysTime`, {}],
    [`${base}/syncAllWhiteList`, {}],
  ] as const) {
    const { status, body } = await product.ask('POST', path, { deviceId: scanner.id, ...input });
    assert.deepEqual([status, body.msg], [422, '这类设备不能执行此指令'], path);
  }
  assert.deepEqual(await rows('device_id = $1', scanner.id), []);
  const { records } = await product.must('GET', `${base}/list`, { parkId: own.parkId });
  const may = Object.fromEntries(
    records.map((each: { id: string; may: string[] }) => [each.id, each.may.map((name) => name.split('.').pop()!)]),
  );
  assert.deepEqual(
    may[scanner.id].filter((name: string) => may[own.camera].includes(name)),
    may[scanner.id],
  );
  for (const name of ['wXRemoteSnGate', 'sysTime', 'speak', 'voice', 'ledLight', 'syncAllWhiteList'])
    assert.deepEqual([may[scanner.id].includes(name), may[own.camera].includes(name)], [false, true], name);
});

test('a whole lot is sent a command together: a command for each device that can do it, of this lot alone', async () => {
  const own = await lot();
  const gate = await product.must('POST', '/api/updown/parkdevices/submit', {
    deviceName: '东入口道闸',
    parkId: own.parkId,
    deviceType: 'gate',
    sn: `GATE-${process.pid}-${count}`,
    gateId: own.gateId,
  });
  const commandLot = async (path: string, input: Record<string, unknown>) =>
    rows(
      'id = ANY($1::uuid[])',
      (await product.must('GET', `/api/updown/third/set/${path}`, { parkId: own.parkId, ...input })).commandIds,
    );
  assert.deepEqual(
    (await commandLot('parkCommand', { command: 'syncTime' })).map(({ device_id: device }) => device).sort(),
    [own.camera, gate.id].sort(),
  );
  const [first, ...rest] = await commandLot('parkCommand', { command: 'speak', content: '车位已满' });
  assert.deepEqual([first!.device_id, first!.payload.zh, rest.length], [own.camera, '车位已满', 0]);
  const { status, body } = await product.ask('GET', '/api/updown/third/set/parkCommand', {
    parkId: own.parkId,
    command: 'speak',
  });
  assert.deepEqual([status, body.errors?.[0]?.field], [400, 'content']);
  const upgrade = await product.ask('GET', '/api/updown/third/set/parkCommandVno', {
    parkId: own.parkId,
    versionNo: '没有',
  });
  assert.deepEqual([upgrade.status, upgrade.body.errors?.[0]?.field], [400, 'versionNo']);
  await product.database.write(platformScope, (db) =>
    db.raw(
      `INSERT INTO firmware (id, version_no, device_type, file_url, created_at, updated_at) VALUES (gen_random_uuid(), '9.9.1', 'gate', '/f/1', now(), now()), (gen_random_uuid(), '9.9.1', 'screen', '/f/2', now(), now())`,
      [],
    ),
  );
  const [up, ...others] = await commandLot('parkCommandVno', { versionNo: '9.9.1' });
  assert.deepEqual([up!.device_id, up!.command, up!.payload.version, others.length], [gate.id, 'upgrade', '9.9.1', 0]);
  const bare = await product.park(product.companies.first, '空车场');
  assert.equal(
    (await product.ask('GET', '/api/updown/third/set/parkCommand', { parkId: bare, command: 'light' })).status,
    422,
  );
  assert.equal(
    (
      await product.ask(
        'GET',
        '/api/updown/third/set/parkCommand',
        { parkId: own.parkId, command: 'syncTime' },
        { as: 'otherTenant' },
      )
    ).status,
    422,
  );
});

test('another tenant and a person without the right open nothing', async () => {
  const [{ n: before_ }] = (await rows('true').then((all) => [{ n: all.length }])) as [{ n: number }];
  assert.equal(
    (
      await product.ask(
        'POST',
        '/api/updown/remoteGate/wXRemoteGate',
        { gateId: site.gateId, remark: '测试' },
        { as: 'otherTenant' },
      )
    ).status,
    404,
  );
  assert.equal(
    (
      await product.ask(
        'POST',
        '/api/updown/remoteGate/wXRemoteSnGate',
        { sn: site.sn, remark: '测试' },
        { as: 'otherTenant' },
      )
    ).status,
    404,
  );
  assert.equal(
    (
      await product.ask(
        'POST',
        '/api/updown/remoteGate/wXRemoteGate',
        { gateId: site.gateId, remark: '测试' },
        { as: 'nobody' },
      )
    ).status,
    403,
  );
  assert.equal((await rows('true')).length, before_);
});

test('where a lot asks for a grant, only who has a valid one opens from afar, by lane and by serial number', async () => {
  const here = await lot();
  const { userId } = await product.must('GET', '/api/api-uaa/oauth/userinfo', {}, { as: 'groupAdmin' });
  const opens = async (as: string) => {
    const answers = [
      await product.ask('POST', '/api/updown/remoteGate/wXRemoteGate', { gateId: here.gateId, remark: '测试' }, { as }),
      await product.ask('POST', '/api/updown/remoteGate/wXRemoteSnGate', { sn: here.sn, remark: '测试' }, { as }),
    ];
    assert.equal(answers[0]!.status, answers[1]!.status);
    return answers[0]!.status;
  };
  const grant = (more: Record<string, unknown>) =>
    product.must('POST', '/api/updown/platAuthorize/remoteAuthorize', { parkId: here.parkId, ...more });
  assert.equal(await opens('groupAdmin'), 200);
  await product.must('POST', '/api/updown/parkParameter/submit', {
    parkId: here.parkId,
    settings: { remoteNeedsGrant: true },
  });
  assert.equal(await opens('groupAdmin'), 422);
  await grant({
    userId,
    authorizeType: 'term',
    startTime: later(-7_200_000).toISOString(),
    endTime: later(-3_600_000).toISOString(),
  });
  assert.equal(await opens('groupAdmin'), 422);
  const { id } = await grant({
    userId,
    authorizeType: 'term',
    startTime: later(-60_000).toISOString(),
    endTime: later(3_600_000).toISOString(),
  });
  assert.deepEqual([await opens('groupAdmin'), await opens('admin')], [200, 422]);
  await product.must('POST', '/api/updown/platAuthorize/remove', { ids: id });
  assert.equal(await opens('groupAdmin'), 422);
  await grant({});
  assert.deepEqual([await opens('groupAdmin'), await opens('admin')], [200, 200]);
});

test('the same idempotency key opens once', async () => {
  const open = () =>
    product.must(
      'POST',
      '/api/updown/remoteGate/wXRemoteGate',
      { gateId: site.gateId, remark: '测试' },
      { key: `open-${process.pid}` },
    );
  const [one, two] = [await open(), await open()];
  assert.deepEqual(one.commandIds, two.commandIds);
});

test('a device logs on by number and secret, and learns its lot and lanes', async () => {
  assert.equal((await logOn(product.database, site.sn, site.secret))?.deviceId, site.camera);
  assert.equal(await logOn(product.database, site.sn, `${site.secret}x`), null);
  assert.equal(await logOn(product.database, 'nobody', site.secret), null);
  assert.deepEqual((await welcome(product.database, (await identify(product.database, site.boxSn))!)).lanes, [
    { id: site.gateId, name: '东入口', direction: 'entry' },
  ]);
});

test('heartbeats put a device online, silence puts it offline once, and its return ends the incident', async () => {
  const here = await lot();
  const device = (await identify(product.database, here.sn))!;
  const beat = (receivedAt: number) =>
    writeBeats(product.database, [
      {
        device,
        receivedAt,
        clockOffsetMs: 2500,
        firmware: '2.4.1',
        lastSeq: 9,
        listHash: null,
        queued: 2,
        journalPercent: 12,
        journalDays: 9,
      },
    ]);
  const state = async () => await product.must('GET', '/api/updown/parkdevices/detail', { id: here.camera });
  await beat(Date.now());
  const up = await state();
  assert.deepEqual(
    [up.status, up.firmware, up.clockOffsetMs, up.lastSeq, up.journalPercent, up.journalDays],
    ['online', '2.4.1', 2500, 7, 12, 9],
  );
  assert.equal((await identify(product.database, here.sn))!.clockOffsetMs, 2500);
  await sweepSilent(product.database, later(60_000));
  assert.equal((await state()).status, 'online');
  await sweepSilent(product.database, later(91_000));
  await sweepSilent(product.database, later(120_000));
  assert.equal((await state()).status, 'offline');
  const incidents = () =>
    product.must('GET', '/api/gatehouse/deviceIncident/list', {
      deviceId: here.camera,
      kind: 'offline',
      timeTo: later(300_000).toISOString(),
      timeFrom: later(-300_000).toISOString(),
    });
  assert.equal((await incidents()).total, 1);
  assert.equal((await incidents()).records[0].endTime, null);
  await beat(Date.now() + 130_000);
  assert.equal((await state()).status, 'online');
  assert.ok((await incidents()).records[0].endTime);
});

test('the alert receivers of a lot, its village and its companies are notified by text once when its devices fall silent; others are not', async () => {
  const here = await lot();
  const elsewhere = await product.park(product.companies.child);
  const receiver = (userName: string, more: Record<string, unknown>) =>
    product.must('POST', '/api/updown/importantMessageReceiver/submit', {
      userName,
      companyId: product.companies.first,
      phone: '13900139000',
      ...more,
    });
  await receiver('车场', { parkId: here.parkId, phone: '13900139001' });
  await receiver('集团', { phone: '13900139002' });
  await receiver('别处', { parkId: elsewhere, phone: '13900139003' });
  await receiver('下级', { companyId: product.companies.child, phone: '13900139004' });
  await receiver('不管设备', { phone: '13900139005', messageKinds: ['money'] });
  const texts = () =>
    product.database.read(tenantScope(here.tenantId), (db) =>
      db.raw<{ target: string; payload: Record<string, unknown> }>(
        `SELECT target, payload FROM outbox WHERE kind = 'sms' AND payload->>'template' = 'devicesSilent' ORDER BY target`,
      ),
    );
  const fallSilent = async () => {
    for (const sn of [here.sn, here.boxSn])
      await writeBeats(product.database, [
        {
          device: (await identify(product.database, sn))!,
          receivedAt: Date.now(),
          clockOffsetMs: 0,
          firmware: null,
          lastSeq: 1,
          listHash: null,
          queued: 0,
          journalPercent: null,
          journalDays: null,
        },
      ]);
    await sweepSilent(product.database, new Date(Math.ceil(Date.now() / 1_800_000) * 1_800_000 + 100_000));
  };
  await fallSilent();
  assert.deepEqual(await texts(), [], 'nobody sends them');
  configure(textsSent.as(true));
  await fallSilent();
  await fallSilent();
  configure(textsSent.as(false));
  const sent = await texts();
  const own = sent.filter(({ payload }) => String(payload.devices).includes('岗亭终端'));
  assert.deepEqual(
    own.map(({ target }) => target),
    ['13900139001', '13900139002'],
  );
  assert.deepEqual([own[0]!.payload.count, own[0]!.payload.devices], [2, '东入口相机、岗亭终端']);
  assert.ok(sent.every(({ target }) => !['13900139003', '13900139004', '13900139005'].includes(target)));
});

test('bad messages of one kind are one counted row with the reason in the reader’s language, and an event set aside is shown with its error', async () => {
  const here = await lot();
  const device = (await identify(product.database, here.sn))!;
  const ports = devicePorts(product.database, { ingest: async () => undefined, doer: noDoer });
  const bad = { device, topic: 'plate', payload: '{', reason: faultOf(text('不是 JSON', 'not JSON')) };
  await ports.reject([bad, bad]);
  await ports.reject([bad]);
  await ports.setAside(
    { tenantId: here.tenantId, parkId: here.parkId },
    { kind: 'gone', device: here.camera, lane: here.gateId, seq: 5, rawAt: 1, at: 1, passing: 2 },
    'Error: poison',
  );
  for (const [lang, why] of [
    ['zh', '不是 JSON'],
    ['en', 'not JSON'],
  ] as const) {
    const { records } = (
      await product.ask('GET', '/api/gatehouse/deviceIncident/list', { deviceId: here.camera }, { as: 'admin', lang })
    ).body.data;
    assert.deepEqual(records.map((each: any) => [each.kind, each.times, each.reason]).sort(), [
      ['rejected', 3, why],
      ['setAside', 1, 'Error: poison'],
    ]);
    const { id } = records.find((each: any) => each.kind === 'rejected');
    assert.equal(
      (await product.ask('GET', '/api/gatehouse/deviceIncident/detail', { id }, { as: 'admin', lang })).body.data
        .reason,
      why,
    );
    const log = (
      await product.ask('GET', '/api/updown/parkdevices/getMqNoWireLog', { sn: here.sn }, { as: 'admin', lang })
    ).body.data;
    assert.deepEqual(
      [log.total, log.records.map((each: any) => each.reason).sort()],
      [2, ['Error: poison', why].sort()],
    );
  }
});

test('no barrier is opened from afar without a reason that can be read', async () => {
  for (const [path, of] of [
    ['wXRemoteGate', { gateId: site.gateId }],
    ['wXRemoteSnGate', { sn: site.sn }],
  ] as const)
    for (const remark of [undefined, '', '  ', '\u200b', '\u3000\ufeff', '\u3164']) {
      const { status, body } = await product.ask('POST', `/api/updown/remoteGate/${path}`, { ...of, remark });
      assert.deepEqual([status, body.errors?.[0]?.field], [400, 'remark'], `${path} ${JSON.stringify(remark)}`);
    }
});

for (const [what, end] of Object.entries({
  'logs out': (as: string) => product.must('GET', '/api/api-uaa/oauth/remove/token', {}, { as }),
  'is given another role': (_: string, id: string, roles: { id: string; builtIn: string }[]) =>
    product.must('POST', '/api/updown/sysuser/grantRole', {
      userId: id,
      ids: roles.find(({ builtIn }) => builtIn === 'attendanceClerk')!.id,
    }),
  'is disabled': (_: string, id: string) => product.must('POST', '/api/updown/sysuser/submit', { id, enabled: false }),
  'gets another password': (_: string, id: string) =>
    product.must('POST', '/api/updown/sysuser/reset-password', { ids: id }),
}))
  test(`a ticket to watch lots stands no more when its person ${what}`, async () => {
    const companyId = product.companies.first;
    const account = `watch.${randomUUID().slice(0, 8)}`;
    const { id } = await product.must('POST', '/api/updown/sysuser/submit', {
      account,
      realName: '值班',
      companyId,
      password: 'First-word-1',
      allParks: true,
    });
    const roles = await product.must('GET', '/api/updown/sysrole/getListByCompany', { companyId });
    await product.must('POST', '/api/updown/sysuser/grantRole', {
      userId: id,
      ids: roles.find((each: { builtIn: string }) => each.builtIn === 'gateGuard').id,
    });
    const as = await product.login(account, 'First-word-1');
    const { password } = await product.must('GET', '/api/updown/platMqtt/getMqttConfig', {}, { as });
    const stands = ticketStands(product.database);
    assert.equal(await stands(readTicket(password)!), true);
    await end(as, id, roles);
    assert.equal(await stands(readTicket(password)!), false);
  });

test('a console gets a ticket for the lots its person may see', async () => {
  const config = await product.must('GET', '/api/updown/platMqtt/getMqttConfig', {}, { as: 'groupAdmin' });
  const ticket = readTicket(config.password)!;
  assert.equal(ticket.tenantId, site.tenantId);
  assert.ok(ticket.until > Date.now() + 60_000);
  const other = readTicket(
    (await product.must('GET', '/api/updown/platMqtt/getMqttConfig', {}, { as: 'otherTenant' })).password,
  )!;
  assert.notEqual(other.tenantId, site.tenantId);
  assert.ok(other.parkIds === null || !other.parkIds.includes(site.parkId));
  assert.equal((await product.ask('GET', '/api/updown/platMqtt/getMqttConfig', {}, { as: null })).status, 401);
  const nobody = readTicket(
    (await product.must('GET', '/api/updown/platMqtt/getMqttConfig', {}, { as: 'nobody' })).password,
  )!;
  assert.deepEqual(
    [nobody.tenantId, nobody.parkIds],
    [site.tenantId, ['-']],
    'who may not see what passes receives no lot',
  );
  assert.equal(readTicket(`${config.password}x`), null);
});
