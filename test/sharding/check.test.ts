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
    'SELECT id FROM stay s WHERE tenant_id = $1 AND EXISTS (SELECT 1 FROM passage p WHERE p.tenant_id = $1 AND p.stay_id = s.id)',
  );
  fine('WITH mine AS (SELECT * FROM stay WHERE tenant_id = $1) SELECT * FROM mine');
  fine(
    'SELECT e.id FROM (SELECT c.tenant_id, c.id, (SELECT p.time FROM passage p WHERE p.tenant_id = c.tenant_id LIMIT 1) FROM (SELECT s.tenant_id, s.id FROM stay s) c) e WHERE e.tenant_id = $1',
  );
  fine(
    'SELECT c.id FROM (SELECT tenant_id, id FROM stay WHERE tenant_id = $1) c CROSS JOIN LATERAL (SELECT * FROM passage p WHERE p.tenant_id = $1 AND p.stay_id = c.id) p',
  );
  const both = 'SELECT tenant_id, id FROM stay UNION ALL SELECT p.tenant_id, p.id FROM passage p';
  fine(`SELECT b.id FROM (${both}) b WHERE b.tenant_id = $1`);
  refused(`SELECT b.id FROM (${both}) b WHERE b.id = $1`, /stay is read without its tenant; p is read without/);
  refused(
    `SELECT b.id FROM (${both} JOIN stay s ON s.id = p.stay_id) b WHERE b.tenant_id = $1`,
    /s is read without its tenant/,
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

test('a query inside a query names the tenant itself, not by the row around it', () => {
  const around = /p takes its tenant from the row around it/;
  refused(
    'SELECT id FROM stay s WHERE tenant_id = $1 AND EXISTS (SELECT 1 FROM passage p WHERE p.tenant_id = s.tenant_id AND p.stay_id = s.id)',
    around,
  );
  refused(
    'SELECT s.id, d.n FROM stay s CROSS JOIN LATERAL (SELECT count(*) AS n FROM passage p WHERE p.tenant_id = s.tenant_id) d WHERE s.tenant_id = $1',
    around,
  );
  refused(
    'SELECT (SELECT max(p.time) FROM passage p WHERE p.tenant_id = s.tenant_id) FROM stay s WHERE s.tenant_id = $1',
    around,
  );
  refused(
    'SELECT s.id FROM stay s WHERE s.tenant_id = $1 AND s.a IN (SELECT b FROM passage o WHERE o.tenant_id = $1 AND EXISTS (SELECT 1 FROM passage p WHERE p.tenant_id = s.tenant_id))',
    around,
  );
  fine(
    'SELECT s.id FROM stay s WHERE EXISTS (SELECT 1 FROM passage p WHERE p.tenant_id = s.tenant_id AND p.stay_id = s.id)',
    true,
  );
  fine(
    'SELECT line.tenant_id, line.at FROM (SELECT s.tenant_id, (SELECT p.time FROM passage p WHERE p.tenant_id = s.tenant_id LIMIT 1) AS at FROM stay s) line WHERE line.tenant_id = $1',
  );
});

test('many rows are inserted with the tenant of what is read, and something is answered', () => {
  const list = "json_populate_recordset(NULL::stay, '[]')";
  fine(`INSERT INTO stay (tenant_id, id) SELECT tenant_id, id FROM ${list} RETURNING 1`);
  fine(`INSERT INTO stay (tenant_id, id) SELECT tenant_id, id FROM ${list} ON CONFLICT DO NOTHING`);
  fine('INSERT INTO stay (tenant_id, id) SELECT $1, r.id FROM jsonb_to_recordset($2) AS r(id uuid) RETURNING id');
  fine('INSERT INTO stay (tenant_id, id) VALUES ($1, $2), ($1, $3)');
  fine('INSERT INTO outbox (id) SELECT id FROM jsonb_to_recordset($2) AS r(id uuid)');
  refused(`INSERT INTO stay (tenant_id, id) SELECT tenant_id, id FROM ${list}`, /without RETURNING or ON CONFLICT/);
  refused(
    'INSERT INTO stay (tenant_id, id) SELECT $1, p.id FROM passage p WHERE p.tenant_id = $1 RETURNING 1',
    /tenant is no column of what is read/,
  );
});

test('no change asks CASE x WHEN, and none sets the tenant', () => {
  fine("SELECT CASE kind WHEN 'a' THEN 1 END FROM stay WHERE tenant_id = $1");
  fine("UPDATE stay SET kind = CASE WHEN kind = 'a' THEN 'b' ELSE 'c' END WHERE tenant_id = $1");
  refused("UPDATE stay SET kind = CASE kind WHEN 'a' THEN 'b' END WHERE tenant_id = $1", /CASE x WHEN/);
  refused("UPDATE stay SET a = 1 WHERE tenant_id = $1 RETURNING CASE kind WHEN 'a' THEN 'b' END", /CASE x WHEN/);
  refused('UPDATE stay SET tenant_id = $1, a = 1 WHERE tenant_id = $1', /the tenant is set/);
  refused(
    'INSERT INTO stay (tenant_id) VALUES ($1) ON CONFLICT (tenant_id) DO UPDATE SET tenant_id = excluded.tenant_id',
    /the tenant is set/,
  );
});

test('rows that are copied to every node are not held by many at once', () => {
  fine('SELECT id FROM tenant WHERE id = $1 FOR UPDATE');
  fine('SELECT s.id FROM stay s JOIN tenant t ON t.id = s.tenant_id WHERE s.tenant_id = $1 FOR SHARE OF s');
  refused('SELECT id FROM tenant WHERE id = $1 FOR KEY SHARE', /tenant is held by many at once/, true);
  refused('SELECT id FROM tenant WHERE id = $1 FOR SHARE', /tenant is held by many at once/);
});

test('recursion names its tenant, also for who sees all', () => {
  const below = (tenant: string) =>
    `WITH RECURSIVE below AS (SELECT id FROM stay WHERE id = $2${tenant} UNION SELECT s.id FROM stay s
      JOIN below b ON s.above = b.id${tenant.replace('tenant_id', 's.tenant_id')}) SELECT id FROM below`;
  fine(below(' AND tenant_id = $1'));
  fine(below(' AND tenant_id = $1'), true);
  refused(below(''), /recurs without its tenant/, true);
});

test('an order stands at the statement itself or has a limit', () => {
  fine('SELECT id FROM stay WHERE tenant_id = $1 ORDER BY id');
  fine('SELECT id FROM (SELECT id FROM stay WHERE tenant_id = $1 ORDER BY id LIMIT 5) few');
  refused('SELECT id FROM (SELECT id FROM stay WHERE tenant_id = $1 ORDER BY id) all_of_them', /need not keep/);
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
