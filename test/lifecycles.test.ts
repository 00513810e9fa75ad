/**
 * States move by the actions of their lifecycle and by nothing else: a person's by `move`, those of clock and device by
 * a `mover`.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { resources } from '#apps/models.ts';
import { columnName } from '#kit/server/table.ts';
import { carriedOut } from '#kit/server/mover.ts';
import '#apps/server/areas.ts';
import '#apps/server/jobs.ts';

const ROOT = join(import.meta.dirname, '..');
/** The demo's past is written as it would have come about; tests put rows where they need them. */
const files = globSync('{areas,device,apps,kit,db}/**/*.{ts,tsx,sql}', { cwd: ROOT }).filter(
  (file) => !/\.(test|fixture)\.tsx?$|^db\/(migrations|demo)\/|^kit\/server\/(lifecycle|mover)\.ts$/.test(file),
);
const moving = resources.flatMap(({ name, lifecycle }) =>
  lifecycle ? [{ name, table: columnName(name), field: lifecycle.field, column: columnName(lifecycle.field) }] : [],
);
const sources = files.map((file) => readFileSync(join(ROOT, file), 'utf8'));
type Moving = (typeof moving)[number];

/** What a statement sets, from SET to where its conditions begin. */
const setBy = (statement: string): string =>
  /\bSET\b([\s\S]*?)(?:\bFROM\b|\bWHERE\b|\bRETURNING\b|$)/i.exec(statement)?.[1] ?? '';

/** Assignments of the state in statements of the file: `UPDATE table … SET state =`, also where a conflict updates. */
function statements(code: string, { table, column }: Moving): string[] {
  const assigned = new RegExp(`(?:^|[\\s,"])"?${column}"?\\s*=`);
  const updates = [...code.matchAll(new RegExp(`\\bUPDATE\\s+"?${table}"?\\s[^\`]*`, 'gi'))].map(([found]) => found);
  const inserts = [...code.matchAll(new RegExp(`\\bINSERT INTO\\s+"?${table}"?\\s[^\`]*?(DO UPDATE[^\`]*)`, 'gi'))].map(
    ([, found]) => found!,
  );
  return [...updates, ...inserts].filter((each) => assigned.test(setBy(each)));
}

/** The same through the query builder: what `.update(…).set({ … })` is given, in a file that names the resource. */
function built(code: string, { name, field }: Moving): string[] {
  if (!new RegExp(`\\b${name}\\b`).test(code)) return [];
  const assigned = new RegExp(`[{,\\s]\\[?${field}\\]?\\s*[:,}]`);
  return [
    ...code.matchAll(/\.update\(\s*([^)]*(?:\([^)]*\))?)\s*\)\s*\.set\(([\s\S]*?)\)\s*\.(?:where|from|returning)/g),
  ]
    .filter(([, , set]) => assigned.test(set!))
    .map(([found]) => found)
    .filter((found) => isOf(found, code, name));
}

/** Whether the table updated is the resource's: by itself, or by a name that stands for it in the file. */
function isOf(found: string, code: string, name: string): boolean {
  const table = /\.update\(\s*([\s\S]*?)\s*\)\s*\.set/.exec(found)?.[1] ?? '';
  const whole = /^\w+$/.test(table)
    ? (new RegExp(`\\b${table}\\b\\s*(?::[^=]+)?=\\s*tableOf\\(([^)]*)\\)`).exec(code)?.[1] ?? '')
    : table;
  const alias = /^\w+$/.test(whole) ? (new RegExp(`\\bconst ${whole}\\b[^=]*=\\s*(\\w+)`).exec(code)?.[1] ?? '') : '';
  return [whole, alias].some((each) => new RegExp(`\\b${name}\\b`).test(each));
}

const breaches = (code: string): string[] =>
  moving.flatMap((of) =>
    [...statements(code, of), ...built(code, of)].map((found) => `${of.name}: ${found.slice(0, 90)}`),
  );

test('no state is set beside its lifecycle', () => {
  const found = files.flatMap((file) =>
    breaches(readFileSync(join(ROOT, file), 'utf8')).map((each) => `${file} ${each}`),
  );
  assert.deepEqual(found, []);
});

test('the search finds what it looks for', () => {
  assert.ok(moving.length >= 10, 'resources with a lifecycle');
  for (const code of [
    'db.raw(`UPDATE park_month m SET status = n.status, updated_at = now() FROM x n WHERE m.id = n.id`)',
    "db.raw(`UPDATE space_booking SET arrived_time = $3, status = 'arrived' WHERE id = $2`)",
    "db.raw(`INSERT INTO shift (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET status = 'open'`)",
    "const t = tableOf(feeRule); db.update(t).set({ status: 'retired', updatedAt: x } as never).where(y)",
    'db.update(tableOf(carList)).set({ dataStatus }).where(y)',
  ])
    assert.equal(breaches(code).length, 1, code);
  for (const code of [
    "db.raw(`UPDATE park_month SET end_time = $1 WHERE status = 'active'`)",
    "db.raw(`UPDATE park_live SET inside = (SELECT count(*) FROM stay WHERE status = 'open')`)",
    "const t = tableOf(feeRule); db.update(t).set({ rule: x }).where(eq(t.status, 'draft'))",
  ])
    assert.deepEqual(breaches(code), [], code);
});

test('every action of the clock and of devices is carried out by something', () => {
  const declared = resources.flatMap(({ name, lifecycle }) =>
    Object.entries(lifecycle?.actions ?? {})
      .filter(([, { by }]) => by === 'clock' || by === 'device')
      .map(([action]) => `${name}:${action}`),
  );
  // A device that calls the server itself is moved by `move`, as a person is.
  const calling = declared.filter((each) => {
    const [name, action] = each.split(':') as [string, string];
    return sources.some((code) => new RegExp(`\\bmove\\(\\s*${name},[^,]+,\\s*'${action}'`).test(code));
  });
  assert.deepEqual(declared.sort(), [...new Set([...carriedOut(), ...calling])].sort());
  assert.ok(declared.length >= 6);
});
