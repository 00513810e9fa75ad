/** What a camera's reading takes until it is decided and stored, at one entry and one exit. */
import { randomUUID } from 'node:crypto';
import type { UpEvent } from '#areas/device/model/link.ts';
import { ingestBatch } from '#areas/passage/server/door.ts';
import type { Target } from '#areas/passage/server/door.ts';
import type { TestProduct } from '#test/test-product.ts';

type Lane = { readonly lane: string; readonly device: string; seq: number; passing: number };
export type Gate = { readonly target: Target; readonly entry: Lane; readonly exit: Lane };

export async function openGate(testProduct: TestProduct, companyId: string, tenantId: number): Promise<Gate> {
  const parkId = await testProduct.park(companyId, '增长基准车场', { totalStall: 100_000 });
  const kinds = (await testProduct.must('GET', '/api/updown/baseSelect/getSelectCarKindType', { parkId })) as {
    kind: string;
    value: string;
  }[];
  const { id } = await testProduct.must('POST', '/api/updown/platParkFeeRule/submit', {
    parkId,
    CarTypeID: kinds.find(({ kind }) => kind === 'temp')!.value,
    freeMinutes: 15,
    firstMinutes: 30,
    firstFee: 500,
    unitMinutes: 30,
    unitFee: 500,
    dayMaxFee: 3000,
  });
  await testProduct.must('POST', '/api/gatehouse/feeRule/publish', { ids: id });
  const lane = async (gateName: string, gateType: string): Promise<Lane> => ({
    lane: (await testProduct.must('POST', '/api/updown/baseParkGate/submit', { parkId, gateName, gateType })).id,
    device: randomUUID(),
    seq: 0,
    passing: 0,
  });
  return { target: { tenantId, parkId }, entry: await lane('入口', 'in'), exit: await lane('出口', 'out') };
}

/** Cars come and leave within the free minutes. @returns ms for each reading, entries and exits alike */
export async function decisions(
  testProduct: TestProduct,
  { target, entry, exit }: Gate,
  cars: number,
): Promise<number[]> {
  const took: number[] = [];
  const ingest = (...events: UpEvent[]): Promise<void> => ingestBatch(testProduct.database, target, events);
  const head = (of: Lane, at: number) => {
    of.seq += 1;
    return { device: of.device, seq: of.seq, lane: of.lane, at, rawAt: at };
  };
  for (let car = 0; car < cars; car += 1) {
    const plate = `浙A${(car % 1_048_576).toString(16).toUpperCase().padStart(5, '0')}`;
    for (const place of [entry, exit]) {
      place.passing += 1;
      const at = Date.now();
      const from = performance.now();
      await ingest({
        ...head(place, at),
        kind: 'plate',
        passing: place.passing,
        plate,
        colour: 'blue',
        confidence: 0.97,
        picture: null,
      });
      took.push(performance.now() - from);
      await ingest(
        { ...head(place, at + 1), kind: 'gate', gate: 'up', by: 'local', commandId: null },
        { ...head(place, at + 2), kind: 'passed', passing: place.passing, count: 1, picture: null },
        { ...head(place, at + 3), kind: 'gate', gate: 'down', by: 'local', commandId: null },
      );
    }
  }
  return took;
}
