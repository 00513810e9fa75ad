/** Tariffs written down in full, tried by the call as a clerk would with the documentation alone. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startTestProduct } from '#test/test-product.ts';
import type { TestProduct } from '#test/test-product.ts';

let product: TestProduct;
before(async () => {
  product = await startTestProduct();
});
after(() => product.close());

const path = '/api/updown/platParkFeeRule/testFee';
const folder = join(import.meta.dirname, '..', '..', '..', 'domain', 'fee', 'tariffs');
type Case = {
  n: number;
  in: string;
  out: string;
  vehicle: string;
  fen?: number;
  refused?: string;
  calendar?: object;
  values?: object;
  areas?: object;
  payments?: object;
};
type Published = { id: string; zone: string; tariff: object; cases: Case[] };
const tariffs = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Published);
const tried = (rule: unknown, inTime: string, outTime: string, more: Record<string, unknown> = {}) =>
  product.ask('GET', path, { rule: JSON.stringify(rule), inTime, outTime, ...more }, { as: 'groupAdmin' });

test('every published tariff answers the first and the last cases by the call, to the fen, with lines that sum', async () => {
  for (const { id, zone, tariff, cases } of tariffs) {
    for (const each of [cases[1]!, cases.at(-2)!, cases.at(-1)!]) {
      const { calendar = {}, values, areas, payments } = each;
      const context = {
        zone,
        ...calendar,
        ...(values ? { values } : {}),
        ...(areas ? { areas } : {}),
        ...(payments ? { payments } : {}),
      };
      const { status, body } = await tried(tariff, each.in, each.out, {
        carKind: each.vehicle,
        context: JSON.stringify(context),
      });
      if (each.refused) assert.equal(status, 422, `${id} ${each.n}`);
      else
        assert.deepEqual(
          [
            status,
            body.data.totalFen,
            body.data.lines.reduce((sum: number, line: { amountFen: number }) => sum + line.amountFen, 0),
          ],
          [200, each.fen, each.fen],
          `${id} ${each.n}`,
        );
    }
  }
});

test('without holidays in the call the calendar of the lot holds', async () => {
  const parkId = await product.park(product.companies.child);
  const shenzhen = tariffs.find(({ id }) => id === 'cn-shenzhen-roadside-c1')!.tariff;
  const monday = async (more: Record<string, unknown> = {}) =>
    (await tried(shenzhen, '2024-06-10T09:00:00+08:00', '2024-06-10T11:00:00+08:00', { parkId, ...more })).body.data
      .totalFen;
  assert.equal(await monday(), 2100);
  await product.must(
    'POST',
    '/api/updown/parkHolidayDate/submit',
    { parkingId: parkId, dates: ['2024-06-10'] },
    { as: 'groupAdmin' },
  );
  assert.equal(await monday(), 360);
  assert.equal(await monday({ context: JSON.stringify({ holidays: [] }) }), 2100);
});

test('an error in the rule or in the stay’s data names its position, in both languages', async () => {
  const rule = {
    form: 2,
    schemes: [{ meters: [{ id: 'day', again: 'stay', edge: 'ends', ladder: [{ unitMinutes: 0, fen: 100 }] }] }],
  };
  const [inTime, outTime] = ['2026-05-06T09:00:00+08:00', '2026-05-06T10:30:00+08:00'];
  const bad = await tried(rule, inTime, outTime);
  assert.deepEqual(
    [bad.status, bad.body.errors?.[0]?.field, bad.body.errors?.[0]?.msg],
    [400, 'rule.schemes[0].meters[0].ladder[0].unitMinutes', '须为1至527040的整数'],
  );
  const good = {
    form: 2,
    schemes: [
      {
        meters: [
          {
            id: 'day',
            again: 'stay',
            edge: 'ends',
            ladder: [{ unitMinutes: 30, fen: { by: 'vehicle', of: { small: 100 } } }],
          },
        ],
      },
    ],
  };
  const off = await tried(good, inTime, outTime, {
    carKind: 'small',
    context: JSON.stringify({ payments: [{ at: 'noon', fen: 1 }], zone: 'Mars/Base' }),
  });
  assert.deepEqual(
    [off.status, off.body.errors?.map(({ field }: { field: string }) => field)],
    [400, ['context.payments[0].at', 'context.zone']],
  );
  assert.equal((await tried(good, inTime, outTime, { carKind: 'small' })).body.data.totalFen, 300);
  assert.equal((await tried(good, inTime, outTime, { carKind: 'lorry' })).status, 422);
});
