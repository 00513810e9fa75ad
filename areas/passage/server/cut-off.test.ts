/**
 * Lanes that lose their line for hours, through the server and its tables: after their return the lot is as its twin
 * that never lost it (INV-D1 to D4), and what a list they decide by is worth meanwhile (INV-D6).
 */
import assert from 'node:assert/strict';
import { text } from '#kit/declare/text.ts';
import { after, before, test } from 'node:test';
import { fc } from '#test/property.ts';
import type { UpEvent } from '#areas/device/model/link.ts';
import { heldAfter, letsIn, listHash, noList } from '#domain/lane/held-list.ts';
import type { ListCommand } from '#domain/lane/held-list.ts';
import { addDays, dayOf } from '#domain/time/day.ts';
import { devicePorts, sweepSilent, watchLists } from '#areas/device/server/door.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { HOUR, MINUTE, laneNames, openLot } from './lot.fixture.ts';
import type { LaneName, StoryLot } from './lot.fixture.ts';

const nobody = async () => ({ problem: text('无人', 'nobody') });

const DAYS = 4;
const T = Math.floor(Date.now() / HOUR) * HOUR - (DAYS + 2) * 24 * HOUR;

/** A car comes or goes; `minutes` since it came, 0 where it comes. */
type Moment = { readonly at: number; readonly plate: string; readonly lane: LaneName; readonly minutes: number };
type Cut = { readonly lane: LaneName; readonly from: number; readonly to: number };
type Schedule = { readonly moments: readonly Moment[]; readonly cuts: readonly Cut[] };

/**
 * A day of seven cars, two of which come again, and of a spell without a line for each lane, of half an hour to ten
 * hours.
 */
const schedules: readonly Schedule[] = fc
  .sample(
    fc.noBias(
      fc.record({
        numbers: fc.array(fc.integer({ min: 10_000, max: 99_999 }), { minLength: 7, maxLength: 7 }),
        cars: fc.array(
          fc.record({
            minutes: fc.integer({ min: 5, max: 500 }),
            in: fc.constantFrom<LaneName>('in1', 'in2'),
            out: fc.constantFrom<LaneName>('out1', 'out2'),
          }),
          { minLength: 9, maxLength: 9 },
        ),
        spells: fc.array(
          fc.record({ from: fc.integer({ min: 0, max: 500 }), minutes: fc.integer({ min: 30, max: 600 }) }),
          { minLength: laneNames.length, maxLength: laneNames.length },
        ),
      }),
    ),
    { numRuns: DAYS, seed: 20 },
  )
  .map(({ numbers, cars, spells }, day) => {
    const start = T + day * 24 * HOUR;
    const moments = cars
      .flatMap((car, n): Moment[] => {
        const one = { plate: `京A${numbers[n % 7]}` };
        const at = start + (Math.floor(n / 7) * 700 + (n % 7) * 37) * MINUTE;
        return [
          { ...one, at, lane: car.in, minutes: 0 },
          { ...one, at: at + car.minutes * MINUTE + n * 1_000, lane: car.out, minutes: car.minutes },
        ];
      })
      .toSorted((a, b) => a.at - b.at);
    return {
      moments,
      cuts: laneNames.map((lane, n) => ({
        lane,
        from: start + spells[n]!.from * MINUTE,
        to: start + (spells[n]!.from + spells[n]!.minutes) * MINUTE,
      })),
    };
  });

/** What a disconnected lane reports about a car it let through; it charges by its tariff. */
function alone(lot: StoryLot, { at, plate, lane, minutes }: Moment): UpEvent[] {
  const cashFen = minutes <= 15 ? 0 : Math.min(3000, Math.ceil(minutes / 30) * 500);
  return [
    lot.reading(lane, at, plate, { offline: { opened: true, cashFen } }),
    lot.event(lane, at + 1000, { kind: 'gate', gate: 'up', by: 'command', commandId: null }),
    lot.event(lane, at + 4000, { kind: 'passed', passing: lot.passing(lane), count: 1, picture: null }),
    lot.event(lane, at + 6000, { kind: 'gate', gate: 'down', by: 'local', commandId: null }),
  ];
}

