/**
 * `npm run bench:console`: weighs the console and takes its time, on the demo city, in the browser of the walks, and
 * holds the figures against their budgets. `--url`, `--account`, `--password` measure a server that runs; `--only
 * bytes` (vitals, pace, memory) measures a part; `--json FILE` also writes the figures down. Nothing else should work
 * on the machine.
 */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { standingRoutes } from '#apps/console/routes.ts';
import { demoPassword } from '#db/demo/city.ts';
import { ready } from '#test/walks/look.ts';
import { ensureConsole, launchBrowser, openWindow, quietly, startServer } from '#test/walks/world.ts';
import type { Account, Opened, Running, Size } from '#test/walks/world.ts';
import { budgets, shareOf } from './budgets.ts';
import type { Budget, Figures, Measure } from './budgets.ts';
import { lengthen, median, mountList, putBack, scroll, switchTabs, turnPages, visitTabs } from './pace.ts';
import { curves, note, score, vitalsOf } from './vitals.ts';
import type { Vitals } from './vitals.ts';
import { weigh } from './weigh.ts';

const demoWaitMs = 600_000;
const places = {
  login: '/login',
  list: '/static/inoutRecord',
  further: '/car/parkcarmodel',
  chart: '/static/chartDaySum',
  home: '/wel/index',
  other: '/static/onlineorder',
} as const;
/** Twelve columns with the number and the buttons. */
const wideList =
  '/static/inoutRecord?columns=parkId,plateNumber,plateColour,kind,carTypeId,inTime,inGateId,outTime,outGateId,paidFen';
const wideAnswer = '/api/updown/static/searchInOutRecords';
const formReady = 'form input[name=username]';
const listReady = 'main .gh-table tbody tr[data-row]';
const chartReady = 'main .gh-chart canvas';
const drawn = 'main .gh-page';

type TestProduct = { browser: Browser; url: string; person: Account };
type Measured = (product: TestProduct) => Promise<Figures>;

const kb = ({ bytes }: { bytes: number }): number => bytes / 1024;

/** A window of the person (or of a visitor), which is closed after the work. */
async function inWindow<T>(
  { browser, url, person }: TestProduct,
  who: 'person' | 'visitor',
  work: (page: Page) => Promise<T>,
  size?: Size,
): Promise<T> {
  const opened: Opened = await openWindow(browser, url, who === 'person' ? person : null, 'zh', size);
  try {
    return await work(opened.page);
  } finally {
    await opened.close();
  }
}

/** Opens an address with nothing of the console in the browser yet. */
const open = (page: Page, address: string) => async (): Promise<void> => {
  await page.goto(address);
  await ready(page);
};

async function openQuietly(page: Page, address: string): Promise<void> {
  await quietly(page);
  await open(page, address)();
}

/** Leads on inside the console as its links do. */
const lead = (page: Page, address: string, there: string) => async (): Promise<void> => {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  await page.locator(there).and(page.locator(':visible')).first().waitFor();
  await ready(page);
};

const bytes: Measured = async (product) => ({
  loginBytes: kb(await inWindow(product, 'visitor', (page) => weigh(page, open(page, places.login)))),
  homeBytes: kb(await inWindow(product, 'person', (page) => weigh(page, open(page, places.home)))),
  ...(await inWindow(product, 'person', async (page) => ({
    listBytes: kb(await weigh(page, open(page, places.list))),
    furtherBytes: kb(await weigh(page, lead(page, places.further, drawn))),
    chartBytes: kb(await weigh(page, lead(page, places.chart, chartReady))),
  }))),
});

/** Requests wait and bytes come as on these links; `cpu`: how many times slower the machine is made. */
type Link = { latencyMs: number; down: number; up: number; cpu: number };
const kbit = 1024 / 8;
const links = {
  /** Lighthouse's slow 4G, on this machine's own processor. */
  slow: { latencyMs: 150, down: 1638.4 * kbit, up: 675 * kbit, cpu: 1 },
  mobile: { latencyMs: 150, down: 1638.4 * kbit, up: 675 * kbit, cpu: 4 },
  desktop: { latencyMs: 40, down: 10_240 * kbit, up: 10_240 * kbit, cpu: 1 },
} as const satisfies Record<string, Link>;

/** A page's arrival on a link, the middle one of so many by the moment it can be used. */
async function arrival(
  product: TestProduct,
  address: string,
  usable: string,
  link: Link,
  size?: Size,
): Promise<Vitals> {
  const all: Vitals[] = [];
  for (let round = 0; round < 5; round += 1) {
    all.push(
      await inWindow(
        product,
        address === places.login ? 'visitor' : 'person',
        async (page) => {
          const session = await page.context().newCDPSession(page);
          await session.send('Network.enable');
          await session.send('Network.emulateNetworkConditions', {
            offline: false,
            latency: link.latencyMs,
            downloadThroughput: link.down,
            uploadThroughput: link.up,
          });
          await session.send('Emulation.setCPUThrottlingRate', { rate: link.cpu });
          await note(page, usable);
          page.setDefaultTimeout(120_000);
          await page.goto(address, { waitUntil: 'commit' });
          return vitalsOf(page);
        },
        size,
      ),
    );
  }
  return all.sort((a, b) => a.usable - b.usable)[2]!;
}

const phone: Size = { width: 412, height: 823 };

