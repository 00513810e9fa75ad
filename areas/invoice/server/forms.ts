/** Invoices as stored, and as the rules of domain/invoice keep them. Money in fen. */
import { total } from '#domain/invoice/tax.ts';
import type { Invoice, InvoiceState, RedPart } from '#domain/invoice/invoice.ts';
import { MONEY_LIES } from '#domain/invoice/invoice.ts';
import type { Order } from '#domain/ledger/order-types.ts';
import { refundLeft } from '#areas/billing/server/door.ts';
import type { Db } from '#kit/server/db.ts';

export type Form = {
  readonly tenantId: number;
  readonly id: string;
  readonly companyId: string;
  readonly sellerId: string;
  readonly applyNo: string;
  readonly status: InvoiceState;
  readonly buyerType: 'person' | 'organisation';
  readonly invoiceTitle: string;
  readonly buyerTaxNo: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly amountFen: number;
  readonly netFen: number;
  readonly taxFen: number;
  readonly redFen: number;
  readonly invoiceNo: string | null;
  readonly redType: string | null;
  readonly redRequest: string | null;
  readonly redAskedTime: string | null;
  readonly redBlocked: boolean | null;
  readonly asks: number | null;
};

export type Item = {
  readonly id: string;
  readonly formId: string;
  readonly kind: 'blue' | 'red';
  readonly status: 'open' | 'done' | 'void';
  readonly orderId: string;
  readonly orderNo: string;
  readonly parkId: string;
  readonly plateNumber: string | null;
  readonly goodsName: string;
  readonly taxCode: string;
  readonly leaseFrom: string;
  readonly leaseTo: string;
  readonly rateBp: number;
  readonly grossFen: number;
  readonly netFen: number;
  readonly taxFen: number;
  readonly requestId: string | null;
};

const formColumns = `f.tenant_id AS "tenantId", f.id, f.company_id AS "companyId", f.seller_id AS "sellerId", f.apply_no AS "applyNo", f.status, f.buyer_type AS "buyerType", f.invoice_title AS "invoiceTitle",
  f.buyer_tax_no AS "buyerTaxNo", f.email, f.phone, f.amount_fen AS "amountFen", f.net_fen AS "netFen", f.tax_fen AS "taxFen", coalesce(f.red_fen, 0) AS "redFen", f.invoice_no AS "invoiceNo", f.red_type AS "redType",
  f.red_request AS "redRequest", f.red_asked_time AS "redAskedTime", f.red_blocked AS "redBlocked", f.asks`;
const itemColumns = `i.id, i.form_id AS "formId", i.kind, i.status, i.order_id AS "orderId", i.order_no AS "orderNo", i.park_id AS "parkId", i.plate_number AS "plateNumber", i.goods_name AS "goodsName", i.tax_code AS "taxCode",
  i.lease_from AS "leaseFrom", i.lease_to AS "leaseTo", i.rate_bp AS "rateBp", i.gross_fen AS "grossFen", i.net_fen AS "netFen", i.tax_fen AS "taxFen", i.request_id AS "requestId"`;

export async function formById(db: Db, tenantId: number, id: string, lock = false): Promise<Form | null> {
  const [row] = await db.raw<Form>(
    `SELECT ${formColumns} FROM invoice_apply_form f WHERE f.tenant_id = $1 AND f.id = $2 AND f.deleted_at IS NULL${lock ? ' FOR NO KEY UPDATE' : ''}`,
    [tenantId, id],
  );
  return row ?? null;
}

export const itemsOf = (db: Db, tenantId: number, formIds: readonly string[]): Promise<Item[]> =>
  db.raw<Item>(
    `SELECT ${itemColumns} FROM invoice_item i WHERE i.tenant_id = $1 AND i.form_id = ANY($2::uuid[]) AND i.deleted_at IS NULL ORDER BY i.time, i.id`,
    [tenantId, formIds],
  );

/** An invoice as the rules keep it; red lines that were given up are left out. */
export function invoiceOf(form: Form, items: readonly Item[]): Invoice {
  const reds = items.filter(({ kind, status }) => kind === 'red' && status === 'done');
  const lines = items
    .filter(({ kind }) => kind === 'blue')
    .map(({ orderId, rateBp, grossFen, netFen, taxFen }) => {
      const gone = total(reds.filter((red) => red.orderId === orderId));
      return {
        order: orderId,
        rateBp,
        grossFen,
        netFen,
        taxFen,
        left: { grossFen: grossFen - gone.grossFen, netFen: netFen - gone.netFen, taxFen: taxFen - gone.taxFen },
      };
    });
  const parts: RedPart[] = items
    .filter(({ kind, status }) => kind === 'red' && status === 'open')
    .map(({ orderId, grossFen, netFen, taxFen }) => ({ order: orderId, grossFen, netFen, taxFen }));
  const red =
    form.status === 'redPending' && form.redRequest && form.redAskedTime
      ? { id: form.redRequest, askedAt: Date.parse(form.redAskedTime), parts }
      : null;
  return { state: form.status, number: form.invoiceNo, lines, red };
}

/** What stands on invoices of these orders: issued less red, and what is applied for. The orders are held. */
export async function invoicedFen(db: Db, tenantId: number, orderIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.raw<{ order: string; fen: number }>(
    `SELECT i.order_id AS "order", sum(CASE i.kind WHEN 'blue' THEN i.gross_fen ELSE -i.gross_fen END)::bigint AS fen
     FROM invoice_item i JOIN invoice_apply_form f ON f.tenant_id = $1 AND f.id = i.form_id
     WHERE i.tenant_id = $1 AND i.order_id = ANY($2::text[]) AND f.status = ANY($3::text[]) AND i.deleted_at IS NULL
       AND (i.kind = 'blue' OR i.status = 'done') GROUP BY 1`,
    [tenantId, orderIds, [...MONEY_LIES]],
  );
  return new Map(rows.map(({ order, fen }) => [order, Number(fen)]));
}

/**
 * What of an order may be on invoices: what was paid for it and not given back, never more than its bill. Refunds under
 * way count as given back.
 */
export const standsPaid = (order: Order): number => Math.min(order.paidFen, refundLeft(order));

/** The same once money is back for certain. */
export function keptPaid(order: Order): number {
  const sum = (of: readonly { readonly amountFen: number }[]) => of.reduce((all, { amountFen }) => all + amountFen, 0);
  const back = sum(order.refunds.filter(({ state }) => state === 'done'));
  return Math.min(order.paidFen, sum(order.payments) - back);
}
