/**
 * The journal of a handheld: tampering is located, and an offline journal equals its twin that was never offline (R17).
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { fc } from '#test/property.ts';
import { evidence } from './evidence.fixture.ts';
import { MINUTE, SENSOR, START, minute, trueDays } from './history.fixture.ts';
import { chained, firstLink, merged, timesOf, verifyJournal } from './journal.ts';
import type { ChainedEntry, JournalEntry, Hash } from './journal.ts';
import { DEFAULT_PARAMETERS } from './parameters.ts';
import { settleBerth } from './settle.ts';
import type { Evidence } from './types.ts';

const hash: Hash = (text) => createHash('sha256').update(text).digest('hex');
const OFFSET = 7 * MINUTE;
const SYNC = { at: START, offsetMs: OFFSET };

const entry = (seq: number, body: string, at: number): JournalEntry => ({
  installation: 'PDA-7',
  seq,
  id: `entry-${seq}`,
  kind: 'plate',
  userId: 'collector',
  wallAt: at + OFFSET,
  monotonicMs: at - START,
  body,
});

function chain(entries: readonly JournalEntry[]): ChainedEntry[] {
  let previous = firstLink('PDA-7');
  return entries.map((each) => {
    const link = chained(each, previous, hash);
    previous = link.hash;
    return link;
  });
}
const journals = fc
  .array(fc.string({ maxLength: 8 }), { minLength: 1, maxLength: 12 })
  .map((bodies) => chain(bodies.map((body, nth) => entry(nth + 1, body, minute(10 * nth)))));
const verify = (entries: readonly ChainedEntry[]) => verifyJournal(entries, 'PDA-7', hash);

test('a whole journal verifies, and its head is the last hash', () => {
  fc.assert(
    fc.property(journals, (entries) => {
      assert.deepEqual(verify(entries), { faults: [], seq: entries.length, head: entries.at(-1)!.hash });
    }),
  );
});

test('one removed is located, also when the others are numbered anew', () => {
  fc.assert(
    fc.property(journals, fc.nat(), (entries, pick) => {
      fc.pre(entries.length > 1);
      const nth = pick % (entries.length - 1);
      const left = entries.filter((_, at) => at !== nth);
      assert.deepEqual(verify(left).faults[0], { fault: 'removed', seq: nth + 1 });
      assert.equal(verify(left).seq, nth, 'acknowledged up to there');
      const renumbered = left.map((each, at) => {
        const again = { ...each, seq: at + 1 };
        return at < nth ? again : chained(again, each.previous, hash);
      });
      assert.deepEqual(verify(renumbered).faults[0], { fault: 'removed', seq: nth + 1 });
    }),
  );
});

test('one changed or back-dated afterwards is located', () => {
  fc.assert(
    fc.property(journals, fc.nat(), fc.constantFrom('body', 'time', 'rehashed' as const), (entries, pick, how) => {
      const nth = pick % entries.length;
      const target = entries[nth]!;
      const altered =
        how === 'body' ? { ...target, body: `${target.body}!` } : { ...target, wallAt: target.wallAt - 60 * MINUTE };
      const forged = how === 'rehashed' ? chained(altered, target.previous, hash) : altered;
      const { faults } = verify(entries.with(nth, forged));
      if (how !== 'rehashed') assert.deepEqual(faults[0], { fault: 'changed', seq: nth + 1 });
      // Whoever also forges its hash breaks the link of the next; a forged last entry is caught by its clock, below.
      else if (nth + 1 < entries.length) assert.deepEqual(faults[0], { fault: 'removed', seq: nth + 2 });
    }),
  );
});

test('a clock set back does not agree with the count since the last synchronisation: suspect, bounded by its neighbours', () => {
  const times = [0, 20, 40].map((at, nth) => entry(nth + 1, 'x', minute(at)));
  const set = chain(times.with(1, { ...times[1]!, wallAt: times[1]!.wallAt - 15 * MINUTE }));
  assert.deepEqual(
    timesOf(set, SYNC).map(({ at, clockSuspect }) => [(at - START) / MINUTE, clockSuspect]),
    [
      [0, false],
      [20, true],
      [40, false],
    ],
  );
});

test('two different entries of one number are a fork', () => {
  const entries = chain([entry(1, 'a', START), entry(2, 'b', minute(1))]);
  const other = chained(entry(2, 'c', minute(1)), entries[0]!.hash, hash);
  assert.ok(verify(merged(entries, [other])).faults.some(({ fault, seq }) => fault === 'forked' && seq === 2));
});

/** A reading as a handheld sends it, and back. */
const toBody = ({ berthId, claim, plate, picture }: Evidence): string =>
  JSON.stringify({ berthId, claim, plate, picture });
const toEvidence = (at: number, { id, body, wallAt, userId }: ChainedEntry): Evidence => ({
  ...evidence(at, 'person', 'plate', { ...(JSON.parse(body) as Partial<Evidence>), userId }),
  id,
  rawAt: wallAt,
  offline: true,
});

test('R17 a journal cut, doubled and merged in any order gives the stays of its twin that was never offline', () => {
  fc.assert(
    fc.property(trueDays, fc.array(fc.nat(), { minLength: 2, maxLength: 6 }), ({ list, until }, cuts) => {
      const readings = list.filter(({ source }) => source === 'person').sort((a, b) => a.at - b.at);
      const others = list.filter(({ source }) => source !== 'person');
      const entries = chain(readings.map((each, nth) => ({ ...entry(nth + 1, toBody(each), each.at), id: each.id })));
      const pieces = cuts.map((cut, nth) => entries.slice(nth === 0 ? 0 : cut % (entries.length + 1)));
      const received = merged(...pieces.toReversed());
      assert.deepEqual(received, entries, 'each entry once');
      assert.deepEqual(verify(received).faults, []);
      const settle = (people: readonly Evidence[]) =>
        settleBerth({
          berthId: 'B1',
          evidence: [...others, ...people],
          bindings: [SENSOR],
          closures: [],
          parameters: DEFAULT_PARAMETERS,
          settled: [],
          from: START,
          until,
        });
      const merging = timesOf(received, SYNC).map(({ at, entry: each }) => toEvidence(at, each));
      assert.deepEqual(settle(merging), settle(readings));
    }),
    { numRuns: 100 },
  );
});
