/**
 * Plates, phones, papers and the pictures that show them: masked for who may not see them whole, and on record where
 * somebody did.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { reports, resources, served } from '#apps/server/areas.ts';
import { listPaths } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { platformScope } from '#kit/server/db.ts';
import { isDue } from '#test/turns.ts';
import type { Answer, Fixture, Planted } from './fixture.ts';
import { ledger } from './ledger.ts';
import { openProduct } from './product.ts';

let fixture: Fixture;
before(async () => {
  ({ fixture } = await openProduct());
});
after(() => fixture?.close());

/** Kinds whose samples stand for themselves; a name or an address looks like any other text. */
const telling = new Set(['plate', 'phone', 'idCard', 'email', 'image']);

const all = resources as readonly Resource[];
const ofTenants = all.filter(({ scope }) => scope !== 'platform');

type Rows = { readonly of: Resource; readonly rows: readonly Planted[] };

/** Two rows of each resource of a tenant, and the personal values in them by where they stand. */
async function planted(): Promise<{ rows: Rows[]; values: Map<string, string> }> {
  const found: Rows[] = [];
  const values = new Map<string, string>();
  const plain = new Set<unknown>();
  for (const of of ofTenants) {
    const rows = (await Promise.all([0, 1].map((nth) => fixture.plant(of, 'first', nth)))).filter(
      (row) => row !== null,
    );
    found.push({ of, rows });
    for (const row of rows) {
      for (const [name, field] of Object.entries(of.fields)) {
        const value = row.values[name];
        if (typeof value !== 'string' || value === '') continue;
        if (field.personal && telling.has(field.kind)) values.set(value, `${of.name}.${name}`);
        else plain.add(value);
      }
    }
  }
  for (const value of values.keys()) if (plain.has(value)) values.delete(value);
  return { rows: found, values };
}

const days = {
  startTime: new Date(Date.now() - 20 * 86_400_000).toISOString(),
  endTime: new Date(Date.now() + 3_600_000).toISOString(),
};

/** A call meets its own resource's rows in every run, each other row of its area once in as many turns. */
const NEIGHBOUR_TURNS = 3;

/** Inputs for a call about own rows: none, and each row of its area wherever a call takes one. */
async function questions(
  call: (typeof served)[number]['call'],
  own: readonly Rows[],
): Promise<Record<string, unknown>[]> {
  const ids = own
    .filter(
      ({ of }) =>
        call.name.startsWith(`${of.name}.`) ||
        (of.area === call.area && isDue(`${call.name} ${of.name}`, NEIGHBOUR_TURNS)),
    )
    .flatMap(({ of, rows }) =>
      rows
        .slice(0, 1)
        .map((row) => ({ id: row.id, recordId: row.id, ...(of.wire.key ? { [of.wire.key]: row.id } : {}) })),
    );
  const filled = await fixture.samples(
    Object.fromEntries(Object.entries(call.input).filter(([, { required }]) => required)),
    'first',
    0,
  );
  const queries = [
    { ...filled, ...days, size: 500, format: 'csv' },
    { ...filled, size: 500 },
    ...ids.map((each) => ({ ...filled, ...each, format: 'csv' })),
  ];
  return [...new Map(queries.map((each) => [JSON.stringify(each), each])).values()]; // the same question again is the same look
}

/** Every way to read rows, for every call: input and place. */
async function lists(own: readonly Rows[]): Promise<{ name: string; path: string; input: Record<string, unknown> }[]> {
  const found = [];
  for (const { call } of served.filter(
    ({ call: { method, changes, permission } }) => method === 'GET' && !changes && permission !== 'public',
  )) {
    const paths = call.path.includes(':resource')
      ? all.map(({ name }) => call.path.replace(':resource', name))
      : call.path.includes(':report')
        ? reports.map(({ name }) => call.path.replace(':report', name))
        : [fixture.filled(call.path)];
    for (const path of paths)
      for (const input of path === paths[0] && paths.length === 1
        ? await questions(call, own)
        : [{ ...days, size: 500, format: 'csv', columns: exportColumns(path) }])
        found.push({ name: call.name, path, input });
  }
  return found;
}

/** All columns of the resource at the end of a path. */
const exportColumns = (path: string): string | undefined => {
  const of = all.find(({ name }) => path.endsWith(`/${name}`));
  return of && Object.keys(of.fields).join(',');
};

/** Personal values in a response that were not part of the request. */
const valuesIn = (answer: Answer, input: Record<string, unknown>, values: ReadonlyMap<string, string>): string[] => {
  const text = answer.bytes.toString('utf8');
  return answer.status === 200
    ? [...values]
        .filter(([value]) => text.includes(value) && !Object.values(input).includes(value))
        .map(([value, where]) => `${where} ${value}`)
    : [];
};

test('no response shows full personal data to users with every other permission: not as a field, a related name, a choice, a picture or in a file', async (t) => {
  const found = ledger(t);
  const { rows, values } = await planted();
  assert.ok(values.size > 40, `${values.size} values`);
  for (const { path, input } of await lists(rows)) {
    found.look();
    const answer = await fixture.ask('GET', path, input, { as: 'veiled' });
    const leaked = valuesIn(answer, input, values);
    if (leaked.length > 0)
      found.breach(`${path} ${JSON.stringify(input).slice(0, 100)}: ${leaked.slice(0, 3).join(', ')}`);
  }
  found.close('answers');
});

