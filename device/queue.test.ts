import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IngestTarget, UpEvent } from '#areas/device/model/link.ts';
import { eventQueue } from './queue.ts';

const lot = (parkId: string): IngestTarget => ({ tenantId: 1, parkId });
const event = (seq: number): UpEvent => ({ kind: 'gone', device: 'd', seq, rawAt: 0, at: 0, lane: 'l', passing: 1 });
const turn = () =>
  new Promise((then) => {
    setTimeout(then, 1);
  });
const log = { error: () => undefined };
const setAside = () => Promise.reject(new Error('nothing is set aside here'));

/** A store that notes its batches and how many lots it was given at the same time. */
function store() {
  const batches: [string, number[]][] = [];
  const under = { now: 0, most: 0 };
  return {
    batches,
    under,
    ingest: async ({ parkId }: IngestTarget, events: readonly UpEvent[]) => {
      batches.push([parkId, events.map(({ seq }) => seq)]);
      under.most = Math.max(under.most, (under.now += 1));
      await turn();
      under.now -= 1;
    },
  };
}

test('few lots are stored at the same time, and all have their turn', async () => {
  const { batches, under, ingest } = store();
  const queue = eventQueue({ ingest, setAside, log, atOnce: 2 });
  const lots = ['a', 'b', 'c', 'd', 'e'];
  for (const each of lots) queue.push(lot(each), event(1), () => undefined);
  await queue.drained();
  assert.deepEqual([batches.map(([parkId]) => parkId), under.most, queue.depth()], [lots, 2, 0]);
});

test('what comes while a lot is stored goes together in its next batch, in order, after the lots that waited', async () => {
  const { batches, ingest } = store();
  const queue = eventQueue({ ingest, setAside, log, atOnce: 1 });
  queue.push(lot('a'), event(1), () => {
    for (const seq of [4, 5]) queue.push(lot('a'), event(seq), () => undefined);
  });
  queue.push(lot('b'), event(1), () => undefined);
  setImmediate(() => {
    for (const seq of [2, 3]) queue.push(lot('a'), event(seq), () => undefined);
  });
  await queue.drained();
  assert.deepEqual(batches, [
    ['a', [1]],
    ['b', [1]],
    ['a', [2, 3, 4, 5]],
  ]);
});

test('a lot that can not be stored gives its turn on', async () => {
  const { batches, ingest } = store();
  const failing = async (target: IngestTarget, events: readonly UpEvent[]) => {
    if (target.parkId === 'a') throw Object.assign(new Error('busy'), { code: '55P03' });
    return ingest(target, events);
  };
  const queue = eventQueue({ ingest: failing, setAside, log, atOnce: 1 });
  const stored: (string | null)[] = [];
  for (const each of ['a', 'b']) queue.push(lot(each), event(1), (error) => stored.push(error?.message ?? null));
  await queue.drained();
  assert.deepEqual([stored, batches.length], [['busy', null], 1]);
});

test('events that took too long to store are sent again; only what can never be stored is set aside', async () => {
  const aside: number[] = [];
  const stored: [number, string | null][] = [];
  const broken = (code: string) => async (_: IngestTarget, events: readonly UpEvent[]) => {
    if (events.some(({ seq }) => seq === 2)) throw Object.assign(new Error(code), { code });
  };
  for (const code of ['57014', '22P02']) {
    const queue = eventQueue({
      ingest: broken(code),
      setAside: async (_, { seq }) => {
        aside.push(seq);
      },
      log,
      atOnce: 1,
    });
    for (const seq of [1, 2]) queue.push(lot('a'), event(seq), (error) => stored.push([seq, error?.message ?? null]));
    await queue.drained();
  }
  assert.deepEqual(
    [aside, stored],
    [
      [2],
      [
        [1, '57014'],
        [2, '57014'],
        [1, null],
        [2, null],
      ],
    ],
  );
});

test('lots of a tenant that wait are stored together; who is left out is stored alone, and other tenants go by themselves', async () => {
  const { batches, ingest } = store();
  const jointly: string[][] = [];
  const ingestTogether = async (_: number, given: readonly { parkId: string; events: readonly UpEvent[] }[]) => {
    jointly.push(given.map(({ parkId, events }) => `${parkId}${events.map(({ seq }) => seq).join('')}`));
    await turn();
    return new Set(given.map(({ parkId }) => parkId).filter((parkId) => parkId !== 'b'));
  };
  const queue = eventQueue({ ingest, ingestTogether, setAside, log, atOnce: 1 });
  const stored: (string | null)[] = [];
  for (const parkId of ['a', 'b', 'c'])
    for (const seq of [1, 2]) queue.push(lot(parkId), event(seq), (error) => stored.push(error?.message ?? null));
  queue.push({ tenantId: 2, parkId: 'z' }, event(1), (error) => stored.push(error?.message ?? null));
  await queue.drained();
  assert.deepEqual(
    [jointly, batches, queue.depth()],
    [
      [['a12', 'b12', 'c12']],
      [
        ['b', [1, 2]],
        ['z', [1]],
      ],
      0,
    ],
  );
  assert.deepEqual(
    stored,
    Array.from({ length: 7 }, () => null),
  );
});

