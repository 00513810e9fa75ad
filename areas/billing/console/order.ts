import { useQuery } from '@tanstack/react-query';
import type { Resource } from '#kit/declare/resource.ts';
import { listPaths } from '#kit/declare/resource.ts';
import { ask } from '#kit/console/ask.ts';
import type { BillLineShown } from '#kit/console/bill.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import type { Paged } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import { chargeDetail } from '../model/order-calls.ts';
import { parkingOrder } from '../model/order.ts';
import { payment, refund } from '../model/payment.ts';

export const orderResource = parkingOrder;
export const paymentResource = payment;
export const refundResource = refund;

export type OrderRow = AnyRow & { lines: BillLineShown[] };
const dayMs = 86_400_000;

export const fetchOrder = async (orderId: string, signal: AbortSignal): Promise<OrderRow | null> =>
  (await ask<Paged<OrderRow>>(chargeDetail, { onlineOrderId: orderId }, { signal, quiet: true })).records[0] ?? null;

/** An order with its bill in the person's language; null where there is none that the person may see. */
export function useOrder(orderId: string | null) {
  const { lang } = useWords();
  const may = useMay()('parkingOrder:read');
  return useQuery({
    queryKey: [orderResource.name, 'whole', orderId, lang],
    enabled: may && orderId !== null,
    queryFn: ({ signal }) => fetchOrder(orderId!, signal),
  });
}

/** Payments or refunds of an order: made from the day before its request, the lists take ninety days at most. */
export function useOfOrder(of: Resource, order: AnyRow | null | undefined) {
  const may = useMay()(`${of.name}:read`);
  return useQuery({
    queryKey: [of.name, 'of-order', order?.id],
    enabled: may && !!order,
    queryFn: async ({ signal }) => {
      const begin = Date.parse(String(order!['createdTime'])) - dayMs;
      const span = {
        startTime: new Date(begin).toISOString(),
        endTime: new Date(Math.min(Date.now() + dayMs, begin + 91 * dayMs)).toISOString(),
      };
      return (await ask<Paged>(listPaths(of)[0]!, { orderId: order!.id, size: 100, ...span }, { signal, quiet: true }))
        .records;
    },
  });
}

/**
 * What may still be given back: all that came, less what went back or is on its way. A failed refund gives its part
 * free again.
 */
export function refundableFen(payments: readonly AnyRow[], refunds: readonly AnyRow[]): number {
  const came = payments.reduce((sum, row) => sum + (row['paidTime'] ? Number(row['amountFen'] ?? 0) : 0), 0);
  return refunds.reduce(
    (rest, row) => (row['status'] === 'failed' ? rest : rest - Number(row['amountFen'] ?? 0)),
    came,
  );
}