/** Parts of a value by which it could be recovered sign by sign. */
const partsOf = (value: string): string[] => [
  value.slice(0, -1),
  value.slice(1),
  value.slice(0, 3),
  value.slice(-4),
  `${value.slice(0, -1)}_`,
  `${value.slice(0, 2)}%`,
  `"${value.slice(0, -1)}"`,
];

/** Where rows of a resource are found: its lists, its choices, its tree, its file. */
const placesOf = (of: Resource): { path: string; more: Record<string, unknown> }[] => [
  ...(served.some(({ call }) => call.name === `${of.name}.list`)
    ? listPaths(of).map((path) => ({ path, more: { ...days, size: 500 } }))
    : []),
  { path: `/api/gatehouse/options/${of.name}`, more: {} },
  ...(of.parent ? [{ path: `/api/gatehouse/tree/${of.name}`, more: {} }] : []),
  ...(of.verbs.includes('export')
    ? [{ path: `/api/gatehouse/export/${of.name}`, more: { ...days, format: 'csv', columns: of.list.join(',') } }]
    : []),
];

/** The rows of a response in order, as text; empty for a refusal or without rows. */
function rowsOf(answer: Answer): string {
  if (answer.status !== 200) return '';
  const rows = answer.body
    ? (answer.body.data?.records ?? answer.body.data ?? [])
    : answer.bytes.toString('utf8').split(/\r?\n/).slice(1).filter(Boolean);
  return rows.length === 0 ? '' : JSON.stringify(rows);
}

/** Whether a row may be found by a word for something that everybody sees. */
const seenIn = (of: Resource, row: Planted, part: string): boolean =>
  Object.entries(row.values).some(
    ([name, value]) => !of.fields[name]?.personal && String(value).toLowerCase().includes(part.toLowerCase()),
  );

test('masked data is found only by its full value: no part, range or order reveals anything', async (t) => {
  const found = ledger(t);
  let whole = 0;
  for (const { of, rows } of (await planted()).rows) {
    const [first, second] = rows;
    for (const [name, field] of Object.entries(of.fields)) {
      const value = first?.values[name];
      if (!field.personal || field.kind === 'image' || typeof value !== 'string' || value.length < 5) continue;
      for (const { path, more } of placesOf(of)) {
        const ask = (input: Record<string, unknown>) =>
          fixture.ask('GET', path, { ...more, ...input }, { as: 'veiled' });
        const plain = rowsOf(await ask({}));
        for (const part of partsOf(value))
          for (const by of [name, 'keyword']) {
            if (by === 'keyword' && rows.some((row) => seenIn(of, row, part))) continue;
            found.look();
            if (rowsOf(await ask({ [by]: part })) !== '') found.breach(`${path} by ${by} ${part} finds ${value}`);
          }
        for (const input of [
          { [`${name}From`]: value, [`${name}To`]: value },
          { [`${name}From`]: `${value}0` },
          { [`${name}To`]: '0' },
          { sort: name },
          { sort: `-${name}` },
        ]) {
          found.look();
          const answer = await ask(input);
          if (answer.status === 200 && rowsOf(answer) !== plain)
            found.breach(`${path} ${JSON.stringify(input)} reveals ${value}`);
        }
      }
      const [place] = placesOf(of);
      if (!second || place!.path.startsWith('/api/gatehouse/options')) continue;
      const answer = await fixture.ask('GET', place!.path, { ...place!.more, [name]: value }, { as: 'veiled' });
      if (rowsOf(answer).includes(first!.id)) whole += 1;
    }
  }
  t.diagnostic(`${whole} found by their whole value`);
  assert.ok(whole > 15, `${whole} found by their whole value`);
  found.close('attempts');
});

test('whoever sees personal data whole, or takes them out in a file, stands in the log by the answer’s own number', async (t) => {
  const found = ledger(t);
  const { rows, values } = await planted();
  let whole = 0;
  for (const { path, input } of await lists(rows)) {
    found.look();
    const answer = await fixture.ask('GET', path, input);
    if (valuesIn(answer, input, values).length === 0) continue;
    whole += 1;
    const lines = await fixture.database.read(platformScope, (db) =>
      db.raw<{ action: string }>('SELECT action FROM audit_log WHERE request_id = $1', [answer.requestId]),
    );
    const wanted = answer.body === null ? 'export' : 'view';
    if (!lines.some(({ action }) => action === wanted))
      found.breach(`${path} ${JSON.stringify(input).slice(0, 100)} leaves ${JSON.stringify(lines)}, and no ${wanted}`);
  }
  t.diagnostic(`${whole} of them returned full data`);
  assert.ok(whole > 40, `${whole} answers`);
  found.close('answers');
});

test('what is looked at again within ten minutes is the same look, another question is another', async () => {
  const of = all.find(({ name }) => name === 'carList')!;
  const row = (await fixture.plant(of, 'first'))!;
  const lines = async (): Promise<number> =>
    (
      await fixture.database.read(platformScope, (db) =>
        db.raw<{ n: number }>(
          `SELECT count(*)::int AS n FROM audit_log WHERE action = 'view' AND call_name = 'carList.list'`,
        ),
      )
    )[0]!.n;
  const list = (input: Record<string, unknown>) =>
    fixture.ask('GET', '/api/updown/parkblackList/listPage', {
      plateNumber: row.values['plateNumber'],
      remark: '',
      ...input,
    });
  const first = await lines();
  await list({ size: 11 });
  await list({ size: 12, current: 1, sort: '-createdAt' });
  assert.equal(await lines(), first + 1);
  await list({ size: 11, keyword: String(row.values['plateNumber']) });
  assert.equal(await lines(), first + 2);
});
