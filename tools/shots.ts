/**
 * `npm run shots`: pictures of every standing route at three widths in both languages, light and dark, into `shots/`, with a contact sheet.
 * `--lang zh`, `--width 390`, `--theme dark` and `--route /static/incar` (again and again) take some of them; `--small` takes the little city
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

const { values: asked } = parseArgs({ options: { lang: { type: 'string' }, width: { type: 'string' }, theme: { type: 'string' }, route: { type: 'string', multiple: true }, small: { type: 'boolean' } } });
const folder = join(import.meta.dirname, '..', 'shots');
const HOUR = 3_600_000;
const demoWaitMs = 600_000;
/** Charts draw themselves over this while. */
const drawnMs = 400;

const langs = (['zh', 'en'] as const).filter((lang) => !asked.lang || asked.lang === lang);
const wanted = sizes.filter(({ width }) => !asked.width || Number(asked.width) === width);
const looks = ['white', 'dark'].filter((theme) => !asked.theme || asked.theme === theme);
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

const nameOf = (route: string, lang: Lang, width: number, theme: string): string => `${route.slice(1).replaceAll('/', '-')}.${lang}.${width}${theme === 'white' ? '' : `.${theme}`}.png`;

/** A window whose person chose the theme earlier. */
async function dressed(browser: Browser, url: string, person: Account | null, lang: Lang, theme: string): Promise<Opened> {
  const opened = await openWindow(browser, url, person, lang);
  await opened.context.addInitScript((chosen) => localStorage.setItem('gatehouse-look', JSON.stringify({ dataType: 'object', content: { theme: chosen }, type: 'local', datetime: Date.now() })), theme);
  return opened;
}

/** What the group's administrator may not see is shown as the platform operator sees it. */
async function shoot(browser: Browser, url: string, person: Account, lang: Lang, theme: string): Promise<void> {
  const visitor = await dressed(browser, url, null, lang, theme);
  const own = await dressed(browser, url, person, lang, theme);
  const platform = await dressed(browser, url, operator, lang, theme);
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
      await page.screenshot({ path: join(folder, nameOf(route, lang, size.width, theme)) });
    }
  }
  await Promise.all([visitor.close(), own.close(), platform.close()]);
}

const choices = (): { lang: Lang; theme: string; width: number }[] => langs.flatMap((lang) => looks.flatMap((theme) => wanted.map(({ width }) => ({ lang, theme, width }))));

/** One page to look through, a row for each route; the boxes above hide what is not looked for. */
function contactSheet(): string {
  const picture = (route: string, { lang, theme, width }: ReturnType<typeof choices>[number]): string => `<a class="${lang} ${theme} w${width}" href="${nameOf(route, lang, width, theme)}"><img loading="lazy" src="${nameOf(route, lang, width, theme)}" alt="${route} ${lang} ${theme} ${width}"></a>`;
  const row = (route: string): string => `<h2>${route}</h2><p>${choices().map((choice) => picture(route, choice)).join('\n')}</p>`;
  const names = [...langs, ...looks, ...wanted.map(({ width }) => `w${width}`)];
  const boxes = names.map((name) => `<label><input type="checkbox" id="${name}" checked> ${name}</label>`).join(' ');
  const hidden = names.map((name) => `body:has(#${name}:not(:checked)) a.${name}{display:none}`).join('');
  return `<!doctype html><meta charset="utf-8"><title>Gatehouse, every route</title><style>body{font:14px system-ui;margin:24px}header{position:sticky;top:0;padding:8px;background:#fff}img{height:300px;border:1px solid #ccc;margin:4px;vertical-align:top}${hidden}</style><header>${boxes}</header>\n${routes.map(row).join('\n')}\n`;
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
  for (const lang of langs) for (const theme of looks) await shoot(browser, server.url, person, lang, theme);
  writeFileSync(join(folder, 'index.html'), contactSheet());
  process.stdout.write(`${routes.length * choices().length} pictures of ${routes.length} routes: shots/index.html\n`);
} finally {
  await browser.close();
  await server.stop();
}
