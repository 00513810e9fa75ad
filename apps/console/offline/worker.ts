/**
 * Keeps the console's own files, so that it opens without the network; built into `/sw.js`, which has the names of one
 * build in it. What the server answers under `/api` goes past it: nothing that a person saw is kept, and nothing of one
 * is shown to another.
 */
declare const BUILD: { version: string; entry: string; first: readonly string[] };

type Waiting = Event & { waitUntil: (work: Promise<unknown>) => void };
type Fetching = Waiting & { request: Request; respondWith: (answer: Promise<Response>) => void };
type ClientMessage = Waiting & { data: { keep?: readonly string[] } | null };
type Opened = { postMessage: (message: unknown, options?: object) => void };
type Scope = {
  location: { origin: string };
  clients: {
    claim: () => Promise<void>;
    matchAll: (which: { type: 'window'; includeUncontrolled: boolean }) => Promise<readonly Opened[]>;
  };
  skipWaiting: () => Promise<void>;
  addEventListener: <E extends Event>(
    name: 'install' | 'activate' | 'fetch' | 'message',
    listen: (event: E) => void,
  ) => void;
};
const scope = self as unknown as Scope; // a worker, of which the DOM types know nothing

const prefix = 'gatehouse-';
const name = prefix + BUILD.version;
const page = '/';
const isAsset = (path: string): boolean => path.startsWith('/assets/');
/** Files come compressed in one way or another and are the same. */
const held = async (path: string): Promise<Response | undefined> =>
  (await caches.open(name)).match(path, { ignoreVary: true });

/** The document must be of this very build: while servers are being replaced, another one may answer. */
async function install(): Promise<void> {
  const first = await fetch(page, { cache: 'no-cache' });
  if (!first.ok || !(await first.clone().text()).includes(BUILD.entry))
    throw new Error('the document is of another build');
  const cache = await caches.open(name);
  await cache.addAll([...BUILD.first]);
  await cache.put(page, first);
  await scope.skipWaiting();
}

/** Takes over at once and removes what earlier builds kept. Windows learn which build is here, and offer to load it. */
async function activate(): Promise<void> {
  const earlier = (await caches.keys()).filter((each) => each.startsWith(prefix) && each !== name);
  await Promise.all(earlier.map((each) => caches.delete(each)));
  await scope.clients.claim();
  for (const each of await scope.clients.matchAll({ type: 'window', includeUncontrolled: true }))
    each.postMessage({ entry: BUILD.entry }, {});
}

/** A file's name is made from its content, so one that is kept never grows old. */
async function asset(event: Fetching, path: string): Promise<Response> {
  const kept = await held(path);
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (answer.ok) {
    const copy = answer.clone();
    event.waitUntil(caches.open(name).then((cache) => cache.put(path, copy)));
  }
  return answer;
}

/**
 * The newest document wherever there is one; without the network, or while no server stands behind it, the kept one.
 */
async function opened(request: Request): Promise<Response> {
  const answer = await fetch(request).catch(() => null);
  if (answer && answer.status < 500) return answer;
  return (await held(page)) ?? answer ?? Response.error();
}

/** Files a window had loaded before there was a worker. */
async function keep(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(name);
  await Promise.all(
    paths
      .filter(isAsset)
      .map(async (path) => ((await held(path)) ? undefined : cache.add(path).catch(() => undefined))),
  );
}

scope.addEventListener('install', (event: Waiting) => event.waitUntil(install()));
scope.addEventListener('activate', (event: Waiting) => event.waitUntil(activate()));
scope.addEventListener('message', (event: ClientMessage) => event.waitUntil(keep(event.data?.keep ?? [])));
scope.addEventListener('fetch', (event: Fetching) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin !== scope.location.origin || event.request.method !== 'GET' || /^\/api(\/|$)/.test(pathname)) return;
  if (isAsset(pathname)) event.respondWith(asset(event, pathname));
  else if (
    event.request.mode === 'navigate' &&
    event.request.destination === 'document' &&
    !/\.\w{2,5}$/.test(pathname)
  )
    event.respondWith(opened(event.request));
});
