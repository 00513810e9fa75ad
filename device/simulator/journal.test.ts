/** INV-D5: what a device keeps while it is cut off. INV-D6: whom its lane lets in by its list then. */
import assert from 'node:assert/strict';
import { text } from '#kit/declare/text.ts';
import { after, test } from 'node:test';
import { fc } from '#test/property.ts';
import type { Beat, DeviceIdentity, UpEvent } from '#areas/device/model/link.ts';
import { holdsUntil } from '#domain/lane/held-list.ts';
import { openDevices } from '#device/index.ts';
import { pictureOf } from '#device/picture.ts';
import { until } from '#test/until.ts';
import { faultsOf } from './faults.ts';
import { EVENT_BYTES, journalStatus, makeRoom, PICTURE_BYTES, STORAGE_BYTES, usedBytes } from './journal.ts';
import type { Journal } from './journal.ts';
import { VirtualLane } from './lane.ts';
import { randomFrom } from './random.ts';
import { VirtualDevice } from './virtual-device.ts';
import type { DeviceMemory } from './virtual-device.ts';

const doings = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ picture: fc.boolean() }) },
    { weight: 1, arbitrary: fc.constant('acknowledged' as const) },
  ),
  { maxLength: 60, size: 'max' },
);

test('INV-D5 whatever is sent and acknowledged, and however small the storage: no event is lost, the oldest pictures go first, and none that had room', () => {
  fc.assert(
    fc.property(doings, fc.integer({ min: 0, max: 12 }), (all, pictures) => {
      const capacity = pictures * (PICTURE_BYTES + EVENT_BYTES);
      const journal: Journal = {};
      const made: { seq: number; picture: boolean }[] = [];
      let [seq, first] = [0, 1];
      for (const each of all) {
        if (each === 'acknowledged') {
          if (first <= seq) delete journal[first];
          first = Math.min(first + 1, seq + 1);
          continue;
        }
        const before = usedBytes(journal);
        const added = EVENT_BYTES + (each.picture ? PICTURE_BYTES : 0);
        seq += 1;
        made.push({ seq, picture: each.picture });
        journal[seq] = { message: 'plate', payload: { passing: seq, picture: each.picture ? `${seq}.jpg` : null } };
        makeRoom(journal, capacity);
        const [kept, used] = [Object.entries(journal), usedBytes(journal)];
        assert.deepEqual(
          kept.map(([nth, { payload }]) => [Number(nth), payload['passing']]),
          made.filter((one) => one.seq >= first).map((one) => [one.seq, one.seq]),
        );
        const had = kept
          .filter(([nth]) => made[Number(nth) - 1]!.picture)
          .map(([, { payload }]) => payload['picture'] !== null);
        assert.deepEqual(
          had,
          had.toSorted((a, b) => Number(a) - Number(b)),
          'those without a picture are the oldest',
        );
        assert.ok(used <= capacity || !had.includes(true), 'room is made as long as there is a picture');
        if (before + added > used) assert.ok(used + PICTURE_BYTES > capacity, 'no picture goes that had room');
      }
    }),
    { numRuns: 500 },
  );
});

test('a device has space for seven days at least and reports it', () => {
  assert.ok(journalStatus({}, STORAGE_BYTES).journalDays >= 7);
});

const closers: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const close of closers.toReversed()) await close();
});

test('INV-D5 a disconnected camera with little storage reports every event in order when it is back, the newest with pictures, and how full it is', async () => {
  const stored: UpEvent[] = [];
  const beats: Beat[] = [];
  const identity: DeviceIdentity = {
    sn: 'cam-1',
    deviceId: 'd',
    tenantId: 1,
    parkId: 'p',
    gateId: 'g',
    kind: 'camera',
    lanes: [],
    clockOffsetMs: 0,
  };
  const devices = await openDevices({
    host: '127.0.0.1',
    mqttPort: 0,
    mqttUrl: undefined,
    serverId: 'test',
    share: 'servers',
    log: { error: () => undefined, info: () => undefined },
    ports: {
      logOn: async () => identity,
      identify: async () => identity,
      welcome: async () => ({ parkName: '滨江商场', zone: 'Asia/Shanghai', lanes: [] }),
      ingest: async (_, events) => {
        stored.push(...events);
      },
      setAside: async () => undefined,
      doer: async () => ({ problem: text('无人', 'nobody') }),
      answered: async () => undefined,
      beats: async (all) => {
        beats.push(...all);
      },
      reject: async () => undefined,
      ticket: () => null,
      stands: async () => true,
    },
  });
  closers.push(() => devices.close());
  const memory: DeviceMemory = { sn: 'cam-1', secret: 's', seq: 0, passing: 0, waiting: {} };
  const camera = await VirtualDevice.open(`mqtt://127.0.0.1:${devices.port}`, memory, {
    made: 0,
    acknowledged: 0,
    repeated: 0,
    answered: 0,
  });
  closers.push(() => camera.close());
  camera.storage = 5 * PICTURE_BYTES + 40 * EVENT_BYTES;
  await camera.cutOff();
  const sent = Array.from({ length: 40 }, (_, nth) =>
    camera.event('plate', Date.now(), {
      passing: nth + 1,
      plate: '京A10001',
      picture: pictureOf({ plate: '京A10001', colour: 'blue', direction: 'in', at: nth }),
    }),
  );
  assert.equal(journalStatus(memory.waiting, camera.storage).journalPercent, 100);
  camera.comeBack();
  await Promise.all(sent);
  const read = stored.filter((each) => each.kind === 'plate').toSorted((a, b) => a.seq - b.seq);
  assert.deepEqual(
    read.map(({ seq }) => seq),
    Array.from({ length: 40 }, (_, nth) => nth + 1),
  );
  assert.deepEqual(
    read.filter(({ picture }) => picture !== null).map(({ seq }) => seq),
    [36, 37, 38, 39, 40],
  );
  await until(() => beats.some(({ journalPercent }) => (journalPercent ?? 0) >= 90), {
    what: () => JSON.stringify(beats.map(({ journalPercent }) => journalPercent)),
  });
});

