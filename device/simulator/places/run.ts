/**
 * A play of doors, visitors, guidance and help against a running server, from the companies up to the table of what
 * came out.
 */
import { allCalm, brought, fillTerminal, forceDoors, leavers, openFromAfar, swipeAll } from './door-play.ts';
import { checkDoors } from './door-check.ts';
import { openDoors } from './door-world.ts';
import type { Figure } from './figures.ts';
import { playGarage } from './garage-play.ts';
import { openGarage } from './garage-world.ts';
import { openCompany, openSetting } from './setting.ts';
import type { Run } from './setting.ts';
import { playHelp } from './help-play.ts';
import { openHelp } from './help-world.ts';
import { playVisits } from './visits.ts';

async function doors(run: Run, companyId: string): Promise<Figure[]> {
  run.say('doors: a terminal is filled');
  const filled = await fillTerminal(run, companyId);
  const setting = await openSetting(run, companyId, '门禁园区');
  const world = await openDoors(run, setting);
  run.say(`doors: ${world.people.length} people are brought to ${run.sizes.rights} terminals`);
  await brought(run, world);
  run.say('doors: people leave');
  const left = await leavers(run, world);
  run.say('doors: everybody swipes');
  const { shown, figures } = await swipeAll(run, world);
  const quiet = await allCalm(run, world);
  const [forced, fromAfar] = [await forceDoors(world), await openFromAfar(run, world)];
  run.say('doors: what the server says of it');
  return [filled, left, ...figures, quiet, ...(await checkDoors(run, world, { shown, forced, fromAfar }))];
}

async function guidance(run: Run, companyId: string): Promise<Figure[]> {
  run.say('guidance: a garage is fitted out');
  return playGarage(run, await openGarage(run, await openSetting(run, companyId, '引导园区')));
}

async function help(run: Run, companyId: string): Promise<Figure[]> {
  run.say('help: lanes and seats are set up');
  return playHelp(run, await openHelp(run, companyId));
}

const parts = { doors, visitors: playVisits, guidance, help } as const;
export type Part = keyof typeof parts;
export const PARTS = Object.keys(parts) as readonly Part[];

/** Plays the parts named, one after the other; devices are off the network afterwards. */
export async function playPlaces(run: Run, named: readonly Part[]): Promise<Figure[]> {
  try {
    const companyId = await openCompany(run);
    const figures: Figure[] = [];
    for (const part of named) figures.push(...(await parts[part](run, companyId)));
    return figures;
  } finally {
    await Promise.all(run.devices.map((device) => device.close()));
  }
}
