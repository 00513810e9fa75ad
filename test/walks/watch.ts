/** Writes down what goes wrong on a page: errors and warnings of its console, exceptions, and calls that failed. */
import type { Page } from 'playwright-core';

export type Watch = {
  /** What went wrong since the last look, each as one line. */
  take: () => string[];
  /** Calls that may fail from now on, such as a wrong password: part of the address and the status. */
  expect: (part: string, status: number) => void;
};

export function watch(page: Page): Watch {
  let lines: string[] = [];
  const expected: { part: string; status: number }[] = [];
  const isExpected = (address: string, status: number) =>
    expected.some((each) => address.includes(each.part) && each.status === status);
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // The browser repeats each failed answer in words of its own; the answer itself is judged below.
    if (message.text().startsWith('Failed to load resource')) return;
    // The walk's own doing: see `openWindow`.
    if (message.text().startsWith('Service Worker registration blocked')) return;
    // Reported after seconds of the browser's own clock, which a busy machine takes; what a page loads is held by
    // scripts.test.ts.
    if (message.text().includes('was preloaded using link preload but not used within a few seconds')) return;
    lines.push(`console ${message.type()}: ${message.text().slice(0, 400)}`);
  });
  page.on('pageerror', (error) => lines.push(`exception: ${error.message}`));
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    if (why !== 'net::ERR_ABORTED') lines.push(`no answer: ${request.method()} ${request.url()} ${why}`);
  });
  page.on('response', (response) => {
    if (response.status() < 400 || isExpected(response.url(), response.status())) return;
    lines.push(`answered ${response.status()}: ${response.request().method()} ${response.url()}`);
  });
  return {
    take: () => {
      const taken = lines;
      lines = [];
      return taken;
    },
    expect: (part, status) => void expected.push({ part, status }),
  };
}
