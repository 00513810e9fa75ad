import assert from 'node:assert/strict';
import { text } from '#kit/declare/text.ts';
import { connect as dial } from 'node:net';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, test } from 'node:test';
import { connect } from 'mqtt';
import type { IClientOptions, MqttClient } from 'mqtt';
import { Refused } from '#kit/declare/refused.ts';
import type { DeviceIdentity, DevicePorts, LiveTicket, Reject, UpEvent } from '#areas/device/model/link.ts';
import { openDevices } from './index.ts';
import type { Devices } from './index.ts';
import { upMessages } from './messages/index.ts';
import { PATIENCE_MS, until } from '#test/until.ts';

const PARK = '018f2c11-7a00-7000-8000-0000000000f1';
const identity = (sn: string, kind = 'camera'): DeviceIdentity => ({
  sn,
  deviceId: `id-${sn}`,
  tenantId: 1,
  parkId: PARK,
  gateId: `lane-${sn}`,
  kind,
  lanes: [`lane-${sn}`],
  clockOffsetMs: 0,
});
const ofSession = { tenantId: 1, sessionId: 's-1' };
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

type World = Devices & {
  stored: UpEvent[];
  batches: number[];
  aside: UpEvent[];
  rejects: Reject[];
  answers: string[];
  url: string;
  wsUrl: string;
  tickets: Map<string, LiveTicket>;
  /** Sessions that stand no more. */
  ended: Set<string>;
};

async function world(ports: Partial<DevicePorts> = {}): Promise<World> {
  const stored: UpEvent[] = [];
  const batches: number[] = [];
  const aside: UpEvent[] = [];
  const rejects: Reject[] = [];
  const answers: string[] = [];
  const tickets = new Map<string, LiveTicket>();
  const ended = new Set<string>();
  const secrets = new Map([
    ['cam-1', 's-1'],
    ['cam-2', 's-2'],
  ]);
  const http = createServer();
  await new Promise<void>((then) => {
    http.listen(0, '127.0.0.1', then);
  });
  closers.push(
    () =>
      new Promise((then) => {
        http.close(then);
      }),
  );
  const devices = await openDevices({
    host: '127.0.0.1',
    mqttPort: 0,
    mqttUrl: undefined,
    serverId: 'test',
    share: 'servers',
    http,
    log: { error: () => undefined, info: () => undefined },
    ports: {
      logOn: async (sn, secret) => (secrets.get(sn) === secret ? identity(sn) : null),
      identify: async (sn) => (secrets.has(sn) ? identity(sn) : null),
      welcome: async () => ({ parkName: '滨江商场', zone: 'Asia/Shanghai', lanes: [] }),
      ingest: async (_, events) => {
        batches.push(events.length);
        stored.push(...events);
      },
      setAside: async (_, event) => {
        aside.push(event as UpEvent);
      },
      doer: async (_, { session }) =>
        session === 'good' ? { by: '王芳', drawer: 'box-1' } : { problem: text('session：已失效', 'session: ended') },
      answered: async (all) => {
        answers.push(...all.map((each) => each.commandId));
      },
      beats: async () => undefined,
      reject: async (all) => {
        rejects.push(...all);
      },
      ticket: (password) => tickets.get(password) ?? null,
      stands: async ({ session }) => !ended.has(session.sessionId),
      ...ports,
    },
  });
  closers.push(() => devices.close());
  return Object.assign(devices, {
    stored,
    batches,
    aside,
    rejects,
    answers,
    tickets,
    ended,
    url: `mqtt://127.0.0.1:${devices.port}`,
    wsUrl: `ws://127.0.0.1:${(http.address() as AddressInfo).port}/mqtt`,
  });
}

