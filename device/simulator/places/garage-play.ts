/** Cars come and go in the garage, boards follow, detectors die, counters count, and twice it burns. */
import type { Garage, Gateway, Group, Space } from './garage-world.ts';
import { CLEAR_AT, NAVIGATION, RAMP } from './garage-world.ts';
import { p99, rule } from './figures.ts';
import type { Figure } from './figures.ts';
import { pause, until } from './setting.ts';
import type { Run } from './setting.ts';

const BOARD_BEHIND_MS = 2_000;
const PATIENCE_MS = 15_000;

const freeIn = ({ spaces }: Pick<Group, 'spaces'>): number =>
  spaces.filter(({ taken, lost }) => !taken && !lost).length;

const seen = (spaces: readonly Space[]): Map<number, { taken: boolean }> =>
  new Map(spaces.map(({ address, taken }) => [address, { taken }]));

/** What was free in a group, and from when on. */
type Truth = { readonly at: number; readonly free: number };
type Truths = ReadonlyMap<Group, Truth[]>;

const note = (truths: Truths, group: Group): void =>
  void truths.get(group)!.push({ at: Date.now(), free: freeIn(group) });

const spacesAt = ({ groups }: Garage, gateway: Gateway): Space[] =>
  groups.filter((group) => group.gateway === gateway).flatMap(({ spaces }) => spaces);

/** Every gateway reports how all its spaces are, as after a start. */
async function tellAll(garage: Garage): Promise<void> {
  for (const gateway of garage.gateways) {
    const own = spacesAt(garage, gateway);
    for (let from = 0; from < own.length; from += 500) await gateway.bus.sees(seen(own.slice(from, from + 500)));
  }
}

/** Whether the board shows what is free, as of its last update. */
function isShown(group: Group, since: number): boolean {
  const [last, free] = [group.frames.at(-1), freeIn(group)];
  return last !== undefined && last.at >= since && (free < CLEAR_AT ? last.full : last.n === free);
}

/** A car comes or goes at a group's spaces; answers how long its board took to show it. */
async function change(run: Run, truths: Truths, group: Group): Promise<number> {
  const { random } = run;
  await pause(random.whole(0, 1_200));
  const space = random.pick(group.spaces.filter(({ lost }) => !lost));
  space.taken = !space.taken;
  const at = Date.now();
  note(truths, group);
  void group.gateway.bus.sees(seen([space]), at, { twice: random.chance(0.1) });
  const isSo = await until(() => isShown(group, at), PATIENCE_MS, 20);
  return isSo ? group.frames.at(-1)!.at - at : Number.POSITIVE_INFINITY;
}

async function followed(run: Run, truths: Truths, { groups }: Garage): Promise<number[]> {
  const times = await Promise.all(
    groups.map(async (group) => {
      const own: number[] = [];
      for (let nth = 0; nth < run.sizes.boardChanges; nth += 1) own.push(await change(run, truths, group));
      return own;
    }),
  );
  return times.flat();
}

/** No board ever showed more than was free at any moment of the two seconds before. */
function neverMore(truths: Truths, { groups }: Garage): Figure {
  const wrong: string[] = [];
  let frames = 0;
  for (const group of groups) {
    const own = truths.get(group)!;
    for (const { at, n, full } of group.frames) {
      const began = own.findLastIndex((truth) => truth.at <= at - BOARD_BEHIND_MS);
      const most = Math.max(...own.slice(Math.max(0, began)).flatMap((truth) => (truth.at <= at ? [truth.free] : [])));
      frames += 1;
      if (!full && n > most) wrong.push(`board ${group.board} showed ${n} of ${most}`);
    }
  }
  return rule('N2 a board shows no more than was free within 2 s', frames, wrong);
}

type Figures = { readonly free: number; readonly taken: number; readonly unknown: number; readonly closed: number };
const figuresOf = (run: Run, groupId: string): Promise<Figures> =>
  run.api.get<Figures>(`/api/updown/${NAVIGATION}/devGroup/detail`, { groupId });

const truthOf = ({ spaces }: Group): Figures => ({
  free: spaces.filter(({ taken, lost }) => !taken && !lost).length,
  taken: spaces.filter(({ taken, lost }) => taken && !lost).length,
  unknown: spaces.filter(({ lost }) => lost).length,
  closed: 0,
});

const NAMES = ['free', 'taken', 'unknown', 'closed'] as const;

/** The figures of each group against what its spaces are. */
async function agree(run: Run, groups: readonly Group[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const group of groups) {
    const [shown, due] = [await figuresOf(run, group.id), truthOf(group)];
    if (NAMES.some((name) => shown[name] !== due[name]))
      wrong.push(`board ${group.board}: ${NAMES.map((name) => `${name} ${shown[name]}, not ${due[name]}`).join('; ')}`);
  }
  return wrong;
}

