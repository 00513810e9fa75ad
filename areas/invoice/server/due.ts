/**
 * Invoices that are due for something: found for all tenants, and taken one by one within their own, so that one server
 * has each.
 */
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';

export type Named = { readonly tenantId: number; readonly id: string };

/**
 * For each: the column with its time, the column that counts its tries, and further conditions. All are fixed SQL.
 */
const kinds = {
  ask: { at: 'ask_at', also: '', count: null, most: 50 },
  files: { at: 'files_at', also: 'AND invoice_no IS NOT NULL', count: 'file_tries', most: 20 },
  // Once the files are there, or are not to be had.
  mail: {
    at: 'mail_at',
    also: `AND mail_state = 'queued' AND files_at IS NULL AND invoice_no IS NOT NULL`,
    count: 'mail_tries',
    most: 10,
  },
} as const;

/** What one server took is not taken by another for this long. */
const LEASE_MS = 120_000;

export async function dueFor(database: Database, kind: keyof typeof kinds, now: Date): Promise<Named[]> {
  const { at, also, count, most } = kinds[kind];
  const due = await database.read(platformScope, (db) =>
    db.raw<Named>(
      `SELECT tenant_id AS "tenantId", id FROM invoice_apply_form WHERE ${at} <= $1 ${also} AND deleted_at IS NULL ORDER BY ${at} LIMIT ${most}`,
      [now.toISOString()],
    ),
  );
  const lease = new Date(now.getTime() + LEASE_MS).toISOString();
  const taken: Named[] = [];
  for (const { tenantId, id } of due) {
    const rows = await database.write(tenantScope(tenantId), (db) =>
      db.raw(
        `UPDATE invoice_apply_form SET ${at} = $4${count ? `, ${count} = coalesce(${count}, 0) + 1` : ''}
         WHERE tenant_id = $1 AND id = $2 AND ${at} <= $3 ${also} AND deleted_at IS NULL RETURNING 1`,
        [tenantId, id, now.toISOString(), lease],
      ),
    );
    if (rows.length > 0) taken.push({ tenantId, id });
  }
  return taken;
}
