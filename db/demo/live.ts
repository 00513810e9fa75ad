/** The city's traffic in real time, by the simulator, a day at a time: each lot's cars follow the shape of its kind. */
import type { Sample } from '#device/simulator/series.ts';
import { play } from '#device/simulator/play.ts';
import { writeMemory } from '#device/simulator/state.ts';
import { city } from './city.ts';
import type { LotPlan } from './city.ts';
import type { DemoMemory } from './demo.ts';
import { pastOf } from './history.ts';

const minuteMs = 60_000;
const stepMs = 5 * minuteMs;
const ahead = 12 * 60;
const savedEveryMs = 15_000;

/** Cars inside a lot of this shape at a time. */
function insideAt(plan: LotPlan, seed: number, times: readonly number[]): number[] {
  const last = times.at(-1)!;
  const stays = pastOf(plan, seed, 2, last, 'Asia/Shanghai');
  return times.map((at) => stays.filter((stay) => stay.inAt <= at && (stay.outAt ?? Number.POSITIVE_INFINITY) > at).length);
}

/** Free spaces for the next half day, starting from the cars inside now and coming to the shape within an hour. */
export function comingDay(plan: LotPlan, seed: number, now: number, insideNow: number): Sample[] {
  const times = Array.from({ length: (ahead * minuteMs) / stepMs }, (_, nth) => now + (nth + 1) * stepMs);
  const wanted = insideAt(plan, seed, times);
  return times.map((time, nth) => {
    const share = Math.min(1, ((nth + 1) * stepMs) / (60 * minuteMs));
    return { time, free: plan.stalls - Math.round(insideNow * (1 - share) + wanted[nth]! * share) };
  });
}

/** Runs until stopped. What the virtual devices have sent is kept, so that the next start goes on with their numbers. */
export function liveOn({ memory, file, mqttUrl, say }: { memory: DemoMemory; file: string; mqttUrl: string; say: (line: string) => void }): { stop: () => Promise<void> } {
  const plans = new Map(city.flatMap((group) => group.companies.flatMap((company) => company.lots)).map((plan) => [plan.code, plan]));
  const sites = (memory.sites ?? []).filter((site) => site.lanes.length > 0).map((site) => relinked(site, memory));
  let running = true;
  let saved = 0;
  const keep = () => {
    if (Date.now() - saved < savedEveryMs) return;
    saved = Date.now();
    writeMemory(file, memory);
  };
  const days = async () => {
    while (running && sites.length > 0) {
      const now = Date.now();
      const occupancy = new Map(sites.map((site, nth) => [site.row.park, comingDay(plans.get(site.row.park)!, Math.floor(now / 86_400_000) + nth, now, memory.guests[site.parkId]?.length ?? 0)]));
      for (const key of Object.keys(memory.playedTo)) delete memory.playedTo[key];
      await play({ mqttUrl, sites, occupancy, memory, seed: `demo/${Math.floor(now / minuteMs)}`, faults: new Set(), speed: 1, progress: keep });
    }
  };
  void days().catch((error: unknown) => { if (running) say(`demo: ${String((error as Error).message)}`); });
  return {
    stop: async () => {
      running = false;
      writeMemory(file, memory);
    },
  };
}

type Site = NonNullable<DemoMemory['sites']>[number];

/** After a restart the sites' devices are the memory's own again, so that their numbers grow in one place. */
function relinked(site: Site, memory: DemoMemory): Site {
  const own = (device: Site['box']) => memory.devices[device.sn] ?? device;
  return { ...site, box: own(site.box), lanes: site.lanes.map((lane) => ({ ...lane, camera: own(lane.camera), scanner: lane.scanner && own(lane.scanner), screen: lane.screen && own(lane.screen) })) };
}
