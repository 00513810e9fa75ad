/**
 * One seeded day of the demo's mall, driven by our own protocol and then with every lane on another family, by
 * emulators alone: what is left in the tables has to be the same, row for row. The day has its own clock, which stands
 * while a car is at a lane.
 */
import { mock } from 'node:test';
import { cameraFamilies } from '#areas/device/model/families.ts';
import type { FamilyName } from '#areas/device/model/families.ts';
import { moneyRound } from '#areas/billing/server/door.ts';
import { sweepLanes } from '#areas/passage/server/door.ts';
import { pastOf } from '#db/demo/history.ts';
import type { DeviceFault } from '#device/adapters/emulation.ts';
import { adapters } from '#device/adapters/index.ts';
import { VirtualDevice } from '#device/simulator/virtual-device.ts';
import type { Tally } from '#device/simulator/virtual-device.ts';
import { dayOf, startOfDay } from '#domain/time/day.ts';
import { familyLane, ownLane, THROUGH_SEC } from './lanes.ts';
import type { Lane } from './lanes.ts';
import { openMall, plan } from './mall.ts';
import type { Mall } from './mall.ts';
import { dayIn, differences } from './rows.ts';
import type { Day } from './rows.ts';

const ZONE = 'Asia/Shanghai';
/** So long after the one before it a car comes at the earliest. */
const APART_MS = 30_000;
const PAYS_AFTER_MS = 8_000;
const LOOKS_AFTER_MS = 10_000;
/**
 * So long after its last car the day ends: a car that was refused has left by then, whether its camera saw it or not.
 */
const NOBODY_LEFT_MS = 3_600_000;

type Turn = {
  readonly at: number;
  readonly way: 'in' | 'out';
  readonly lane: number;
  readonly plate: string;
  readonly colour: string;
  readonly faults: readonly DeviceFault[];
};
export type SeededDay = {
  readonly turns: readonly Turn[];
  readonly black: readonly string[];
  readonly white: readonly string[];
};

/** What happens to messages on the way; our own protocol has its own tests of that. */
const FAULTS: readonly (readonly DeviceFault[])[] = [
  [],
  ['repeat'],
  ['split'],
  [],
  ['lost-reply'],
  ['cut'],
  ['two-triggers'],
  ['repeat', 'split'],
  ['restart'],
  ['gbk'],
  ['big-picture'],
];

/**
 * Yesterday's visits of the mall, so many of them. Every tenth car is on the black list, every eighth on the white one.
 */
export function seededDay(cars: number, seed: number): SeededDay {
  const end = startOfDay(dayOf(Date.now(), ZONE), ZONE) - 1;
  const all = pastOf(plan, seed, 0, end, ZONE);
  const chosen = all.filter(
    (_, nth) => Math.floor((nth * cars) / all.length) !== Math.floor(((nth - 1) * cars) / all.length),
  );
  const plates = chosen.map(({ car }) => car.plate);
  const moves = chosen
    .flatMap(({ car, entry, exit, inAt, outAt }) => [
      { time: inAt, way: 'in', lane: entry, ...car } as const,
      ...(outAt === null || outAt > end ? [] : [{ time: outAt, way: 'out', lane: exit, ...car } as const]),
    ])
    .toSorted((a, b) => a.time - b.time);
  const black = new Set(plates.filter((_, nth) => nth % 10 === 4));
  const white = new Set(plates.filter((plate, nth) => nth % 8 === 2 && !black.has(plate)));
  let last = 0;
  const turns: Turn[] = [];
  for (const { time, way, lane, plate, colour } of moves) {
    if (way === 'out' && black.has(plate)) continue; // it was not let in
    last = Math.max(last + APART_MS, Math.floor(time / 1_000) * 1_000);
    turns.push({ at: last, way, lane, plate, colour, faults: FAULTS[turns.length % FAULTS.length]! });
  }
  return { turns, black: [...black], white: [...white] };
}

async function lists({ product, site: { parkId } }: Mall, { black, white }: SeededDay): Promise<void> {
  const path = '/api/updown/parkblackList';
  for (const plateNumber of black)
    await product.must('POST', `${path}/submit`, { parkId, plateNumber, type: 'black', reason: 'unpaid' });
  for (const plateNumber of white) {
    const { id } = await product.must('POST', `${path}/submit`, { parkId, plateNumber, type: 'white' });
    await product.must('POST', `${path}/approval`, { id, dataStatus: '1' });
  }
}

type Driven = { readonly day: Day; readonly lanes: readonly string[]; readonly pulses: number };

