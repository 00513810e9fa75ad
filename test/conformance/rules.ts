/**
 * The rules every call and every declaration keeps, whoever wrote it. Each looks at everything there is and names all
 * that breach it, so that one run shows the whole picture; counts are printed.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Field } from '#kit/declare/field.ts';
import { isEmpty } from '#kit/declare/check.ts';
import { detailPath, formFields, listPaths, removePath, submitPath } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { wrongSampleOf } from '#kit/declare/sample.ts';
import { platformScope } from '#kit/server/db.ts';
import { styleOf } from '#kit/server/filter.ts';
import { readTable } from '#kit/sheets/read/read.ts';
import { isDue, partOf, runsAll, turnOf } from '#test/turns.ts';
import type { Answer, Fixture, Planted } from './fixture.ts';
import { ledger, summaryOf } from './ledger.ts';

let fixture: Fixture;
/** Each call meets each kind of nonsense once in as many turns. */
const NONSENSE_TURNS = 6;

const chinese = /[\u4e00-\u9fff]/;

const call = (name: string) => fixture.served.find((each) => each.call.name === name)?.call;
/** Saved by the kit; a submit written by hand asks for what its own input says. */
const savedByKit = (of: Resource) =>
  of.verbs.includes('add') &&
  call(`${of.name}.submit`) !== undefined &&
  Object.keys(call(`${of.name}.submit`)!.input).length === 0;
const has = (of: Resource, verb: string) => call(`${of.name}.${verb}`) !== undefined;
/** A nested list of the given depth. */
const nested = (depth: number): unknown => Array.from({ length: depth }).reduce((inner) => [inner], 1);
const whole = (of: Resource) => (of.scope === 'platform' ? ('platform' as const) : ('first' as const));

/** The row as the list has it now; null where a rule keeps it out of the list: then it is not looked for. */
async function standing(of: Resource, row: Planted): Promise<Record<string, unknown> | null> {
  const { body } = await fixture.ask('GET', listPaths(of)[0]!, { size: 500 }, { as: whole(of) });
  return body?.data?.records?.find((each: { id: string }) => each.id === row.id) ?? null;
}

function wallRules(): void {
  test('without a login every call that is not public answers 401', async (t) => {
    const found = ledger(t);
    for (const {
      call: { method, path, permission },
    } of fixture.served) {
      if (permission === 'public') continue;
      found.look();
      const answer = await fixture.ask(method, fixture.filled(path), {}, { as: null });
      if (answer.status !== 401) found.breach(`${method} ${path}: ${summaryOf(answer)}`);
    }
    found.close('calls');
  });

  test('a person without any permission is refused with 403 wherever a permission is required', async (t) => {
    const found = ledger(t);
    const inside = /^(?:\w+\.submit|kit\.(export|template|import))$/;
    for (const {
      call: { method, path, permission, name },
    } of fixture.served) {
      const coded = permission !== 'public' && permission !== 'session';
      if (!coded && !inside.test(name)) continue;
      found.look();
      const answer = await fixture.ask(method, fixture.filled(path), {}, { as: 'nobody' });
      if (answer.status !== 403) found.breach(`${method} ${path}: ${summaryOf(answer)}`);
    }
    found.close('calls');
  });

  test('a row of another group of companies is not there: not in lists, not to be seen, changed, removed, moved or pointed at', async (t) => {
    const found = ledger(t);
    for (const of of fixture.resources.filter(({ scope }) => scope !== 'platform')) {
      const theirs = await fixture.plant(of, 'second');
      if (!theirs) {
        found.pass(of.name);
        continue;
      }
      for (const path of has(of, 'list') ? listPaths(of) : []) {
        found.look();
        const { body } = await fixture.ask('GET', path, { size: 500 });
        if (body?.data?.records?.some?.((row: { id: string }) => row.id === theirs.id))
          found.breach(`${path} lists it`);
      }
      await closedTo(of, theirs, found);
    }
    found.close('attempts');
  });
}

