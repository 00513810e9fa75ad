import { daySum, parkFees } from '#areas/report/model/fees.ts';
import { platformScope } from '#kit/server/db.ts';
import type { TestProduct } from '#test/test-product.ts';

/**
 * Lots like the one given, until there are so many, with sums for every one of the last days. Answers how many sums.
 */
export async function platformOf(
  testProduct: TestProduct,
  parkId: string,
  lots: number,
  days: number,
): Promise<number> {
  return testProduct.database.write(platformScope, async (on) => {
    await on.raw(
      `
      INSERT INTO park SELECT (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'park_name',
        p.park_name || n, 'park_code', 'M' || lpad(n::text, 9, '0')))).*
      FROM park p CROSS JOIN generate_series((SELECT count(*) FROM park)::int, $2::int - 1) n WHERE p.id = $1`,
      [parkId, lots],
    );
    await on.raw(
      `
      INSERT INTO park_day (tenant_id, company_id, park_id, day, exits, receivable_fen, paid_fen, cash_fen, online_fen,
        payments)
      SELECT tenant_id, company_id, id, current_date - back, 700, 420000, 420000, 60000, 360000, 700
      FROM park CROSS JOIN generate_series(0, $1::int - 1) back ON CONFLICT DO NOTHING`,
      [days],
    );
    const [row] = await on.raw<{ sums: string }>('SELECT count(*) AS sums FROM park_day');
    return Number(row!.sums);
  });
}

/** What the platform's operator asks over all of them. */
export const platformReports = { 'by day': daySum, 'by lot': parkFees };
