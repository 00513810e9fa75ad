import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Resource } from '#kit/declare/resource.ts';
import { allows } from '#kit/console/item-actions.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { RecordPage } from '#kit/console/record-page.tsx';
import { TotalsStrip } from '#kit/console/totals-strip.tsx';
import { useWords } from '#kit/console/words.ts';
import { parkingOrder } from '../model/order.ts';
import { refundOrder } from '../model/order-calls.ts';
import { unchargedOrder } from '../model/uncharged.ts';
import { orderDetail, orders, shown } from './order-record.tsx';
import { RefundDialog } from './refund-dialog.tsx';

/** A list of orders, `actions` beside its buttons. */
export function OrderList({ of, actions }: { of: Resource; actions?: ReactNode }): ReactNode {
  const { t } = useWords();
  const [refunding, setRefunding] = useState<string | null>(null);
  const refundButton = (row: AnyRow) =>
    allows(row, refundOrder.name) &&
    Number(row['paidFen'] ?? 0) + Number(row['surplusFen'] ?? 0) > Number(row['refundedFen'] ?? 0)
      ? [{ key: 'refund', label: t(refundOrder.title), danger: true, onPick: () => setRefunding(row.id) }]
      : [];
  return (
    <>
      <RecordPage of={of} actions={actions} rowActions={refundButton} detail={orderDetail} pageOf={parkingOrder.name}>
        <TotalsStrip of={of} />
      </RecordPage>
      {refunding ? <RefundDialog orderId={refunding} onClose={() => setRefunding(null)} /> : null}
    </>
  );
}

/** Orders with their bills; money goes back from here. */
export const Orders = (): ReactNode => <OrderList of={orders} />;

/** The orders whose money has not all come. */
export const unchargedShown = shown(unchargedOrder, unchargedOrder.list);
