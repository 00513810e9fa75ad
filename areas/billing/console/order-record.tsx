import type { ReactNode } from 'react';
import type { Resource } from '#kit/declare/resource.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import type { RecordParts } from '#kit/console/record.ts';
import { fetchOrder, orderResource } from './order.ts';
import { OrderView } from './order-view.tsx';

/** Drawn fresh beside the bill; still columns of the list. */
const apart = [
  'status',
  'receivableFen',
  'derateFen',
  'waivedFen',
  'paidFen',
  'outstandingFen',
  'refundedFen',
  'surplusFen',
] as const;

/**
 * Refund, question and notice have their own ways in the detail; the row offers the refund alone. Every sum is a
 * column, so that a reader can add them up.
 */
export const shown = (of: Resource, list: readonly string[]): Resource => ({
  ...of,
  actions: [],
  list,
  fields: { ...of.fields, ...Object.fromEntries(apart.map((name) => [name, { ...of.fields[name]!, hidden: true }])) },
});
export const orders = shown(orderResource, [
  'plateNumber',
  'receivableFen',
  'createdTime',
  'status',
  'paidFen',
  'payType',
  'parkId',
  'derateFen',
  'waivedFen',
  'outstandingFen',
  'refundedFen',
  'kind',
  'paidTime',
  'orderNo',
]);
export const orderDetail = (row: AnyRow): ReactNode => <OrderView orderId={row.id} />;

/** An order on its own page; the contract reads one with its bill. */
const orderRecord: RecordParts = { of: orders, detail: orderDetail, load: fetchOrder };
export default orderRecord;
