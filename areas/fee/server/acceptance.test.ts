/**
 * Tariffs of airports, hospitals, roads, malls and many others, written from their prose by docs/fee-rules.md alone and
 * tried by the call an outsider has: every worked case comes out.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { isFeeRefusal } from '#domain/fee/types.ts';
import { billKnown } from '#domain/fee/stay-context.ts';
import type { Known } from '#domain/fee/stay-context.ts';
import type { Tariff } from '#domain/fee/form.ts';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

type Case = Known & {
  readonly in: string;
  readonly out: string;
  readonly carKind?: string;
  readonly fen?: number;
  readonly refused?: string;
  readonly note: string;
};
type Accepted = {
  readonly id: string;
  readonly name: string;
  readonly zone: string;
  readonly tariff: Tariff;
  readonly cases: readonly Case[];
};

const folder = join(import.meta.dirname, '..', '..', '..', 'domain', 'fee', 'acceptance');
const all = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Accepted);

let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

for (const { id, name, zone, tariff, cases } of all) {
  test(`${name}: ${cases.length} cases, by the call and by the engine`, async () => {
    for (const { in: inTime, out: outTime, carKind, fen, refused, note, ...context } of cases) {
      const input = {
        rule: JSON.stringify(tariff),
        inTime,
        outTime,
        ...(carKind ? { carKind } : {}),
        context: JSON.stringify({ zone, ...context }),
      };
      const { status, body } = await product.ask('GET', '/api/updown/platParkFeeRule/testFee', input, {
        as: 'groupAdmin',
      });
      assert.deepEqual(status === 200 ? body.data.totalFen : status, fen ?? 422, `${id}: ${note}: ${body.msg}`);
      const own = billKnown(
        tariff,
        { inAt: Date.parse(inTime), outAt: Date.parse(outTime), ...(carKind ? { carKind } : {}) },
        context,
        zone,
      );
      assert.equal(isFeeRefusal(own) ? own.refused : own.totalFen, fen ?? refused, `${id}: ${note}`);
    }
  });
}

test('there are 22 of them, with 273 cases', () => {
  assert.deepEqual([all.length, all.reduce((sum, { cases }) => sum + cases.length, 0)], [22, 273]);
});