async function closedTo(of: Resource, theirs: Planted, found: ReturnType<typeof ledger>): Promise<void> {
  const tries: [string, string, Record<string, unknown>][] = [];
  if (has(of, 'detail')) tries.push(['GET', detailPath(of), { id: theirs.id }]);
  if (has(of, 'submit') && of.verbs.includes('edit'))
    tries.push(['POST', submitPath(of), { ...(await fixture.form(of, 'first', 1)), id: theirs.id }]);
  if (has(of, 'remove')) tries.push([call(`${of.name}.remove`)!.method, removePath(of), { ids: theirs.id }]);
  for (const [name, action] of Object.entries(of.lifecycle?.actions ?? {})) {
    if (action.wire && has(of, name))
      tries.push([
        action.wire.method,
        action.wire.path,
        {
          ...(await fixture.samples(action.ask ?? {}, 'first', 1)),
          ...action.wire.with,
          ids: theirs.id,
          ...(action.wire.key ? { [action.wire.key]: theirs.id } : {}),
        },
      ]);
  }
  for (const [method, path, input] of tries) {
    found.look();
    const answer = await fixture.ask(method, path, input);
    if (answer.status !== 404) found.breach(`${method} ${path} ${of.name}: ${summaryOf(answer)}`);
  }
  if (!has(of, 'submit') || !of.verbs.includes('add')) return;
  const form = await fixture.form(of, 'first', 2);
  for (const [name, field] of Object.entries(of.fields)) {
    const target = field.target?.();
    if (!target || target.scope === 'platform' || field.readOnly || !(name in form)) continue;
    const foreign = await fixture.plant(target, 'second');
    if (!foreign) continue;
    found.look();
    const answer = await fixture.ask('POST', submitPath(of), {
      ...form,
      [name]: field.kind === 'relations' ? [foreign.id] : foreign.id,
    });
    if (answer.status !== 400 && answer.status !== 404 && answer.status !== 403 && answer.status !== 422)
      found.breach(`${of.name}.${name} points at it: ${summaryOf(answer)}`);
  }
}

