/** What the people of all lots do while cars come and go, by the server's own calls, as fast as it answers. */
import { dayOf } from '#domain/time/day.ts';
import { openApi } from '../api.ts';
import type { Api } from '../api.ts';
import type { Guest } from '../park-world.ts';
import { randomFrom } from '../random.ts';
import type { Random } from '../random.ts';
import type { ParkSite } from '../setup.ts';
import type { Memory } from '../state.ts';
import { hire } from './lot.ts';
import { beginShift, endShift } from './shifts.ts';
import type { Desk } from './shifts.ts';
import { giveDiscount, refundHalf, sellPass } from './shops.ts';

export type PeopleOptions = {
  readonly desk: Desk;
  readonly account: string;
  readonly password: string;
  readonly sites: readonly ParkSite[];
  readonly memory: Memory;
  readonly seed: string;
  readonly zone: string;
};

const ROUND_MS = 1_000;
const HOUR = 3_600_000;
const SHIFT_MS = 8 * HOUR;
/** Of the cars inside, how many get a discount in a round. */
const GIVEN = 0.01;
const MOST_PASSES = 60;

/** A lot's own time: when its last car came in. */
const timeOf = (guests: readonly Guest[]): number => guests.reduce((latest, { at }) => Math.max(latest, at), 0);

/** Hires who is missing, and opens the boxes. */
export async function bringPeople({ desk, account, password, sites, memory }: PeopleOptions): Promise<void> {
  const api = await openApi(desk.url, account, password, desk.patience);
  memory.people ??= {};
  for (const site of sites) {
    const lot = (memory.people[site.parkId] ??= await hire(api, site));
    // Before the first car: what is taken while nobody is on duty is of no shift.
    if (!lot.shift) await beginShift(desk, lot, 0);
  }
}

/** One round of a lot's people. */
async function round(api: Api, options: PeopleOptions, site: ParkSite, random: Random): Promise<void> {
  const { desk, memory, zone } = options;
  const { parkId } = site;
  const lot = memory.people![parkId]!;
  const guests = memory.guests[parkId] ?? [];
  if (guests.length === 0) return;
  const now = timeOf(guests);
  for (let left = Math.ceil(guests.length * GIVEN); left > 0; left -= 1)
    await giveDiscount(api, lot, random.pick(guests), random);
  if (lot.tally.passes < MOST_PASSES) await sellPass(api, lot, { parkId, zone }, guests, random);
  const range = { startTime: `${dayOf(now - 48 * HOUR, zone)} 00:00:00`, endTime: `${dayOf(now, zone)} 23:59:59` };
  if (random.chance(0.2)) await refundHalf(api, lot, { parkId, range }, random);
  const block = Math.floor(now / SHIFT_MS);
  if (lot.shift?.block !== block) await endShift(desk, lot, block, random);
}

/** Works until stopped, then closes every booth; resolves when the last is closed. */
export function peopleAtWork(options: PeopleOptions): { readonly stop: () => Promise<void> } {
  const { desk, account, password, sites, memory, seed } = options;
  const over = new AbortController();
  // One login for all lots: as many at once as there are lots would be too many tries.
  const session = openApi(desk.url, account, password, desk.patience);
  const lotOf = async (site: ParkSite): Promise<void> => {
    const api = await session;
    const random = randomFrom(`${seed}/people/${site.parkId}`);
    while (!over.signal.aborted) {
      await round(api, options, site, random);
      await new Promise((then) => {
        setTimeout(then, ROUND_MS);
      });
    }
  };
  const all = Promise.all(sites.map(lotOf));
  all.catch(() => undefined); // set by stop
  return {
    stop: async () => {
      over.abort();
      await all;
      for (const site of sites) {
        const lot = memory.people![site.parkId]!;
        if (lot.shift && !(await endShift(desk, lot, null, randomFrom(`${seed}/last`))))
          throw new Error(`the box of ${site.name} could not be closed: a car still waits to pay`);
      }
    },
  };
}
