/**
 * State of the pages and the collector's actions: every action is stored before it is shown, and sent when there is a
 * network.
 */
import { dayOf } from '#domain/time/day.ts';
import type { Lang, Text } from '#kit/declare/text.ts';
import { usual, whyNoCash } from './cash.ts';
import { instantOf, keepClock, now, sinceSync, stamp, synced, windClock } from './clock.ts';
import { sendPictures } from './picture.ts';
import type { Printer } from './printer.ts';
import * as store from './store.ts';
import { streetOf, journalEventOf } from './street.ts';
import type { Berth, Ended, Snapshot, SnapshotLot, JournalEvent } from './street.ts';
import { ask, Offline, Refusal } from './wire.ts';
import type { Asking } from './wire.ts';

declare const BUILD: string;

export type Result = {
  readonly seq: number;
  readonly outcome: string;
  readonly reason?: string;
  readonly dueFen?: number | null;
  readonly owedFen?: number | null;
  readonly place?: string;
};
export type Taken = {
  readonly at: number;
  readonly amountFen: number;
  readonly plate: string;
  readonly berthNo: string;
  readonly seq: number;
};

export type State = {
  readonly ready: boolean;
  readonly lang: Lang;
  readonly token: string | null;
  readonly deviceId: string | null;
  readonly installation: string | null;
  readonly snapshot: Snapshot | null;
  readonly berths: readonly Berth[];
  /** Done here since the snapshot. */
  readonly events: readonly JournalEvent[];
  /** Actions on this handheld that the server has not acknowledged. */
  readonly queued: number;
  /** Those of other people, who have to sign on themselves. */
  readonly others: number;
  /** Pictures of this person that the server does not have. */
  readonly pictures: number;
  readonly online: boolean;
  readonly sentAt: number | null;
  readonly results: Readonly<Record<number, Result>>;
  readonly faults: readonly string[];
  readonly cash: readonly Taken[];
  readonly lastBerth: string | null;
  readonly message: string | null;
  /** The printer that was chosen since the page was opened. */
  readonly printer: Printer | null;
};

const HOUR = 3_600_000;
const BATCH = 20;
/** How often the snapshot is refetched, besides whenever something was sent. */
const LOOK_MS = 60_000;

let state: State = {
  ready: false,
  lang: 'zh',
  token: null,
  deviceId: null,
  installation: null,
  snapshot: null,
  berths: [],
  events: [],
  queued: 0,
  others: 0,
  pictures: 0,
  online: navigator.onLine,
  sentAt: null,
  results: {},
  faults: [],
  cash: [],
  lastBerth: null,
  message: null,
  printer: null,
};
const watchers = new Set<() => void>();

export const current = (): State => state;
export function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
export function put(more: Partial<State>): void {
  state = { ...state, ...more };
  for (const watcher of watchers) watcher();
}

const asking = (more: Partial<Asking> = {}): Asking => ({ lang: state.lang, token: state.token, ...more });

/** Actions newer than the last snapshot, acknowledged or not. */
let since: JournalEvent[] = [];
let ended: Record<string, Ended> = {};

async function draw(): Promise<void> {
  const { snapshot, installation } = state;
  if (!snapshot || !installation) return put({ berths: [], events: [], queued: 0, pictures: 0 });
  const journal = await store.queued(installation);
  const known = new Map([...since, ...journal.map(journalEventOf)].map((event) => [event.seq, event]));
  since = [...known.values()].filter(({ seq }) => seq > snapshot.acked);
  const berths = streetOf(snapshot, since, ended);
  ended = Object.fromEntries(
    berths.flatMap(({ id, ended: left }) => (left && left.to > now() - 36 * HOUR ? [[id, left]] : [])),
  );
  await store.keep(`since ${installation}`, since);
  await store.keep(`ended ${installation}`, ended);
  const all = await store.waiting();
  const others = [...all].reduce((sum, [id, count]) => sum + (id === installation ? 0 : count), 0);
  put({ berths, events: since, queued: journal.length, others, pictures: (await store.pictures(installation)).length });
}

