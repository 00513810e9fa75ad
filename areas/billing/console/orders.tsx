import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Resource } from '#kit/declare/resource.ts';
import { allows } from '#kit/console/deeds.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { RecordPage } from '#kit/console/record-page.tsx';
import { TotalsStrip } from '#kit/console/totals-strip.tsx';
import { useWords } from '#kit/console/words.ts';
import { refundOrder } from '../model/order-calls.ts';
import { parkingOrder } from '../model/order.ts';
import { orderResource } from './order.ts';
import { OrderView } from './order-view.tsx';
import { RefundDialog } from './refund-dialog.tsx';

/** Drawn fresh beside the bill; still columns of the list. */
const apart = ['status', 'receivableFen', 'derateFen', 'waivedFen', 'paidFen', 'outstandingFen', 'refundedFen', 'surplusFen'] as const;

/** Refund, question and notice have their own ways in the detail; the row offers the refund alone. Every sum is a column, so that a reader can add them up. */
const orders: Resource = {
  ...orderResource,
  actions: [],
  fields: { ...parkingOrder.fields, ...Object.fromEntries(apart.map((name) => [name, { ...parkingOrder.fields[name], hidden: true }])) },
  list: ['orderNo', 'parkId', 'plateNumber', 'kind', 'payType', 'createdTime', 'paidTime', 'receivableFen', 'derateFen', 'waivedFen', 'paidFen', 'outstandingFen', 'refundedFen', 'status'],
};
const detail = (row: AnyRow): ReactNode => <OrderView orderId={row.id} />;

/** Orders with their bills; money goes back from here. */
export default function Orders(): ReactNode {
  const { t } = useWords();
  const [refunding, setRefunding] = useState<string | null>(null);
  const refundButton = (row: AnyRow) => (allows(row, refundOrder.name) && Number(row['paidFen'] ?? 0) + Number(row['surplusFen'] ?? 0) > Number(row['refundedFen'] ?? 0)
    ? <button type="button" className="gh-link danger" onClick={(event) => { event.stopPropagation(); setRefunding(row.id); }}>{t(refundOrder.title)}</button> : null);
  return (
    <>
      <RecordPage of={orders} rowActions={refundButton} detail={detail}><TotalsStrip of={orders} /></RecordPage>
      {refunding ? <RefundDialog orderId={refunding} onClose={() => setRefunding(null)} /> : null}
    </>
  );
}
