/** Red lines: requested by a person, or because money of an invoiced order went back. */
import { eq } from 'drizzle-orm';
import { invoiceStep } from '#domain/invoice/invoice.ts';
import type { Invoice, RedPart } from '#domain/invoice/invoice.ts';
import { ordersOf } from '#areas/billing/server/door.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { ofTenant, platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { Effect } from '#kit/server/lifecycle.ts';
import { mover } from '#kit/server/mover.ts';
import { tableOf } from '#kit/server/table.ts';
import { invoiceApplyForm } from '../model/apply-form.ts';
import { formById, invoicedFen, invoiceOf, itemsOf, keptPaid } from './forms.ts';
import type { Form, Item } from './forms.ts';

type RequestedReversal = { readonly id: string; readonly parts: readonly RedPart[] };

/** @throws Refused where the amounts do not fit what stands */
function requestedReversal(invoice: Invoice, back: ReadonlyMap<string, number>, now: Date): RequestedReversal {
  const step = invoiceStep(invoice, {
    kind: 'askRed',
    id: newId(now.getTime()).replaceAll('-', ''),
    at: now.getTime(),
    back,
  });
  if (step.refused === 'amount')
    throw ruleRefused(text('红冲金额超过该订单的剩余金额', 'More than what is left of that order'));
  if (step.refused || !step.invoice.red) throw ruleRefused(text('没有可红冲的金额', 'Nothing is left to reverse'));
  return step.invoice.red;
}

/** The red lines of a request, under way. */
async function writeRed(
  db: Db,
  form: Form,
  items: readonly Item[],
  { id, parts }: RequestedReversal,
  now: Date,
): Promise<void> {
  const blue = new Map(items.filter(({ kind }) => kind === 'blue').map((item) => [item.orderId, item]));
  const at = now.toISOString();
  const rows = parts.map(({ order, grossFen, netFen, taxFen }) => {
    const of = blue.get(order)!;
    return {
      tenant_id: form.tenantId,
      company_id: form.companyId,
      id: newId(now.getTime()),
      created_at: at,
      updated_at: at,
      form_id: form.id,
      park_id: of.parkId,
      kind: 'red',
      status: 'open',
      order_id: order,
      order_no: of.orderNo,
      plate_number: of.plateNumber,
      goods_name: of.goodsName,
      tax_code: of.taxCode,
      lease_from: of.leaseFrom,
      lease_to: of.leaseTo,
      rate_bp: of.rateBp,
      gross_fen: grossFen,
      net_fen: netFen,
      tax_fen: taxFen,
      request_id: id,
      time: at,
    };
  });
  await insertRows(db, 'invoice_item', rows, '');
}

const pending = (id: string, type: string, now: Date) => ({
  redType: type,
  redRequest: id,
  redAskedTime: now.toISOString(),
  redNote: null,
  askAt: now.toISOString(),
  asks: 0,
});

/** All that stands, one order of it, or part of that. */
function requestedAmounts(
  invoice: Invoice,
  items: readonly Item[],
  input: Record<string, unknown>,
): Map<string, number> {
  const { orderNo, backFen } = input as { orderNo?: string | null; backFen?: number | null };
  const left = new Map(invoice.lines.map((line) => [line.order, line.left.grossFen]));
  if (!orderNo) return left;
  const item = items.find((each) => each.kind === 'blue' && each.orderNo === orderNo.trim());
  if (!item) throw ruleRefused(text('该发票上没有这张订单', 'That order is not on this invoice'));
  return new Map([[item.orderId, backFen ?? left.get(item.orderId) ?? 0]]);
}

/** A person asks; whatever the refunds say, he decides. */
export const red: Effect = async (row, input, work) => {
  const tenantId = Number(row.tenantId);
  const db = ofTenant(work.db, tenantId);
  const form = (await formById(db, tenantId, row.id))!;
  const items = await itemsOf(db, tenantId, [form.id]);
  const invoice = invoiceOf(form, items);
  const now = work.now;
  const one = requestedReversal(invoice, requestedAmounts(invoice, items, input), now);
  await writeRed(db, form, items, one, now);
  return { ...pending(one.id, String(input['type']), now), redBlocked: false };
};

const redRefund = mover(invoiceApplyForm, 'redRefund', 'clock');

/**
 * Refunds that may have left too much on an invoice, of the last days; the money is looked at again before anything is
 * done.
 */
const WITHIN_DAYS = 30;

async function refundedForms(database: Database, now: Date): Promise<{ tenant_id: number; id: string }[]> {
  return database.read(platformScope, (db) =>
    db.raw<{ tenant_id: number; id: string }>(
      `SELECT DISTINCT f.tenant_id, f.id FROM refund r
       JOIN invoice_item i ON i.tenant_id = r.tenant_id AND i.order_id = r.order_id AND i.kind = 'blue'
       AND i.status = 'done'
       JOIN invoice_apply_form f ON f.tenant_id = i.tenant_id AND f.id = i.form_id
       WHERE r.created_time > $1 AND r.status = 'refunded' AND r.done_time > f.time - interval '3 days'
         AND f.status = 'issued' AND NOT coalesce(f.red_blocked, false) AND f.deleted_at IS NULL LIMIT 500`,
      [new Date(now.getTime() - WITHIN_DAYS * 86_400_000).toISOString()],
    ),
  );
}

/** Makes red what a refund left too much of one invoice. @returns whether anything was */
async function reverseOne(database: Database, tenantId: number, id: string, now: Date): Promise<boolean> {
  return database.write(tenantScope(tenantId), async (db) => {
    const form = await formById(db, tenantId, id, true);
    if (form?.status !== 'issued' || form.redBlocked) return false;
    const items = await itemsOf(db, tenantId, [id]);
    const invoice = invoiceOf(form, items);
    const orderIds = invoice.lines.map(({ order }) => order).sort();
    const orders = await ordersOf(db, orderIds, { tenantId, lock: true });
    const invoiced = await invoicedFen(db, tenantId, orderIds);
    const back = new Map<string, number>();
    for (const { order, left } of invoice.lines) {
      const paid = orders.get(order);
      const over = paid ? (invoiced.get(order) ?? 0) - keptPaid(paid.order) : 0;
      if (over > 0) back.set(order, Math.min(over, left.grossFen));
    }
    if (![...back.values()].some((fen) => fen > 0)) return false;
    const one = requestedReversal(invoice, back, now);
    await writeRed(db, form, items, one, now);
    // 2 is a return of everything, 4 a discount on what stays.
    const isWhole = invoice.lines.every(({ order, left }) => (back.get(order) ?? 0) === left.grossFen);
    await redRefund(db, {
      now,
      tenantId,
      where: eq(tableOf(invoiceApplyForm as Resource).id!, id),
      set: pending(one.id, isWhole ? '2' : '4', now),
    });
    return true;
  });
}

/** Money that went back takes its invoice with it. */
export async function reverseRefunds(database: Database, now: Date): Promise<number> {
  let count = 0;
  for (const { tenant_id: tenantId, id } of await refundedForms(database, now))
    if (await reverseOne(database, tenantId, id, now)) count += 1;
  return count;
}
