/**
 * Addresses that lead on, error pages, the login page and a tariff of a lot, in both languages and at three widths,
 * with nothing wrong in the browser; the screens that stand are swept (sweep.ts).
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestContext } from 'node:test';
import type { Lang, Text } from '#kit/declare/text.ts';
import { standingRoutes } from '#apps/console/routes.ts';
import { inTurn } from '#test/turns.ts';
import { dataWords } from './city.ts';
import type { City } from './city.ts';
import { comesIn, leaves, openLanes, openTown } from './car.ts';
import { chineseLeft, hasChinese, outside, ready, wordsOn } from './look.ts';
import { stops } from './stops.ts';
import { sizes } from './world.ts';
import type { Opened, World } from './world.ts';

const leadingOn: Readonly<Record<string, string>> = {
  '/': '/wel/index',
  '/wel': '/wel/index',
  '/info': '/info/index',
  '/test': '/test/index',
  '/form-detail': '/form-detail/index',
  '/no/such/page': '/404',
};
const errorPages = ['/403', '/404', '/500'];
const HOUR = 3_600_000;

let world: World;
let city: City;
let data: string[];

before(async () => {
  ({ world, city } = await openTown());
  const lanes = await openLanes(world.mqttUrl, city.first);
  const now = Date.now();
  await comesIn(lanes, '浙A12345', now - 5 * HOUR);
  await leaves(lanes, '浙A12345', now - 2 * HOUR, true);
  await comesIn(lanes, '浙AD12346', now - HOUR);
  await lanes.close();
  data = await dataWords(world.api, city);
});
after(() => world?.close());

/** What is wrong with the page as it stands: its title, its words, its width at each size. */
async function wrongWith(
  { page, watch }: Opened,
  lang: Lang,
  title: Text | null,
  known: readonly string[],
): Promise<string[]> {
  await ready(page);
  const shown = await page.title();
  const words = await wordsOn(page);
  const wrong = title && !shown.startsWith(`${title[lang]} - `) ? [`the title is "${shown}"`] : [];
  if (lang === 'zh' && !hasChinese(words)) wrong.push('no Chinese on the page');
  if (lang === 'en')
    wrong.push(
      ...chineseLeft(words, known)
        .slice(0, 8)
        .map((each) => `Chinese on the English page: ${each.slice(0, 80)}`),
    );
  for (const size of sizes) {
    await page.setViewportSize(size);
    await ready(page);
    wrong.push(...(await outside(page)).map((each) => `at ${size.width}: ${each}`));
  }
  await page.setViewportSize(sizes[0]!);
  return [...wrong, ...watch.take()];
}

async function visit(
  t: TestContext,
  opened: Opened,
  lang: Lang,
  route: string,
  title: Text | null,
  query = '',
  arrives = route,
): Promise<void> {
  await t.test(`${lang} ${route}${query && ' of a lot'}`, async () => {
    await opened.page.goto(route + query);
    const wrong = await wrongWith(opened, lang, title, data);
    assert.deepEqual(wrong, []);
    assert.equal(new URL(opened.page.url()).pathname, arrives);
  });
}

for (const lang of inTurn('addresses that lead on', ['zh', 'en'])) {
  test(`every other address opens in ${lang === 'zh' ? 'Chinese' : 'English'}, at every width, with no error`, async (t) => {
    const own = await world.open(city.groupAdmin, lang);
    for (const route of ['/car/parksimplefeerule', '/car/parkfeerule'])
      await visit(t, own, lang, route, null, `?parkId=${city.first.parkId}`);
    for (const [route, arrives] of Object.entries(leadingOn)) await visit(t, own, lang, route, null, '', arrives);
    for (const route of errorPages) await visit(t, own, lang, route, null);
    await own.close();
    const visitor = await world.open(null, lang);
    await visit(t, visitor, lang, '/login', null);
    await visit(t, visitor, lang, '/static/incar', null, '', '/login');
    await visit(t, visitor, lang, '/lock', null, '', '/login');
    await visit(t, visitor, lang, '/gxwlogin', null);
    await visitor.close();
    t.diagnostic(
      `${Object.keys(leadingOn).length} addresses that lead on, ${errorPages.length} error pages and the login page`,
    );
  });
}

test('the sweep and this walk go to every route that stands', async () => {
  const walked = new Set([
    ...(await stops()).map(({ route }) => route),
    ...Object.keys(leadingOn),
    ...errorPages,
    '/login',
    '/lock',
    '/gxwlogin',
    '/*',
  ]);
  assert.deepEqual(
    standingRoutes.filter((route) => !walked.has(route)),
    [],
  );
});
