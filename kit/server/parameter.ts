/**
 * The value of a parameter. It is read within the transaction that needs it, so a change is effective immediately on
 * every server.
 */
import { valueIn } from '#kit/declare/parameter.ts';
import type { Parameter } from '#kit/declare/parameter.ts';
import type { Db } from './db.ts';

/**
 * @param line a company and those above it, the company first, where companies may have values of their own; the
 * nearest holds
 */
export async function parameterIn<V>(db: Db, of: Parameter<V>, line: readonly string[] = []): Promise<V> {
  const rows = await db.raw<{ company: string | null; written: string }>(
    `SELECT for_company_id AS company, param_value AS written FROM param
     WHERE param_key = $1 AND deleted_at IS NULL AND (for_company_id IS NULL OR for_company_id = ANY($2::uuid[]))`,
    [of.key, [...line]],
  );
  const distance = ({ company }: { company: string | null }): number =>
    company === null ? line.length : line.indexOf(company);
  const held = rows.toSorted((a, b) => distance(a) - distance(b)).map(({ written }) => valueIn(of, written));
  // A value stored by a former version that knew other bounds is passed over.
  return (held.find((value) => value !== undefined) ?? of.default) as V;
}
