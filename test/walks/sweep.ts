/**
 * Every screen that stands, opened one after the other within one console as a person goes from page to page: its
 * title, its words, that nothing stands outside the window at any width, the rules of accessibility, and nothing wrong
 * in the browser. Sharded by the route, so that files of it run side by side. A screen is opened once a turn, in one
 * look; three turns see them all, and `npm test -- --all` does at once. A plain screen, one that is only declared, is
 * seen at one width then, so that nine turns see all of it.
 * `GATEHOUSE_AXE=all` adds the looks that only colours differ in.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Lang } from '#kit/declare/text.ts';
import { partOf, runsAll, turnOf } from '#test/turns.ts';
import { dataWords, menuNames } from './city.ts';
import { comesIn, leaves, openPlace } from './car.ts';
import type { Place } from './car.ts';
import { chineseLeft, hasChinese, outside, ready, wordsOn } from './look.ts';
import { closeOtherTabs } from './page-helpers.ts';
import { stops } from './stops.ts';
import type { Stop } from './stops.ts';
import { desk, operator, phone, quietly, sizes } from './world.ts';
import type { Account, Opened, Size } from './world.ts';

type Violation = {
  id: string;
  impact: string | null;
  help: string;
  nodes: { target: string[]; failureSummary?: string }[];
};
export const axeSource = (): Promise<string> =>
  readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Axe = { run: (context: object, options: object) => Promise<{ violations: Violation[] }> };
const runAxe = (page: Page, without: readonly string[], options: object): Promise<Violation[]> =>
  page.evaluate(
    async ({ exclude, more }) =>
      (await (window as unknown as { axe: Axe }).axe.run({ exclude }, { resultTypes: ['violations'], ...more }))
        .violations,
    { exclude: without, more: options },
  );

/**
 * Breaches of the page as it stands, of any weight, each with where; where they are is looked for only if there are
 * any.
 * @param without what is not looked at, as selectors; rules about the page as a whole hold all the same
 */
export async function breaches(page: Page, axe: string, without: readonly string[] = []): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const quick = await runAxe(page, without, { elementRef: false, selectors: false, preload: false });
  const violations = quick.length > 0 ? await runAxe(page, without, {}) : [];
  return violations.map(
    ({ id, impact, help, nodes }) =>
      `${impact} ${id}: ${help}: ${nodes
        .slice(0, 4)
        .map(
          ({ target, failureSummary }) =>
            `${target.join(' ')} ${(failureSummary ?? '').split('\n').slice(1, 2).join('')}`,
        )
        .join(' | ')} (${nodes.length})`,
  );
}

export type Theme = 'white' | 'dark';
/** A window that wears a theme from its first page on. */
export async function wearing(
  place: Place,
  theme: Theme,
  person: Account | null = place.city.groupAdmin,
  size: Size = desk,
  lang: Lang = 'zh',
): Promise<Opened> {
  const window = await place.world.open(person, lang, size);
  await quietly(window.page);
  await window.page.addInitScript(
    (name) =>
      localStorage.setItem(
        'gatehouse-look',
        JSON.stringify({ dataType: 'object', content: { theme: name }, type: 'local', datetime: Date.now() }),
      ),
    theme,
  );
  return window;
}

/**
 * `widths`: what is outside the window is looked for at each; `axe`: the rules are held at the size the screen is
 * opened at.
 */
type Look = {
  readonly name: string;
  readonly lang: Lang;
  readonly theme: Theme;
  readonly size: Size;
  readonly widths: boolean;
  readonly axe: boolean;
};
const views: readonly Look[] = [
  { name: 'Chinese, light', lang: 'zh', theme: 'white', size: desk, widths: true, axe: true },
  { name: 'English, light', lang: 'en', theme: 'white', size: desk, widths: true, axe: false },
  { name: 'Chinese, dark on a phone', lang: 'zh', theme: 'dark', size: phone, widths: false, axe: true },
];
const moreViews: readonly Look[] = [
  { name: 'Chinese, light on a phone', lang: 'zh', theme: 'white', size: phone, widths: false, axe: true },
  { name: 'Chinese, dark', lang: 'zh', theme: 'dark', size: desk, widths: false, axe: true },
];

