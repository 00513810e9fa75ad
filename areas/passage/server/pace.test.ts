/**
 * How many events of one lot a second, in batches of 1, 10, 100 and 500. `PACE=2000 node --test
 * areas/passage/server/pace.test.ts` for figures; a short run otherwise.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { factId } from '#domain/lane/identity.ts';
import type { UpEvent } from '#areas/device/model/link.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';
import { HOUR, openLot } from './lot.fixture.ts';
import type { StoryLot } from './lot.fixture.ts';

const wanted = Number(process.env['PACE'] ?? 300);
const inside = wanted > 1000 ? 300 : 20;
let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

const plateOf = (n: number): string => `京A${String(n).padStart(5, '0')}`;

function* through(lot: StoryLot, lane: 'in1' | 'out1', at: number, plate: string): Generator<UpEvent> {
  const read = lot.reading(lane, at, plate);
  yield read;
  const passing = lot.passing(lane);
  if (lane === 'out1')
    yield lot.event(
      lane,
      at + 500,
      {
        kind: 'attend',
        passing,
        by: '王芳',
        act: { action: 'cash', amountFen: 3000, tenderedFen: 3000, drawer: 'shift-1' },
      },
      `box-${lane}`,
    );
  yield lot.event(lane, at + 1000, { kind: 'gate', gate: 'up', by: 'command', commandId: factId(read, 'open:1') });
  yield lot.event(lane, at + 3000, { kind: 'passed', passing, count: 1, picture: null });
  yield lot.event(lane, at + 3500, { kind: 'gate', gate: 'down', by: 'local', commandId: null });
}

/** Nine events per car in and out, paid in cash; `inside` cars are in the lot at any time. */
function* traffic(lot: StoryLot, start: number): Generator<UpEvent> {
  for (let n = 0; ; n += 1) {
    yield* through(lot, 'in1', start + n * 9_000, plateOf(n));
    if (n >= inside) yield* through(lot, 'out1', start + n * 9_000 + 4_000, plateOf(n - inside));
  }
}

for (const size of [1, 10, 100, 500]) {
  test(`all figures are right after batches of ${size}, and the rate is printed`, async (t) => {
    const lot = await openLot(product, { capacity: 100_000 });
    const source = traffic(lot, Date.now() - 90 * HOUR);
    const take = (count: number): UpEvent[] => Array.from({ length: count }, () => source.next().value as UpEvent);
    for (let done = 0; done < inside * 6; done += 500) await lot.ingest(...take(500));
    const batches = Array.from({ length: Math.ceil(Math.min(wanted, size * 400) / size) }, () => take(size));
    const times: number[] = [];
    for (const batch of batches) {
      const from = performance.now();
      await lot.ingest(...batch);
      times.push(performance.now() - from);
    }
    const total = times.reduce((sum, ms) => sum + ms, 0);
    times.sort((a, b) => a - b);
    t.diagnostic(
      `${Math.round((batches.length * size * 1000) / total)} events/s, median ${times[times.length >> 1]!.toFixed(1)} ms a batch, p95 ${times[Math.floor(times.length * 0.95)]!.toFixed(1)} ms`,
    );
    const check = await lot.check();
    assert.deepEqual([check.right, check.events, check.held], [true, lot.sent.length, 0]);
  });
}