/** Plays the day at these lanes, turn by turn. */
async function driven(given: SeededDay, open: (mall: Mall, tally: Tally) => Promise<readonly Lane[]>): Promise<Driven> {
  const mall = await openMall();
  const tally: Tally = { made: 0, acknowledged: 0, repeated: 0, answered: 0 };
  const closers: (() => Promise<unknown>)[] = [];
  try {
    await lists(mall, given);
    const lanes = await open(mall, tally);
    closers.push(...lanes.map((lane) => () => lane.close()));
    const box = await VirtualDevice.open(mall.mqttUrl, mall.site.box, tally);
    box.onCommand = () => ({ ok: true });
    closers.push(() => box.close());
    mock.timers.enable({ apis: ['Date'], now: given.turns[0]!.at - APART_MS });
    for (const turn of given.turns) await play(mall, lanes, box, turn);
    mock.timers.setTime(Date.now() + NOBODY_LEFT_MS);
    await mall.devices.sweep();
    await mall.until(
      'every lane is free again',
      () => mall.rows(`SELECT gate_id FROM lane_live WHERE park_id = $1 AND state->'phase'->>'name' <> 'idle'`),
      (busy) => busy.length === 0,
    );
    await moneyRound(mall.product.database, new Date());
    const names = mall.site.lanes.map(({ name }) => name);
    return { day: await dayIn(mall), lanes: names, pulses: lanes.reduce((sum, lane) => sum + lane.pulses(), 0) };
  } finally {
    mock.timers.reset();
    for (const close of closers) await close();
    await mall.close();
  }
}

async function play(mall: Mall, lanes: readonly Lane[], box: VirtualDevice, turn: Turn): Promise<void> {
  const { site, product } = mall;
  const side = turn.way === 'in' ? 'entry' : 'exit';
  const here = site.lanes.flatMap(({ direction }, nth) => (direction === side ? [nth] : []));
  const nth = here[turn.lane % here.length]!;
  const [lane, { gateId }] = [lanes[nth]!, site.lanes[nth]!];
  mock.timers.setTime(turn.at);
  await lane.see({ plate: turn.plate, colour: turn.colour, at: turn.at }, turn.faults);
  const state = await mall.until(
    `${turn.plate} at ${site.lanes[nth]!.name}`,
    () => mall.lane(gateId),
    (found) => found !== null && ['granted', 'refused', 'awaiting', 'releasing'].includes(found.phase.name),
  );
  const { phase } = state!;
  if (phase.name === 'refused') {
    mock.timers.setTime(turn.at + THROUGH_SEC * 1_000);
    await lane.backs();
    return;
  }
  if (phase.name === 'awaiting') {
    mock.timers.setTime(turn.at + PAYS_AFTER_MS);
    const fen = phase.settling.quote.dueFen;
    await box.event('attend', Date.now(), {
      lane: gateId,
      passing: phase.vehicle.passings.at(-1)!,
      session: 'trial',
      action: 'cash',
      amountFen: fen,
      tenderedFen: Math.ceil(fen / 1_000) * 1_000,
    });
  }
  await lane.opened();
  mock.timers.setTime(Date.now() + THROUGH_SEC * 1_000);
  await lane.through();
  await mall.until(
    `${turn.plate} through ${site.lanes[nth]!.name}`,
    () => mall.lane(gateId),
    (found) => found?.gate === 'down' && found.phase.name === 'idle',
  );
  mock.timers.setTime(Date.now() + LOOKS_AFTER_MS);
  await sweepLanes(product.database, new Date());
}

const LANES = plan.entries + plan.exits;

export type FamiliesDay = {
  readonly figures: Readonly<Record<string, number>>;
  readonly wrong: readonly string[];
};

/** Which family stands at each lane: another one each, and in the second turn those that had no lane in the first. */
const familiesAt = (turn: number): readonly FamilyName[] =>
  Array.from({ length: LANES }, (_, nth) => cameraFamilies[(nth + turn * LANES) % cameraFamilies.length]!);

/** @param cars about how many come; each drive is the same day on a database of its own */
export async function familiesDay(cars: number, seed: number, log: (line: string) => void): Promise<FamiliesDay> {
  const given = seededDay(cars, seed);
  const own = await driven(given, (mall, tally) =>
    Promise.all(mall.site.lanes.map((lane) => ownLane(mall, lane, tally))),
  );
  log(`our own protocol: ${own.day['stays']!.length} stays, ${own.pulses} openings`);
  const wrong: string[] = [];
  for (const turn of [0, 1]) {
    const names = familiesAt(turn);
    const other = await driven(given, (mall) =>
      Promise.all(mall.site.lanes.map((lane, nth) => familyLane(mall, lane, names[nth]!, nth))),
    );
    log(`${names.join(', ')}: ${other.day['stays']!.length} stays, ${other.pulses} openings`);
    const colourless = own.lanes.filter((_, nth) => !adapters[names[nth]!].can.reportsColour);
    wrong.push(...differences(own.day, other.day, new Set(colourless)).map((each) => `${names.join(', ')}: ${each}`));
    if (other.pulses !== own.pulses) wrong.push(`${names.join(', ')}: ${other.pulses} pulses for ${own.pulses}`);
  }
  const rows = Object.entries(own.day).map(([what, all]) => [what, all.length] as const);
  return { figures: { cars, ...Object.fromEntries(rows), pulses: own.pulses, differences: wrong.length }, wrong };
}
