import { and, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { ledgerEntry } from '#areas/billing/model/ledger-entry.ts';
import { parkingOrder } from '#areas/billing/model/order.ts';
import { payment } from '#areas/billing/model/payment.ts';
import * as model from '#areas/billing/model/index.ts';
import { notBlind, takenBy } from '#areas/shift/server/door.ts';
import { area } from '#kit/area/area.ts';
import type { Rules } from '#kit/server/rules.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Table } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { billingEvents } from './events.ts';
import { jobs } from './jobs.ts';
import './ledger-entries.ts';
import { merchantServed } from './merchants.ts';
import { collectedBy, listedOrders, orderServed, ordersNotBlind } from './order-calls.ts';
import { reconcileServed } from './reconcile.ts';
import { sandboxServed } from './sandbox-calls.ts';
import { isUncharged } from './uncharged.ts';

const [p, e] = [tableOf(payment), tableOf(ledgerEntry)];

/** Cash of the shift the caller works is shown to him when he has counted it. */
const paymentsShown = (work: Work): SQL =>
  and(
    sql`(${p.payType!} <> 'cash' OR ${notBlind(work, sql`${p.orderId!}`)})`,
    takenBy(work.raw['shiftId'], work.db.scope),
  )!;
/** The bill's sum, less its discounts and what came online, would reveal his cash as well. */
const entriesShown = (work: Work): SQL => notBlind(work, sql`${e.orderId!}`);
const ordersShown = (work: Work): SQL => and(collectedBy(work), ordersNotBlind(work))!;

/** Rows of roadside lots. */
const atTheKerb = (t: Table, { db: { scope } }: Pick<Work, 'db'>): SQL =>
  sql`EXISTS (SELECT 1 FROM park k WHERE k.tenant_id = ${scope.platform ? t.tenantId! : scope.tenantId} AND k.id = ${t.parkId!} AND k.park_type = 'curb')`;

const rules: Record<string, Rules> = {
  parkingOrder: { narrow: ordersShown, verbs: listedOrders },
  unchargedOrder: { narrow: isUncharged, verbs: listedOrders },
  payment: { narrow: paymentsShown },
  roadOrder: {
    narrow: (work) => and(ordersShown(work), atTheKerb(tableOf(parkingOrder), work)),
    verbs: listedOrders,
  },
  roadPayment: { narrow: (work) => and(paymentsShown(work), atTheKerb(p, work)) },
  groupPayment: { narrow: paymentsShown },
  ledgerEntry: { narrow: entriesShown },
};

export const billing = area({
  name: 'billing',
  model,
  rules,
  calls: [...orderServed, ...merchantServed, ...reconcileServed, ...sandboxServed],
  jobs,
  events: billingEvents,
});