function formRules(): void {
  test('a required field left out is refused by its name, in Chinese and in English', async (t) => {
    const found = ledger(t);
    for (const of of fixture.resources.filter(savedByKit)) {
      const required = formFields(of, true).filter(
        (name) => of.fields[name]!.required && of.fields[name]!.default === undefined && !of.fields[name]!.when,
      );
      if (required.length === 0) continue;
      for (const lang of ['zh', 'en'] as const) {
        found.look();
        const answer = await fixture.ask('POST', submitPath(of), {}, { lang, as: whole(of) });
        const errors: { field: string; msg: string }[] = answer.body?.errors ?? [];
        const named = new Set(errors.map(({ field }) => field));
        if (answer.status !== 400) found.breach(`${of.name}: ${summaryOf(answer)}`);
        for (const name of required) if (!named.has(name)) found.breach(`${of.name}.${name} is not named`);
        for (const { field, msg } of errors)
          if (chinese.test(msg) !== (lang === 'zh')) found.breach(`${of.name}.${field} ${lang}: ${msg}`);
      }
    }
    for (const {
      call: { method, path, input, name: called },
    } of fixture.served) {
      const required = Object.entries(input)
        .filter(
          ([name, field]) => field.required && field.default === undefined && !field.when && !path.includes(`:${name}`),
        )
        .map(([name]) => name);
      if (required.length === 0) continue;
      for (const lang of ['zh', 'en'] as const) {
        found.look();
        const answer = await fixture.ask(method, fixture.filled(path), {}, { lang });
        const errors: { field: string; msg: string }[] = answer.body?.errors ?? [];
        for (const name of required)
          if (answer.status !== 400 || !errors.some(({ field }) => field === name))
            found.breach(`${called} ${name}: ${summaryOf(answer)}`);
        for (const { field, msg } of errors)
          if (chinese.test(msg) !== (lang === 'zh')) found.breach(`${called} ${field} ${lang}: ${msg}`);
      }
    }
    found.close('forms and calls');
  });

  test('a wrong value is refused by its field and never a fault of ours', async (t) => {
    const found = ledger(t);
    for (const of of fixture.resources.filter(savedByKit)) {
      for (const name of formFields(of, true)) {
        found.look();
        const answer = await fixture.ask(
          'POST',
          submitPath(of),
          { [name]: wrongSampleOf(of.fields[name]!) },
          { as: whole(of) },
        );
        if (answer.status !== 400 || !answer.body.errors?.some(({ field }: { field: string }) => field === name))
          found.breach(`${of.name}.${name}: ${summaryOf(answer)}`);
      }
    }
    found.close('fields');
  });

  test('nonsense in any call is never a fault of ours', async (t) => {
    const found = ledger(t);
    const odd = [
      '',
      'x'.repeat(3_000),
      '\u0000',
      "'; DROP TABLE park; --",
      -1,
      1e300,
      'NaN',
      true,
      '2026-02-31',
      '{"a":',
      ['a', 1, null],
      { a: { b: 1 } },
      { toString: 1, valueOf: 1 },
      [{ toJSON: 1 }],
      '\ud800',
      '😀%_\\\'"',
      2 ** 60,
      '0000-01-01',
      '9999-12-31',
      '9999-12-31T23:59:59.999Z',
      '2025-02-29 24:00:00',
      '__proto__',
      'constructor',
      '01980000-0000-7000-8000-00000000dead',
      nested(3_000),
    ];
    const lists = [
      { current: 'a', size: '-5', sort: '-nothing', keyword: '%_\\' },
      { startTime: 'x', endTime: [] },
      { sort: '__proto__', columns: '__proto__' },
      { sort: '-constructor', columns: 'constructor,toString' },
      { current: 1e9, size: 1e9 },
      { start: 1e15, limit: -1 },
      { start: -1e15, limit: 1e300 },
      { keyword: '\ud800😀' },
      { startTime: '0000-01-01', endTime: '9999-12-31' },
      { startTime: '2026-03-29 02:30', endTime: '2026-02-29' },
      { dayFrom: '9999-12-31', dayTo: '9999-12-31' },
      { dayFrom: '0000-01-01', dayTo: '0000-01-02', createdAtFrom: '9999-12-31', createdAtTo: '9999-12-31' },
    ];
    const due = (path: string) => (_: unknown, nth: number) => isDue(`${path} ${nth}`, NONSENSE_TURNS);
    for (const {
      call: { method, path, input, name },
    } of fixture.served) {
      const resource = fixture.resources.find((of) => of.name === name.split('.')[0]);
      const fields: Record<string, Field> = {
        ...input,
        ...(method === 'GET' || name.endsWith('.submit') ? resource?.fields : {}),
      };
      const names = [
        ...new Set([...Object.keys(fields), 'id', 'ids', ...(resource?.wire.key ? [resource.wire.key] : [])]),
      ];
      const inputs = [
        {},
        Object.fromEntries(names.map((each) => [each, fields[each] ? wrongSampleOf(fields[each]) : 'not-an-id'])),
        ...odd.filter(due(path)).map((value) => Object.fromEntries(names.map((each) => [each, value]))),
        ...lists.filter(due(path)),
      ];
      for (const each of inputs) {
        found.look();
        const answer = await fixture.ask(method, fixture.filled(path), each as Record<string, unknown>);
        if (answer.status >= 500 && answer.body?.error !== 'unavailable')
          found.breach(`${method} ${path} ${JSON.stringify(each).slice(0, 120)}: ${summaryOf(answer)}`);
      }
    }
    found.close('attempts');
  });

  test('adding, changing and removing a row each leave a line in the audit', async (t) => {
    const found = ledger(t);
    const audited = async (id: string, action: string) => {
      const rows = await fixture.database.read(platformScope, (db) =>
        db.raw('SELECT 1 FROM audit_log WHERE row_id = $1 AND action = $2', [id, action]),
      );
      return rows.length > 0;
    };
    for (const of of fixture.resources.filter(savedByKit)) {
      const as = whole(of);
      found.look();
      const added = await addedRow(of, as);
      if (added.status >= 500) found.breach(`${of.name} add: ${summaryOf(added)}`);
      if (added.status !== 200) {
        found.pass(`${of.name} (${summaryOf(added)})`);
        continue;
      }
      const id = added.body.data.id as string;
      if (!(await audited(id, 'add'))) found.breach(`${of.name}: add is not in the audit`);
      await changedAndRemoved(of, id, audited, found);
    }
    found.close('resources');
  });
}

/**
 * Adds a sample; what the resource's own rules refuse of it (a code of a certain shape) is left out and tried once
 * more.
 */
async function addedRow(of: Resource, as: 'first' | 'platform'): Promise<Answer> {
  const form = await fixture.form(of, 'first', 3);
  const first = await fixture.ask('POST', submitPath(of), form, { as });
  const refused = new Set<string>((first.body?.errors ?? []).map(({ field }: { field: string }) => field));
  if (first.status !== 400 || refused.size === 0) return first;
  return fixture.ask(
    'POST',
    submitPath(of),
    Object.fromEntries(Object.entries(form).filter(([name]) => !refused.has(name))),
    { as },
  );
}

