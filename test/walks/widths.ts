/** A page at every width: kept as a picture, and nothing of it stands outside the window. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { outside } from './look.ts';
import { desk, sizes } from './world.ts';

export async function atEveryWidth(page: Page, name: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.screenshot({ path: `shots/${name}-${size.width}.png`, fullPage: true });
    assert.deepEqual(await outside(page), [], `${name}, ${size.width} wide`);
  }
  await page.setViewportSize(desk);
}
