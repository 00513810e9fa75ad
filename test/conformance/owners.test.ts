/** Owner filters work on every list whose rows have that owner, even if no field names it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { resources, served } from '#apps/server/areas.ts';
import { listPaths } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { newId } from '#kit/server/id.ts';
import { ownersBeyondFields } from '#kit/server/owner-filter.ts';
import type { TestProduct } from '#test/test-product.ts';
import type { Fixture } from './fixture.ts';
import { ledger, summaryOf } from './ledger.ts';
import { openProduct } from './product.ts';

let fixture: Fixture;
let testProduct: TestProduct;
before(async () => {
  ({ fixture, testProduct } = await openProduct());
});
after(() => fixture?.close());

const listed = new Set(served.map(({ call }) => call.name));
const all = (resources as readonly Resource[]).filter(
  ({ name, scope }) => scope !== 'platform' && listed.has(`${name}.list`),
);
/** Owners that rows of a list have: a field of its own, or a column that the kit filters by. */
const ownersOf = (of: Resource): string[] => [
  ...ownersBeyondFields(of),
  ...['companyId', 'parkId'].filter((name) => of.fields[name]?.kind === 'relation'),
];

test('a list of one company or car park returns no rows of another, and rejects what is not an id', async (t) => {
  const found = ledger(t);
  for (const of of all) {
    const row = await fixture.plant(of, 'first');
    const [path] = listPaths(of);
    const records = async (filter: Record<string, unknown>) => {
      const answer = await fixture.ask('GET', path!, { ...filter, size: 500 });
      return { answer, ids: (answer.body?.data?.records ?? []).map(({ id }: { id: string }) => id) as string[] };
    };
    if (!row || !(await records({})).ids.includes(row.id)) {
      found.pass(of.name);
      continue;
    }
    for (const owner of ownersOf(of)) {
      found.look();
      const strange = await records({ [owner]: newId() });
      if (strange.answer.status !== 200 || strange.ids.length > 0)
        found.breach(`${path} ${owner} of nobody: ${strange.ids.length} rows, ${summaryOf(strange.answer)}`);
      const wrong = await fixture.ask('GET', path!, { [owner]: 'x', size: 5 });
      if (wrong.status !== 400) found.breach(`${path} ${owner}=x: ${summaryOf(wrong)}`);
    }
  }
  found.close('lists');
});

test('a company stands for those below it, in every spelling of the contract', async () => {
  const renewals = all.find(({ name }) => name === 'passRenewal')!;
  const row = await fixture.plant(renewals, 'first');
  assert.ok(row);
  for (const [name, value, seen] of [
    ['companyId', testProduct.companies.first, true],
    ['CPID', testProduct.companies.first, true],
    ['cpid', testProduct.companies.child, false],
    ['companyid', testProduct.companies.second, false],
  ] as const) {
    const { body } = await fixture.ask('GET', listPaths(renewals)[0]!, { [name]: value, size: 500 });
    const ids = body.data.records.map(({ id }: { id: string }) => id);
    assert.equal(ids.includes(row.id), seen, `${name}=${value}`);
  }
});

test('lists that are none of facts take startTime and endTime, and refuse what is no time by its name', async () => {
  const ranged = all.filter(({ range }) => range);
  assert.ok(ranged.length >= 4);
  for (const of of ranged) {
    await fixture.plant(of, 'first');
    const [path] = listPaths(of);
    const ask = (filter: Record<string, unknown>) => fixture.ask('GET', path!, { ...filter, size: 500 });
    assert.equal((await ask({ startTime: '2199-01-01 00:00:00' })).body.data.records.length, 0, of.name);
    assert.equal((await ask({ endTime: '1971-01-01' })).body.data.records.length, 0, of.name);
    const wrong = await ask({ startTime: 'soon' });
    assert.deepEqual([wrong.status, wrong.body.errors[0].field], [400, 'startTime'], of.name);
  }
});