/** Plays one day. Disconnected lanes report when they are back, in order. Returns how many cars they handled alone. */
async function play(lot: StoryLot, { moments, cuts }: Schedule): Promise<number> {
  const journals = new Map<LaneName, UpEvent[]>();
  let decided = 0;
  const comeBack = async (now: number): Promise<void> => {
    for (const { lane } of cuts.filter(({ to }) => to <= now).toSorted((a, b) => a.to - b.to)) {
      const kept = journals.get(lane) ?? [];
      journals.delete(lane);
      if (kept.length > 0) await lot.ingest(...kept);
    }
  };
  for (const moment of moments) {
    const { at, plate, lane } = moment;
    await comeBack(at);
    if (cuts.some((cut) => cut.lane === lane && cut.from <= at && at < cut.to)) {
      journals.set(lane, [...(journals.get(lane) ?? []), ...alone(lot, moment)]);
      decided += 1;
    } else await (lane.startsWith('in') ? lot.enter(plate, at, lane) : lot.leave(plate, at, lane));
  }
  await comeBack(Number.POSITIVE_INFINITY);
  return decided;
}

/** The final state of the car park, identified by plates and times. */
const storedRows = (lot: StoryLot) =>
  Promise.all([
    lot.rows(
      `SELECT plate_number, status, begin_time, in_time, out_time FROM stay WHERE tenant_id = $1 AND park_id = $2 AND status <> 'merged' ORDER BY begin_time, plate_number`,
    ),
    lot.rows(
      `SELECT plate_number, direction, status, time FROM passage WHERE tenant_id = $1 AND park_id = $2 ORDER BY time, plate_number`,
    ),
    lot.rows('SELECT count(*) AS openings FROM gate_opening WHERE tenant_id = $1 AND park_id = $2'),
    lot.count(),
  ]);

/** Of a stay: its times and its money, and whether a lane decided about it alone. */
const money = (lot: StoryLot) =>
  lot.rows(`SELECT s.plate_number, s.in_time, s.out_time, s.receivable_fen, s.paid_fen, s.outstanding_fen,
    s.offline OR EXISTS (SELECT 1 FROM passage p WHERE p.tenant_id = s.tenant_id AND p.park_id = s.park_id AND p.stay_id = s.id::text AND p.offline) AS alone
  FROM stay s WHERE s.tenant_id = $1 AND s.park_id = $2 AND s.status <> 'merged' ORDER BY s.begin_time, s.plate_number`);

let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

test(`${DAYS} days on which every lane loses its line for hours: stays, passages and openings are the twin's, and so is the money of every stay no lane decided about alone`, async () => {
  const [cut, never] = [await openLot(product), await openLot(product)];
  let decided = 0;
  for (const schedule of schedules) {
    decided += await play(cut, schedule);
    await play(never, { ...schedule, cuts: [] });
  }
  assert.deepEqual(await storedRows(cut), await storedRows(never));
  const [ours, theirs] = [await money(cut), await money(never)];
  const marked = ours.filter((row) => row.alone).length;
  assert.ok(
    decided > 12 && marked > 8 && marked < ours.length,
    `${decided} decisions by lanes alone, ${marked} of ${ours.length} stays`,
  );
  assert.deepEqual(
    ours.filter((row) => !row.alone),
    theirs.filter((_, n) => !ours[n]!.alone),
  );
  for (const lot of [cut, never]) {
    const { right, events, held } = await lot.check();
    assert.deepEqual([right, events, held], [true, lot.sent.length, 0]);
  }
});

/**
 * A camera at `in1` with a list of its own; `talks` lets it take what it was sent and say what it has, as while its
 * line stands.
 */
async function listedCamera(lot: StoryLot) {
  const sn = `LIST-${lot.parkId.slice(-12)}`;
  const { id } = await product.must('POST', '/api/updown/parkdevices/submit', {
    deviceName: '东入口相机',
    parkId: lot.parkId,
    deviceType: 'camera',
    sn,
    gateId: lot.gates.in1,
  });
  lot.devices.set('cam-in1', id);
  const ports = devicePorts(product.database, { ingest: async () => undefined, doer: nobody });
  const device = (await ports.identify(sn))!;
  let held = noList;
  const talks = async (now: number): Promise<string[]> => {
    const sent = await lot.rows(
      `SELECT id, payload FROM device_command WHERE tenant_id = $1 AND park_id = $2 AND command = 'whiteList' AND status = 'queued' ORDER BY time`,
    );
    for (const { id: commandId, payload } of sent) {
      const next = heldAfter(held, payload as ListCommand, now);
      held = next ?? held;
      await ports.answered([
        { device, commandId, ok: next !== null, error: null, result: null, at: new Date(now).toISOString() },
      ]);
    }
    await ports.beats([
      {
        device,
        receivedAt: now,
        clockOffsetMs: 0,
        firmware: null,
        listHash: listHash(held.cars, now),
        lastSeq: 0,
        queued: 0,
        journalPercent: null,
        journalDays: null,
      },
    ]);
    return sent.map(({ payload }) => payload.action);
  };
  return { id, talks, letsIn: (plate: string, at: number) => letsIn(held, plate, at) };
}

