import { language } from '#kit/console/words.ts';
import { strip } from './strip.ts';

/** A console stays open for weeks: it asks for a new build by itself. */
const everyMs = 30 * 60_000;

/** What the page loaded before the worker was there. */
const loaded = (): string[] => performance.getEntriesByType('resource').map(({ name }) => new URL(name)).filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/')).map(({ pathname }) => pathname);

async function register(workers: ServiceWorkerContainer): Promise<void> {
  document.querySelector<HTMLLinkElement>('link[rel=manifest]')!.href = `/manifest.${language()}.webmanifest`;
  workers.addEventListener('controllerchange', () => workers.controller?.postMessage({ keep: loaded() }));
  workers.addEventListener('message', ({ data }: MessageEvent<{ entry?: string }>) => {
    if (data.entry && !document.querySelector(`script[src="${data.entry}"]`)) strip('newer', true);
  });
  const registration = await workers.register('/sw.js');
  setInterval(() => void registration.update().catch(() => undefined), everyMs);
}

/** Once the page is there and the browser idle. On a plain address without TLS there are no workers, and the console is as it was. */
export function keepOffline(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers) return;
  const start = () => void register(workers).catch(() => undefined);
  const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(start) : setTimeout(start, 500));
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle, { once: true });
}
