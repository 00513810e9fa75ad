/** An application for an invoice over several orders: all of one seller, each within what was paid for it. */
import { lineOf } from '#domain/invoice/invoice.ts';
import type { InvoiceLine } from '#domain/invoice/invoice.ts';
import { quotaOf, withinCredit } from '#domain/invoice/quota.ts';
import { total } from '#domain/invoice/tax.ts';
import { ordersOf } from '#areas/billing/server/door.ts';
import type { OrderEntry } from '#areas/billing/server/door.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import { insertRows } from '#kit/server/bulk.ts';
import type { BulkRow } from '#kit/server/bulk.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { invoicedFen, standsPaid } from './forms.ts';
import { mayIssue, rateNow, sellerById, sellerOf, usedCredit } from './seller.ts';
import type { Seller } from './seller.ts';

export const MOST_ORDERS = 20;
const DAY_MS = 86_400_000;

export type Buyer = {
  readonly buyerType: 'person' | 'organisation';
  readonly invoiceTitle: string;
  readonly buyerTaxNo: string | null;
  readonly email: string | null;
  readonly phone: string | null;
};

/** An order as an invoice takes it. `freeFen` is what may still be invoiced. */
export type Billable = {
  readonly entry: OrderEntry;
  readonly companyId: string;
  readonly parkId: string;
  readonly orderNo: string;
  readonly freeFen: number;
};

/**
 * Orders with what may still be invoiced of each; locked until the transaction ends with `lock`. Those that are
 * gone are left out.
 */
export async function billables(
  db: Db,
  tenantId: number,
  orderIds: readonly string[],
  lock = false,
): Promise<Billable[]> {
  const entries = await ordersOf(db, [...orderIds].sort(), { tenantId, lock });
  const invoiced = await invoicedFen(db, tenantId, orderIds);
  const rows = await db.raw<{ id: string; companyId: string; parkId: string; orderNo: string }>(
    `SELECT id, company_id AS "companyId", park_id AS "parkId", order_no AS "orderNo" FROM parking_order WHERE tenant_id = $1 AND id = ANY($2::uuid[])`,
    [tenantId, orderIds],
  );
  const named = new Map(rows.map((row) => [row.id, row]));
  return orderIds.flatMap((id) => {
    const [entry, row] = [entries.get(id), named.get(id)];
    if (!entry || !row) return [];
    const freeFen = quotaOf({ paidFen: standsPaid(entry.order), refundedFen: 0 }, invoiced.get(id) ?? 0);
    return [{ ...row, entry, freeFen }];
  });
}

const noSeller = text('该车场暂不能开具电子发票，请联系车场', 'This car park issues no e-invoices yet, please ask it');

/** The one seller of all these orders, held. @throws Refused where there is none, several, or it may not issue now */
async function oneSeller(db: Db, tenantId: number, orders: readonly Billable[], now: Date): Promise<Seller> {
  const found = await Promise.all(orders.map(({ companyId, parkId }) => sellerOf(db, { tenantId, companyId, parkId })));
  const ids = new Set(found.map((each) => each?.id));
  if (ids.size > 1)
    throw ruleRefused(
      text(
        '所选订单属于不同的销售方，请分开申请',
        'These orders are of different sellers: please apply for each apart',
      ),
    );
  const seller = found[0] ? await sellerById(db, tenantId, found[0].id, true) : null;
  if (!seller || !mayIssue(seller, now)) throw ruleRefused(noSeller);
  return seller;
}

function refuseOld(orders: readonly Billable[], seller: Seller, now: Date): void {
  const days = seller.applyDays ?? 90;
  const since = now.getTime() - days * DAY_MS;
  const old = orders.find(({ entry }) => (entry.order.paidAt ?? entry.about.createdTime) < since);
  if (old)
    throw ruleRefused(
      fill(text('订单 {no} 已超过{days}天的申请期限', 'Order {no} is past the {days} days to apply'), {
        no: old.orderNo,
        days,
      }),
    );
}

const iso = (at: number): string => new Date(at).toISOString();

type How = { readonly now: Date; readonly source: 'driver' | 'auto'; readonly from: string | null };

