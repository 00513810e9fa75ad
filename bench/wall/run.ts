/**
 * `npm run bench:wall`: a wall screen in a browser against a running server of the demo city, and what its page holds
 * after a garbage collection: heap, nodes, listeners, and pictures, of which there is one a tile. Beside it what the
 * server process holds, from `/metrics`.
 *
 * It makes a link to the first screen the account may link (or `--screen`), which ends that screen's previous link; the
 * page's timers go `--speed` times as fast. With `--traffic` cars pass at full speed in car parks of their own, and the
 * screen is a copy of the one named by `--screen` that shows these.
 */
import { parseArgs } from 'node:util';
import type { CDPSession, Page } from 'playwright-core';
import { demoPassword } from '#db/demo/city.ts';
import { openApi } from '#device/simulator/api.ts';
import { MOST_TILES } from '#areas/wall/model/tiles.ts';
import { launchBrowser } from '#test/walks/world.ts';
import { screenOf } from './screen.ts';
import { watchServer } from './server-memory.ts';
import type { ServerMemory } from './server-memory.ts';
import { slopeOf } from './slope.ts';
import { startTraffic } from './traffic.ts';
import type { Traffic } from './traffic.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: `http://127.0.0.1:${process.env['PORT'] ?? 8080}` },
    mqtt: { type: 'string', default: `mqtt://127.0.0.1:${process.env['MQTT_PORT'] ?? 1883}` },
    user: { type: 'string', default: 'anbo' },
    password: { type: 'string', default: demoPassword },
    /** Part of the name of the screen that is watched; the first one without it. */
    screen: { type: 'string', default: '' },
    /** How long it is watched, and how much faster the page's timers go. */
    minutes: { type: 'string', default: '10' },
    speed: { type: 'string', default: '40' },
    traffic: { type: 'boolean', default: false },
    /** Whose car parks the traffic gets. */
    company: { type: 'string', default: '安泊停车集团' },
  },
});
/** More than this between the first quarter and the end is a leak. */
const MOST_GROWTH = 1.1;
/** Of the server, whose least of a minute depends on when it collected. */
const MOST_SERVER_GROWTH = 1.25;

type Held = {
  readonly heapMb: number;
  readonly nodes: number;
  readonly listeners: number;
  /** Pictures that were made and not released, and all that were made. */
  readonly pictures: number;
  readonly loaded: number;
};
type Row = Held & { readonly server: ServerMemory; readonly passed: number };

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

type Watch = { readonly rows: Row[]; readonly refreshes: number };

async function measure(link: string, minutes: number, speed: number, traffic: Traffic | null): Promise<Watch> {
  const browser = await launchBrowser();
  const server = watchServer(values.url, process.env['GATEHOUSE_METRICS_TOKEN'] ?? '');
  try {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    let refreshes = 0;
    page.on('response', (answer) => {
      if (answer.url().endsWith('/show')) refreshes += 1;
    });
    await countPictures(page);
    await hurry(page, speed);
    await page.goto(link);
    await page.locator('.wall').waitFor({ timeout: 120_000 });
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const rows: Row[] = [];
    for (let minute = 0; minute <= minutes; minute += 1) {
      await page.waitForTimeout(minute === 0 ? 15_000 : 60_000);
      if (minute === 0) await page.screenshot({ path: 'shots/bench-wall.png' });
      const passed = traffic?.passed() ?? 0;
      rows.push({ ...(await held(session, page)), server: await server.least(), passed });
      console.log(minute, JSON.stringify(rows.at(-1)), `${refreshes} readings`);
      if (traffic?.isOver()) throw new Error('the cars have all passed before the time was over');
    }
    await page.screenshot({ path: 'shots/bench-wall-end.png' });
    return { rows, refreshes };
  } finally {
    server.stop();
    await browser.close();
  }
}

type Grown = { readonly ratio: number; readonly perHour: number };

/** The end against the most of the first quarter, and the slope of the best line through the rest, a unit an hour. */
function grown(figures: readonly number[]): Grown {
  const quarter = Math.ceil(figures.length / 4);
  return {
    ratio: figures.at(-1)! / Math.max(...figures.slice(0, quarter)),
    perHour: slopeOf(figures.slice(quarter)) * 60,
  };
}

function verdict({ rows, refreshes }: Watch, minutes: number): boolean {
  const report = (what: string, of: (row: Row) => number, most: number): boolean => {
    const { ratio, perHour } = grown(rows.map(of));
    console.log(`${what}: ${ratio.toFixed(2)} of the first quarter (at most ${most}), ${perHour.toFixed(2)} an hour`);
    return ratio <= most;
  };
  const kept = [
    report("the page's heap, MB", ({ heapMb }) => heapMb, MOST_GROWTH),
    report("the page's nodes", ({ nodes }) => nodes, MOST_GROWTH),
    report("the page's listeners", ({ listeners }) => listeners, MOST_GROWTH),
    report("the server's heap, MB", ({ server }) => server.heapMb, MOST_SERVER_GROWTH),
    report("the server's memory, MB", ({ server }) => server.residentMb, MOST_SERVER_GROWTH),
    rows.every(({ pictures }) => pictures <= MOST_TILES),
    refreshes > minutes,
  ];
  console.log(`${refreshes} readings, ${rows.at(-1)!.loaded} pictures loaded, ${rows.at(-1)!.passed} cars passed`);
  return kept.every(Boolean);
}

const minutes = Number(values.minutes);
const api = await openApi(values.url, values.user, values.password, 60_000);
const { url, mqtt, user: account, password, company } = values;
const traffic = values.traffic ? await startTraffic({ url, mqtt, account, password, company }) : null;
const own = traffic && (await screenOf(api, values.screen, traffic));
try {
  const screen =
    own ??
    (await api.find<{ id: string; name: string }>('/api/updown/sysbigreport/list', {}, ({ name }) =>
      name.includes(values.screen),
    ));
  if (!screen) throw new Error('there is no such screen');
  const link = await api.post<{ url: string }>('/api/gatehouse/sysbigreport/link', { id: screen.id, days: 1 });
  const watched = await measure(new URL(link.url, url).href, minutes, Number(values.speed), traffic);
  process.exitCode = verdict(watched, minutes) ? 0 : 1;
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await own?.remove();
}
process.exit(); // the cars go on for as long as the process lives