test('INV-D6 a pass that is stopped while its lane is cut off opens it until the list is two days old and not after, one that ends not even so long; the list is put right when the lane is back', async () => {
  const lot = await openLot(product, { settings: { listAgeHours: 48 } });
  const camera = await listedCamera(lot);
  const [start, today] = [Date.now(), dayOf(Date.now(), 'Asia/Shanghai')];
  const types = await product.must('GET', '/api/updown/baseSelect/getSelectCarKindType', { parkId: lot.parkId });
  const carTypeId = types.find(({ kind }: { kind: string }) => kind === 'monthly').value;
  const give = async (plateNumber: string, days: number): Promise<string> =>
    (
      await product.must('POST', '/api/updown/parkMonth/add', {
        parkId: lot.parkId,
        carTypeId,
        plateNumber,
        startTime: addDays(today, -3),
        endTime: addDays(today, days),
      })
    ).grantId;
  const [stopped] = [await give('京A20001', 30), await give('京A20002', 0), await give('京A20003', 30)];
  await product.must('POST', '/api/updown/parkdevices/syncAllWhiteList', { deviceId: camera.id });
  await camera.talks(start);
  const broken = start + 6 * HOUR;
  await watchLists(product.database, new Date(broken));
  assert.deepEqual(await camera.talks(broken), ['confirm']);
  await product.must('POST', '/api/updown/parkMonth/stop', { grantId: stopped, remark: '搬家' });
  await sweepSilent(product.database, new Date(broken + 10 * MINUTE));
  await watchLists(product.database, new Date(broken + 15 * MINUTE));
  const comings = (
    [
      ['京A20001', 1],
      ['京A20001', 47],
      ['京A20002', 47.1],
      ['京A20003', 47.2],
      ['京A20001', 49],
      ['京A20003', 49.1],
      ['京A20001', 72],
    ] as const
  ).map(([plate, hours]) => ({ plate, at: broken + hours * HOUR }));
  const opened = comings.map(({ plate, at }) => camera.letsIn(plate, at));
  assert.deepEqual(opened, [true, true, false, true, false, false, false]);
  const journal = comings.flatMap(({ plate, at }, nth) => [
    lot.reading('in1', at, plate, { offline: { opened: opened[nth]!, cashFen: 0 } }),
    lot.event('in1', at + 8_000, { kind: 'gone', passing: lot.passing('in1') }),
  ]);
  const back = broken + 73 * HOUR;
  await lot.ingest(...journal);
  assert.deepEqual(await camera.talks(back), [], 'nothing was sent to a camera that is away');
  assert.deepEqual(
    (await lot.of('passage', 'time')).map(({ plate_number: plate, status, offline }) => [plate, status, offline]),
    comings.map(({ plate }, nth) => [plate, opened[nth] ? 'aborted' : 'refused', true]),
  );
  const decisions = await lot.rows(
    `SELECT note FROM lane_note WHERE tenant_id = $1 AND park_id = $2 AND kind = 'decision' ORDER BY at`,
  );
  assert.deepEqual(
    decisions.map(({ note }) => [note.verdict, note.reasons[0], note.offline]),
    opened.map((each) => [each ? 'open' : 'refuse', 'decided-offline', true]),
  );
  await watchLists(product.database, new Date(back));
  assert.deepEqual(await camera.talks(back + 30_000), ['sync']);
  assert.deepEqual(
    ['京A20001', '京A20002', '京A20003'].map((plate) => camera.letsIn(plate, back + HOUR)),
    [false, false, true],
  );
  await watchLists(product.database, new Date(back + 5 * MINUTE));
  const incidents = await lot.rows(
    `SELECT kind, end_time FROM device_incident WHERE tenant_id = $1 AND park_id = $2 AND kind = 'list'`,
  );
  assert.deepEqual(
    incidents.map(({ end_time: end }) => end !== null),
    [true],
    'a list that was not ours any more was an incident until it was',
  );
});
