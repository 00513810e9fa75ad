/** Plays a world of roadside streets against a server of its own, and holds what the server says against what truly happened. */
import { performance } from 'node:perf_hooks';
import type { Size } from '#device/simulator/roadside/truth.ts';
import { FAULTS, HOUR } from '#device/simulator/roadside/truth.ts';
import type { Faults } from '#device/simulator/roadside/truth.ts';
import { sumsOf } from '#device/simulator/roadside/rules.ts';
import { staysTold, told } from '#device/simulator/roadside/told.ts';
import type { Told } from '#device/simulator/roadside/told.ts';
import { verdictOf } from '#device/simulator/roadside/verdict.ts';
import type { Verdict } from '#device/simulator/roadside/verdict.ts';
import { playWorld } from '#device/simulator/roadside/world.ts';
import type { Played } from '#device/simulator/roadside/world.ts';
import { addDays, dayOf, startOfDay } from '#domain/time/day.ts';
import { openRoadsideServer } from './server.ts';
import type { RoadsideServer } from './server.ts';

const ZONE = 'Asia/Shanghai';
/** Events of the measured stretch, and the pause between them. */
const MEASURED = 400;
const PACE_MS = 100;

const pause = (ms: number): Promise<void> =>
  new Promise((then) => {
    setTimeout(then, ms);
  });

/** Some of the messages once more, as from a gateway that lost its acknowledgements. */
async function sendAgain(server: RoadsideServer, { site, kept }: Played): Promise<void> {
  for (const [nth, { gateway }] of site.lots.entries()) {
    const own = kept.filter(({ lot }) => lot === nth);
    await gateway.close();
    const waiting = Object.fromEntries(own.map(({ seq, message, payload }) => [seq, { message, payload }]));
    const again = await server.device(
      { ...gateway.memory, waiting },
      { made: 0, acknowledged: 0, repeated: 0, answered: 0 },
    );
    await again.settled();
  }
}

/** Milliseconds from an event of a sensor to the strip of a console, one event after the other at the pace of a big city. */
async function measure(server: RoadsideServer, { site, truth }: Played, count: number): Promise<number[]> {
  const strip: number[] = [];
  const waiting = new Map<string, number>();
  server.hear((_, topic, payload) => {
    if (topic !== 'berth') return;
    const { berthId } = payload as { berthId: string };
    const sent = waiting.get(berthId);
    if (sent === undefined) return;
    waiting.delete(berthId);
    strip.push(performance.now() - sent);
  });
  const spots = site.sections.flatMap((section, nth) =>
    section.street === 'locks' ? [] : section.berths.map(({ id }, berth) => ({ id, section, nth, berth })),
  );
  const gateways = await Promise.all(
    site.lots.map(({ gateway }) =>
      server.device({ ...gateway.memory, waiting: {} }, { made: 0, acknowledged: 0, repeated: 0, answered: 0 }),
    ),
  );
  const sent: Promise<void>[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    // Each berth in turn, far from each other: a car comes in one round and leaves in the next.
    const round = Math.floor(nth / spots.length);
    const spot = spots[(nth * 37) % spots.length]!;
    const at = truth.end + 4 * HOUR + nth * 90_000;
    server.setClock(at);
    waiting.set(spot.id, performance.now());
    sent.push(
      gateways[spot.section.lot]!.event('space', at, {
        sensor: spot.section.sensors[spot.berth],
        kind: 'change',
        occupied: round % 2 === 0,
        changes: 1_000_000 + nth,
      }),
    );
    await pause(PACE_MS);
  }
  await Promise.all(sent);
  server.hear(null);
  return [...strip, ...[...waiting.values()].map(() => Infinity)];
}

export type RunOptions = {
  readonly size: Size;
  readonly faults?: Faults;
  readonly measured?: number;
  readonly step?: number;
  readonly say?: (line: string) => void;
};

export async function runRoadside(options: RunOptions): Promise<{ verdict: Verdict; played: Played; all: Told }> {
  const { size, faults = FAULTS, measured = MEASURED, step = 1, say } = options;
  const start = startOfDay(addDays(dayOf(Date.now(), ZONE), -size.days - 1), ZONE);
  const server = await openRoadsideServer();
  try {
    const played = await playWorld(server, { size, faults, start, step, ...(say ? { say } : {}) });
    const all = await told(server, played);
    await sendAgain(server, played);
    await server.round('ends', truthEnd(played));
    const again = sumsOf(await staysTold(server, played));
    const strip = await measure(server, played, measured);
    return { verdict: verdictOf(all, played, { again, strip }), played, all };
  } finally {
    await server.close();
  }
}

const truthEnd = ({ truth }: Played): number => truth.end + 3 * HOUR + 120_000;

const number = (of: number): string => of.toLocaleString('en');

/** Prints what came out; answers whether every bound holds. */
export function report({ rules, billed, bounds, wrong }: Verdict, played: Played): boolean {
  const outcomes = Map.groupBy(
    played.collectors.flatMap(({ handheld }) => handheld.results),
    ({ outcome }) => outcome,
  );
  console.table(
    rules.map(({ rule, what, looked, wrong: words }) => ({
      rule,
      what,
      looked,
      wrong: words.length,
      holds: words.length === 0 ? 'yes' : 'NO',
    })),
  );
  const { stoodMinutes, billedMinutes, lost, bills, underOtherPlate } = billed;
  const under = stoodMinutes - billedMinutes;
  console.log(
    `${number(played.truth.cars.length)} cars stood ${number(stoodMinutes)} min, ${number(billedMinutes)} billed on ${number(bills)} bills (${number(underOtherPlate)} under a misread plate); undercharge ${number(under)} min (${((100 * under) / stoodMinutes).toFixed(1)} %):`,
  );
  console.log(
    `  ${number(lost.unattended)} outside the attended hours, ${number(lost.leftUnread)} left unread by the one collector, ${number(lost.unread)} not read in time, ${number(lost.beforePlate)} before a late plate, ${number(lost.afterProof)} beyond what is proven`,
  );
  console.log(
    `deeds: ${[...outcomes].map(([outcome, all]) => `${number(all.length)} ${outcome}`).join(', ')}; by phone ${number(played.phoneFen / 100)} yuan`,
  );
  console.table(bounds.map(({ what, figure, bound, holds }) => ({ what, figure, bound, holds: holds ? 'yes' : 'NO' })));
  for (const words of wrong) console.error(words);
  return bounds.every(({ holds }) => holds);
}
