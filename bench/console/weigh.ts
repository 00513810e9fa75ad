import type { Page } from 'playwright-core';

export type Weight = { bytes: number; requests: number };

/**
 * What comes over the wire while something is done, as the browser counts it: bodies as they are packed, and headers.
 */
export async function weigh(page: Page, work: () => Promise<unknown>): Promise<Weight> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const weight = { bytes: 0, requests: 0 };
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    weight.bytes += encodedDataLength;
    weight.requests += 1;
  });
  await work();
  await page.waitForLoadState('networkidle');
  await session.detach();
  return weight;
}