/** Screens whose rows carry both languages side by side. */
const ofMenus: ReadonlySet<string> = new Set(['/system/adminMenu', '/system/topMenu']);
/** What the browser keeps is shown as it is kept: names of open tabs in both languages, cut at any letter. */
const asKept = (route: string, words: readonly string[]): readonly string[] =>
  route === '/store' ? words.filter((each) => !/^[[{]/.test(each)) : words;
const HOUR = 3_600_000;

/** In which look a screen is due: one a turn. */
const isSeen = ({ route }: Stop, nth: number): boolean =>
  runsAll() || (partOf(route, views.length) + turnOf()) % views.length === nth;
const widthNow = (route: string): Size =>
  sizes[(partOf(route, sizes.length) + Math.floor(turnOf() / views.length)) % sizes.length]!;
/** The size a screen is opened at, and those it is then seen at as well: of a plain one, the one width of this turn. */
function sizesOf({ route, plain }: Stop, { size, widths }: Look): { first: Size; more: readonly Size[] } {
  if (!widths) return { first: size, more: [] };
  if (plain && !runsAll()) return { first: widthNow(route), more: [] };
  return { first: size, more: sizes.filter((each) => each !== size) };
}
/** What is on every screen alike, and so is held to the rules once a window. */
const SHELL = ['.side-bar'];

/** From page to page without reloading the console. */
const goTo = (page: Page, route: string): Promise<void> =>
  page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, route);

type Known = { readonly axe: string; readonly data: readonly string[]; readonly menus: readonly string[] };

/** @param without parts of the page that were held to the rules before */
async function wrongWith(
  { page, watch }: Opened,
  look: Look,
  stop: Stop,
  known: Known,
  without: readonly string[],
): Promise<string[]> {
  const { first, more } = sizesOf(stop, look);
  await ready(page);
  await closeOtherTabs(page);
  const wrong: string[] = [];
  const [shown, words] = [await page.title(), await wordsOn(page)];
  if (!shown.startsWith(`${stop.title[look.lang]} - `)) wrong.push(`the title is "${shown}"`);
  if (look.lang === 'zh' && !hasChinese(words)) wrong.push('no Chinese on the page');
  if (look.lang === 'en')
    wrong.push(
      ...chineseLeft(asKept(stop.route, words), ofMenus.has(stop.route) ? [...known.data, ...known.menus] : known.data)
        .slice(0, 8)
        .map((each) => `Chinese on the English page: ${each.slice(0, 80)}`),
    );
  if (look.axe) wrong.push(...(await breaches(page, known.axe, without)));
  for (const size of look.widths ? [first, ...more] : []) {
    if (size !== first) {
      await page.setViewportSize(size);
      await ready(page);
    }
    wrong.push(...(await outside(page)).map((each) => `at ${size.width}: ${each}`));
  }
  return [...wrong, ...watch.take()];
}

/** The screens of one shard, `shard` of `shards`, from 0. */
export function sweep(shard: number, shards: number): void {
  let place: Place;
  let known: Known;
  let all: readonly Stop[];

  before(async () => {
    place = await openPlace();
    const now = Date.now();
    await comesIn(place.lanes, '浙A12345', now - 5 * HOUR);
    await leaves(place.lanes, '浙A12345', now - 2 * HOUR, true);
    await comesIn(place.lanes, '浙AD12346', now - HOUR);
    known = {
      axe: await axeSource(),
      data: await dataWords(place.world.api, place.city),
      menus: await menuNames(place.world.api),
    };
    all = (await stops()).filter(({ route }) => partOf(route, shards) === shard);
  });
  after(() => place?.close());

  test('the address of every screen leads to the console', async () => {
    assert.ok(all.length > 10);
    for (const { route } of all) {
      const answer = await fetch(place.world.url + route);
      assert.deepEqual([answer.status, /html/.test(answer.headers.get('content-type') ?? '')], [200, true], route);
    }
  });

  for (const [nth, look] of [...views, ...(process.env['GATEHOUSE_AXE'] === 'all' ? moreViews : [])].entries()) {
    test(`every screen is whole (${look.name})`, async (t) => {
      const due = all
        .filter((stop) => nth >= views.length || isSeen(stop, nth))
        .sort((one, other) => sizesOf(other, look).first.width - sizesOf(one, look).first.width);
      for (const person of [place.city.groupAdmin, operator]) {
        const opened = await wearing(place, look.theme, person, look.size, look.lang);
        let fresh = true;
        let without: readonly string[] = [];
        for (const stop of due.filter(({ platform }) => platform === (person === operator)))
          await t.test(stop.route, async () => {
            const load = fresh;
            fresh = true; // after a failure the console reloads
            await opened.page.setViewportSize(sizesOf(stop, look).first);
            await (load ? opened.page.goto(stop.route) : goTo(opened.page, stop.route));
            assert.deepEqual(await wrongWith(opened, look, stop, known, without), []);
            assert.equal(new URL(opened.page.url()).pathname, stop.route);
            fresh = false;
            without = SHELL;
          });
        await opened.close();
      }
      const left = all.filter((stop) => !due.includes(stop)).map(({ route }) => route);
      const narrow = runsAll() ? 'all widths' : 'one width of plain screens';
      t.diagnostic(
        `turn ${turnOf()}: ${due.length} of ${all.length} screens, ${narrow}${left.length > 0 ? `; those of another turn (--all sees them): ${left.join(' ')}` : ''}`,
      );
    });
  }
}
