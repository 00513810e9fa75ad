/**
 * Plays a month of money: marketing, payers and accountants, day by day under the world's own clock, and holds the
 * figures against each other.
 */
import { addDays } from '#domain/time/day.ts';
import { Accountants } from './accountant.ts';
import { Invoices } from './invoices.ts';
import { Marketing } from './marketing.ts';
import { Payers } from './payers.ts';
import { verdictOf } from './verdict.ts';
import type { Bound, People } from './verdict.ts';
import { HOUR, openWorld, timeOf } from './world.ts';
import type { Size, World } from './world.ts';

export type Played = { readonly bounds: readonly Bound[]; readonly tally: Readonly<Record<string, number>> };

/** Once an hour: what servers do by themselves, and coupons and gifts that end. */
async function hourly(world: World): Promise<void> {
  await world.rounds();
  await world.job('profit-shares');
  await world.rounds();
  await world.job('coupons');
}

async function playDays(
  world: World,
  { payers, marketing, accountants, invoices }: People,
  say: (line: string) => void,
) {
  for (const [nth, day] of world.allDays.entries()) {
    const visits = world.days.includes(day) ? payers.plan(day) : [];
    if (visits.length > 0) {
      marketing.plan(day, nth, visits);
      invoices.plan(day);
    }
    accountants.plan(day);
    for (let hour = 0; hour < 24; hour += 1) world.agenda.add(timeOf(day, `${hour}:30`), () => hourly(world));
    const end = timeOf(addDays(day, 1), '00:00');
    for (let next = world.agenda.next(end); next; next = world.agenda.next(end)) {
      world.moveTo(next.at);
      await next.run();
    }
    say(
      `${day}: ${payers.tally.visits} visits, ${payers.paid.length} paid by a channel, ${invoices.tally.applied} invoices applied for`,
    );
  }
}

export async function playMoney(size: Size, say: (line: string) => void = () => undefined): Promise<Played> {
  const { world, close } = await openWorld(size);
  try {
    const payers = new Payers(world);
    const accountants = new Accountants(world, payers);
    const people = {
      payers,
      accountants,
      marketing: new Marketing(world, payers),
      invoices: new Invoices(world, accountants),
    };
    await people.marketing.open();
    await accountants.open();
    await people.invoices.open();
    await playDays(world, people, say);
    world.pass(HOUR);
    await world.rounds();
    const bounds = await verdictOf(world, people);
    const { marketing, invoices } = people;
    return { bounds, tally: { ...payers.tally, ...marketing.tally, ...accountants.tally, ...invoices.tally } };
  } finally {
    await close();
  }
}
