/**
 * The product that the walks of the frame go through: a car inside, one that left and paid, services that end; and a
 * window in it.
 */
import type { Locator, Page } from 'playwright-core';
import type { Lang, Text } from '#kit/declare/text.ts';
import { text } from '#kit/declare/text.ts';
import { comesIn, leaves, openPlace } from './car.ts';
import type { Place } from './car.ts';
import { ready } from './look.ts';
import type { Account, Opened, Size } from './world.ts';

const HOUR = 3_600_000;
export const plate = '浙AD12346';
export const gonePlate = '浙A54321';
export const expiry = text('车场服务到期提醒', 'Car park services expiring');

export async function startTestProduct(): Promise<Place> {
  const place = await openPlace();
  const { world, city, lanes } = place;
  const now = Date.now();
  await comesIn(lanes, gonePlate, now - 3 * HOUR);
  await leaves(lanes, gonePlate, now - HOUR, true);
  await comesIn(lanes, plate, now - HOUR);
  const day = (days: number) => new Date(now + days * 24 * HOUR).toISOString().slice(0, 10);
  for (const [serviceType, end] of [
    ['sms', 9],
    ['platform', -9],
  ] as const)
    await world.api.post('/api/updown/plat/parkServicesConfig/submit', {
      parkId: city.first.parkId,
      serviceType,
      startDate: '2026-01-01',
      expireDate: day(end),
    });
  return place;
}

export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });
export const tabs = (page: Page): Locator => page.locator('.tab-bar .tab');
export const pop = (page: Page): Locator => page.locator('.gh-pop:popover-open');

export type Walked = Opened & { say: (of: Text) => string };

type Opening = { size?: Size; person?: Account; ahead?: (page: Page) => Promise<unknown> };

/**
 * A window of a person, by default the group's administrator, with the expiry dialog put away. `ahead`: before it shows
 * anything.
 */
export async function opened(
  { world, city }: Place,
  lang: Lang,
  route: string,
  { size, person = city.groupAdmin, ahead }: Opening = {},
): Promise<Walked> {
  const window = await world.open(person, lang, size);
  const say = (of: Text) => of[lang];
  await ahead?.(window.page);
  await window.page.goto(route);
  await ready(window.page);
  await dialog(window.page, say(expiry)).waitFor();
  await window.page.keyboard.press('Escape');
  await dialog(window.page, say(expiry)).waitFor({ state: 'detached' });
  return { ...window, say };
}

/** Picks from the person's own menu. */
export async function byMine(page: Page, name: string): Promise<void> {
  await page.locator('.top-bar button.me').click();
  await pop(page).getByRole('menuitem', { name, exact: true }).click();
}
