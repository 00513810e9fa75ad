/**
 * `npm run shots`: pictures of every standing route at three widths in both languages, light and dark, into `shots/`,
 * with a page to look through them all (`shots/index.html`) and sheets that show many at once (`shots/sheets/`). A run
 * that was broken off goes on where it stopped, as long as the console is the same; `--again` retakes existing ones.
 * `--lang zh`, `--width 390`, `--theme dark` and `--route /static/incar` (again and again) take some of them; `--small`
 * takes the little city of the walks instead of the demo's, which starts sooner; `--url` takes a demo that runs
 * already, whose platform operator has GATEHOUSE_ADMIN_PASSWORD as his password.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { standingRoutes } from '#apps/console/routes.ts';
import { demoPassword } from '#db/demo/city.ts';
import { openApi } from '#device/simulator/api.ts';
import type { Lang } from '#kit/declare/text.ts';
import { comesIn, leaves, openLanes } from '#test/walks/car.ts';
import { buildCity } from '#test/walks/city.ts';
import { ready } from '#test/walks/look.ts';
import { ensureConsole, launchBrowser, openWindow, operator, quietly, sizes, startServer } from '#test/walks/world.ts';
import type { Account, Opened, Running } from '#test/walks/world.ts';
import { contactPage, pictureOf, tile } from './sheets.ts';
import type { Choice } from './sheets.ts';

const { values: options } = parseArgs({
  options: {
    lang: { type: 'string' },
    width: { type: 'string' },
    theme: { type: 'string' },
    route: { type: 'string', multiple: true },
    small: { type: 'boolean' },
    again: { type: 'boolean' },
    url: { type: 'string' },
  },
});
const folder = join(import.meta.dirname, '..', 'shots');
const HOUR = 3_600_000;
const demoWaitMs = 600_000;
/** A chart is drawn in the frame after its page; nothing moves here. */
const drawnMs = 120;

const langs = (['zh', 'en'] as const).filter((lang) => !options.lang || options.lang === lang);
const wanted = sizes.filter(({ width }) => !options.width || Number(options.width) === width);
const themes = ['white', 'dark'].filter((theme) => !options.theme || options.theme === theme);
const every = standingRoutes.filter((route) => !['/', '/wel', '/*'].includes(route));
const routes = every.filter((route) => !options.route || options.route.includes(route));
const choices: readonly Choice[] = langs.flatMap((lang) =>
  themes.flatMap((theme) => wanted.map((size) => ({ lang, theme, size }))),
);

/** Which console the pictures are of. */
const stampFile = join(folder, '.console');
const stamp = (): string =>
  readFileSync(join(import.meta.dirname, '..', 'dist', 'console', '.gatehouse-stamp'), 'utf8');
/** Skips what was already taken of this console, unless named explicitly. */
const isTaken = (route: string, choice: Choice): boolean =>
  !options.again && !options.route && existsSync(join(folder, pictureOf(route, choice)));

/** Of a demo that runs already, as it was started. */
const platformOperator: Account = {
  ...operator,
  ...(options.url ? { password: process.env['GATEHOUSE_ADMIN_PASSWORD'] ?? operator.password } : {}),
};

/** The demo with its own group's administrator, or the walks' city with a car that left and one inside. */
async function city(): Promise<{ server: Pick<Running, 'url' | 'stop'>; person: Account }> {
  if (options.url)
    return {
      server: { url: options.url, stop: async () => undefined },
      person: { account: 'anbo', password: demoPassword },
    };
  if (!options.small)
    return {
      server: await startServer({ env: { GATEHOUSE_DEMO: '1' }, waitMs: demoWaitMs }),
      person: { account: 'anbo', password: demoPassword },
    };
  const server = await startServer();
  const built = await buildCity(await openApi(server.url, operator.account, operator.password));
  const lanes = await openLanes(server.mqttUrl, built.first);
  await comesIn(lanes, '浙A12345', Date.now() - 5 * HOUR);
  await leaves(lanes, '浙A12345', Date.now() - 2 * HOUR, true);
  await comesIn(lanes, '浙AD12346', Date.now() - HOUR);
  await lanes.close();
  return { server, person: built.groupAdmin };
}