type Seen = { message: string; at: number; fields: Record<string, unknown> };
const nothing = async () => undefined;

/** A lane that is cut off, with one guest who leaves, and what its camera reported. */
function cutOffLane(seen: Seen[], reach: (at: number) => Promise<void> = nothing) {
  const camera = {
    memory: { sn: 'cam-1', secret: 's', seq: 0, passing: 0, waiting: {} } as DeviceMemory,
    onCommand: null as unknown as (command: unknown) => { ok: boolean },
    saysBesides: () => ({}),
    cutOff: nothing,
    comeBack: () => undefined,
    settled: nothing,
    event: async (message: string, at: number, fields: Record<string, unknown>) => {
      seen.push({ message, at, fields });
    },
  };
  const guest = { id: 1, in: 0, plate: '京A10001', text: '京A10001', colour: 'blue', at: 0 } as const;
  const lane = new VirtualLane({
    gateId: 'g',
    direction: 'exit',
    camera,
    scanner: null,
    screen: null,
    box: camera,
    world: { isInside: () => true, guest: async () => guest, left: () => undefined },
    session: async () => 's',
    tookCash: () => undefined,
    faults: { ...faultsOf(new Set(), 's'), cutOff: () => true },
    random: { ...randomFrom('s'), chance: () => true, whole: () => 2 },
    clock: { reach },
  } as never);
  const leaves = (): Promise<void> => lane.run([{ time: 0, kind: 'out', car: guest, rank: 1, before: null }]);
  return { camera, leaves };
}

test('a lane reports nothing before it has happened: the barrier goes up, the car through and the barrier down at their own times', async () => {
  const seen: Seen[] = [];
  let wall = 0;
  const late: string[] = [];
  const { camera, leaves } = cutOffLane(seen, async (at) => {
    await new Promise((then) => {
      setImmediate(then);
    });
    wall = Math.max(wall, at);
  });
  const { event } = camera;
  camera.event = (message, at, fields) => {
    if (at > wall) late.push(`${message} at ${at}, sent at ${wall}`);
    return event(message, at, fields);
  };
  await leaves();
  assert.deepEqual(
    seen.map(({ message }) => message),
    ['plate', 'gate', 'passed', 'gate'],
  );
  assert.ok(seen.at(-1)!.at > seen[0]!.at);
  assert.deepEqual(late, []);
});

test('INV-D6 a lane that is cut off takes a car of its list for a fixed one while the list holds, then for a temporary one, and marks both as decided by itself', async () => {
  const seen: Seen[] = [];
  const { camera, leaves: leavesOnce } = cutOffLane(seen);
  const sends = (payload: Record<string, unknown>): boolean =>
    camera.onCommand({ name: 'whiteList', id: 'c', payload }).ok;
  const leaves = async (): Promise<unknown[]> => {
    await leavesOnce();
    const { decided, opened, cashFen } = seen.findLast(({ message }) => message === 'plate')!.fields;
    return [decided, opened, cashFen];
  };
  const entries = [{ plate: '京A10001', until: null }];
  assert.deepEqual(await leaves(), ['offline', true, 1000], 'without a list');
  sends({ action: 'sync', entries, holdsUntil: holdsUntil(72, Date.now()) });
  assert.deepEqual(await leaves(), ['offline', true, 0]);
  sends({ action: 'sync', entries, holdsUntil: holdsUntil(-1, Date.now()) });
  assert.deepEqual(await leaves(), ['offline', true, 1000], 'too old a list');
  assert.equal(sends({ action: 'confirm', hash: '811c9dc5', holdsUntil: holdsUntil(72, Date.now()) }), false);
  assert.deepEqual(await leaves(), ['offline', true, 1000]);
  assert.equal(
    sends({
      action: 'confirm',
      hash: (camera.saysBesides() as { listHash: string }).listHash,
      holdsUntil: holdsUntil(72, Date.now()),
    }),
    true,
  );
  assert.deepEqual(await leaves(), ['offline', true, 0]);
});
