/** Fifteen published tariffs, written from their prose, and their worked cases. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { bill } from './bill.ts';
import { price } from './price.ts';
import { isFeeRefusal } from './types.ts';
import type { FeeContext } from './types.ts';
import type { Tariff } from './form.ts';

type Case = Omit<FeeContext, 'zone' | 'areas'> & {
  readonly n: number;
  readonly in: string;
  readonly out: string;
  readonly vehicle: string;
  readonly fen?: number;
  readonly refused?: string;
  readonly note: string;
  readonly areas?: readonly { readonly at: string; readonly area: string }[];
  readonly payments?: readonly { readonly at: string; readonly fen: number }[];
};
type Published = {
  readonly id: string;
  readonly name: string;
  readonly zone: string;
  readonly tariff: Tariff;
  readonly cases: readonly Case[];
};

const folder = join(import.meta.dirname, 'tariffs');
const tariffs = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Published);
const SPANNING = new Set(['free', 'time', 'flat', 'covered']);

/** What is due at the exit, in fen, or the refusal. */
function due(
  { tariff, zone }: Published,
  { areas, payments = [], calendar, values, vehicle, ...each }: Case,
): number | string {
  const context: FeeContext = {
    zone,
    ...(calendar ? { calendar } : {}),
    ...(values ? { values } : {}),
    ...(areas ? { areas: areas.map(({ at, area }) => ({ at: Date.parse(at), area })) } : {}),
    ...(payments.length > 0
      ? { freeUntil: Math.max(...payments.map(({ at }) => Date.parse(at))) + (tariff.leaveMinutes ?? 0) * 60_000 }
      : {}),
  };
  const stay = { inAt: Date.parse(each.in), outAt: Date.parse(each.out), carKind: vehicle };
  const priced = price(tariff, stay, context);
  if (isFeeRefusal(priced)) return priced.refused;
  let at = stay.inAt;
  for (const line of priced.lines) {
    assert.equal(line.from, SPANNING.has(line.kind) ? at : line.to, 'lines follow each other');
    at = SPANNING.has(line.kind) ? line.to : at;
  }
  assert.equal(at, stay.outAt, 'every second lies in one line');
  assert.equal(
    priced.lines.reduce((sum, line) => sum + line.amountFen, 0),
    priced.totalFen,
  );
  const answer = bill(tariff, stay, context, { paidFen: payments.reduce((sum, { fen }) => sum + fen, 0) });
  return isFeeRefusal(answer) ? answer.refused : answer.totalFen;
}

for (const published of tariffs) {
  test(`${published.name}: ${published.cases.length} worked cases`, () => {
    for (const each of published.cases)
      assert.equal(due(published, each), each.fen ?? each.refused, `case ${each.n}: ${each.note}`);
  });
}

test('there are fifteen of them, with 248 cases', () => {
  assert.deepEqual([tariffs.length, tariffs.reduce((sum, { cases }) => sum + cases.length, 0)], [15, 248]);
});
