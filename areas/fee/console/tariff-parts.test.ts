import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkRule } from '#domain/fee/check.ts';
import type { Tariff } from '#domain/fee/form.ts';
import { price } from '#domain/fee/price.ts';
import { isFeeRefusal } from '#domain/fee/types.ts';
import { readJson, placeOf, layOut } from './json-places.ts';
import { insertPart, parts, starters } from './tariff-parts.ts';

type Case = {
  n: number;
  in: string;
  out: string;
  vehicle: string;
  values?: Record<string, string | number>;
  calendar?: { holidays?: string[]; workdays?: string[] };
  fen?: number;
  refused?: string;
};

test('every tariff to start from is one', () => {
  for (const { name, tariff } of starters) assert.deepEqual(checkRule(tariff), [], name);
});

test('each part fits every tariff to start from, and is found where it was put', () => {
  for (const { name, tariff } of starters) {
    for (const part of parts) {
      const source = layOut(tariff);
      const put = insertPart(source, source.length - 10, part)!;
      const read = readJson(put.source);
      assert.ok(!read.fault);
      assert.deepEqual(checkRule(read.value), [], `${part.name} in ${name}`);
      const { from, to } = placeOf(put.path, read.places);
      assert.ok(read.places.has(put.path), `${part.name} in ${name}`);
      assert.ok(put.source.slice(from, to).length > 5);
    }
  }
});

test('a part goes into the scheme of the cursor, and ids stay unique', () => {
  const source = layOut(starters.find(({ name }) => name === 'earlyBird')!.tariff);
  const [free, meter] = ['free', 'meter'].map((name) => parts.find((each) => each.name === name)!) as [
    (typeof parts)[number],
    (typeof parts)[number],
  ];
  assert.equal(insertPart(source, source.indexOf('Early bird'), free)!.path, 'schemes[0].free');
  assert.equal(insertPart(source, source.indexOf('By the hour'), free)!.path, 'schemes[1].free');
  const twice = insertPart(insertPart(source, 0, meter)!.source, 0, meter)!;
  assert.match(twice.source, /"period-2"/);
});

test('into nothing, the parts still go; into text that is no JSON, none does', () => {
  const meter = parts.find(({ name }) => name === 'meter')!;
  assert.equal(insertPart('{ "form": 2 }', 0, meter)!.path, 'schemes[0].meters[0]');
  assert.equal(insertPart('{ "form": 2', 0, meter), null);
  assert.equal(insertPart('[]', 0, meter), null);
});

test('two published tariffs are an example away: Shenzhen’s roadside as it is, Guangzhou’s with one part put in', () => {
  const published = (id: string) =>
    JSON.parse(readFileSync(join(import.meta.dirname, '../../../domain/fee/tariffs', `${id}.json`), 'utf8')) as {
      tariff: Tariff;
      cases: Case[];
    };
  const starter = (name: string) => layOut(starters.find((each) => each.name === name)!.tariff);
  const priced = (source: string, { in: inTime, out, vehicle, values, calendar }: Case) => {
    const fee = price(
      JSON.parse(source) as Tariff,
      { inAt: Date.parse(inTime), outAt: Date.parse(out), carKind: vehicle },
      { zone: 'Asia/Shanghai', ...(values ? { values } : {}), ...(calendar ? { calendar } : {}) },
    );
    return isFeeRefusal(fee) ? fee.refused : fee.totalFen;
  };
  const written = {
    'cn-shenzhen-roadside-c1': starter('workdays'),
    'cn-guangzhou-commercial-c1': insertPart(
      starter('dayNight'),
      0,
      parts.find(({ name }) => name === 'bays')!,
    )!.source,
  };
  for (const [id, source] of Object.entries(written))
    for (const each of published(id).cases)
      assert.equal(priced(source, each), each.refused ?? each.fen, `${id} case ${each.n}`);
});
