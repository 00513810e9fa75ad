import type { ReactNode } from 'react';
import type { Resource } from '#kit/declare/resource.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { RecordPage } from '#kit/console/record-page.tsx';
import { TotalsStrip } from '#kit/console/totals-strip.tsx';
import { channelRecord } from '../model/channel-record.ts';
import { ledgerEntry } from '../model/ledger-entry.ts';
import { takenIn } from '../model/payment.ts';
import { paymentResource, refundResource } from './order.ts';
import { OrderView } from './order-view.tsx';

/** A page over records of money whose detail shows the order they belong to. */
const records = (of: Resource) => {
  const detail = (row: AnyRow): ReactNode => (
    <OrderView orderId={typeof row['orderId'] === 'string' ? row['orderId'] : null} />
  );
  return function MoneyRecords(): ReactNode {
    return (
      <RecordPage of={of} detail={detail}>
        <TotalsStrip of={of} />
      </RecordPage>
    );
  };
};

export const Payments = records({ ...paymentResource, fields: { ...paymentResource.fields, ...takenIn } });
export const Refunds = records(refundResource);
export const LedgerEntries = records(ledgerEntry);
export const ChannelRecords = records(channelRecord);
