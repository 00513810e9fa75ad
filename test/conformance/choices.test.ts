/** Who may choose from what: a form needs names of subjects its user may not read, and nobody needs more than that. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { reports, resources } from '#apps/server/areas.ts';
import { rolesWanted } from '#areas/access/server/built-in.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { reachOf } from '#kit/server/choices.ts';
import { permits } from '#kit/server/work.ts';
import type { Fixture } from './fixture.ts';
import { ledger, summaryOf } from './ledger.ts';
import { openProduct } from './product.ts';

let fixture: Fixture;
before(async () => {
  ({ fixture } = await openProduct());
});
after(() => fixture?.close());

const all = resources as readonly Resource[];
const choices = (of: Resource): string => `/api/gatehouse/options/${of.name}`;

test('a login without rights chooses from nothing', async (t) => {
  const found = ledger(t);
  for (const of of all) {
    found.look();
    const answer = await fixture.ask('GET', choices(of), {}, { as: 'nobody' });
    if (answer.status !== 403) found.breach(`${of.name}: ${summaryOf(answer)}`);
  }
  found.close('subjects');
});

test('a choice has value and name, and a parent if there is one', async (t) => {
  const found = ledger(t);
  for (const of of all.filter(({ scope }) => scope !== 'platform')) {
    if (!(await fixture.plant(of, 'first'))) continue;
    found.look();
    const { body } = await fixture.ask('GET', choices(of));
    const fields = new Set((body.data as object[]).flatMap((row) => Object.keys(row)));
    const more = [...fields].filter((name) => !['value', 'label', ...(of.parent ? ['parentId'] : [])].includes(name));
    if (more.length > 0) found.breach(`${of.name} returns ${more.join(', ')}`);
  }
  found.close('subjects');
});

/** What a shop may name without reading it: whose the car parks are, and where. */
const OF_A_SHOP = ['company', 'city', 'village'];
/** Nobody names these who may not read them: they are no part of anybody's form. */
const RECORDS = new Set([
  'stay',
  'passage',
  'payment',
  'refund',
  'parkingOrder',
  'ledgerEntry',
  'visitorRecord',
  'visitEvent',
  'auditLog',
  'apiLog',
  'operateLog',
]);

test('built-in roles choose from what they read and from what their forms point at, and from no records', () => {
  for (const { builtIn, permissions } of rolesWanted()) {
    const named = all.filter((of) => reachOf(of, permissions) === 'named').map(({ name }) => name);
    assert.deepEqual(
      named.filter((name) => RECORDS.has(name)),
      [],
      builtIn,
    );
    if (builtIn === 'seller') assert.deepEqual(named, OF_A_SHOP);
  }
});

test('every form and every search of a built-in role has its choices', () => {
  const missing: string[] = [];
  for (const { builtIn, permissions } of rolesWanted()) {
    const may = (code: string): boolean => permits(permissions, code);
    for (const of of all)
      for (const [name, field] of Object.entries(of.fields)) {
        const inForm = !field.readOnly && !field.hidden && (may(`${of.name}:add`) || may(`${of.name}:edit`));
        if (
          field.target &&
          (inForm || (field.search && may(`${of.name}:read`))) &&
          !reachOf(field.target(), permissions)
        )
          missing.push(`${builtIn}: ${of.name}.${name}`);
      }
    for (const of of reports.filter(({ name }) => may(`${name}:read`)))
      for (const [name, field] of Object.entries(of.filters))
        if (field.target && !reachOf(field.target(), permissions)) missing.push(`${builtIn}: ${of.name}.${name}`);
  }
  assert.deepEqual(missing, []);
});
