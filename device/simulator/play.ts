/** Plays the plans of all lots at once, as their devices, over MQTT alone. */
import type { Movement, Plan } from './plan.ts';
import { planPark } from './plan.ts';
import { virtualAttendant } from './attendant.ts';
import type { Fault } from './faults.ts';
import { faultsOf } from './faults.ts';
import { VirtualLane } from './lane.ts';
import type { Clock } from './lane.ts';
import type { ParkWorld, Ranked } from './park-world.ts';
import { parkWorld, rankedMovements } from './park-world.ts';
import { randomFrom } from './random.ts';
import type { Sample } from './series.ts';
import type { Sessions } from './sessions.ts';
import type { ParkSite } from './setup.ts';
import type { Memory } from './state.ts';
import { VirtualDevice } from './virtual-device.ts';
import type { DeviceMemory, Tally } from './virtual-device.ts';

export type PlayOptions = {
  readonly mqttUrl: string;
  readonly sites: readonly ParkSite[];
  readonly occupancy: ReadonlyMap<string, readonly Sample[]>;
  /** Plans made elsewhere, by the park's id on the server; they win over the series. */
  readonly plans?: ReadonlyMap<string, Plan>;
  readonly memory: Memory;
  /** Who works at the boxes. */
  readonly sessions: Sessions;
  readonly seed: string;
  readonly faults: ReadonlySet<Fault>;
  /** Simulated seconds per real second; Infinity goes as fast as the server acknowledges. */
  readonly speed: number;
  /** The plans' times are those of the wall: each is played when its moment comes, whatever the speed. */
  readonly live?: true;
  /** Called now and then with how far it is. */
  readonly progress: (now: Progress) => void;
  /** Breaks the play off: its devices leave, and it fails. */
  readonly signal?: AbortSignal;
};

export type Progress = {
  readonly tally: Tally;
  readonly passed: number;
  readonly planned: number;
  readonly inside: number;
  readonly at: number;
};

const PROGRESS_MS = 1_000;

/** Waits until the moment `due` gives for a simulated time, epoch ms. */
const waitFor = (due: (at: number) => number): Clock => ({
  reach: (at) => {
    const left = due(at) - Date.now();
    return left > 0
      ? new Promise((then) => {
          setTimeout(then, left);
        })
      : Promise.resolve();
  },
});

/** The wall's own time. */
export const wallClock: Clock = waitFor((at) => at);

/** Real time against simulated time, from the first movement on. */
function clockOf(speed: number, from: number): Clock {
  if (!Number.isFinite(speed)) return { reach: () => Promise.resolve() };
  const begun = Date.now();
  return waitFor((at) => begun + (at - from) / speed);
}

/** Cars take the lanes of their direction in turn, where one is freer than another the freer. */
function shareOut(movements: readonly Ranked[], lanes: readonly VirtualLane[]): Map<VirtualLane, Ranked[]> {
  const shares = new Map(lanes.map((lane): [VirtualLane, Ranked[]] => [lane, []]));
  const next: Record<Movement['kind'], number> = { in: 0, out: 0, down: 0, up: 0 };
  const inner = lanes.filter(({ options }) => options.direction === 'inner');
  const ways = {
    in: lanes.filter(({ options }) => options.direction === 'entry'),
    out: lanes.filter(({ options }) => options.direction === 'exit'),
    down: inner,
    up: inner,
  };
  for (const movement of movements) {
    const way = ways[movement.kind];
    shares.get(way[next[movement.kind] % way.length]!)!.push(movement);
    next[movement.kind] += 1;
  }
  return shares;
}

type Scene = {
  readonly site: ParkSite;
  readonly world: ParkWorld;
  readonly lanes: readonly VirtualLane[];
  readonly devices: readonly VirtualDevice[];
  readonly movements: readonly Ranked[];
};