async function changedAndRemoved(
  of: Resource,
  id: string,
  audited: (id: string, action: string) => Promise<boolean>,
  found: ReturnType<typeof ledger>,
): Promise<void> {
  const as = whole(of);
  const free = formFields(of, false).find(
    (name) =>
      ['text', 'longText'].includes(of.fields[name]!.kind) &&
      !of.unique.some((keys) => keys.includes(name)) &&
      !of.fields[name]!.when &&
      (of.fields[name]!.min ?? 0) <= 2 &&
      (of.fields[name]!.max ?? 9) >= 2,
  );
  if (free && of.verbs.includes('edit')) {
    const answer = await fixture.ask('POST', submitPath(of), { id, [free]: '改后' }, { as });
    if (answer.status >= 500) found.breach(`${of.name} edit: ${summaryOf(answer)}`);
    else if (answer.status !== 200) found.pass(`${of.name} edit (${summaryOf(answer)})`);
    else {
      if (!(await audited(id, 'edit'))) found.breach(`${of.name}: edit is not in the audit`);
      if (has(of, 'detail')) {
        const { body } = await fixture.ask('GET', detailPath(of), { id }, { as });
        if (body?.data?.[free] !== '改后')
          found.breach(`${of.name}.${free} was saved but reads ${JSON.stringify(body?.data?.[free])}`);
      }
    }
  }
  if (!has(of, 'remove')) return;
  const removed = await fixture.ask(call(`${of.name}.remove`)!.method, removePath(of), { ids: id }, { as });
  if (removed.status >= 500) found.breach(`${of.name} remove: ${summaryOf(removed)}`);
  if (removed.status !== 200) return void found.pass(`${of.name} remove (${summaryOf(removed)})`);
  if (!(await audited(id, 'remove'))) found.breach(`${of.name}: remove is not in the audit`);
  if (has(of, 'detail') && (await fixture.ask('GET', detailPath(of), { id }, { as })).status !== 404)
    found.breach(`${of.name}: a removed row is still to be seen`);
}

const asQuery = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value));