const vitals: Measured = async (product) => {
  const at = {
    slowLogin: await arrival(product, places.login, formReady, links.slow),
    slowList: await arrival(product, places.list, listReady, links.slow),
    home: await arrival(product, places.home, drawn, links.desktop),
    loginMobile: await arrival(product, places.login, formReady, links.mobile, phone),
    listMobile: await arrival(product, places.list, listReady, links.mobile, phone),
    loginDesktop: await arrival(product, places.login, formReady, links.desktop),
    listDesktop: await arrival(product, places.list, listReady, links.desktop),
  };
  for (const [name, { fcp, lcp, tbt, cls, usable }] of Object.entries(at))
    process.stderr.write(
      `${name}: FCP ${fcp.toFixed(0)} LCP ${lcp.toFixed(0)} TBT ${tbt.toFixed(0)} ms, shift ${cls.toFixed(4)}, usable ${usable.toFixed(0)} ms\n`,
    );
  return {
    slowLogin: at.slowLogin.fcp / 1000,
    slowLoginScript: at.slowLogin.usable / 1000,
    slowList: at.slowList.usable / 1000,
    loginShift: Math.max(at.loginDesktop.cls, at.loginMobile.cls),
    listShift: Math.max(at.listDesktop.cls, at.listMobile.cls),
    homeShift: at.home.cls,
    loginMobile: score(at.loginMobile, curves.mobile),
    listMobile: score(at.listMobile, curves.mobile),
    loginDesktop: score(at.loginDesktop, curves.desktop),
    listDesktop: score(at.listDesktop, curves.desktop),
  };
};

const longList = 10_000;

const pace: Measured = async (product) => {
  const short = await inWindow(product, 'person', async (page) => {
    await openQuietly(page, places.list);
    const turned = await turnPages(page, wideList, 9);
    const listMs = median(await mountList(page, wideList, 9));
    const switchMs = median(await switchTabs(page, [places.list, places.other], 10));
    const plain = await putBack(page, 9);
    return {
      switchMs,
      listMs,
      nextPageMs: median(turned.answered),
      switchPlain: median(plain.map(({ switched }) => switched)),
      listPlain: median(plain.map(({ page: whole }) => whole)),
      nextPagePlain: median(plain.map(({ rows }) => rows)),
    };
  });
  const long = await inWindow(product, 'person', async (page) => {
    await openQuietly(page, places.list);
    await lengthen(page, wideAnswer, longList);
    const longListMs = median(await mountList(page, wideList, 5));
    await lead(page, wideList, listReady)();
    const { frames, longTasks } = await scroll(page, 240, 400);
    return {
      longListMs,
      scrollMs: frames.sort((a, b) => a - b)[Math.floor(frames.length * 0.95)]!,
      scrollTasks: longTasks,
    };
  });
  return { ...short, ...long };
};

/** Pages that open as a tab of their own. */
const tabRoutes = standingRoutes.filter(
  (route) => !/^\/(wel|login|lock|gxwlogin|\d+|top|error|user|test|myiframe|\*)?(\/|$)/.test(route),
);
const tabs = 50;

const memory: Measured = async (product) =>
  inWindow(product, 'person', async (page) => {
    await openQuietly(page, places.home);
    const [, second = 0, third = 0] = await visitTabs(page, tabRoutes.slice(0, tabs), 3);
    return { tabsMb: second / 1048576, tabsAgainMb: (third - second) / 1048576 };
  });

const parts = { bytes, vitals, pace, memory };
const { values: options } = parseArgs({
  options: {
    url: { type: 'string' },
    account: { type: 'string' },
    password: { type: 'string' },
    only: { type: 'string', multiple: true },
    json: { type: 'string' },
  },
});

const shown = (unit: Budget['unit'], figure: number): string =>
  unit === 'shift'
    ? figure.toFixed(3)
    : unit === 's'
      ? figure.toFixed(2)
      : unit === 'ms' || unit === 'points' || unit === 'tasks'
        ? figure.toFixed(0)
        : figure.toFixed(1);

function row(measure: Measure, figure: number): string {
  const budget: Budget = budgets[measure];
  const share = shareOf(budget, figure);
  const limit = budget.least ?? budget.most;
  return `| ${budget.what} | ${shown(budget.unit, figure)}${budget.unit === 'KB' || budget.unit === 'ms' || budget.unit === 's' || budget.unit === 'MB' ? ` ${budget.unit}` : ''} | ${limit ?? '–'} | ${share === null ? '–' : share.toFixed(2)} | ${budget.peer ?? '–'} |`;
}

async function startProduct(): Promise<{ server: Running | null; url: string }> {
  if (options.url) return { server: null, url: options.url };
  await ensureConsole();
  const server = await startServer({ env: { GATEHOUSE_DEMO: '1' }, waitMs: demoWaitMs });
  return { server, url: server.url };
}

/** What else works on the machine makes every time longer: read with the figures. */
const busy = loadavg()[0]!;
// The browser first: without one no product is left behind that nobody ends.
const browser = await launchBrowser();
const { server, url } = await startProduct();
try {
  const person: Account = { account: options.account ?? 'anbo', password: options.password ?? demoPassword };
  const figures: Figures = {};
  for (const [name, measure] of Object.entries(parts))
    if (!options.only || options.only.includes(name)) Object.assign(figures, await measure({ browser, url, person }));
  const lines = (Object.keys(budgets) as Measure[]).flatMap((measure) =>
    figures[measure] === undefined ? [] : [row(measure, figures[measure])],
  );
  process.stdout.write(
    `${['| what | figure | budget | share of it | best peer |', '|---|---|---|---|---|', ...lines].join('\n')}\n${cpus().length} cores, ${new Date().toISOString().slice(0, 10)}, Chromium ${browser.version()}, load ${busy.toFixed(1)} before the start\n`,
  );
  if (options.json)
    writeFileSync(
      options.json,
      `${JSON.stringify({ at: new Date().toISOString(), cores: cpus().length, load: busy, chromium: browser.version(), figures }, null, 2)}\n`,
    );
} finally {
  await browser.close();
  await server?.stop();
}