function client(url: string, options: IClientOptions): Promise<MqttClient> {
  const made = connect(url, { reconnectPeriod: 0, connectTimeout: 3000, ...options });
  closers.push(() => made.endAsync(true));
  return new Promise((then, fail) => {
    made.once('connect', () => then(made));
    made.once('error', fail);
  });
}
const camera = (url: string, sn = 'cam-1'): Promise<MqttClient> =>
  client(url, { username: sn, password: sn.replace('cam', 's') });
const plate = (seq: number): string =>
  JSON.stringify({
    seq,
    at: '2026-05-01T08:00:00+08:00',
    passing: seq,
    plate: '苏A12345',
    colour: 'blue',
    confidence: 0.9,
  });
const up = (sn: string, message: string): string => `gatehouse/v1/${sn}/up/${message}`;
/** Whether the publish was acknowledged within the time. */
const acknowledged = (from: MqttClient, topic: string, payload: string, ms: number): Promise<boolean> =>
  Promise.race([
    new Promise<boolean>((then) => {
      from.publish(topic, payload, { qos: 1 }, (error) => then(!error));
    }),
    new Promise<boolean>((then) => {
      setTimeout(then, ms, false).unref();
    }),
  ]);

test('a device with a wrong secret or an unknown serial number is refused', async () => {
  const { url } = await world();
  await assert.rejects(client(url, { username: 'cam-1', password: 'wrong' }), /Bad username or password/);
  await assert.rejects(client(url, { username: 'nobody', password: 's-1' }), /Bad username or password/);
  await assert.rejects(client(url, {}), /Bad username or password/);
});

test('an event is acknowledged, decoded and stored with its device, lane and both times', async () => {
  const { url, stored } = await world();
  assert.ok(await acknowledged(await camera(url), up('cam-1', 'plate'), plate(1), PATIENCE_MS));
  const at = Date.parse('2026-05-01T00:00:00Z');
  assert.deepEqual(stored, [
    {
      device: 'id-cam-1',
      lane: 'lane-cam-1',
      seq: 1,
      rawAt: at,
      at,
      kind: 'plate',
      passing: 1,
      plate: '苏A12345',
      colour: 'blue',
      confidence: 0.9,
      picture: null,
    },
  ]);
});

test('a publish is not acknowledged before the commit', async () => {
  let commit: () => void = () => undefined;
  const held = new Promise<void>((then) => {
    commit = then;
  });
  const { url } = await world({ ingest: () => held });
  const device = await camera(url);
  const ack = acknowledged(device, up('cam-1', 'plate'), plate(1), PATIENCE_MS);
  assert.equal(
    await Promise.race([
      ack,
      new Promise((then) => {
        setTimeout(then, 150, 'waiting');
      }),
    ]),
    'waiting',
  );
  commit();
  assert.equal(await ack, true);
});

test('while the database is away nothing is acknowledged, and the device loses nothing by sending again', async () => {
  let away = true;
  const stored: UpEvent[] = [];
  const { url } = await world({
    ingest: async (_, events) => {
      if (away) throw new Refused('unavailable');
      stored.push(...events);
    },
  });
  const device = connect(url, { username: 'cam-1', password: 's-1', reconnectPeriod: 30 });
  closers.push(() => device.endAsync(true));
  const ack = acknowledged(device, up('cam-1', 'plate'), plate(1), PATIENCE_MS);
  await new Promise((then) => {
    setTimeout(then, 200);
  });
  assert.equal(stored.length, 0);
  away = false;
  assert.equal(await ack, true);
  assert.deepEqual(
    stored.map((each) => each.seq),
    [1],
  );
});

test('events that come together are stored together and in order', async () => {
  const { url, stored, batches } = await world();
  const device = await camera(url);
  await Promise.all(
    Array.from({ length: 300 }, (_, i) => acknowledged(device, up('cam-1', 'plate'), plate(i + 1), PATIENCE_MS)),
  );
  assert.deepEqual(
    stored.map((each) => each.seq),
    Array.from({ length: 300 }, (_, i) => i + 1),
  );
  assert.ok(batches.length < 150, `${batches.length} batches`);
});