function listRules(): void {
  const listed = () => fixture.resources.filter((of) => has(of, 'list'));

  test('every filter of a list finds the row that has its value, ordered ones also by from and to', async (t) => {
    const found = ledger(t);
    for (const of of listed()) {
      const row = await fixture.plant(of, 'first');
      const stands = row && (await standing(of, row));
      if (!row || !stands) {
        found.pass(of.name);
        continue;
      }
      for (const [name, field] of Object.entries(of.fields)) {
        const style = styleOf(field.kind);
        // System counters depend on other calls: use their current value.
        const value = field.readOnly && style === 'ordered' ? (stands[name] ?? row.values[name]) : row.values[name];
        if (style === 'none' || isEmpty(value)) continue;
        const inputs: Record<string, unknown>[] = [
          { [name]: asQuery(value) },
          ...(style === 'ordered' ? [{ [`${name}From`]: asQuery(value), [`${name}To`]: asQuery(value) }] : []),
        ];
        for (const filter of inputs) {
          found.look();
          const answer = await fixture.ask('GET', listPaths(of)[0]!, { ...filter, size: 500 }, { as: whole(of) });
          if (answer.status !== 200 || !answer.body.data.records.some((each: { id: string }) => each.id === row.id))
            found.breach(`${of.name} by ${JSON.stringify(filter)}: ${summaryOf(answer)}`);
        }
      }
    }
    found.close('filters');
  });

  test('every column of a list sorts both ways', async (t) => {
    const found = ledger(t);
    for (const of of listed()) {
      for (let nth = 0; nth < 3; nth++) await fixture.plant(of, 'first', nth);
      for (const name of [...of.list, 'createdAt']) {
        if (of.fields[name]?.kind === 'secret') continue;
        for (const way of ['', '-']) {
          found.look();
          const answer = await fixture.ask(
            'GET',
            listPaths(of)[0]!,
            { sort: `${way}${name}`, size: 200 },
            { as: whole(of) },
          );
          if (answer.status !== 200) {
            found.breach(`${of.name} by ${way}${name}: ${summaryOf(answer)}`);
            continue;
          }
          const values: unknown[] = answer.body.data.records
            .map((row: Record<string, unknown>) => row[name])
            .filter(
              (value: unknown) => typeof value === 'number' || (typeof value === 'string' && /^\d{4}-\d\d/.test(value)),
            );
          const inOrder = values.every(
            (value, at) => at === 0 || (way === '' ? values[at - 1]! <= value! : values[at - 1]! >= value!),
          );
          if (!inOrder) found.breach(`${of.name} by ${way}${name} is not in order`);
        }
      }
    }
    found.close('orders');
  });

  test('the three spellings of paging give the same page, pages do not overlap, and sums come alone or not at all on request', async (t) => {
    const found = ledger(t);
    for (const of of listed()) {
      for (let nth = 0; nth < 3; nth++) await fixture.plant(of, 'first', nth);
      found.look();
      const page = async (input: Record<string, unknown>) => {
        const answer = await fixture.ask('GET', listPaths(of)[0]!, input, { as: whole(of) });
        if (answer.status !== 200) found.breach(`${of.name}: ${summaryOf(answer)}`);
        return {
          ids: (answer.body?.data?.records ?? []).map((row: { id: string }) => row.id) as string[],
          ...answer.body?.data,
        };
      };
      const [one, two, three, next] = [
        await page({ current: 1, size: 1 }),
        await page({ pageNumber: 1, pageSize: 1 }),
        await page({ start: 0, limit: 1 }),
        await page({ current: 2, size: 1 }),
      ];
      assert.deepEqual([two.ids, three.ids, two.total, three.total], [one.ids, one.ids, one.total, one.total], of.name);
      if (one.total > 1 && one.ids[0] === next.ids[0]) found.breach(`${of.name}: page 2 is page 1`);
      if (one.total !== undefined && one.pages !== Math.ceil(one.total))
        found.breach(`${of.name}: ${one.total} rows in ${one.pages} pages of 1`);
      const [rows, sums] =
        of.totals.length > 0 ? [await page({ size: 1, totals: 'none' }), await page({ totals: 'only' })] : [];
      if (rows && sums)
        assert.deepEqual(
          [rows.ids, rows.totals, rows.total, sums.ids, sums.totals, sums.total],
          [one.ids, undefined, one.total, [], one.totals, one.total],
          of.name,
        );
      if ((await page({ size: 100_000 })).size > 500) found.breach(`${of.name}: a page of more than 500`);
    }
    found.close('lists');
  });

  test('an export opens and has the rows of its list, as workbook or, the next turn, as text', async (t) => {
    const found = ledger(t);
    for (const of of listed().filter(({ verbs }) => verbs.includes('export'))) {
      await fixture.plant(of, 'first');
      const listedNow = async (): Promise<number> =>
        (await fixture.ask('GET', listPaths(of)[0]!, { size: 1 }, { as: whole(of) })).body.data.total;
      for (const [nth, format] of ['xlsx', 'csv'].entries()) {
        if (!runsAll() && (partOf(of.name, 2) + turnOf()) % 2 !== nth) continue;
        found.look();
        const least = await listedNow();
        const answer = await fixture.ask(
          'GET',
          `/api/gatehouse/export/${of.name}`,
          { format, columns: `createdAt,${of.list.join(',')}` },
          { as: whole(of) },
        );
        if (answer.status !== 200) {
          found.breach(`${of.name} ${format}: ${summaryOf(answer)}`);
          continue;
        }
        const table = await readTable(answer.bytes);
        // A list of what was done holds the export itself from then on.
        const [rows, most] = [table.lines.length, await listedNow()];
        if (most <= 10_000 && (rows < least || rows > most))
          found.breach(`${of.name} ${format}: ${rows} rows, the list has ${least} to ${most}`);
      }
    }
    found.close('files');
  });

  test('ids are strings wherever they are answered', async (t) => {
    const found = ledger(t);
    for (const of of listed()) {
      await fixture.plant(of, 'first');
      const { body } = await fixture.ask('GET', listPaths(of)[0]!, { size: 5 }, { as: whole(of) });
      for (const row of body?.data?.records ?? []) {
        found.look();
        for (const [name, value] of Object.entries(row)) {
          const isId =
            name === 'id' || name === of.wire.key || of.fields[name]?.kind === 'relation' || /(^id|Id|ID)$/.test(name);
          if (isId && value !== null && typeof value !== 'string')
            found.breach(`${of.name}.${name} is ${typeof value}`);
        }
      }
    }
    found.close('rows');
  });

  test('instants are answered in ISO 8601 with their offset', async (t) => {
    const found = ledger(t);
    for (const of of listed()) {
      const { body } = await fixture.ask('GET', listPaths(of)[0]!, { size: 5 }, { as: whole(of) });
      for (const row of body?.data?.records ?? []) {
        for (const name of [
          'createdAt',
          'updatedAt',
          ...Object.keys(of.fields).filter((each) => of.fields[each]!.kind === 'dateTime'),
        ]) {
          if (row[name] === null || row[name] === undefined) continue;
          found.look();
          if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(row[name]))
            found.breach(`${of.name}.${name} is ${row[name]}`);
        }
      }
    }
    found.close('instants');
  });
}

const sets = { walls: wallRules, forms: formRules, lists: listRules };
type RuleSet = keyof typeof sets;

/** Holds rules, all unless named, against what `open` gives, and lends it to rules that stand elsewhere. */
export function conformance(
  open: () => Promise<Fixture>,
  held: readonly RuleSet[] = ['walls', 'forms', 'lists'],
): () => Fixture {
  before(async () => {
    fixture = await open();
  });
  after(() => fixture?.close());
  for (const each of held) sets[each]();
  return () => fixture;
}
