/**
 * Cars at full speed for the bench of walls: virtual cameras, screens and booths over MQTT, on car parks that fill and
 * empty every hour. Their times lie within the last day, so that the wall shows them, each with its picture.
 */
import { openApi } from '#device/simulator/api.ts';
import { play } from '#device/simulator/play.ts';
import type { Sample } from '#device/simulator/series.ts';
import { sessionsBy } from '#device/simulator/sessions.ts';
import { setUp } from '#device/simulator/setup.ts';
import type { Memory } from '#device/simulator/state.ts';

const LOTS = 6;
const CAPACITY = 1_200;
const HALF_HOUR = 1_800_000;
/** Half hours that are played; with the two hours in which a lot fills up first they stay within a day. */
const HALF_HOURS = 41;

export type Lane = { readonly parkId: string; readonly gateId: string };
export type Traffic = {
  readonly parkIds: readonly string[];
  readonly entry: Lane;
  readonly exit: Lane;
  /** Cars that have passed so far. */
  readonly passed: () => number;
  /** True when all cars have passed: nothing moves any more. */
  readonly isOver: () => boolean;
};

/** Full and empty by turns, up to now. */
function samples(nth: number): Sample[] {
  const first = Date.now() - (HALF_HOURS - 1) * HALF_HOUR;
  return Array.from({ length: HALF_HOURS }, (_, half) => ({
    time: first + half * HALF_HOUR,
    free: (half + nth) % 2 === 0 ? 20 : CAPACITY - 20,
  }));
}

/**
 * Sets the car parks up and lets cars pass as long as the process lives.
 * @param account who may set up car parks in the company of this name
 */
export async function startTraffic(options: {
  readonly url: string;
  readonly mqtt: string;
  readonly account: string;
  readonly password: string;
  readonly company: string;
}): Promise<Traffic> {
  const { url, mqtt, account, password, company } = options;
  const api = await openApi(url, account, password, 120_000);
  const memory: Memory = { devices: {}, guests: {}, playedTo: {} };
  const mark = Date.now().toString(36);
  const rows = Array.from({ length: LOTS }, (_, nth) => ({
    park: `${mark}-${nth}`,
    name: `${mark}-${nth + 1}`,
    city: '满速',
    capacity: CAPACITY,
  }));
  const from = Date.now() - 2 * 86_400_000;
  const say = (line: string): void => console.log(line);
  const sites = await setUp({ api, company, zone: 'Asia/Shanghai', memory, from, say }, rows);
  const occupancy = new Map(rows.map(({ park }, nth) => [park, samples(nth)]));
  let [passed, isOver] = [0, false];
  const playing = play({
    mqttUrl: mqtt,
    sites,
    occupancy,
    memory,
    sessions: sessionsBy(api),
    seed: mark,
    faults: new Set(),
    speed: Infinity,
    progress: (now) => {
      passed = now.passed;
    },
  });
  void playing
    .catch((error: unknown) => console.error(error))
    .finally(() => {
      isOver = true;
    });
  const [site] = sites;
  const laneOf = (direction: 'entry' | 'exit'): Lane => ({
    parkId: site!.parkId,
    gateId: site!.lanes.find((lane) => lane.direction === direction)!.gateId,
  });
  return {
    parkIds: sites.map(({ parkId }) => parkId),
    entry: laneOf('entry'),
    exit: laneOf('exit'),
    passed: () => passed,
    isOver: () => isOver,
  };
}
