import { channelRecord } from '#areas/billing/model/channel-record.ts';
import { parkingOrder } from '#areas/billing/model/order.ts';
import { payment, refund } from '#areas/billing/model/payment.ts';
import { unchargedOrder } from '#areas/billing/model/uncharged.ts';
import { crud } from '#kit/server/crud.ts';
import { exportOf } from '#kit/server/export.ts';
import type { Resource } from '#kit/declare/resource.ts';
import type { Served } from '#kit/server/served.ts';
import { merchantServed } from './merchants.ts';
import { collectedBy, orderServed, ordersListed } from './order-calls.ts';
import { reconcileServed } from './reconcile.ts';
import { sandboxServed } from './sandbox-calls.ts';
import { isUncharged, unchargedServed } from './uncharged.ts';

const records = [payment, refund, channelRecord] as unknown as Resource[];

export const served: Served[] = [
  ...crud(parkingOrder, { narrow: collectedBy }).map(ordersListed), exportOf(parkingOrder as unknown as Resource),
  ...crud(unchargedOrder, { narrow: isUncharged }).map(ordersListed), exportOf(unchargedOrder as unknown as Resource), ...unchargedServed,
  ...records.flatMap((each) => [...crud(each), exportOf(each)]), ...orderServed, ...merchantServed, ...reconcileServed, ...sandboxServed,
];