/** @throws Refused where an order is gone, has nothing left, or there are too many */
async function chosenOrders(db: Db, tenantId: number, orderIds: readonly string[]): Promise<Billable[]> {
  const ids = [...new Set(orderIds)];
  if (ids.length === 0 || ids.length > MOST_ORDERS)
    throw ruleRefused(fill(text('请选择1至{most}张订单', 'Choose 1 to {most} orders'), { most: MOST_ORDERS }));
  const orders = await billables(db, tenantId, ids, true);
  if (orders.length !== ids.length) throw ruleRefused(text('订单不存在', 'There is no such order'));
  const taken = orders.find(({ freeFen }) => freeFen <= 0);
  if (taken)
    throw ruleRefused(
      fill(text('订单 {no} 没有可开票金额', 'Nothing is left to invoice of order {no}'), { no: taken.orderNo }),
    );
  return orders;
}

/** @returns the id of the application. @throws Refused with the reason */
export async function applyFor(
  db: Db,
  tenantId: number,
  orderIds: readonly string[],
  buyer: Buyer,
  how: How,
): Promise<string> {
  const { now } = how;
  const orders = await chosenOrders(db, tenantId, orderIds);
  const seller = await oneSeller(db, tenantId, orders, now);
  refuseOld(orders, seller, now);
  const rateBp = rateNow(seller, now);
  const lines = orders.map(({ entry, freeFen }) => lineOf(entry.order.id, freeFen, rateBp));
  if (!withinCredit(seller.creditFen, await usedCredit(db, tenantId, seller.id, now), total(lines).netFen))
    throw ruleRefused(
      text(
        '销售方本月开票额度已用完，请下月再申请',
        "The seller's credit line of this month is used up, try next month",
      ),
    );
  const id = newId(now.getTime());
  await insertRows(db, 'invoice_apply_form', [formRow({ id, tenantId, orders, lines, seller, buyer, how })], '');
  await insertRows(db, 'invoice_item', itemRows({ id, tenantId, orders, lines, seller, buyer, how }), '');
  return id;
}

type Applied = {
  readonly id: string;
  readonly tenantId: number;
  readonly orders: readonly Billable[];
  readonly lines: readonly InvoiceLine[];
  readonly seller: Seller;
  readonly buyer: Buyer;
  readonly how: How;
};

const frame = ({ tenantId, seller, how: { now } }: Applied) => ({
  tenant_id: tenantId,
  company_id: seller.companyId,
  created_at: now.toISOString(),
  updated_at: now.toISOString(),
});

function formRow(applied: Applied): BulkRow {
  const { id, orders, lines, seller, buyer, how } = applied;
  const [whole, first, at] = [total(lines), orders[0]!, how.now.toISOString()];
  return {
    ...frame(applied),
    id,
    apply_no: id.replaceAll('-', ''),
    park_id: first.parkId,
    seller_id: seller.id,
    plate_number: first.entry.about.plateNumber,
    buyer_type: buyer.buyerType,
    invoice_title: buyer.invoiceTitle,
    buyer_tax_no: buyer.buyerTaxNo,
    email: buyer.email,
    phone: buyer.phone,
    amount_fen: whole.grossFen,
    net_fen: whole.netFen,
    tax_fen: whole.taxFen,
    red_fen: 0,
    status: 'submitted',
    time: at,
    source: how.source,
    ask_at: at,
    asks: 0,
    created_for: how.from,
  };
}

function itemRows(applied: Applied): BulkRow[] {
  const { id, orders, lines, seller, how } = applied;
  return orders.map(({ entry: { order, about }, orderNo, parkId }, nth) => {
    const { rateBp, grossFen, netFen, taxFen } = lines[nth]!;
    const paidAt = order.paidAt ?? about.createdTime;
    return {
      ...frame(applied),
      id: newId(how.now.getTime()),
      form_id: id,
      park_id: parkId,
      kind: 'blue',
      status: 'open',
      order_id: order.id,
      order_no: orderNo,
      plate_number: about.plateNumber,
      goods_name: seller.goodsName,
      tax_code: seller.taxCode,
      lease_from: iso(Math.min(about.inTime ?? about.createdTime, paidAt)),
      lease_to: iso(paidAt),
      rate_bp: rateBp,
      gross_fen: grossFen,
      net_fen: netFen,
      tax_fen: taxFen,
      time: how.now.toISOString(),
    };
  });
}
