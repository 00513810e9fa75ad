/** The generator held against this product's own tables, whose kinds are declared. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resources } from '#apps/models.ts';
import { columnKinds } from '#areas/platform/model/code.ts';
import { suggested } from '#areas/platform/server/declaration.ts';
import { tableNamedBy } from '#areas/platform/server/references.ts';
import { getTableName } from 'drizzle-orm';
import type { Field } from '#kit/declare/field.ts';
import { tableOf } from '#kit/server/table.ts';

/** As PostgreSQL writes the type of a column. */
const formatted = (type: string): string =>
  type.replace(/^varchar/, 'character varying').replace(/^char(?=\()/, 'character');

/** What a field was declared as, in the generator's words: rows of another resource by its name. */
const declaredKind = ({ kind, target }: Field): string => (kind === 'relation' ? target!().name : kind);

const tables = new Map(
  resources.filter(({ rowsOf }) => !rowsOf).map((of) => [`public.${getTableName(tableOf(of))}`, of.name]),
);
const keyed = [...tables.keys()].map((name) => ({ table: name, keyType: 'uuid' }));

const fields = resources
  .filter(({ rowsOf }) => !rowsOf)
  .flatMap((of) => {
    const table = tableOf(of);
    return Object.entries(of.fields).flatMap(([name, field]) => {
      const column = table[name];
      if (!column) return [];
      const type = formatted(column.getSQLType());
      const outside = { name: column.name, type, required: column.notNull, isKey: false, note: null };
      const rowsOf = tableNamedBy(outside, keyed, `public.${getTableName(table)}`);
      const given = suggested(rowsOf ? { ...outside, refers: { table: rowsOf, by: 'name' } } : outside);
      const rows = given.target === null ? given.kind : (tables.get(given.target) ?? '');
      return [
        {
          name: `${of.name}.${name}`,
          declared: declaredKind(field),
          given: given.skip ? 'left out' : rows,
          guessed: given.target !== null,
        },
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

test('of the relations guessed by the names of columns nine in ten are right, and none is a text', (t) => {
  const guesses = fields.filter(({ guessed }) => guessed);
  const right = guesses.filter(({ declared, given }) => declared === given);
  const wrong = guesses.filter(({ declared, given }) => declared !== given);
  t.diagnostic(wrong.map(({ name, declared, given }) => `${name}: ${declared} as ${given}`).join(', '));
  const all = fields.filter(({ declared, given }) => declared === given);
  t.diagnostic(
    `${right.length} of ${guesses.length}; with them ${all.length} of all ${fields.length} fields, ${((all.length / fields.length) * 100).toFixed(1)} %`,
  );
  assert.ok(guesses.length > 100 && right.length / guesses.length >= 0.9, `${right.length} of ${guesses.length}`);
  assert.deepEqual(
    wrong.filter(({ declared }) => declared in columnKinds),
    [],
  );
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
    'shareReceiver.accountName',
    'transferRecord.accountNo',
  ]);
});

test('what a table cannot show comes as words, as a car park or is left out, never as money or a secret', () => {
  const unseen = fields.filter(({ declared, guessed }) => !(declared in columnKinds) && !guessed);
  assert.deepEqual([...new Set(unseen.map(({ given }) => given))].sort(), ['left out', 'park', 'text']);
  const parks = unseen.filter(({ given }) => given === 'park');
  assert.ok(
    parks.every(({ name }) => /[pP]arkId$/.test(name)),
    parks.map(({ name }) => name).join(' '),
  );
});
