/**
 * `npm run shots`: pictures of every standing route at three widths in both languages, into `shots/`, with a contact sheet.
 * `--lang zh`, `--width 390` and `--route /static/incar` (again and again) take some of them; `--small` takes the little city
 * of the walks instead of the demo's, which starts sooner.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { standingRoutes } from '#apps/console/routes.ts';
import { demoPassword } from '#db/demo/city.ts';
import { openApi } from '#device/simulator/api.ts';
import type { Lang } from '#kit/declare/text.ts';
import { comesIn, leaves, openLanes } from '#test/walks/car.ts';
import { buildCity } from '#test/walks/city.ts';
import { ready } from '#test/walks/look.ts';
import { ensureConsole, launchBrowser, openWindow, operator, sizes, startServer } from '#test/walks/world.ts';
import type { Account, Opened, Running } from '#test/walks/world.ts';

const { values: asked } = parseArgs({ options: { lang: { type: 'string' }, width: { type: 'string' }, route: { type: 'string', multiple: true }, small: { type: 'boolean' } } });
const folder = join(import.meta.dirname, '..', 'shots');
const HOUR = 3_600_000;
const demoWaitMs = 600_000;
/** Charts draw themselves over this while. */
const drawnMs = 400;

const langs = (['zh', 'en'] as const).filter((lang) => !asked.lang || asked.lang === lang);
const wanted = sizes.filter(({ width }) => !asked.width || Number(asked.width) === width);
const routes = standingRoutes.filter((route) => !['/', '/wel', '/*'].includes(route) && (!asked.route || asked.route.includes(route)));

/** The demo with its own group's administrator, or the walks' city with a car that left and one inside. */
async function city(): Promise<{ server: Running; person: Account }> {
  if (!asked.small) return { server: await startServer({ GATEHOUSE_DEMO: '1' }, demoWaitMs), person: { account: 'anbo', password: demoPassword } };
  const server = await startServer();
  const built = await buildCity(await openApi(server.url, operator.account, operator.password));
  const lanes = await openLanes(server.mqttUrl, built.first);
  await comesIn(lanes, '浙A12345', Date.now() - 5 * HOUR);
  await leaves(lanes, '浙A12345', Date.now() - 2 * HOUR, true);
  await comesIn(lanes, '浙AD12346', Date.now() - HOUR);
  await lanes.close();
  return { server, person: built.groupAdmin };
}

const nameOf = (route: string, lang: Lang, width: number): string => `${route.slice(1).replaceAll('/', '-')}.${lang}.${width}.png`;

/** What the group's administrator may not see is shown as the platform operator sees it. */
async function shoot(browser: Browser, url: string, person: Account, lang: Lang): Promise<void> {
  const visitor = await openWindow(browser, url, null, lang);
  const own = await openWindow(browser, url, person, lang);
  const platform = await openWindow(browser, url, operator, lang);
  for (const route of routes) {
    const opened: Opened = route === '/login' ? visitor : own;
    await opened.page.goto(route);
    await ready(opened.page);
    const refused = opened.watch.take().some((line) => line.startsWith('answered 403'));
    const { page } = refused ? platform : opened;
    if (refused) await page.goto(route);
    for (const size of wanted) {
      await page.setViewportSize(size);
      await ready(page);
      await page.waitForTimeout(drawnMs);
      await page.screenshot({ path: join(folder, nameOf(route, lang, size.width)) });
    }
  }
  await Promise.all([visitor.close(), own.close(), platform.close()]);
}

const picture = (route: string, lang: Lang, width: number): string => `<a href="${nameOf(route, lang, width)}"><img loading="lazy" src="${nameOf(route, lang, width)}" alt="${route} ${lang} ${width}" style="height:300px"></a>`;

function contactSheet(): string {
  const row = (route: string): string => `<h2>${route}</h2><p>${langs.flatMap((lang) => wanted.map(({ width }) => picture(route, lang, width))).join('\n')}</p>`;
  return `<!doctype html><meta charset="utf-8"><title>Gatehouse, every route</title><style>body{font:14px system-ui;margin:24px}img{border:1px solid #ccc;margin:4px;vertical-align:top}</style>\n${routes.map(row).join('\n')}\n`;
}

/** The browser of the walks; found, or installed where that is permitted. */
async function browserPath(): Promise<string> {
  const { findBrowser } = await import(new URL('prepare/system.mjs', import.meta.url).href) as { findBrowser: () => Promise<string | undefined> };
  const path = process.env['GATEHOUSE_CHROME'] ?? await findBrowser();
  if (!path) throw new Error('no Chromium or Chrome was found: install one or set CHROME_PATH');
  return path;
}

process.env['GATEHOUSE_CHROME'] = await browserPath();
mkdirSync(folder, { recursive: true });
await ensureConsole();
const { server, person } = await city();
const browser = await launchBrowser();
try {
  for (const lang of langs) await shoot(browser, server.url, person, lang);
  writeFileSync(join(folder, 'index.html'), contactSheet());
  process.stdout.write(`${routes.length * langs.length * wanted.length} pictures of ${routes.length} routes: shots/index.html\n`);
} finally {
  await browser.close();
  await server.stop();
}
