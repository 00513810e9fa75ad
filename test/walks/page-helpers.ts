/** User actions in the console, by the visible texts. */
import type { Locator, Page } from 'playwright-core';

/** The page in view; others stay alive behind it. */
export const pane = (page: Page): Locator => page.locator('main .pane:visible');

export const button = (within: Page | Locator, name: string): Locator =>
  within.getByRole('button', { name, exact: true });

/** Goes to a screen by the menu, as one does without the address. */
export async function byMenu(page: Page, top: string, group: string, screen: string): Promise<void> {
  await page.locator('.top-menu').getByRole('button', { name: top, exact: true }).click();
  const aside = page.locator('.side-bar');
  const entry = aside.getByRole('link', { name: screen, exact: true });
  const folder = aside.getByRole('button', { name: group, exact: true });
  await folder.waitFor();
  if ((await folder.getAttribute('aria-expanded')) === 'false') await folder.click();
  await entry.click();
}

/**
 * Closes all tabs but the one in view. Pages of other tabs stay in the document, and whatever reads the whole document
 * would take longer with each page that was visited.
 */
export const closeOtherTabs = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const close of document.querySelectorAll<HTMLElement>('.tab-bar .tab:not(.on) > button')) close.click();
  });

/**
 * A button of a row, in line or in the menu behind 更多; on a phone all are behind the one at the row's end. The row may
 * still show the actions of before an earlier step, and is looked at again until it offers this one.
 */
export async function press(row: Locator, name: string): Promise<void> {
  const inLine = button(row, name);
  const more = row.getByRole('button', { name: /^(更多|More|操作|Actions)$/ });
  const menu = row.page().locator('.gh-pop:popover-open');
  const inMenu = menu.getByRole('menuitem', { name, exact: true });
  for (let tries = 0; tries < 32; tries += 1) {
    await inLine.or(more).first().waitFor();
    if ((await inLine.count()) > 0) return inLine.first().click();
    if ((await menu.count()) === 0) await more.click();
    if (
      await inMenu.waitFor({ timeout: 2_500 }).then(
        () => true,
        () => false,
      )
    )
      return inMenu.click();
    if ((await menu.count()) > 0) await more.click();
  }
  await inMenu.click();
}

/** Waits until there are as many as that. */
export async function areMany(all: Locator, count: number): Promise<void> {
  await all.nth(count).waitFor({ state: 'detached' });
  if (count > 0) await all.nth(count - 1).waitFor({ state: 'attached' });
}

/** The rows of the table in view that say something. */
export const rows = (page: Page, words: string): Locator =>
  pane(page).locator('tbody tr[data-row]').filter({ hasText: words });

/** A plate as the console writes it. */
export const written = (plate: string): string => `${plate.slice(0, 2)}·${plate.slice(2)}`;

/** Picks from an open list of choices by its words. */
export async function pick(page: Page, input: Locator, words: string): Promise<void> {
  await input.click();
  await input.fill(words);
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: words }).first().click();
}
