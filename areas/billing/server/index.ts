import { and, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { channelRecord } from '#areas/billing/model/channel-record.ts';
import { ledgerEntry } from '#areas/billing/model/ledger-entry.ts';
import { parkingOrder } from '#areas/billing/model/order.ts';
import { groupPayment, roadOrder, roadPayment } from '#areas/billing/model/road.ts';
import { payment, refund } from '#areas/billing/model/payment.ts';
import { unchargedOrder } from '#areas/billing/model/uncharged.ts';
import { crud } from '#kit/server/crud.ts';
import { exportOf } from '#kit/sheets/server/export.ts';
import type { Resource } from '#kit/declare/resource.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Table } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { notBlind, takenBy } from '#areas/shift/server/door.ts';
import './ledger-entries.ts';
import { merchantServed } from './merchants.ts';
import { collectedBy, orderServed, ordersListed, ordersNotBlind } from './order-calls.ts';
import { reconcileServed } from './reconcile.ts';
import { sandboxServed } from './sandbox-calls.ts';
import { isUncharged } from './uncharged.ts';

const records = [refund, channelRecord] as Resource[];
const payments = payment;
const entries = ledgerEntry;
const [p, e] = [tableOf(payments), tableOf(entries)];

/** Cash of the shift the caller works is shown to him when he has counted it. */
const paymentsShown = (work: Work): SQL =>
  and(
    sql`(${p.payType!} <> 'cash' OR ${notBlind(work, sql`${p.orderId!}`)})`,
    takenBy(work.raw['shiftId'], work.db.scope),
  )!;
/** What a bill asked, less its discounts and what came online, would tell his cash as well. */
const entriesShown = (work: Work): SQL => notBlind(work, sql`${e.orderId!}`);
const ordersShown = (work: Work): SQL => and(collectedBy(work), ordersNotBlind(work))!;

/** Rows of roadside lots. */
const atTheKerb = (t: Table, { db: { scope } }: Pick<Work, 'db'>): SQL =>
  sql`EXISTS (SELECT 1 FROM park k WHERE k.tenant_id = ${scope.platform ? t.tenantId! : scope.tenantId} AND k.id = ${t.parkId!} AND k.park_type = 'curb')`;

export const served: Served[] = [
  ...crud(parkingOrder, { narrow: ordersShown }).map(ordersListed),
  exportOf(parkingOrder),
  ...crud(unchargedOrder, { narrow: isUncharged }).map(ordersListed),
  exportOf(unchargedOrder as Resource),
  ...crud(payments, { narrow: paymentsShown }),
  exportOf(payments),
  ...crud(roadOrder, { narrow: (work) => and(ordersShown(work), atTheKerb(tableOf(parkingOrder), work)) }).map(
    ordersListed,
  ),
  ...crud(roadPayment, { narrow: (work) => and(paymentsShown(work), atTheKerb(p, work)) }),
  ...crud(groupPayment, { narrow: paymentsShown }),
  exportOf(groupPayment),
  ...crud(entries, { narrow: entriesShown }),
  ...records.flatMap((each) => [...crud(each), exportOf(each)]),
  ...orderServed,
  ...merchantServed,
  ...reconcileServed,
  ...sandboxServed,
];
