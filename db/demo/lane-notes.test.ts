/** A stay of the demo's last days has the same history as one of today: read, decided for a reason, opened. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import { buildLot } from './build-lot.ts';
import type { Ask } from './build-base.ts';
import { city } from './city.ts';
import { openShops } from './derates.ts';
import { pastOf } from './history.ts';
import { countPassings } from './lane-notes.ts';
import { loadPast } from './load.ts';

type Event = { at: string; kind: string; detail: { plate?: string; verdict?: string; reasons?: { zh: string }[] } };

test('a camera numbers what passed it lately in the order it came, each lane for itself', () => {
  const day = 86_400_000;
  const { of, last } = countPassings([
    { lane: 'a', at: 9 * day },
    { lane: 'b', at: 9 * day + 5 },
    { lane: 'a', at: 9 * day - 7 },
    { lane: 'a', at: 6 * day },
    { lane: null, at: 9 * day },
    { lane: 'a', at: null },
  ]);
  assert.deepEqual([of('a', 9 * day - 7), of('a', 9 * day), of('b', 9 * day + 5), of('a', 6 * day)], [1, 2, 1, 0]);
  assert.deepEqual([...last].sort(), [
    ['a', 2],
    ['b', 1],
  ]);
});

test('each recent stay has its own readings and decisions in order, the last decision stands with its passage, and the camera counts on', async () => {
  const product = await startTestProduct();
  try {
    const plan = {
      ...city
        .flatMap(({ companies }) => companies)
        .flatMap(({ lots }) => lots)
        .find(({ inner }) => inner)!,
      staysPerDay: 90,
      // So that passes leave at every hour of the day.
      passShare: 0.3,
    };
    const ask: Ask = (method, path, input) =>
      product.must(method, `/api/updown/${path}`.replace('/api/updown//', '/'), input);
    const { id: maker } = await ask('POST', 'plat/sysManufacturer/submit', { name: '臻视智能', shortName: 'ZS' });
    const built = await buildLot(
      ask,
      { devices: {}, guests: {}, playedTo: {} },
      plan,
      product.companies.child,
      [maker],
      1,
    );
    const { parkId } = built.site;
    const sql = <T>(text: string): Promise<T[]> =>
      product.database.read(platformScope, (db) => db.raw<T>(text, [parkId]));
    const [{ tenant_id: tenantId }] = (await sql<{ tenant_id: number }>(
      'SELECT tenant_id FROM park WHERE id = $1',
    )) as [{ tenant_id: number }];
    const now = Date.now();
    const passed = await loadPast(
      product.database,
      tenantId,
      built,
      pastOf(plan, 3, 4, now, 'Asia/Shanghai'),
      new Map(),
      await openShops(product.database, tenantId, built, 3, now),
      () => '马长宁',
      () => undefined,
    );
    const most = await sql<{ gate: string; most: number; notes: number }>(
      'SELECT gate_id AS gate, max(passing)::int AS most, count(*)::int AS notes FROM lane_note WHERE park_id = $1 GROUP BY 1',
    );
    assert.deepEqual(new Map(most.map(({ gate, most: number }) => [gate, number])), passed);
    assert.equal(
      (
        await sql<{ n: number }>(
          `SELECT count(*)::int AS n FROM (SELECT gate_id, passing FROM passage WHERE park_id = $1 AND passing > 0
            GROUP BY 1, 2 HAVING count(*) > 1) twice`,
        )
      )[0]!.n,
      0,
    );
    const wrong =
      await sql(`SELECT p.id FROM passage p WHERE p.park_id = $1 AND p.passing > 0 AND p.reasons IS DISTINCT FROM (
      SELECT string_agg(r, ',' ORDER BY o) FROM (SELECT note FROM lane_note n WHERE n.gate_id = p.gate_id
        AND n.passing = p.passing AND n.kind = 'decision' ORDER BY n.at DESC LIMIT 1) last,
        jsonb_array_elements_text(last.note->'reasons') WITH ORDINALITY AS each(r, o))`);
    assert.deepEqual(wrong, []);
    const stays = await sql<{ id: string; plate: string; release: string }>(
      `SELECT DISTINCT ON (release_type) id, plate_number AS plate, release_type AS release FROM stay WHERE park_id = $1
        AND in_time > now() - interval '20 hours' AND out_time IS NOT NULL ORDER BY release_type`,
    );
    assert.ok(stays.some(({ release }) => release === 'paid') && stays.some(({ release }) => release === 'pass'));
    for (const { id, plate, release } of stays) {
      const events: Event[] = (await product.must('GET', '/api/gatehouse/stay/story', { recordId: id })).events;
      assert.deepEqual([...new Set(events.flatMap(({ detail }) => detail.plate ?? []))], [plate]);
      const kinds = events.map(({ kind }) => kind);
      assert.ok(
        kinds[0] === 'reading' &&
          kinds.filter((kind) => kind === 'decision').length >= 2 &&
          kinds.filter((kind) => kind === 'opening').length >= 2,
        kinds.join(' '),
      );
      if (release !== 'paid') continue;
      const notes = events
        .filter(({ kind }) => kind === 'decision' || kind === 'payment')
        .map(({ kind, detail }) => detail.verdict ?? kind);
      assert.deepEqual(notes.slice(-3), ['charge', 'payment', 'open']);
    }
  } finally {
    await product.close();
  }
});
