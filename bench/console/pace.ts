/**
 * How fast the console moves once it is there. All times are taken inside the page: from the press to the task after
 * the frame that shows its answer.
 */
import type { Page } from 'playwright-core';
import { ready } from '#test/walks/look.ts';

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Goes to an address of the console as a link inside it does. */
const goTo = async (page: Page, address: string): Promise<void> => {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  await page.waitForFunction((to) => location.pathname === to.split('?')[0], address);
  await ready(page);
};

const tabLink = (path: string): string => `.tab-bar [data-path="${path}"] a`;

/** The condition runs in the page as its own function, because it is checked in every frame. */
type Shown = 'pane' | 'rows' | 'page';

/** Presses and waits until it is painted. `answered`: from the answer of the server instead of the press. */
const press = (
  page: Page,
  selector: string,
  shown: Shown,
  of: string,
): Promise<{ pressed: number; answered: number }> =>
  page.evaluate(
    ([button, what, wanted]) =>
      new Promise((done) => {
        const pane = () => [...document.querySelectorAll('main .pane')].find((each) => each.checkVisibility());
        const rows = () => pane()?.querySelectorAll('tbody tr[data-row]').length ?? 0;
        const first = () =>
          [...(pane()?.querySelectorAll('tbody tr[data-row] td') ?? [])].find((each) => each.textContent !== '')
            ?.textContent ?? '';
        const title = () => pane()?.querySelector('h1')?.textContent ?? '';
        const there = {
          pane: () => title() === wanted,
          rows: () => title() === wanted && rows() > 0,
          page: () => first() === wanted,
        }[what as Shown];
        const start = performance.now();
        const look = () => {
          if (!there()) return requestAnimationFrame(look);
          const channel = new MessageChannel();
          channel.port1.addEventListener(
            'message',
            () => {
              const end = performance.now();
              const answer = (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
                .filter(({ name, responseEnd }) => name.includes('/api/') && responseEnd > start)
                .reduce((last, { responseEnd }) => Math.max(last, responseEnd), start);
              done({ pressed: end - start, answered: end - answer });
            },
            { once: true },
          );
          channel.port1.start();
          channel.port2.postMessage(null);
        };
        performance.clearResourceTimings();
        document.querySelector<HTMLElement>(button!)!.click();
        requestAnimationFrame(look);
      }),
    [selector, shown, of] as const,
  );

const heading = (page: Page): Promise<string> => page.locator('main .pane:visible h1').first().innerText();

/** Between two lists that both stand open, back and forth. */
export async function switchTabs(page: Page, paths: readonly [string, string], times: number): Promise<number[]> {
  const titles: string[] = [];
  for (const path of paths) {
    await goTo(page, path);
    titles.push(await heading(page));
  }
  const taken: number[] = [];
  for (let at = 0; at < times * 2; at += 1)
    taken.push((await press(page, tabLink(paths[at % 2]!), 'pane', titles[at % 2]!)).pressed);
  return taken;
}

const closeTab = (page: Page, path: string): Promise<void> =>
  page.locator(`.tab-bar [data-path="${path}"] button`).click();

/**
 * A list page rebuilt with rows already loaded: it was closed a moment ago. The link is one put into the page for it.
 */
export async function mountList(page: Page, address: string, times: number): Promise<number[]> {
  const path = address.split('?')[0]!;
  const taken: number[] = [];
  for (let at = 0; at < times; at += 1) {
    await goTo(page, address);
    const title = await heading(page);
    await closeTab(page, path);
    await page.evaluate((to) => {
      const link = document.createElement('button');
      link.id = 'bench';
      link.addEventListener('click', () => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
        link.remove();
      });
      document.body.append(link);
    }, address);
    taken.push((await press(page, '#bench', 'rows', title)).pressed);
    await ready(page);
    await closeTab(page, path);
  }
  return taken;
}

/** The next page of a list again and again: from its answer, and from the press. */
export async function turnPages(
  page: Page,
  address: string,
  times: number,
): Promise<{ pressed: number[]; answered: number[] }> {
  await goTo(page, address);
  const taken = { pressed: [] as number[], answered: [] as number[] };
  for (let at = 1; at <= times; at += 1) {
    const once = await press(
      page,
      'main .pane:not([style*="none"]) .gh-pager button[aria-current] + button',
      'page',
      String(at * 20 + 1),
    );
    taken.pressed.push(once.pressed);
    taken.answered.push(once.answered);
    await ready(page);
  }
  return taken;
}

