/** The city's traffic in real time, by the simulator, a day at a time: each lot's cars follow the shape of its kind. */
import type { Car, Movement, Plan } from '#device/simulator/plan.ts';
import { play } from '#device/simulator/play.ts';
import type { Sessions } from '#device/simulator/sessions.ts';
import { writeMemory } from '#device/simulator/state.ts';
import { city } from './city.ts';
import type { LotPlan } from './city.ts';
import type { DemoMemory } from './demo.ts';
import { pastOf } from './history.ts';
import type { Car as Holder } from './plates.ts';
import { randomFrom } from './random.ts';

const aheadMs = 12 * 3_600_000;
const savedEveryMs = 15_000;

/** The next half day of a lot: the cars inside leave as their kind does, and others come and go. */
export function comingDay(
  plan: LotPlan,
  seed: number,
  now: number,
  guests: readonly Car[],
  holders: readonly Holder[],
): Plan {
  const until = now + aheadMs;
  const visits = pastOf(plan, seed, 1, until, 'Asia/Shanghai', holders).filter((stay) => stay.inAt > now);
  const taken = new Set(guests.map((guest) => guest.plate));
  const random = randomFrom(seed);
  const movements: Movement[] = guests.map((car) => ({
    time: now + Math.floor(30_000 + random() * aheadMs * 0.8),
    kind: 'out',
    car,
  }));
  let id = guests.reduce((most, guest) => Math.max(most, guest.id), 0);
  for (const visit of visits) {
    if (taken.has(visit.car.plate)) continue;
    taken.add(visit.car.plate);
    const car: Car = { id: (id += 1), in: visit.inAt, plate: visit.car.plate, colour: visit.car.colour };
    movements.push({ time: visit.inAt, kind: 'in', car });
    if (visit.inner)
      movements.push({ time: visit.inner.from, kind: 'down', car }, { time: visit.inner.to, kind: 'up', car });
    if (visit.outAt !== null) movements.push({ time: visit.outAt, kind: 'out', car });
  }
  movements.sort((a, b) => a.time - b.time);
  return { park: plan.code, capacity: plan.stalls, initial: guests, movements, insideAtEnd: [] };
}

/**
 * Runs until stopped. What the virtual devices have sent is kept, so that the next start goes on with their numbers.
 */
export function liveOn({
  memory,
  file,
  mqttUrl,
  sessions,
  say,
}: {
  memory: DemoMemory;
  file: string;
  mqttUrl: string;
  sessions: Sessions;
  say: (line: string) => void;
}): { stop: () => Promise<void> } {
  const lots = new Map(
    city.flatMap((group) => group.companies.flatMap((company) => company.lots)).map((plan) => [plan.code, plan]),
  );
  const sites = (memory.sites ?? []).filter((site) => site.lanes.length > 0).map((site) => relinked(site, memory));
  const state = { running: true };
  let saved = 0;
  const keep = () => {
    if (Date.now() - saved < savedEveryMs) return;
    saved = Date.now();
    writeMemory(file, memory);
  };
  const days = async () => {
    while (state.running && sites.length > 0) {
      const now = Date.now();
      const plans = new Map(
        sites.map((site, nth) => [
          site.parkId,
          comingDay(
            lots.get(site.row.park)!,
            Math.floor(now / 60_000) + nth,
            now,
            memory.guests[site.parkId] ?? [],
            memory.holders?.[site.parkId] ?? [],
          ),
        ]),
      );
      for (const key of Object.keys(memory.playedTo)) delete memory.playedTo[key];
      await play({
        mqttUrl,
        sites,
        occupancy: new Map(),
        plans,
        memory,
        sessions,
        seed: `demo/${now}`,
        faults: new Set(),
        speed: 1,
        live: true,
        progress: keep,
      });
    }
  };
  void days().catch((error: unknown) => {
    if (state.running) say(`demo: ${String((error as Error).message)}`);
  });
  return {
    stop: async () => {
      state.running = false;
      writeMemory(file, memory);
    },
  };
}

type Site = NonNullable<DemoMemory['sites']>[number];

/** After a restart the sites' devices are the memory's own again, so that their numbers grow in one place. */
function relinked(site: Site, memory: DemoMemory): Site {
  const own = (device: Site['box']) => memory.devices[device.sn] ?? device;
  return {
    ...site,
    box: own(site.box),
    lanes: site.lanes.map((lane) => ({
      ...lane,
      camera: own(lane.camera),
      scanner: lane.scanner && own(lane.scanner),
      screen: lane.screen && own(lane.screen),
    })),
  };
}