async function scene(site: ParkSite, plan: Plan, options: PlayOptions, clock: Clock, tally: Tally): Promise<Scene> {
  const { memory, seed, mqttUrl } = options;
  const world = parkWorld(plan, memory.guests[site.parkId] ?? []);
  const opened: VirtualDevice[] = [];
  const open = async (of: DeviceMemory): Promise<VirtualDevice> => {
    const made = await VirtualDevice.open(mqttUrl, of, tally);
    opened.push(made);
    return made;
  };
  const box = await open(site.box);
  const lanes = await Promise.all(
    site.lanes.map(
      async ({ gateId, direction, camera, scanner, screen }) =>
        new VirtualLane({
          gateId,
          direction,
          world,
          box,
          clock,
          camera: await open(camera),
          scanner: scanner && (await open(scanner)),
          screen: screen && (await open(screen)),
          faults: faultsOf(options.faults, `${seed}/${camera.sn}`),
          random: randomFrom(`${seed}/${camera.sn}`),
          session: () => options.sessions(site.box.sn),
          tookCash: (fen) => {
            const people = memory.people?.[site.parkId];
            if (people) people.drawerFen += fen;
          },
        }),
    ),
  );
  virtualAttendant(box, lanes, () => options.sessions(site.box.sn));
  return { site, world, lanes, devices: opened, movements: rankedMovements(plan) };
}

const later = (samples: readonly Sample[], playedTo: number | undefined): readonly Sample[] =>
  playedTo === undefined ? samples : samples.filter(({ time }) => time > playedTo);

export async function play(options: PlayOptions): Promise<{ tally: Tally }> {
  const { sites, memory, occupancy } = options;
  const tally: Tally = { made: 0, acknowledged: 0, repeated: 0, answered: 0 };
  const plans = sites.map(
    ({ row, parkId }) =>
      options.plans?.get(parkId) ??
      planPark(
        row,
        later(occupancy.get(row.park) ?? [], memory.playedTo[parkId]),
        options.seed,
        memory.guests[parkId] ?? [],
      ),
  );
  const starts = plans.flatMap(({ movements }) => movements[0]?.time ?? []);
  const clock = options.live ? wallClock : clockOf(options.speed, Math.min(...starts));
  const scenes: Scene[] = [];
  for (const [nth, site] of sites.entries()) scenes.push(await scene(site, plans[nth]!, options, clock, tally));
  const remember = (): void => {
    for (const { site, world } of scenes) memory.guests[site.parkId] = [...world.inside.values()];
  };
  const planned = plans.reduce((sum, { movements }) => sum + movements.length, 0);
  const report = (): void => {
    remember();
    const inside = scenes.reduce((sum, { world }) => sum + world.inside.size, 0);
    const passed = scenes.reduce((sum, { lanes }) => sum + lanes.reduce((all, lane) => all + lane.passed, 0), 0);
    const times = scenes.flatMap(({ lanes }) => lanes.flatMap((lane) => lane.at || []));
    options.progress({ tally, planned, passed, inside, at: times.length > 0 ? Math.min(...times) : 0 });
  };
  const timer = setInterval(report, PROGRESS_MS);
  const broken = new Promise<never>((_, fail) => {
    options.signal?.addEventListener('abort', () => fail(new Error('the play was broken off')));
  });
  try {
    await Promise.race([
      broken,
      Promise.all(
        scenes.flatMap(({ lanes, movements }) =>
          [...shareOut(movements, lanes)].map(([lane, share]) => lane.run(share)),
        ),
      ),
    ]);
    await Promise.all(scenes.flatMap(({ devices }) => devices.map((device) => device.settled())));
    for (const { site } of scenes) {
      const last = occupancy.get(site.row.park)?.at(-1)?.time;
      if (last !== undefined) memory.playedTo[site.parkId] = Math.max(last, memory.playedTo[site.parkId] ?? last);
    }
  } finally {
    clearInterval(timer);
    report();
    await Promise.allSettled(scenes.flatMap(({ devices }) => devices.map((device) => device.close())));
  }
  return { tally };
}
