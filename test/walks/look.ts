/** What a person sees of a page: its words, whether it is ready, and whether anything stands outside the window. */
import type { Page } from 'playwright-core';

/** Looking before each frame makes the browser draw all the time, and takes a good part of its core. */
const LOOK_MS = 40;

/**
 * Waits until the page of the address is in view and has its data: nothing spins and no row is a placeholder.
 * The address changes before the page does; until then the page before it stands there and looks ready.
 */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const seen = (selector: string) =>
        [...document.querySelectorAll(selector)].some((each) => each.checkVisibility());
      const drawn = seen('main .gh-page, .error-page, .lone, form input[name=username]');
      const tab = document.querySelector<HTMLElement>('.tab-bar .tab.on');
      const arrived =
        !document.querySelector('.tab-bar') ||
        (tab ? tab.dataset['path'] === location.pathname.replace(/(.)\/$/, '$1') : seen('main > .error-page'));
      return drawn && arrived && !seen('.gh-spin, .gh-bone, .gh-await, .pane-wait, .shell-wait, [aria-busy=true]');
    },
    undefined,
    { polling: LOOK_MS },
  );
}

/** All visible words: text, labels, titles and placeholders. */
export const wordsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [document.title];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement!;
      if (!element.checkVisibility() || ['SCRIPT', 'STYLE'].includes(element.tagName)) continue;
      if (node instanceof Element)
        found.push(...['aria-label', 'title', 'placeholder', 'alt'].map((name) => node.getAttribute(name) ?? ''));
      else found.push(node.textContent ?? '');
    }
    return found.map((words) => words.trim()).filter((words) => words !== '');
  });

const chinese = /[\u4e00-\u9fff]/;
const plates = /[\u4e00-\u9fff][A-Z]·?[A-Z0-9]{4,6}/g;

export const hasChinese = (words: readonly string[]): boolean => words.some((each) => chinese.test(each));

/** Words in view with Chinese left in them once plates, names and other data are taken out. */
export function chineseLeft(words: readonly string[], data: readonly string[]): string[] {
  const longest = [...data].sort((a, b) => b.length - a.length);
  return words.filter((each) =>
    chinese.test(longest.reduce((rest, name) => rest.replaceAll(name, ''), each.replace(plates, ''))),
  );
}

const settleMs = 20_000;

/** Elements that reach out of the window where nothing lets them be scrolled to, once a changed width has settled. */
export async function outside(page: Page): Promise<string[]> {
  const end = Date.now() + settleMs;
  for (;;) {
    const found = await outsideNow(page);
    if (found.length === 0 || Date.now() > end) return found;
    await page.waitForTimeout(100);
  }
}

const outsideNow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.documentElement;
    const wide = root.scrollWidth > root.clientWidth ? [`the page is ${root.scrollWidth} wide`] : [];
    const held = (element: Element): boolean => {
      for (let each: Element | null = element.parentElement; each; each = each.parentElement)
        if (getComputedStyle(each).overflowX !== 'visible') return true;
      return false;
    };
    const out = [...document.body.querySelectorAll('*')].filter(
      (each) =>
        each.checkVisibility({ visibilityProperty: true }) &&
        each.getBoundingClientRect().right > innerWidth + 1 &&
        !each.closest('.gh-sr, svg') &&
        !held(each),
    );
    const scrolled = [...document.querySelectorAll('.panes, .pane, .gh-page, .gh-card')].filter(
      (each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1,
    );
    const name = (each: Element) =>
      `${each.tagName.toLowerCase()}.${each.getAttribute('class') ?? ''} "${(each.textContent ?? '').trim().slice(0, 40)}"`;
    return [
      ...wide,
      ...out.slice(0, 5).map((each) => `outside: ${name(each)}`),
      ...scrolled.slice(0, 5).map((each) => `wider than its frame: ${name(each)}`),
    ];
  });