test('an event that can never be stored is set aside and the others of its batch are stored', async () => {
  const stored: number[] = [];
  const made = await world({
    ingest: async (_, events) => {
      if (events.some((each) => each.seq === 7)) throw new Error('poison');
      stored.push(...events.map((each) => each.seq));
    },
  });
  const device = await camera(made.url);
  const acks = await Promise.all(
    Array.from({ length: 20 }, (_, i) => acknowledged(device, up('cam-1', 'plate'), plate(i + 1), PATIENCE_MS)),
  );
  assert.ok(acks.every(Boolean));
  assert.deepEqual(
    made.aside.map((each) => each.seq),
    [7],
  );
  assert.deepEqual(
    stored,
    Array.from({ length: 20 }, (_, i) => i + 1).filter((seq) => seq !== 7),
  );
});

test('what is no message is recorded with its reason, acknowledged, and the connection stands', async () => {
  const { url, rejects, stored } = await world();
  const device = await camera(url);
  for (const [name, payload] of [
    ['plate', '{'],
    ['plate', '[1]'],
    ['plate', '{"seq":1}'],
    ['nonsense', '{}'],
    ['plate', JSON.stringify({ seq: 1, at: 'yesterday', passing: 1 })],
  ] as const) {
    assert.ok(await acknowledged(device, up('cam-1', name), payload, PATIENCE_MS));
  }
  assert.equal(rejects.length, 5);
  assert.match(rejects[2]!.reason, /^at：.*passing：.*\nat: .*passing: /);
  assert.equal(rejects[0]!.reason, '不是 JSON\nnot JSON');
  assert.ok(await acknowledged(device, up('cam-1', 'plate'), plate(2), PATIENCE_MS));
  assert.deepEqual(
    stored.map(({ kind, seq }) => [kind, seq]),
    [
      ['void', 1],
      ['void', 1],
      ['plate', 2],
    ],
  );
});

test('a device may publish only its own events', async () => {
  for (const topic of [
    up('cam-2', 'plate'),
    'gatehouse/v1/cam-2/down/open',
    'gatehouse/v1/live/1/x/lane',
    'elsewhere',
  ]) {
    const { url, stored } = await world();
    assert.equal(await acknowledged(await camera(url), topic, plate(1), 150), false, topic);
    assert.equal(stored.length, 0);
  }
});

