/**
 * Keeps the handheld's own files, so that it opens without a network; built into `/h/sw.js`, which has the names of one
 * build in it. What the server answers goes past it: the journal and what it works with lie in the browser's database.
 */
declare const FILES: { version: string; names: readonly string[] };

type Waiting = Event & { waitUntil: (work: Promise<unknown>) => void };
type Fetching = Waiting & { request: Request; respondWith: (answer: Promise<Response>) => void };
type Scope = {
  location: { origin: string };
  clients: { claim: () => Promise<void> };
  skipWaiting: () => Promise<void>;
  addEventListener: <E extends Event>(name: 'install' | 'activate' | 'fetch', listen: (event: E) => void) => void;
};
const scope = self as unknown as Scope; // a worker, of which the DOM types know nothing

const prefix = 'handheld-';
const name = prefix + FILES.version;
const page = '/h/';

async function install(): Promise<void> {
  const cache = await caches.open(name);
  await cache.addAll([page, ...FILES.names.map((file) => page + file)]);
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  const earlier = (await caches.keys()).filter((each) => each.startsWith(prefix) && each !== name);
  await Promise.all(earlier.map((each) => caches.delete(each)));
  await scope.clients.claim();
}

const held = async (path: string): Promise<Response | undefined> =>
  (await caches.open(name)).match(path, { ignoreVary: true });

/** The newest page wherever there is one; the kept one without a network, or while no server stands behind it. */
async function opened(request: Request): Promise<Response> {
  const answer = await fetch(request).catch(() => null);
  if (answer && answer.status < 500) return answer;
  return (await held(page)) ?? answer ?? Response.error();
}

scope.addEventListener('install', (event: Waiting) => event.waitUntil(install()));
scope.addEventListener('activate', (event: Waiting) => event.waitUntil(activate()));
scope.addEventListener('fetch', (event: Fetching) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin !== scope.location.origin || event.request.method !== 'GET' || !pathname.startsWith(page)) return;
  if (event.request.mode === 'navigate') event.respondWith(opened(event.request));
  else event.respondWith(held(pathname).then((kept) => kept ?? fetch(event.request)));
});
