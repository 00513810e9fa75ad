import type { Page } from 'playwright-core';

/** `paths`: of what was requested, in the order it came. */
export type Weight = { bytes: number; paths: string[] };

/**
 * What comes over the wire while something is done, as the browser counts it: bodies as they are packed, and headers.
 */
export async function weigh(page: Page, work: () => Promise<unknown>): Promise<Weight> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const weight: Weight = { bytes: 0, paths: [] };
  const requested = new Map<string, string>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    requested.set(requestId, new URL(request.url).pathname);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    weight.bytes += encodedDataLength;
    weight.paths.push(requested.get(requestId) ?? '');
  });
  await work();
  await page.waitForLoadState('networkidle');
  await session.detach();
  return weight;
}
