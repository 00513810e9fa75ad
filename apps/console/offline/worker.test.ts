import assert from 'node:assert/strict';
import { test } from 'node:test';

const origin = 'http://gate.example';
const entry = '/assets/main-2.js';
type Event = {
  respondWith?: (answer: Promise<Response>) => void;
  waitUntil: (work: Promise<unknown>) => void;
} & Record<string, unknown>;

/** Just enough of a browser's caches, network and windows for one worker. */
const kept = new Map<string, Map<string, Response>>();
const listeners = new Map<string, (event: Event) => void>();
const messages: unknown[] = [];
let network: (path: string) => Response | null = () => null;
const path = (request: Request | string): string =>
  typeof request === 'string' ? request : new URL(request.url).pathname;
const fetched = async (request: Request | string): Promise<Response> => {
  const answer = network(path(request));
  if (!answer) throw new TypeError('no network');
  return answer;
};
const cacheOf = (name: string) => {
  const files = kept.get(name) ?? new Map<string, Response>();
  kept.set(name, files);
  const add = async (file: string) => {
    files.set(file, await fetched(file));
  };
  return {
    match: async (file: string) => files.get(file)?.clone(),
    put: async (file: string, answer: Response) => void files.set(file, answer),
    add,
    addAll: async (all: string[]) => {
      for (const file of all) await add(file);
    },
  };
};
Object.assign(globalThis, {
  BUILD: { version: '2', entry, first: [entry, '/assets/main-2.css'] },
  fetch: fetched,
  caches: {
    open: async (name: string) => cacheOf(name),
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
  },
  self: {
    location: { origin },
    skipWaiting: async () => undefined,
    addEventListener: (name: string, listen: (event: Event) => void) => listeners.set(name, listen),
    clients: {
      claim: async () => undefined,
      matchAll: async () => [{ postMessage: (message: unknown) => messages.push(message) }],
    },
  },
});
await import('./worker.ts');

async function happens(name: string, event: Record<string, unknown> = {}): Promise<Response | undefined> {
  const works: Promise<unknown>[] = [];
  let answer: Promise<Response> | undefined;
  listeners.get(name)!({
    ...event,
    waitUntil: (work) => works.push(work),
    respondWith: (given) => {
      answer = given;
    },
  });
  const given = await answer;
  await Promise.all(works);
  return given;
}
/** A document's request cannot be made by hand: its mode is the browser's alone to say. */
const fetchFrom = (address: string, more: object = {}) =>
  happens('fetch', { request: { url: origin + address, method: 'GET', mode: 'cors', destination: 'script', ...more } });
const opens = (address: string) => fetchFrom(address, { mode: 'navigate', destination: 'document' });
const served =
  (page = `<script src="${entry}">`) =>
  (file: string): Response | null =>
    new Response(file === '/' ? page : `of ${file}`);
const textOf = async (answer: Response | undefined) => answer?.text();

test('it is not installed over the document of another build', async () => {
  network = served('<script src="/assets/main-1.js">');
  await assert.rejects(happens('install'), /another build/);
});

test('installed, it holds the document and its first files; taking over, it removes earlier builds and nothing of others, and says which build is here', async () => {
  network = served();
  await happens('install');
  assert.deepEqual([...kept.get('gatehouse-2')!.keys()].sort(), ['/', '/assets/main-2.css', entry]);
  kept.set('gatehouse-1', new Map()).set('another', new Map());
  await happens('activate');
  assert.deepEqual([...kept.keys()], ['gatehouse-2', 'another']);
  assert.deepEqual(messages, [{ entry }]);
});

test('a document is the newest there is, and the kept one without a network or while no server stands behind it', async () => {
  network = () => new Response('newer');
  assert.equal(await textOf(await opens('/static/incar')), 'newer');
  network = () => new Response('bad gateway', { status: 502 });
  assert.match((await textOf(await opens('/static/incar')))!, /main-2/);
  network = () => null;
  assert.match((await textOf(await opens('/login')))!, /main-2/);
});

test('a file that was used once is there without a network; one that is missing is not made up', async () => {
  network = served();
  assert.equal(await textOf(await fetchFrom('/assets/page-2.js')), 'of /assets/page-2.js');
  await happens('message', { data: { keep: ['/assets/early-2.js', '/api/secret'] } });
  network = () => null;
  assert.equal(await textOf(await fetchFrom('/assets/page-2.js')), 'of /assets/page-2.js');
  assert.equal(await textOf(await fetchFrom('/assets/early-2.js')), 'of /assets/early-2.js');
  await assert.rejects(fetchFrom('/assets/never-2.js'), /no network/);
  network = () => new Response('', { status: 404 });
  assert.equal((await fetchFrom('/assets/gone-1.js'))!.status, 404);
  assert.equal(kept.get('gatehouse-2')!.has('/assets/gone-1.js'), false);
});

test('answers of the server go past it and are never kept', async () => {
  network = served();
  assert.equal(await fetchFrom('/api/updown/basePark/list'), undefined);
  assert.equal(await opens('/api/docs'), undefined);
  assert.equal(await fetchFrom('/demo/camera/x.svg'), undefined);
  assert.equal(await fetchFrom('/assets/x.js', { method: 'POST' }), undefined);
  assert.equal(
    await happens('fetch', { request: { url: 'http://elsewhere.example/assets/x.js', method: 'GET' } }),
    undefined,
  );
  assert.equal(await fetchFrom('/map.html', { mode: 'navigate', destination: 'iframe' }), undefined);
  assert.deepEqual(
    [...kept.values()]
      .flatMap((files) => [...files.keys()])
      .filter((file) => file !== '/' && !file.startsWith('/assets/')),
    [],
  );
});
