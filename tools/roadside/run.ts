/**
 * Plays a world of roadside streets against a server of its own, and compares the server's responses with what truly
 * happened.
 */
import { performance } from 'node:perf_hooks';
import type { Size } from '#device/simulator/roadside/truth.ts';
import { FAULTS, HOUR } from '#device/simulator/roadside/truth.ts';
import type { Faults } from '#device/simulator/roadside/truth.ts';
import { sumsOf } from '#device/simulator/roadside/rules.ts';
import { figuresOf, staysOf } from '#device/simulator/roadside/figures.ts';
import type { Figures } from '#device/simulator/roadside/figures.ts';
import { verdictOf } from '#device/simulator/roadside/verdict.ts';
import type { Verdict } from '#device/simulator/roadside/verdict.ts';
import { playWorld } from '#device/simulator/roadside/world.ts';
import type { Played } from '#device/simulator/roadside/world.ts';
import { addDays, dayOf, startOfDay } from '#domain/time/day.ts';
import { openRoadsideServer } from './server.ts';
import type { RoadsideServer } from './server.ts';

const ZONE = 'Asia/Shanghai';
/** Measured events of a lot, and how many come of one in a second: ten of the eight lots of the full size. */
const MEASURED_A_LOT = 50;
const A_SECOND = 1.25;

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

/** An event that the strip has not shown yet. */
type Pending = { readonly at: number; readonly state: 'occupied' | 'free' };

/**
 * Milliseconds from an event of a sensor to the strip of a console, at the pace of a city's streets, whether the ones
 * before have been shown or not. What is never shown takes for ever.
 */
async function measure(server: RoadsideServer, { site, truth }: Played, each: number): Promise<number[]> {
  const strip: number[] = [];
  const waiting = new Map<string, Pending[]>();
  server.onLive((_, topic, payload) => {
    if (topic !== 'berth') return;
    const { berthId, state } = payload as { berthId: string; state: string };
    const pending = waiting.get(berthId) ?? [];
    const shown = pending.findIndex((event) => event.state === state);
    // Of events that were stored together the last alone is shown, and those before with it.
    for (const { at } of pending.splice(0, shown + 1)) strip.push(performance.now() - at);
  });
  const all = site.sections.flatMap((section, nth) =>
    section.street === 'locks' ? [] : section.berths.map(({ id }, berth) => ({ id, section, nth, berth })),
  );
  // The two of a pair that was mounted wrong report each other's berth, or did until they were corrected.
  const spots = all.filter(
    ({ nth, berth }) => !truth.swaps.some((swap) => swap.section === nth && swap.berths.includes(berth)),
  );
  const gateways = await Promise.all(
    site.lots.map(({ gateway }) =>
      server.device({ ...gateway.memory, waiting: {} }, { made: 0, acknowledged: 0, repeated: 0, answered: 0 }),
    ),
  );
  const sent: Promise<void>[] = [];
  const count = each * site.lots.length;
  for (let nth = 0; nth < count; nth += 1) {
    // Each berth in turn, far from each other: a car comes in one round and leaves in the next.
    const occupied = Math.floor(nth / spots.length) % 2 === 0;
    const spot = spots[(nth * 37) % spots.length]!;
    const at = truth.end + 4 * HOUR + nth * 90_000;
    server.setClock(at);
    const pending = waiting.get(spot.id) ?? [];
    waiting.set(spot.id, [...pending, { at: performance.now(), state: occupied ? 'occupied' : 'free' }]);
    sent.push(
      gateways[spot.section.lot]!.event('space', at, {
        sensor: spot.section.sensors[spot.berth],
        kind: 'change',
        occupied,
      }),
    );
    await pause(1000 / (A_SECOND * site.lots.length));
  }
  await Promise.all(sent);
  server.onLive(null);
  return [...strip, ...[...waiting.values()].flat().map(() => Infinity)];
}

export type RunOptions = {
  readonly size: Size;
  readonly faults?: Faults;
  /** Events of each lot that are timed to the strip. */
  readonly measured?: number;
  readonly step?: number;
  readonly say?: (line: string) => void;
};

export async function runRoadside(options: RunOptions): Promise<{ verdict: Verdict; played: Played; all: Figures }> {
  const { size, faults = FAULTS, measured = MEASURED_A_LOT, step = 1, say } = options;
  const start = startOfDay(addDays(dayOf(Date.now(), ZONE), -size.days - 1), ZONE);
  const server = await openRoadsideServer();
  try {
    const played = await playWorld(server, { size, faults, start, step, ...(say ? { say } : {}) });
    say?.('played to its end; what the server holds is read');
    const all = await figuresOf(server, played);
    say?.(`${all.evidence.length} rows of evidence, ${all.stays.length} stays; some messages are sent again`);
    await sendAgain(server, played);
    await server.round('ends', truthEnd(played));
    const again = sumsOf(await staysOf(server, played));
    say?.('the time from event to strip is measured');
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
    `  ${number(lost.unattended)} outside the attended hours, ${number(lost.leftUnread)} left unread by the one collector, ${number(lost.unread)} not read in time, ${number(lost.unproven)} under sensors that were not proven yet, ${number(lost.beforePlate)} before a late plate, ${number(lost.afterProof)} beyond what is proven`,
  );
  console.log(
    `journal entries: ${[...outcomes].map(([outcome, all]) => `${number(all.length)} ${outcome}`).join(', ')}; by phone ${number(played.phoneFen / 100)} yuan`,
  );
  console.table(bounds.map(({ what, figure, bound, holds }) => ({ what, figure, bound, holds: holds ? 'yes' : 'NO' })));
  for (const words of wrong) console.error(words);
  return bounds.every(({ holds }) => holds);
}
