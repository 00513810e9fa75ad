/** Several debts paid at once on the phone: the collection is kept in the transaction that books its parts. */
import { isoOf } from '#domain/time/iso.ts';
import type { Together } from '#areas/billing/model/events.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Db } from '#kit/server/db.ts';
import { collectionNoOf } from './collect.ts';

type First = { company_id: string; plate: string | null; zone: string | null };

export async function keepCollection(caller: Db, { tenantId, id, amountFen, at, parts }: Together): Promise<void> {
  const db = ofTenant(caller, tenantId);
  const [first] = await db.raw<First>(
    `SELECT e.company_id, e.plate_number AS plate, p.zone FROM rd_escape e JOIN park p ON p.tenant_id = e.tenant_id AND p.id = e.park_id
     WHERE e.tenant_id = $1 AND e.id = ANY($2::uuid[]) ORDER BY e.id LIMIT 1`,
    [tenantId, parts.map(({ orderId }) => orderId)],
  );
  if (!first) return;
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
        items: parts.length,
        amount_fen: amountFen,
        paid_at: 'online',
        parts: parts.map(({ orderId, parkId, amountFen: part }) => ({ escapeId: orderId, parkId, amountFen: part })),
      },
    ],
    'ON CONFLICT (tenant_id, id) DO NOTHING',
  );
}
