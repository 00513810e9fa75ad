/** The generator held against this product's own tables, whose kinds are declared. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resources } from '#apps/models.ts';
import { columnKinds } from '#areas/platform/model/code.ts';
import { suggested } from '#areas/platform/server/declaration.ts';
import type { Field } from '#kit/declare/field.ts';
import { tableOf } from '#kit/server/table.ts';

/** As PostgreSQL writes the type of a column. */
const formatted = (type: string): string =>
  type.replace(/^varchar/, 'character varying').replace(/^char(?=\()/, 'character');

/** What a field was declared as, in the generator's words: rows of another resource by its name. */
const declaredKind = ({ kind, target }: Field): string => (kind === 'relation' ? target!().name : kind);

const fields = resources
  .filter(({ rowsOf }) => !rowsOf)
  .flatMap((of) => {
    const table = tableOf(of);
    return Object.entries(of.fields).flatMap(([name, field]) => {
      const column = table[name];
      if (!column) return [];
      const type = formatted(column.getSQLType());
      const given = suggested({ name: column.name, type, required: column.notNull, isKey: false, note: null });
      return [
        { name: `${of.name}.${name}`, declared: declaredKind(field), given: given.skip ? 'left out' : given.kind },
      ];
    });
  });
const seen = fields.filter(({ declared }) => declared in columnKinds);

test("of our own tables' columns whose kind a table can show, 95 of 100 are given the declared one", (t) => {
  const differing = seen.filter(({ declared, given }) => declared !== given);
  const groups = Object.groupBy(differing, ({ declared, given }) => `${declared} as ${given}`);
  for (const [what, of] of Object.entries(groups)) t.diagnostic(`${what}: ${of!.map(({ name }) => name).join(' ')}`);
  const right = seen.length - differing.length;
  t.diagnostic(
    `${right} of ${seen.length}, of all ${fields.length} fields ${((right / fields.length) * 100).toFixed(1)} %`,
  );
  assert.ok(seen.length > 2_000, `${seen.length} columns`);
  assert.ok(right / seen.length >= 0.95, `${right} of ${seen.length}`);
});

test('no money, plate, phone or secret is missed but those whose names say something else', () => {
  const missed = seen.filter(
    ({ declared, given }) => declared !== given && ['money', 'plate', 'phone', 'idCard', 'secret'].includes(declared),
  );
  assert.deepEqual(missed.map(({ name }) => name).sort(), [
    'cashoutSet.accountNo',
    'invoiceSellerConfig.bankAccount',
    'lorawanNetwork.keyHash',
    'merchantChange.entered',
    'transferRecord.accountNo',
  ]);
});

test('what a table cannot show comes as words, as a car park or is left out, never as money or a secret', () => {
  const unseen = fields.filter(({ declared }) => !(declared in columnKinds));
  assert.deepEqual([...new Set(unseen.map(({ given }) => given))].sort(), ['left out', 'park', 'text']);
  const parks = unseen.filter(({ given }) => given === 'park');
  assert.ok(
    parks.every(({ name }) => /[pP]arkId$/.test(name)),
    parks.map(({ name }) => name).join(' '),
  );
});