/** What a person had here: his journal goes on where it stopped. */
async function settleIn(userId: string): Promise<void> {
  const installation = (await store.kept<string>(`installation ${userId}`)) ?? crypto.randomUUID();
  await store.keep(`installation ${userId}`, installation);
  since = (await store.kept<JournalEvent[]>(`since ${installation}`)) ?? [];
  ended = (await store.kept<Record<string, Ended>>(`ended ${installation}`)) ?? {};
  const cash = (await store.kept<Taken[]>(`cash ${installation}`)) ?? [];
  const results = (await store.kept<State['results']>(`results ${installation}`)) ?? {};
  put({ installation, cash, results });
}

export async function start(lang: Lang): Promise<void> {
  await windClock();
  const [token, deviceId, snapshot] = await Promise.all([
    store.kept<string>('token'),
    store.kept<string>('device'),
    store.kept<Snapshot>('snapshot'),
  ]);
  put({ lang, token: token ?? null, deviceId: deviceId ?? null, snapshot: token ? (snapshot ?? null) : null });
  if (token && snapshot) await settleIn(snapshot.person.userId);
  await draw();
  put({ ready: true });
  void refresh();
}

/** A login that has ended takes nothing of the journal with it. */
export async function signOff(): Promise<void> {
  await store.drop('token', 'snapshot');
  put({ token: null, snapshot: null, installation: null });
  await draw();
}

function failed(error: unknown): void {
  if (error instanceof Offline) return put({ online: false });
  if (error instanceof Refusal && error.status === 401) return void signOff();
  put({ message: error instanceof Error ? error.message : String(error) });
}

export async function signOn(username: string, password: string): Promise<void> {
  const { accessToken } = await ask<{ accessToken: string }>(
    'POST',
    '/api/api-uaa/oauth/user/token',
    { username, password },
    asking({ token: null }),
  );
  const { userId } = await ask<{ userId: string }>(
    'GET',
    '/api/api-uaa/oauth/userinfo',
    {},
    asking({ token: accessToken }),
  );
  await store.keep('token', accessToken);
  if (state.snapshot?.person.userId !== userId) put({ snapshot: null, berths: [] });
  await settleIn(userId);
  put({ token: accessToken, online: true });
  await navigator.storage.persist();
  await refresh(true);
}

/** This browser must be enrolled again. Its journal is kept. */
export async function forgetDevice(): Promise<void> {
  await store.drop('device');
  put({ deviceId: null, message: null });
}

export async function enrol(code: string): Promise<void> {
  const { deviceId } = await ask<{ deviceId: string }>(
    'POST',
    '/api/gatehouse/handheld/enrol',
    { code, appVersion: BUILD },
    asking(),
  );
  await store.keep('device', deviceId);
  put({ deviceId });
  await refresh(true);
}

async function look(): Promise<void> {
  const { deviceId, installation } = state;
  let times: [number, number] = [0, 0];
  const snapshot = await ask<Snapshot>(
    'GET',
    '/api/gatehouse/handheld/snapshot',
    { deviceId, installation },
    asking({ timed: (...given) => (times = given) }),
  );
  lookedAt = performance.now();
  await synced(snapshot.serverTime, ...times);
  await store.keep('snapshot', snapshot);
  put({ snapshot, online: true, message: null });
  await draw();
}

type Answer = {
  readonly acked: number;
  readonly serverTime: number;
  readonly results: readonly Result[];
  readonly faults: readonly { fault: string; seq: number }[];
};

/** Sends what waits, in order; true where something was acknowledged. */
async function send(): Promise<boolean> {
  const { deviceId, installation, queued } = state;
  if (!installation) return false;
  let any = false;
  for (;;) {
    const actions = await store.queued(installation, BATCH);
    if (actions.length === 0) return any;
    const { acked, results, faults } = await ask<Answer>(
      'POST',
      '/api/gatehouse/handheld/deeds',
      { deviceId, installation, wallAt: Date.now(), queued, appVersion: BUILD, deeds: actions },
      asking(),
    );
    const known: Record<number, Result> = { ...state.results };
    for (const each of results) known[each.seq] = each;
    const last: State['results'] = Object.fromEntries(Object.entries(known).slice(-200));
    await store.keep(`results ${installation}`, last);
    put({ results: last, faults: faults.map(({ fault, seq }) => `${fault} ${seq}`), sentAt: now(), online: true });
    // Nothing goes on, and nothing is forgotten, until a person has looked at the fault.
    if (acked < actions[0]!.seq || faults.some(({ fault }) => fault === 'forked')) return any;
    await store.forgetUpTo(installation, acked);
    any = true;
  }
}

