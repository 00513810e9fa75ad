/**
 * What Chrome itself says of a page's arrival, and the Lighthouse score that follows from it by its published curves.
 */
import type { Page } from 'playwright-core';

/** A page is measured until it has been quiet for so long. */
const quietMs = 3_000;

export type Vitals = { fcp: number; lcp: number; tbt: number; cls: number; usable: number };

type Noted = Window & { noted: { shift: number; lcp: number; tasks: { start: number; ms: number }[]; usable: number } };

/**
 * Begins to write down, before anything of the page runs. `usable`: the first moment the selector is there and nothing
 * waits.
 */
export const note = (page: Page, usable: string): Promise<unknown> =>
  page.addInitScript((selector) => {
    const noted: Noted['noted'] = { shift: 0, lcp: 0, tasks: [], usable: 0 };
    (window as unknown as Noted).noted = noted;
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
    new PerformanceObserver((list) => {
      for (const each of list.getEntries() as Shift[]) if (!each.hadRecentInput) noted.shift += each.value;
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => {
      noted.lcp = list.getEntries().at(-1)!.startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const each of list.getEntries()) noted.tasks.push({ start: each.startTime, ms: each.duration });
    }).observe({ type: 'longtask', buffered: true });
    const seen = (what: string) => [...document.querySelectorAll(what)].some((each) => each.checkVisibility());
    const look = () => {
      if (seen(selector) && !seen('.gh-spin, .gh-bone, .gh-await, .pane-wait, .shell-wait'))
        noted.usable = performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, usable);

/** Waits for the page and returns what was recorded. */
export async function vitalsOf(page: Page): Promise<Vitals> {
  await page.waitForFunction(() => (window as unknown as Noted).noted.usable > 0, undefined, { timeout: 120_000 });
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(quietMs);
  return page.evaluate(() => {
    const { noted } = window as unknown as Noted;
    const fcp = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    // A module script has run when the document's content is loaded: before that a form is drawn but does not answer.
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const tbt = noted.tasks.filter(({ start }) => start >= fcp).reduce((sum, { ms }) => sum + Math.max(0, ms - 50), 0);
    return {
      fcp,
      lcp: noted.lcp,
      tbt,
      cls: noted.shift,
      usable: Math.max(noted.usable, navigation!.domContentLoadedEventEnd),
    };
  });
}

type Curve = { p10: number; median: number };
type Curves = { fcp: Curve; lcp: Curve; tbt: Curve; cls: Curve };

/** Where Lighthouse 12 puts a score of 90 and of 50. */
const mobile: Curves = {
  fcp: { p10: 1800, median: 3000 },
  lcp: { p10: 2500, median: 4000 },
  tbt: { p10: 200, median: 600 },
  cls: { p10: 0.1, median: 0.25 },
};
const desktop: Curves = {
  fcp: { p10: 934, median: 1600 },
  lcp: { p10: 1200, median: 2400 },
  tbt: { p10: 150, median: 350 },
  cls: { p10: 0.1, median: 0.25 },
};
export const curves = { mobile, desktop };

/** The weights of Lighthouse 12, without its speed index (10), which needs a film of the page. */
const weights = { fcp: 10, lcp: 25, tbt: 30, cls: 25 } as const;

/** Abramowitz and Stegun 7.1.26, as Lighthouse has it. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const y = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.sign(x) * (1 - y * Math.exp(-x * x));
}

const erfcOfFifth = 0.9061938024368232;

/** The share of pages that are worse, on a log-normal curve. */
function standing({ p10, median }: Curve, value: number): number {
  if (value <= 0) return 1;
  const x = (Math.log(value / median) * erfcOfFifth) / -Math.log(p10 / median);
  const share = (1 - erf(x)) / 2;
  return value <= p10
    ? Math.max(0.9, share)
    : value <= median
      ? Math.min(0.899, Math.max(0.5, share))
      : Math.min(0.499, share);
}

/** Performance score, 0 to 100. */
export function score(vitals: Vitals, of: Curves): number {
  const parts = (Object.keys(weights) as (keyof typeof weights)[]).map((name) => ({
    weight: weights[name],
    share: standing(of[name], vitals[name]),
  }));
  const whole = parts.reduce((sum, { weight }) => sum + weight, 0);
  return (parts.reduce((sum, { weight, share }) => sum + weight * share, 0) / whole) * 100;
}
