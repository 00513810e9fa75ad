/**
 * `npm run bench:wall`: a wall screen in a browser against a running server of the demo city, its clock sped up, and
 * what its page holds after a garbage collection: heap, nodes, listeners, and pictures, of which there is one a tile.
 * It makes a link to the first screen the account may link (or `--screen`), which ends that screen's previous link.
 */
import { parseArgs } from 'node:util';
import type { CDPSession, Page } from 'playwright-core';
import { demoPassword } from '#db/demo/city.ts';
import { MOST_TILES } from '#areas/wall/model/tiles.ts';
import { launchBrowser } from '#test/walks/world.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: `http://127.0.0.1:${process.env['PORT'] ?? 8080}` },
    user: { type: 'string', default: 'anbo' },
    password: { type: 'string', default: demoPassword },
    /** Part of the name of the screen that is watched; the first one without it. */
    screen: { type: 'string', default: '' },
    /** How long it is watched, and how much faster the page's timers go. */
    minutes: { type: 'string', default: '10' },
    speed: { type: 'string', default: '40' },
  },
});
/** More than this between the first quarter and the end is a leak. */
const MOST_GROWTH = 1.1;

async function send<T>(method: string, path: string, input: object, token = ''): Promise<T> {
  const isGet = method === 'GET';
  const query = isGet ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
  const answer = await fetch(`${values.url}${path}${query}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(isGet ? {} : { body: JSON.stringify(input) }),
  });
  const body = (await answer.json()) as { data: T; msg: string };
  if (!answer.ok) throw new Error(`${path}: ${body.msg}`);
  return body.data;
}

type Held = {
  readonly heapMb: number;
  readonly nodes: number;
  readonly listeners: number;
  /** Pictures that were made and not released, and all that were made. */
  readonly pictures: number;
  readonly loaded: number;
};

/** Counts the pictures the page makes and releases. */
const countPictures = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const counts = { held: 0, made: 0 };
    const [make, release] = [URL.createObjectURL.bind(URL), URL.revokeObjectURL.bind(URL)];
    URL.createObjectURL = (source) => {
      counts.held += 1;
      counts.made += 1;
      return make(source);
    };
    URL.revokeObjectURL = (url) => {
      counts.held -= 1;
      release(url);
    };
    Object.assign(window, { pictureCounts: counts });
  });
const pictureCounts = (page: Page): Promise<{ held: number; made: number }> =>
  page.evaluate(() => (window as unknown as { pictureCounts: { held: number; made: number } }).pictureCounts);

async function held(session: CDPSession, page: Page): Promise<Held> {
  for (let nth = 0; nth < 3; nth += 1) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const counts = await pictureCounts(page);
  const of = (name: string): number => metrics.find((each) => each.name === name)?.value ?? 0;
  return {
    heapMb: Math.round((of('JSHeapUsedSize') / 1_048_576) * 100) / 100,
    nodes: of('Nodes'),
    listeners: of('JSEventListeners'),
    pictures: counts.held,
    loaded: counts.made,
  };
}

/** The page's timers go this much faster; what it shows comes from the server as always. */
const hurry = (page: Page, speed: number): Promise<unknown> =>
  page.addInitScript((factor) => {
    const plain = window.setTimeout.bind(window);
    const faster = (task: TimerHandler, ms = 0, ...more: unknown[]) =>
      plain(task, ms > 2_000 ? ms / factor : ms, ...more);
    window.setTimeout = faster as typeof window.setTimeout;
  }, speed);

async function measure(link: string, minutes: number, speed: number): Promise<{ rows: Held[]; refreshes: number }> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    let refreshes = 0;
    page.on('response', (answer) => {
      if (answer.url().includes('/api/')) refreshes += 1;
    });
    await countPictures(page);
    await hurry(page, speed);
    await page.goto(link);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const rows: Held[] = [];
    for (let minute = 0; minute <= minutes; minute += 1) {
      await page.waitForTimeout(minute === 0 ? 15_000 : 60_000);
      rows.push(await held(session, page));
      console.log(minute, JSON.stringify(rows.at(-1)), `${refreshes} responses`);
    }
    return { rows, refreshes };
  } finally {
    await browser.close();
  }
}

const minutes = Number(values.minutes);
const { accessToken } = await send<{ accessToken: string }>('POST', '/api/api-uaa/oauth/user/token', {
  username: values.user,
  password: values.password,
});
const { records } = await send<{ records: { id: string; name: string }[] }>(
  'GET',
  '/api/updown/sysbigreport/list',
  {},
  accessToken,
);
const screen = records.find(({ name }) => name.includes(values.screen));
if (!screen) throw new Error('there is no such screen');
const { url } = await send<{ url: string }>('POST', '/api/gatehouse/sysbigreport/link', { id: screen.id }, accessToken);
const { rows, refreshes } = await measure(new URL(url, values.url).href, minutes, Number(values.speed));
const early = Math.max(...rows.slice(0, Math.ceil(rows.length / 4)).map(({ heapMb }) => heapMb));
const grown = rows.at(-1)!.heapMb / early;
console.log(`heap at the end ${grown.toFixed(2)} of that of the first quarter, ${refreshes} responses`);
const isHeld = rows.every(({ pictures }) => pictures <= MOST_TILES);
process.exitCode = refreshes > minutes && grown <= MOST_GROWTH && isHeld ? 0 : 1;