/** A window whose person chose the theme earlier. */
async function dressed(
  browser: Browser,
  url: string,
  person: Account | null,
  lang: Lang,
  theme: string,
): Promise<Opened> {
  const opened = await openWindow(browser, url, person, lang);
  await quietly(opened.page);
  await opened.context.addInitScript(
    (chosen) =>
      localStorage.setItem(
        'gatehouse-look',
        JSON.stringify({ dataType: 'object', content: { theme: chosen }, type: 'local', datetime: Date.now() }),
      ),
    theme,
  );
  return opened;
}

type Windows = { visitor: Opened; own: Opened; platform: Opened };

/**
 * Brings a route into view, as whoever sees something there: a visitor, the group's administrator, or the platform
 * operator where that one may not.
 */
async function show(route: string, { visitor, own, platform }: Windows): Promise<Page> {
  const opened = route === '/login' ? visitor : own;
  const { page, watch } = opened;
  if (route === '/lock') {
    await page.goto('/404');
    await page.evaluate(() =>
      localStorage.setItem('gatehouse-lock', JSON.stringify({ content: { salt: 'a', hash: 'b' } })),
    );
  }
  await page.goto(route);
  await ready(page);
  if (route === '/lock') await page.evaluate(() => localStorage.removeItem('gatehouse-lock'));
  if (!watch.take().some((line) => line.startsWith('answered 403'))) return page;
  await platform.page.goto(route);
  return platform.page;
}

/** Takes what is missing of one language and theme, and says how far it is. */
async function shoot(browser: Browser, url: string, person: Account, lang: Lang, theme: string): Promise<void> {
  const [visitor, own, platform] = (await Promise.all(
    [null, person, platformOperator].map((who) => dressed(browser, url, who, lang, theme)),
  )) as [Opened, Opened, Opened];
  const begun = Date.now();
  let done = 0;
  for (const route of routes) {
    const missing = choices.filter(
      (choice) => choice.lang === lang && choice.theme === theme && !isTaken(route, choice),
    );
    const page = missing.length > 0 ? await show(route, { visitor, own, platform }) : null;
    for (const choice of missing) {
      await page!.setViewportSize(choice.size);
      await ready(page!);
      await page!.waitForTimeout(drawnMs);
      await page!.screenshot({ path: join(folder, pictureOf(route, choice)) });
    }
    done += 1;
    if (done % 10 === 0 || done === routes.length)
      process.stdout.write(
        `${lang} ${theme}: ${done} of ${routes.length} routes, ${Math.round((Date.now() - begun) / 1000)} s\n`,
      );
  }
  await Promise.all([visitor.close(), own.close(), platform.close()]);
}

/** The browser of the walks; found, or installed where that is permitted. */
async function browserPath(): Promise<string> {
  const { findBrowser } = (await import(new URL('prepare/system.mjs', import.meta.url).href)) as {
    findBrowser: () => Promise<string | undefined>;
  };
  const path = process.env['GATEHOUSE_CHROME'] ?? (await findBrowser());
  if (!path) throw new Error('no Chromium or Chrome was found: install one or set CHROME_PATH');
  return path;
}

process.env['GATEHOUSE_CHROME'] = await browserPath();
mkdirSync(folder, { recursive: true });
await ensureConsole();
if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp())
  for (const old of readdirSync(folder).filter((name) => name.endsWith('.png'))) rmSync(join(folder, old));
writeFileSync(stampFile, stamp());
const { server, person } = await city();
const browser = await launchBrowser();
try {
  // Two windows in parallel: while one waits for the server, the other draws.
  for (const lang of langs) await Promise.all(themes.map((theme) => shoot(browser, server.url, person, lang, theme)));
  contactPage(
    folder,
    every,
    (['zh', 'en'] as const).flatMap((lang) =>
      ['white', 'dark'].flatMap((theme) => sizes.map((size) => ({ lang, theme, size }))),
    ),
  );
  let sheets = 0;
  if (!options.route) for (const choice of choices) sheets += await tile(browser, folder, every, choice);
  process.stdout.write(
    `${routes.length * choices.length} pictures of ${routes.length} routes: shots/index.html${sheets > 0 ? `; ${sheets} sheets: shots/sheets/` : ''}\n`,
  );
} finally {
  await browser.close();
  await server.stop();
}
