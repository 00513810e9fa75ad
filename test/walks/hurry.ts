/** For walks that end or lock a session: no request that the page makes by itself may be refused on the way. */
import type { Page } from 'playwright-core';

const holdMs = 1_500;

/** What the page fetches again every quarter of a minute, or less often, it fetches all the time. */
export const hurried = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const every = setInterval.bind(window);
    Object.assign(window, { setInterval: (work: () => void, ms = 0) => every(work, ms > 10_000 ? ms / 50 : ms) });
  });

/** Holds back what the server answers to a call, once it has done its work: long enough for what is fetched again. */
export const slowly = (page: Page, call: string): Promise<unknown> =>
  page.route(call, async (route) => {
    const response = await route.fetch();
    await new Promise((then) => {
      setTimeout(then, holdMs);
    });
    await route.fulfill({ response });
  });