/** Journal entries never wait for their pictures: those go last. */
async function showing(installation: string): Promise<void> {
  if (state.pictures === 0) return;
  await sendPictures(installation, storePicture);
  await draw();
}

let running: Promise<void> | null = null;
let again = false;
let lookedAt = Number.NEGATIVE_INFINITY;

/** One at a time, in one window: what is requested meanwhile is done right after. */
export function refresh(anew = false): Promise<void> {
  if (anew) lookedAt = Number.NEGATIVE_INFINITY;
  again = running !== null;
  running ??= (async () => {
    do {
      again = false;
      await navigator.locks.request('handheld', async () => {
        if (!state.token || !state.deviceId || !state.installation) return;
        try {
          const sent = await send();
          if (sent || performance.now() - lookedAt > LOOK_MS) await look();
          await showing(state.installation);
        } catch (error) {
          failed(error);
          await draw();
        }
      });
    } while (again);
  })().finally(() => {
    running = null;
  });
  return running;
}

/** Why no cash is taken of this lot now; null where it is. */
export function cashRefused(lot: SnapshotLot | undefined, dueFen: number): Text | null {
  const zone = lot?.zone ?? 'Asia/Shanghai';
  const taken = state.cash.filter(({ at }) => dayOf(at, zone) === dayOf(now(), zone));
  return whyNoCash(lot?.settings ?? usual, {
    offlineMs: sinceSync(),
    takenFen: taken.reduce((sum, { amountFen }) => sum + amountFen, 0),
    dueFen,
  });
}

/** Stores an action. It is shown once it is stored, then sent. */
export async function act(kind: string, body: Record<string, unknown>): Promise<number> {
  const { installation, snapshot } = state;
  if (!installation || !snapshot) throw new Error('nobody is signed on');
  const made = stamp();
  const action = await store.append({
    installation,
    id: crypto.randomUUID(),
    kind,
    userId: snapshot.person.userId,
    wallAt: made.wallAt,
    monotonicMs: made.monotonicMs,
    body: JSON.stringify({ ...body, sync: made.sync }),
  });
  await keepClock();
  if (kind === 'cash') {
    const cash = [
      ...state.cash.filter(({ at }) => at > instantOf(made) - 36 * HOUR),
      {
        at: instantOf(made),
        amountFen: Number(body['amountFen']),
        plate: String(body['plate']),
        berthNo: String(body['berthNo'] ?? ''),
        seq: action.seq,
      },
    ];
    await store.keep(`cash ${installation}`, cash);
    put({ cash });
  }
  if (typeof body['berthId'] === 'string') put({ lastBerth: body['berthId'] });
  await draw();
  void refresh();
  return action.seq;
}

const ROUND_MS = 20_000;

/** On opening, when the network is back, and every 20 seconds while the page is visible. */
export function keepGoing(): void {
  addEventListener('online', () => void refresh(true));
  addEventListener('offline', () => put({ online: false }));
  document.addEventListener('visibilitychange', () => {
    void keepClock();
    if (document.visibilityState === 'visible') void refresh();
  });
  setInterval(() => {
    void keepClock();
    if (document.visibilityState === 'visible') void refresh();
  }, ROUND_MS);
}

/** A call beside the journal, made while there is a network. */
export const call = <T>(method: 'GET' | 'POST', path: string, input: object, key?: string): Promise<T> =>
  ask<T>(method, path, input, asking(key ? { key } : {}));

const storePicture = (hash: string, bytes: Blob): Promise<{ url: string }> =>
  ask('POST', `/api/updown/file/${hash}`, {}, asking({ bytes }));

/** Recounts pending items after a picture was stored. */
export const pictureKept = (): Promise<void> => draw();
