/** The demo's adverts: days are the sums of the visits, and adverts those of their days. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { platformScope } from '#kit/server/db.ts';
import { startTestProduct } from '#test/test-product.ts';
import { advertise } from './adverts.ts';

test('the demo’s adverts have two weeks of visits, and visits, days and adverts say the same', async () => {
  const product = await startTestProduct();
  try {
    const parkId = await product.park(product.companies.child, '演示');
    const rows = <R>(sql: string) => product.database.read(platformScope, (db) => db.raw<R>(sql));
    const [{ tenant } = { tenant: 0 }] = await rows<{ tenant: number }>(
      `SELECT tenant_id AS tenant FROM park WHERE id = '${parkId}'`,
    );
    const lots = [{ companyId: product.companies.child, site: { parkId } }];
    await advertise(product.database, lots, new Map([[parkId, tenant]]), Date.now());
    const of = (sql: string) => rows<{ ad: string; sums: string }>(sql);
    const visits = await of(
      `SELECT adver_id AS ad, concat_ws(' ', count(*) FILTER (WHERE counted AND kind = 'served'),
        count(*) FILTER (WHERE counted AND kind = 'viewable'),
        count(*) FILTER (WHERE counted AND kind = 'click')) AS sums FROM ad_visit GROUP BY 1 ORDER BY 1`,
    );
    const days = await of(
      `SELECT adver_id AS ad, concat_ws(' ', sum(served), sum(viewable), sum(clicks)) AS sums FROM ad_day GROUP BY 1
        ORDER BY 1`,
    );
    const adverts = await of(
      `SELECT id AS ad, concat_ws(' ', served, views, clicks) AS sums FROM adver WHERE served > 0 ORDER BY 1`,
    );
    assert.deepEqual([days, adverts], [visits, visits]);
    assert.equal(visits.length, 5);
    const [spent] = await rows(
      'SELECT sum(spent_fen)::int AS fen, sum(lot_fen)::int AS lots FROM adver WHERE spent_fen > 0',
    );
    assert.deepEqual(await rows('SELECT sum(charge_fen)::int AS fen, sum(lot_fen)::int AS lots FROM ad_day'), [spent]);
    const [span] = await rows<{ days: number }>('SELECT count(DISTINCT day)::int AS days FROM ad_day');
    assert.ok(span!.days >= 13);
    assert.deepEqual(
      await rows(
        `SELECT n.day, n.plat FROM ad_network_day n LEFT JOIN
          (SELECT day, plat, sum(viewable) AS views, sum(charge_fen) AS fen FROM ad_day GROUP BY 1, 2) d
          ON d.day = n.day AND d.plat = n.plat WHERE d.views IS DISTINCT FROM n.our_views OR d.fen IS DISTINCT FROM n.our_fen`,
      ),
      [],
      'networks are held against the days',
    );
    const stand = await rows<{ status: string }>('SELECT DISTINCT status FROM ad_network_day ORDER BY 1');
    assert.deepEqual(
      stand.map(({ status }) => status),
      ['beyond', 'equal', 'explained'],
    );
  } finally {
    await product.close();
  }
});
