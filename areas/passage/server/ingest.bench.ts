/** How many events of one lot a second: `node areas/passage/server/ingest.bench.ts [events]`. Batches of 1, 10, 100 and 500; each car comes, stays, pays in cash and leaves. */
import { openHouse } from '#test/house.ts';
import type { UpEvent } from '#areas/device/model/link.ts';
import { HOUR, openLot } from './lot.fixture.ts';
import type { StoryLot } from './lot.fixture.ts';
import { factId } from '#domain/lane/identity.ts';

const wanted = Number(process.argv[2] ?? 4000);
const plateOf = (n: number): string => `京A${String(n).padStart(5, '0')}`;

/** Eight events per car in and out; `inside` cars are in the lot at any time. */
function* traffic(lot: StoryLot, start: number, inside: number): Generator<UpEvent> {
  for (let n = 0; ; n += 1) {
    const at = start + n * 9_000;
    yield* through(lot, 'in1', at, plateOf(n), null);
    if (n >= inside) yield* through(lot, 'out1', at + 4_000, plateOf(n - inside), 'cash');
  }
}

function* through(lot: StoryLot, lane: 'in1' | 'out1', at: number, plate: string, pay: 'cash' | null): Generator<UpEvent> {
  const read = lot.reading(lane, at, plate);
  yield read;
  const commandId = factId(read, 'open:1');
  const passing = lot.passing(lane);
  if (pay) yield lot.event(lane, at + 500, { kind: 'attend', passing, by: '王芳', act: { action: 'cash', amountFen: 3000, tenderedFen: 3000, drawer: 'shift-1' } }, `box-${lane}`);
  yield lot.event(lane, at + 1000, { kind: 'gate', gate: 'up', by: 'command', commandId });
  yield lot.event(lane, at + 3000, { kind: 'passed', passing, count: 1, picture: null });
  yield lot.event(lane, at + 3500, { kind: 'gate', gate: 'down', by: 'local', commandId: null });
}

const house = await openHouse();
for (const size of [1, 10, 100, 500]) {
  const lot = await openLot(house, { capacity: 100_000 });
  const source = traffic(lot, Date.now() - 90 * HOUR, 300);
  const take = (count: number): UpEvent[] => Array.from({ length: count }, () => source.next().value as UpEvent);
  for (let done = 0; done < 2_000; done += 500) await lot.ingest(...take(500));
  const total = Math.min(wanted, size * 400);
  const batches = Array.from({ length: Math.ceil(total / size) }, () => take(size));
  const began = performance.now();
  const times: number[] = [];
  for (const batch of batches) {
    const from = performance.now();
    await lot.ingest(...batch);
    times.push(performance.now() - from);
  }
  const ms = performance.now() - began;
  times.sort((a, b) => a - b);
  const { right, inside } = await lot.check();
  process.stdout.write(`batch ${size}: ${Math.round((batches.length * size * 1000) / ms)} events/s, median ${times[times.length >> 1]!.toFixed(1)} ms, p95 ${times[Math.floor(times.length * 0.95)]!.toFixed(1)} ms a batch, inside ${inside}, figures right: ${right}\n`);
}
await house.close();