export type Plain = { page: number; rows: number; switched: number };

/**
 * What the browser alone needs on this machine: the markup of the list in view set in one step, that of its rows, and
 * two pages shown in turns by their style, each to painted. What the console takes beside them does not depend on the
 * machine. The window is of no use afterwards.
 */
export const putBack = (page: Page, times: number): Promise<Plain[]> =>
  page.evaluate(async (rounds) => {
    const frame = () =>
      new Promise((done) => {
        requestAnimationFrame(done);
      });
    const painted = async (change: () => void) => {
      await frame();
      await frame();
      const start = performance.now();
      change();
      await frame();
      const channel = new MessageChannel();
      const after = new Promise((done) => {
        channel.port1.addEventListener('message', done, { once: true });
      });
      channel.port1.start();
      channel.port2.postMessage(null);
      await after;
      return performance.now() - start;
    };
    const pane = [...document.querySelectorAll<HTMLElement>('main .pane')].find((each) => each.checkVisibility())!;
    const other = [...document.querySelectorAll<HTMLElement>('main .pane')].find((each) => each !== pane)!;
    const set = (of: Element) => {
      const html = of.innerHTML;
      of.replaceChildren();
      return async () =>
        painted(() => {
          of.innerHTML = html;
        });
    };
    const taken: { page: number; rows: number; switched: number }[] = [];
    for (let at = 0; at < rounds; at += 1) {
      const switched = await painted(() => {
        pane.style.display = 'none';
        other.style.removeProperty('display');
      });
      other.style.display = 'none';
      pane.style.removeProperty('display');
      await frame();
      const rows = await set(pane.querySelector('tbody')!)();
      taken.push({ page: await set(pane)(), rows, switched });
    }
    return taken;
  }, times);

/** Every answer of a list becomes one of so many rows, made of those it had. */
export const lengthen = (page: Page, path: string, count: number): Promise<unknown> =>
  page.route(
    (url) => url.pathname === path,
    async (route) => {
      const answer = (await (await route.fetch()).json()) as { data: { records: { id: string }[]; total: number } };
      const some = answer.data.records;
      const records = Array.from({ length: count }, (_, at) => ({ ...some[at % some.length]!, id: String(at + 1) }));
      await route.fulfill({ json: { ...answer, data: { ...answer.data, records, total: count } } });
    },
  );

/**
 * Scrolls the table in view by so many pixels in every frame; the length of each frame, and the tasks of more than 50
 * ms.
 */
export const scroll = (page: Page, frames: number, pixels: number): Promise<{ frames: number[]; longTasks: number }> =>
  page.evaluate(
    ([count, step]) =>
      new Promise((done) => {
        const table = [...document.querySelectorAll<HTMLElement>('main .pane .gh-table')].find((each) =>
          each.checkVisibility(),
        )!;
        const taken: number[] = [];
        const watch = new PerformanceObserver(() => undefined);
        watch.observe({ type: 'longtask' });
        let last = 0;
        const move = (now: number) => {
          if (last > 0) taken.push(now - last);
          last = now;
          if (taken.length < count!) {
            table.scrollTop += step!;
            return requestAnimationFrame(move);
          }
          const longTasks = watch.takeRecords().length;
          watch.disconnect();
          return done({ frames: taken, longTasks });
        };
        requestAnimationFrame(move);
      }),
    [frames, pixels] as const,
  );

/** Memory that is in use once all rubbish is gone, in bytes. */
async function inUse(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage');
  const {
    usedSize,
    embedderHeapUsedSize = 0,
    backingStorageSize = 0,
  } = (await session.send('Runtime.getHeapUsage')) as {
    usedSize: number;
    embedderHeapUsedSize?: number;
    backingStorageSize?: number;
  };
  await session.detach();
  return usedSize + embedderHeapUsedSize + backingStorageSize;
}

/** Opens every route as a tab of its own, visits all of them again, and again: memory after each round. */
export async function visitTabs(page: Page, routes: readonly string[], rounds: number): Promise<number[]> {
  const after: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const route of routes) await goTo(page, route);
    after.push(await inUse(page));
  }
  return after;
}