/** Messages out of order, duplicated and late: the last state by the detector's own clock counts. */
async function shuffled(run: Run, { groups }: Garage): Promise<Figure> {
  const { random } = run;
  const sending: Promise<unknown>[] = [];
  const from = Date.now();
  for (const group of groups) {
    const space = random.pick(group.spaces);
    const words = Array.from({ length: 6 }, (_, nth) => ({ at: from + nth, taken: random.chance(0.5) }));
    space.taken = words.at(-1)!.taken;
    for (const { at, taken } of words.toSorted(() => random.next() - 0.5))
      sending.push(group.gateway.bus.sees(new Map([[space.address, { taken }]]), at, { twice: random.chance(0.3) }));
  }
  await Promise.all(sending);
  return rule('N1, N4 words shuffled and doubled come to the same spaces', groups.length, await agree(run, groups));
}

/** Detectors that the gateway has lost are unknown, and no board counts them as free. */
async function dead(run: Run, { groups }: Garage): Promise<Figure> {
  const some = groups.slice(0, Math.max(1, Math.round(groups.length / 3)));
  for (const group of some) {
    const space = run.random.pick(group.spaces);
    space.lost = true;
    await group.gateway.bus.are(new Map([[space.address, 'lost' as const]]), Date.now() + 5);
  }
  return rule('N5 a dead detector is never free', some.length, await agree(run, some));
}

/** Cars down and up the ramp: what one floor gains the other loses. */
async function ramp(run: Run, { ramp: at }: Garage): Promise<Figure> {
  let down = 0;
  const sending: Promise<unknown>[] = [];
  for (let nth = 0; nth < 60; nth += 1) {
    const way = run.random.chance(0.6) ? 'in' : 'out';
    down += way === 'in' ? 1 : -1;
    sending.push(at.gateway.bus.counts(RAMP.counter, way, 1, { twice: run.random.chance(0.2) }));
  }
  await Promise.all(sending);
  const [below, above] = [await figuresOf(run, at.id), await figuresOf(run, at.upperId)];
  const wrong = [
    ...(below.taken === RAMP.start + down ? [] : [`below ${below.taken}, not ${RAMP.start + down}`]),
    ...(above.taken === RAMP.start - down ? [] : [`above ${above.taken}, not ${RAMP.start - down}`]),
  ];
  return rule('N3 a ramp keeps the sum of its floors', 60, wrong);
}

const CO_PPM_DECI = 220; // 25.6 mg/m³: over the start, under the alarm
const LOOKS_MS = 10_000;

/** The air is bad, the fans run; then it burns, and nothing is commanded until a person has reset it. */
async function burn(run: Run, { id, gateway }: Garage['zones'][number]): Promise<string[]> {
  const { bus, fanCommands } = gateway;
  const air = { fire: false, over: new AbortController() };
  const breathing = (async () => {
    while (!air.over.signal.aborted) {
      await bus.breathes(new Map([[RAMP.sensor, CO_PPM_DECI]]), air.fire);
      await pause(3_000);
    }
  })();
  const wrong: string[] = [];
  if (!(await until(() => bus.blows(RAMP.fan), 90_000))) wrong.push(`${gateway.on.memory.sn}: the fans never ran`);
  air.fire = true;
  await pause(2 * LOOKS_MS);
  const before = fanCommands.length;
  await pause(4 * LOOKS_MS);
  air.fire = false;
  await pause(3 * LOOKS_MS);
  if (fanCommands.length !== before)
    wrong.push(`${gateway.on.memory.sn}: ${fanCommands.length - before} commands while the fire panel had the fans`);
  await run.api.post('/api/gatehouse/fan/reset', { id, reason: '现场确认' });
  if (!(await until(() => fanCommands.length > before, 90_000)))
    wrong.push(`${gateway.on.memory.sn}: nothing was commanded after the reset`);
  air.over.abort();
  await breathing;
  return wrong;
}

export async function playGarage(run: Run, garage: Garage): Promise<Figure[]> {
  const truths: Truths = new Map(garage.groups.map((group) => [group, []]));
  for (const { spaces } of garage.groups) for (const space of spaces) space.taken = run.random.chance(0.6);
  for (const group of garage.groups) note(truths, group);
  await tellAll(garage);
  await until(() => garage.groups.every((group) => isShown(group, 0)), PATIENCE_MS);
  run.say('guidance: cars come and go; in two zones the air goes bad, and it burns');
  const burning = Promise.all(garage.zones.map((zone) => burn(run, zone)));
  const times = await followed(run, truths, garage);
  const more = neverMore(truths, garage);
  const figures = [
    p99('a change on its board', times, BOARD_BEHIND_MS),
    more,
    rule('N1 figures of groups are those of their spaces', garage.groups.length, await agree(run, garage.groups)),
    await shuffled(run, garage),
    await dead(run, garage),
    await ramp(run, garage),
  ];
  const burnt = (await burning).flat();
  const fires = garage.zones.length;
  return fires === 0
    ? figures
    : [...figures, rule('N7 while a fire stands and until it is reset no fan is commanded', fires, burnt)];
}
