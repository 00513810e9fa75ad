import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Placement } from '#db/distribute.ts';
import { problemsOf } from './check.ts';

const places = new Map<string, Placement>([
  ['stay', 'distributed'],
  ['passage', 'distributed'],
  ['tenant', 'reference'],
  ['outbox', 'local'],
]);
const of = (sql: string, platform = false) => problemsOf(places, { sql, platform });
const fine = (sql: string, platform = false) => assert.deepEqual(of(sql, platform), [], sql);
const refused = (sql: string, why: RegExp, platform = false) => assert.match(of(sql, platform).join('; '), why, sql);

test('what speaks of one tenant names it for every table it reads', () => {
  fine('SELECT id FROM stay WHERE tenant_id = $1 AND id = $2');
  fine(
    'SELECT s.id FROM stay s JOIN passage p ON p.tenant_id = s.tenant_id AND p.stay_id = s.id WHERE s.tenant_id = $1',
  );
  fine('SELECT s.id FROM stay s, passage p WHERE (s.tenant_id, s.id) = (p.tenant_id, p.stay_id) AND p.tenant_id = 5');
  fine(
    'SELECT id FROM stay s WHERE tenant_id = $1 AND EXISTS (SELECT 1 FROM passage p WHERE p.tenant_id = s.tenant_id AND p.stay_id = s.id)',
  );
  fine('WITH mine AS (SELECT * FROM stay WHERE tenant_id = $1) SELECT * FROM mine');
  fine(
    'SELECT e.id FROM (SELECT c.tenant_id, c.id, (SELECT p.time FROM passage p WHERE p.tenant_id = c.tenant_id LIMIT 1) FROM (SELECT s.tenant_id, s.id FROM stay s) c) e WHERE e.tenant_id = $1',
  );
  fine(
    'SELECT c.id FROM (SELECT tenant_id, id FROM stay WHERE tenant_id = $1) c CROSS JOIN LATERAL (SELECT * FROM passage p WHERE p.tenant_id = $1 AND p.stay_id = c.id) p',
  );
  fine(
    'SELECT s.id, d.n FROM stay s CROSS JOIN LATERAL (SELECT count(*) AS n FROM passage p WHERE p.tenant_id = s.tenant_id) d WHERE s.tenant_id = $1',
  );
  refused('SELECT id FROM stay WHERE id = $1', /stay is read without its tenant/);
  refused('SELECT id FROM stay WHERE tenant_id = $1 OR id = $2', /without its tenant/);
  refused('SELECT s.id FROM stay s JOIN passage p ON p.stay_id = s.id WHERE s.tenant_id = $1', /p is read without/);
  refused(
    'SELECT id FROM stay s WHERE tenant_id = $1 AND id IN (SELECT stay_id FROM passage)',
    /passage is read without/,
  );
  refused('WITH mine AS (SELECT * FROM stay) SELECT * FROM mine', /stay is read without/);
  refused('DELETE FROM stay WHERE id = $1', /stay is read without/);
});

test('what everybody reads, and what the coordinator keeps, needs no tenant', () => {
  fine('SELECT * FROM tenant WHERE id = $1');
  fine('SELECT * FROM outbox WHERE id = $1 FOR UPDATE SKIP LOCKED', true);
  fine('SELECT t.name, s.id FROM stay s JOIN tenant t ON t.id = s.tenant_id WHERE s.tenant_id = $1');
});

test('what speaks of all tenants locks no rows and joins by tenant', () => {
  fine('SELECT count(*) FROM stay', true);
  fine('SELECT s.id FROM stay s JOIN passage p ON p.tenant_id = s.tenant_id AND p.stay_id = s.id', true);
  fine('SELECT s.id FROM stay s WHERE tenant_id = $1 FOR UPDATE', true);
  refused('SELECT s.id FROM stay s WHERE id = $1 FOR UPDATE', /locked/, true);
  refused('SELECT s.id FROM stay s JOIN passage p ON p.stay_id = s.id', /not joined by tenant/, true);
  refused(
    'UPDATE stay s SET plate = r.plate FROM jsonb_to_recordset($1) AS r(tenant_id int, id uuid, plate text), passage p WHERE s.tenant_id = r.tenant_id AND p.tenant_id = s.tenant_id',
    /by a join/,
    true,
  );
});

test('nothing is changed by what may be otherwise on another node', () => {
  fine('UPDATE stay SET out_time = now() WHERE tenant_id = $1');
  fine('UPDATE stay SET until = $2 WHERE tenant_id = $1 AND out_time < now()');
  fine('INSERT INTO stay (tenant_id, at) VALUES ($1, now()) ON CONFLICT (tenant_id) DO UPDATE SET at = excluded.at');
  refused('UPDATE stay SET out_time = coalesce(out_time, now()) WHERE tenant_id = $1', /coalesce with now/);
  refused(
    "UPDATE stay SET until = CASE WHEN a THEN $2::timestamptz + interval '1 s' END WHERE tenant_id = $1",
    /CASE or coalesce with an instant/,
  );
  refused("UPDATE stay SET until = until + interval '1 s' WHERE tenant_id = $1", /another node/);
  refused('UPDATE stay SET code = gen_random_uuid() WHERE tenant_id = $1', /gen_random_uuid/);
  refused('INSERT INTO stay (tenant_id) VALUES ($1) ON CONFLICT (tenant_id) DO UPDATE SET at = now()', /another node/);
  fine('UPDATE outbox SET tries = tries + 1, at = coalesce(at, now()) WHERE id = $1');
  refused('UPDATE outbox SET at = $2 WHERE id IN (SELECT id FROM stay WHERE tenant_id = $1)', /without|nodes/);
});
