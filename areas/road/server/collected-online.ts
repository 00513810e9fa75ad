/** Several debts paid at once on the phone: the collection is kept in the transaction that books its parts. */
import { isoOf } from '#domain/time/iso.ts';
import type { Together } from '#areas/billing/model/events.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { collectionNoOf } from './collect.ts';

type Row = { id: string; company_id: string; plate: string | null; zone: string | null };

export async function keepCollection(caller: Db, { tenantId, id, at, parts }: Together): Promise<void> {
  const db = ofTenant(caller, tenantId);
  const rows = await db.raw<Row>(
    `SELECT e.id, e.company_id, e.plate_number AS plate, p.zone FROM rd_escape e JOIN park p ON p.tenant_id = e.tenant_id AND p.id = e.park_id
     WHERE e.tenant_id = $1 AND e.id = ANY($2::uuid[]) ORDER BY e.id`,
    [tenantId, parts.map(({ orderId }) => orderId)],
  );
  const [first] = rows;
  if (!first) return;
  // At a barrier the bill of the stay is paid with them; it is no debt.
  const known = new Set(rows.map((row) => row.id));
  const debts = parts.filter(({ orderId }) => known.has(orderId));
  await insertRows(
    db,
    'arrears_collection',
    [
      {
        tenant_id: tenantId,
        company_id: first.company_id,
        id,
        created_at: isoOf(at),
        updated_at: isoOf(at),
        collection_no: collectionNoOf(id, at, first.zone ?? 'Asia/Shanghai'),
        plate_number: first.plate,
        paid_time: isoOf(at),
        items: debts.length,
        amount_fen: debts.reduce((sum, part) => sum + part.amountFen, 0),
        paid_at: debts.length < parts.length ? 'exit' : 'online',
        parts: debts.map(({ orderId, parkId, amountFen }) => ({ escapeId: orderId, parkId, amountFen })),
      },
    ],
    'ON CONFLICT (tenant_id, id) DO NOTHING',
  );
}