test('where storing together fails each lot is stored alone, and why is in the log unless it passes', async () => {
  for (const [code, logged] of [
    ['22P02', 1],
    ['40P01', 0],
  ] as const) {
    const { batches, ingest } = store();
    let errors = 0;
    const ingestTogether = () => Promise.reject(Object.assign(new Error(code), { code }));
    const queue = eventQueue({
      ingest,
      ingestTogether,
      setAside,
      log: {
        error: () => {
          errors += 1;
        },
      },
      atOnce: 1,
    });
    for (const parkId of ['a', 'b']) queue.push(lot(parkId), event(1), (error) => assert.equal(error, null));
    await queue.drained();
    assert.deepEqual([batches.map(([parkId]) => parkId), errors], [['a', 'b'], logged]);
  }
});

test('a lot that somebody holds keeps none waiting of those it was to be stored with', async () => {
  const held = Promise.withResolvers<void>();
  const { batches, ingest } = store();
  const waits = (target: IngestTarget, events: readonly UpEvent[]) =>
    target.parkId === 'a' ? held.promise : ingest(target, events);
  const queue = eventQueue({
    ingest: waits,
    ingestTogether: async (_, given) => new Set(given.flatMap(({ parkId }) => (parkId === 'c' ? [parkId] : []))),
    setAside,
    log,
    atOnce: 2,
    paceMs: 0,
  });
  const stored: string[] = [];
  for (const parkId of ['a', 'b', 'c'])
    queue.push(lot(parkId), event(1), () => {
      stored.push(`${parkId}1`);
    });
  await turn();
  queue.push(lot('c'), event(2), () => {
    stored.push('c2');
  });
  for (let n = 0; n < 20 && stored.length < 3; n += 1) await turn();
  assert.deepEqual([stored.toSorted(), queue.depth()], [['b1', 'c1', 'c2'], 1]);
  held.resolve();
  await queue.drained();
  assert.deepEqual([stored.at(-1), batches.map(([parkId]) => parkId).toSorted()], ['a1', ['b', 'c']]);
});

test('two transactions of a tenant together are enough: who comes meanwhile waits for the next, and is stored with all others', async () => {
  const { ingest } = store();
  const ends: (() => void)[] = [];
  const jointly: string[] = [];
  const ingestTogether = async (_: number, given: readonly { parkId: string }[]) => {
    jointly.push(given.map(({ parkId }) => parkId).join(''));
    await new Promise<void>((then) => {
      ends.push(then);
    });
    return new Set(given.map(({ parkId }) => parkId));
  };
  const queue = eventQueue({ ingest, ingestTogether, setAside, log, atOnce: 9, paceMs: 0 });
  for (const pair of ['ab', 'cd', 'ef', 'gh']) {
    for (const parkId of pair) queue.push(lot(parkId), event(1), () => undefined);
    await turn();
  }
  assert.deepEqual(jointly, ['ab', 'cd']);
  for (; queue.depth() > 0; await turn()) ends.shift()?.();
  assert.deepEqual(jointly, ['ab', 'cd', 'efgh']);
});

test('lots of a tenant that come within a moment are stored together with the next; the first after a pause goes at once', async () => {
  const [alone, jointly]: [string[], string[]] = [[], []];
  const reported = (parkId: string, events: readonly UpEvent[]) => `${parkId}${events.map(({ seq }) => seq).join('')}`;
  const queue = eventQueue({
    ingest: async ({ parkId }, events) => {
      alone.push(reported(parkId, events));
    },
    ingestTogether: async (_, given) => {
      jointly.push(given.map(({ parkId, events }) => reported(parkId, events)).join(' '));
      return new Set(given.map(({ parkId }) => parkId));
    },
    setAside,
    log,
    atOnce: 9,
    paceMs: 1_000,
  });
  for (const [parkId, seq] of [
    ['a', 1],
    ['a', 2],
    ['b', 1],
    ['a', 3],
  ] as const) {
    queue.push(lot(parkId), event(seq), () => undefined);
    for (let turns = 0; turns < 3; turns += 1) await new Promise(setImmediate);
  }
  assert.deepEqual([alone, queue.depth()], [['a1'], 3]);
  await queue.drained();
  assert.deepEqual([alone, jointly], [['a1'], ['a23 b1']]);
});
