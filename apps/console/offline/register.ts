import { language } from '#kit/console/language.ts';
import { strip } from './strip.ts';

/** A console stays open for weeks: it checks for a new build by itself. */
const everyMs = 30 * 60_000;

/**
 * Sends the worker the name of every file the page loads: files loaded before it took over, or at that moment, did not
 * pass through it.
 */
function announceFiles(workers: ServiceWorkerContainer): void {
  const files = (entries: PerformanceEntryList): string[] =>
    entries
      .map(({ name }) => new URL(name))
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
      .map(({ pathname }) => pathname);
  const send = (keep: readonly string[]) => {
    if (keep.length > 0) workers.controller?.postMessage({ keep });
  };
  workers.addEventListener('controllerchange', () => send(files(performance.getEntriesByType('resource'))));
  new PerformanceObserver((seen) => send(files(seen.getEntries()))).observe({ type: 'resource', buffered: true });
}

async function register(workers: ServiceWorkerContainer): Promise<void> {
  document.querySelector<HTMLLinkElement>('link[rel=manifest]')!.href = `/manifest.${language()}.webmanifest`;
  announceFiles(workers);
  workers.addEventListener('message', ({ data }: MessageEvent<{ entry?: string }>) => {
    if (data.entry && !document.querySelector(`script[src="${data.entry}"]`)) strip('newer', true);
  });
  const registration = await workers.register('/sw.js');
  setInterval(() => void registration.update().catch(() => undefined), everyMs);
}

/**
 * Once the page is there and the browser idle. On a plain address without TLS there are no workers, and the console is
 * as it was.
 */
export function keepOffline(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers) return;
  const start = () => void register(workers).catch(() => undefined);
  const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(start) : setTimeout(start, 500));
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle, { once: true });
}