test('a device receives only its own commands, and its state when it subscribes', async () => {
  const made = await world();
  const device = await camera(made.url);
  const received: string[] = [];
  device.on('message', (topic, payload) => received.push(`${topic} ${payload.toString()}`));
  for (const filter of [
    'gatehouse/v1/cam-2/down/#',
    'gatehouse/v1/+/down/#',
    '#',
    'gatehouse/v1/live/#',
    up('cam-1', '+'),
  ]) {
    const granted = await device.subscribeAsync(filter, { qos: 1 }).catch((error: Error) => error.message);
    assert.match(String(granted), /Unspecified error/, filter);
  }
  await device.subscribeAsync('gatehouse/v1/cam-1/down/#', { qos: 1 });
  await until(() => received.length === 1);
  assert.match(received[0]!, /down\/park .*滨江商场/);
  made.send({ sn: 'cam-2', name: 'open', id: 'x', payload: {}, until: Date.now() + 5000 });
  made.send({ sn: 'cam-1', name: 'open', id: 'c-1', payload: {}, until: Date.now() + 5000 });
  await until(() => received.length === 2);
  assert.match(received[1]!, /^gatehouse\/v1\/cam-1\/down\/open \{"id":"c-1","until":"2/);
});

test('a command that has run out is never sent, and none is kept for a device that is away', async () => {
  const made = await world();
  const received: string[] = [];
  const first = await client(made.url, { username: 'cam-1', password: 's-1', clientId: 'c', clean: false });
  await first.subscribeAsync('gatehouse/v1/cam-1/down/#', { qos: 1 });
  await first.endAsync();
  made.send({ sn: 'cam-1', name: 'open', id: 'kept', payload: {}, until: Date.now() + 60_000 });
  const second = await client(made.url, { username: 'cam-1', password: 's-1', clientId: 'c', clean: false });
  second.on('message', (_, payload) => received.push((JSON.parse(payload.toString()) as { id: string }).id));
  await second.subscribeAsync('gatehouse/v1/cam-1/down/#', { qos: 1 });
  made.send({ sn: 'cam-1', name: 'open', id: 'late', payload: {}, until: Date.now() - 1 });
  made.send({ sn: 'cam-1', name: 'open', id: 'now', payload: {}, until: Date.now() + 5000 });
  await until(() => received.includes('now'));
  assert.deepEqual(
    received.filter((id) => !id.startsWith('park-')),
    ['now'],
  );
});

test('an answer is acknowledged after it is written', async () => {
  const { url, answers } = await world();
  assert.ok(
    await acknowledged(
      await camera(url),
      up('cam-1', 'answer'),
      JSON.stringify({ seq: 1, at: '2026-05-01T08:00:00Z', id: 'c-1', ok: true }),
      PATIENCE_MS,
    ),
  );
  assert.deepEqual(answers, ['c-1']);
});

test('two devices that choose the same client id do not push each other off', async () => {
  const { url } = await world();
  const one = await client(url, { username: 'cam-1', password: 's-1', clientId: 'same' });
  await client(url, { username: 'cam-2', password: 's-2', clientId: 'same' });
  await new Promise((then) => {
    setTimeout(then, 100);
  });
  assert.ok(one.connected);
});

test('a console receives the car parks of its ticket, and cannot publish', async () => {
  const made = await world();
  made.tickets.set('t-1', { tenantId: 1, parkIds: [PARK], session: ofSession, until: Date.now() + 60_000 });
  const console = await client(made.wsUrl, { username: 'console', password: 't-1' });
  const received: string[] = [];
  console.on('message', (topic) => received.push(topic));
  for (const filter of [
    'gatehouse/v1/live/2/+/lane',
    'gatehouse/v1/live/1/+/lane',
    `gatehouse/v1/live/+/${PARK}/lane`,
    'gatehouse/v1/live/#',
    'gatehouse/v1/cam-1/down/#',
    'gatehouse/v1/+/up/+',
  ]) {
    await assert.rejects(console.subscribeAsync(filter), /Unspecified error/, filter);
  }
  await console.subscribeAsync(`gatehouse/v1/live/1/${PARK}/+`);
  made.live(1, PARK, 'lane', { plate: '苏A12345' });
  made.live(2, PARK, 'lane', {});
  await until(() => received.length > 0);
  assert.deepEqual(received, [`gatehouse/v1/live/1/${PARK}/lane`]);
});

test('a console is cut off when its ticket runs out, and does not come in by it again', async () => {
  const made = await world();
  made.tickets.set('t-1', { tenantId: 1, parkIds: [PARK], session: ofSession, until: Date.now() + 2_000 });
  const console = await client(made.wsUrl, { username: 'console', password: 't-1' });
  await until(() => !console.connected);
  await assert.rejects(client(made.wsUrl, { username: 'console', password: 't-1' }), /Bad username or password/);
});

test('a console is cut off when its session ends, and does not come in by its ticket again', async () => {
  const made = await world();
  made.tickets.set('t-1', { tenantId: 1, parkIds: [PARK], session: ofSession, until: Date.now() + 60_000 });
  made.tickets.set('t-2', {
    tenantId: 1,
    parkIds: [PARK],
    session: { ...ofSession, sessionId: 's-2' },
    until: Date.now() + 60_000,
  });
  const [console, other] = [
    await client(made.wsUrl, { username: 'console', password: 't-1' }),
    await client(made.wsUrl, { username: 'console', password: 't-2' }),
  ];
  await made.look();
  assert.ok(console.connected);
  made.ended.add('s-1');
  await made.look();
  await until(() => !console.connected);
  assert.ok(other.connected);
  await assert.rejects(client(made.wsUrl, { username: 'console', password: 't-1' }), /Bad username or password/);
});

test('a console of a whole tenant may watch all its lots at once, but no other tenant', async () => {
  const made = await world();
  made.tickets.set('t-2', { tenantId: 1, parkIds: null, session: ofSession, until: Date.now() + 60_000 });
  const console = await client(made.wsUrl, { username: 'console', password: 't-2' });
  await console.subscribeAsync('gatehouse/v1/live/1/+/money');
  await assert.rejects(console.subscribeAsync('gatehouse/v1/live/+/+/money'), /Unspecified error/);
  assert.equal(await acknowledged(console, `gatehouse/v1/live/1/${PARK}/money`, '{}', 150), false);
});

test('whoever announces a packet larger than any message is cut off before it is held, logged on or not, by whatever pieces it comes', async () => {
  const { url, wsUrl, tickets, stored } = await world();
  const announced = Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]);
  for (const pieces of [[announced], [...announced].map((byte) => Buffer.from([byte]))]) {
    const socket = dial(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    const over = new Promise<void>((then) => {
      socket.once('close', () => then());
    });
    for (const piece of pieces) {
      socket.write(piece);
      await new Promise((then) => {
        setTimeout(then, 5);
      });
    }
    socket.resume();
    await over;
  }
  const cam = await camera(url);
  const left = new Promise<void>((then) => {
    cam.once('close', () => then());
  });
  cam.publish(up('cam-1', 'plate'), Buffer.alloc(200_000, 32), { qos: 0 });
  await left;
  tickets.set('ticket', { tenantId: 1, parkIds: null, session: ofSession, until: Date.now() + 60_000 });
  const web = await client(wsUrl, { username: 'console', password: 'ticket' });
  const gone = new Promise<void>((then) => {
    web.once('close', () => then());
  });
  web.publish('gatehouse/v1/live/1/x/y', Buffer.alloc(200_000, 32), { qos: 0 });
  await gone;
  const other = await camera(url, 'cam-2');
  assert.ok(await acknowledged(other, up('cam-2', 'plate'), plate(1), PATIENCE_MS), 'the others go on');
  assert.equal(stored.length, 1);
});

test('a removed device is cut off', async () => {
  let here = true;
  const made = await world({ identify: async (sn) => (here ? identity(sn) : null) });
  const device = await camera(made.url);
  here = false;
  made.drop('cam-1');
  await until(() => !device.connected);
});

const at = '2026-05-01T08:00:00+08:00';
const attend = (seq: number, more: object): string =>
  JSON.stringify({ seq, at, passing: 0, session: 'good', lane: 'lane-cam-1', action: 'open', reason: '测试', ...more });

for (const kind of ['screen', 'scanner', 'sensor', 'camera', 'gate', 'charger'])
  test(`a ${kind} opens no lane and books no cash: what it is not to send is refused and on record`, async () => {
    const { url, stored, rejects } = await world({ identify: async (sn) => identity(sn, kind) });
    const device = await camera(url);
    const acts = [
      attend(1, { lane: 'lane-cam-2' }),
      attend(2, {}),
      attend(3, { action: 'cash', amountFen: 1500, by: '王芳', drawer: 'box-1' }),
    ];
    for (const each of acts) assert.ok(await acknowledged(device, up('cam-1', 'attend'), each, PATIENCE_MS));
    assert.equal(rejects.length, 3);
    assert.match(rejects[0]!.reason, /kind: attend/);
    // Nobody waits for the numbers of what stands at berths.
    assert.deepEqual(
      stored.map((each) => each.kind),
      kind === 'sensor' ? [] : ['void', 'void', 'void'],
    );
  });

test('a device sends only the messages of its kind', async () => {
  const kinds = ['camera', 'gate', 'screen', 'scanner', 'box', 'charger', 'sensor'];
  for (const kind of kinds) {
    const { url, rejects } = await world({ identify: async (sn) => identity(sn, kind) });
    const device = await camera(url);
    for (const { name, example } of upMessages)
      assert.ok(
        await acknowledged(
          device,
          up('cam-1', name),
          JSON.stringify(name === 'attend' ? { ...example, lane: 'lane-cam-1', session: 'good' } : example),
          PATIENCE_MS,
        ),
      );
    // A camera of a lane sees no berths, one without a lane nothing else.
    const sends = ({ name, devices }: (typeof upMessages)[number]): boolean =>
      name !== 'berthCar' && (devices as readonly string[]).includes(kind);
    assert.deepEqual(
      rejects.map(({ topic }) => topic),
      upMessages.filter((each) => !sends(each)).map(({ name }) => name),
      kind,
    );
  }
});

test('a terminal speaks of its own lanes alone, and what is done at it is done by who logged on', async () => {
  const { url, stored, rejects } = await world({ identify: async (sn) => identity(sn, 'box') });
  const box = await camera(url);
  const cash = { action: 'cash', amountFen: 1500, by: '别人', drawer: 'elsewhere' };
  for (const each of [
    attend(1, { ...cash, lane: 'lane-cam-2' }),
    attend(2, { ...cash, session: 'old' }),
    attend(3, { ...cash, session: undefined }),
    attend(4, cash),
  ])
    assert.ok(await acknowledged(box, up('cam-1', 'attend'), each, PATIENCE_MS));
  assert.deepEqual(
    rejects.map(({ reason }) => reason.split('\n')[1]),
    ['lane: none of this terminal’s', 'session: ended', 'session: Session is required'],
  );
  assert.ok(
    rejects.every(({ payload }) => !/good|old/.test(payload)),
    'no session is kept',
  );
  const act = stored.find((each) => each.kind === 'attend');
  assert.deepEqual(act?.by, '王芳');
  assert.deepEqual(act?.act, { action: 'cash', amountFen: 1500, tenderedFen: 1500, drawer: 'box-1' });
});

test('an answered message counts as received, whether rejected or set aside, with or without a number', async () => {
  const stored: UpEvent[] = [];
  const { url } = await world({
    ingest: async (_, events) => {
      if (events.some((each) => each.kind === 'plate' && each.seq === 3)) throw new Error('poison');
      stored.push(...events);
    },
  });
  const device = await camera(url);
  for (const payload of [
    plate(1).replace('苏A12345', '苏'.repeat(17)),
    '{"seq": 2, broken',
    plate(3),
    'nothing of it can be read',
    plate(5),
  ])
    assert.ok(await acknowledged(device, up('cam-1', 'plate'), payload, PATIENCE_MS));
  assert.deepEqual(
    stored.map(({ kind, seq, unread }) => [kind, seq, unread]),
    [
      ['void', 1, undefined],
      ['void', 2, undefined],
      ['void', 3, undefined],
      ['plate', 5, 1],
    ],
  );
});

test('every up message has an example that decodes', async () => {
  for (const each of upMessages) {
    const [kind] = each.devices;
    const { url, rejects } = await world({
      identify: async (sn) => ({
        ...identity(sn, kind),
        ...(each.name === 'berthCar' ? { gateId: null } : {}),
        lanes: [String((each.example as { lane?: string }).lane)],
      }),
      doer: async () => ({ by: '王芳', drawer: 'box-1' }),
    });
    const device = await camera(url);
    assert.ok(await acknowledged(device, up('cam-1', each.name), JSON.stringify(each.example), PATIENCE_MS));
    assert.deepEqual(rejects, []);
  }
});
