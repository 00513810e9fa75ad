/** The demo's invoices hold the same laws as those that drivers ask for. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { startTestProduct } from '#test/test-product.ts';
import { daysAgo, openPaidLot } from '#test/stories/paid-lot.fixture.ts';
import { invoiceRound } from '#areas/invoice/server/door.ts';
import { invoiceWeeks } from './invoices.ts';

test('no order of the demo is invoiced beyond what was paid, net and tax are the amount, and its round has nothing left to do', async () => {
  const product = await startTestProduct();
  try {
    // The first lot of that company has a seller of its own.
    await product.park(product.companies.child);
    const lot = await openPaidLot(product);
    for (let nth = 0; nth < 30; nth += 1) await lot.pay(500 + nth * 37, daysAgo(1 + (nth % 6)));
    await invoiceWeeks(product.database, [lot.tenantId], Date.now());
    const rows = await lot.rows<{ over: number; odd: number; forms: number }>(
      `SELECT count(*) FILTER (WHERE s.fen > o.paid_fen)::int AS over, sum(s.odd)::int AS odd,
        (SELECT count(*)::int FROM invoice_apply_form WHERE tenant_id = $1) AS forms
       FROM (SELECT i.order_id, sum(CASE i.kind WHEN 'blue' THEN i.gross_fen ELSE -i.gross_fen END) AS fen,
        count(*) FILTER (WHERE i.gross_fen <> i.net_fen + i.tax_fen) AS odd
         FROM invoice_item i WHERE i.tenant_id = $1 GROUP BY 1) s JOIN parking_order o ON o.tenant_id = $1
         AND o.id = s.order_id::uuid WHERE $2::uuid IS NOT NULL`,
    );
    assert.ok(rows[0]!.forms >= 1);
    assert.deepEqual([rows[0]!.over, rows[0]!.odd], [0, 0]);
    await invoiceRound(product.database, new Date());
    const { records } = await product.must('GET', '/api/updown/invoiceApplyForm/list', { size: 1 });
    assert.match(String(records[0].fileUrl), /^\/api\/updown\/file\//);
    const sellers = await product.must('GET', '/api/updown/invoiceSellerConfig/list', {});
    assert.deepEqual(sellers.records.map(({ validity }: { validity: string }) => validity).sort(), ['ending', 'valid']);
  } finally {
    await product.close();
  }
});
