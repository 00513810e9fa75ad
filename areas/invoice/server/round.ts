/**
 * What no call waits for: invoices are sent to providers, providers queried, files fetched and mail sent. Any number of
 * servers may.
 */
import { eq } from 'drizzle-orm';
import { askAfterMs, invoiceStep } from '#domain/invoice/invoice.ts';
import type { Invoice, InvoiceEvent } from '#domain/invoice/invoice.ts';
import { ordersOf } from '#areas/billing/server/door.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { atOnce } from '#kit/server/at-once.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { emit } from '#kit/server/events.ts';
import { mover } from '#kit/server/mover.ts';
import { tableOf } from '#kit/server/table.ts';
import { invoiceFailed, invoiceIssued } from '../model/events.ts';
import { invoiceApplyForm } from '../model/apply-form.ts';
import { ProviderFault } from './channel/channel.ts';
import type { ReversalStatus, IssueStatus } from './channel/channel.ts';
import { channelOf } from './channel/channels.ts';
import { issueAskOf, redAskOf } from './requests.ts';
import { formById, invoicedFen, invoiceOf, itemsOf, standsPaid } from './forms.ts';
import type { Form, Item } from './forms.ts';
import { fetchFiles } from './documents.ts';
import { dueFor } from './due.ts';
import type { Named } from './due.ts';
import { mailRound } from './mail.ts';
import { reverseRefunds } from './reds.ts';
import { accountOf, mayIssue, sellerById } from './seller.ts';
import type { Seller } from './seller.ts';

/** How often the servers look. */
export const INVOICES_EVERY_MS = 2_000;
const AT_ONCE = 4;
const REFUNDS_EVERY_MS = 60_000;

const moves = {
  send: mover(invoiceApplyForm, 'send', 'clock'),
  issue: mover(invoiceApplyForm, 'issue', 'clock'),
  drop: mover(invoiceApplyForm, 'drop', 'clock'),
  withdraw: mover(invoiceApplyForm, 'withdraw', 'clock'),
  fail: mover(invoiceApplyForm, 'fail', 'clock'),
  redPart: mover(invoiceApplyForm, 'redPart', 'clock'),
  redAll: mover(invoiceApplyForm, 'redAll', 'clock'),
  redRefuse: mover(invoiceApplyForm, 'redRefuse', 'clock'),
};

type Held = {
  readonly form: Form;
  readonly items: readonly Item[];
  readonly seller: Seller;
  readonly invoice: Invoice;
};

async function holdForm(db: Db, { tenantId, id }: Named, lock: boolean): Promise<Held | null> {
  const form = await formById(db, tenantId, id, lock);
  const seller = form && (await sellerById(db, tenantId, form.sellerId));
  if (!form || !seller) return null;
  const items = await itemsOf(db, tenantId, [id]);
  return { form, items, seller, invoice: invoiceOf(form, items) };
}

const rowIs = (id: string) => eq(tableOf(invoiceApplyForm as Resource).id!, id);

/** Nothing to do before `at`; never again where it is null. Counts the ask. */
const later = (db: Db, { tenantId, id }: Named, at: Date | null): Promise<unknown> =>
  db.raw(
    'UPDATE invoice_apply_form SET ask_at = $3, asks = coalesce(asks, 0) + 1 WHERE tenant_id = $1 AND id = $2 RETURNING 1',
    [tenantId, id, at?.toISOString() ?? null],
  );

const soon = ({ asks }: Form, now: Date): Date => new Date(now.getTime() + askAfterMs(asks ?? 0));

const refunded = text('订单已退款，金额不足', 'An order was refunded, its amount is not there any more');

/**
 * Before anything leaves the installation: the orders still cover the amount. @returns whether it is on its way now
 */
async function send(database: Database, named: Named, now: Date): Promise<boolean> {
  return database.write(tenantScope(named.tenantId), async (db) => {
    const held = await holdForm(db, named, true);
    if (held?.form.status !== 'submitted') return false;
    const { tenantId, id } = named;
    if (!mayIssue(held.seller, now)) {
      await later(db, named, soon(held.form, now));
      return false;
    }
    const orderIds = held.invoice.lines.map(({ order }) => order).sort();
    const orders = await ordersOf(db, orderIds, { tenantId, lock: true });
    const invoiced = await invoicedFen(db, tenantId, orderIds);
    const short = orderIds.some((order) => {
      const paid = orders.get(order);
      return !paid || standsPaid(paid.order) < (invoiced.get(order) ?? 0);
    });
    if (short) {
      await moves.drop(db, { now, tenantId, where: rowIs(id), set: { failure: refunded.zh, askAt: null } });
      return false;
    }
    await moves.send(db, { now, tenantId, where: rowIs(id), set: { asks: 0 } });
    return true;
  });
}

const publishFailed = (db: Db, { form }: Held, why: string, now: Date): Promise<unknown> => {
  const { tenantId, companyId, id: formId, applyNo, invoiceTitle: title, amountFen } = form;
  return emit(
    invoiceFailed,
    { tenantId, companyId, formId, applyNo, title, amountFen, why, at: now.getTime() },
    { db },
  );
};

const publishIssued = (db: Db, { form, items }: Held, invoiceNo: string, now: Date): Promise<unknown> => {
  const { tenantId, companyId, id: formId, amountFen, phone } = form;
  const plates = [...new Set(items.flatMap(({ plateNumber }) => plateNumber ?? []))];
  const at = now.getTime();
  return emit(invoiceIssued, { tenantId, companyId, formId, invoiceNo, amountFen, plates, phone, at }, { db });
};

/**
 * Keeps the provider's answer about a blue invoice. A second number for one application is an alarm: the first stays.
 */
async function keepStatus(db: Db, named: Named, status: IssueStatus, now: Date): Promise<void> {
  const held = await holdForm(db, named, true);
  if (held?.form.status !== 'issuing') return;
  const { tenantId, id } = named;
  if (status.state === 'failed') {
    await moves.fail(db, { now, tenantId, where: rowIs(id), set: { failure: status.why, askAt: null } });
    await publishFailed(db, held, status.why, now);
  } else if (status.state !== 'issued') await later(db, named, soon(held.form, now));
  else {
    const step = invoiceStep(held.invoice, { kind: 'issued', number: status.invoiceNo });
    if (step.refused) throw new Error(`invoice ${held.form.applyNo}: ${step.refused}`);
    const mail = held.form.email
      ? { mailTo: held.form.email, mailState: 'queued', mailAt: now.toISOString(), mailTries: 0, mailNo: 1 }
      : {};
    await moves.issue(db, {
      now,
      tenantId,
      where: rowIs(id),
      set: {
        invoiceNo: status.invoiceNo,
        issuedTime: status.at,
        confirmed: status.used,
        failure: null,
        askAt: null,
        filesAt: now.toISOString(),
        fileTries: 0,
        ...mail,
      },
    });
    await db.raw(
      `UPDATE invoice_item SET status = 'done', invoice_no = $3, issued_time = $4, updated_at = now()
       WHERE tenant_id = $1 AND form_id = $2 AND kind = 'blue' AND status = 'open' RETURNING 1`,
      [tenantId, id, status.invoiceNo, now.toISOString()],
    );
    await publishIssued(db, held, status.invoiceNo, now);
  }
}

const eventOf = (status: ReversalStatus, id: string, now: Date): InvoiceEvent =>
  status.state === 'done'
    ? { kind: 'redDone', id }
    : status.state === 'failed' || status.state === 'void'
      ? { kind: 'redRefused', id }
      : { kind: 'clock', at: now.getTime() };

/**
 * Keeps the provider's answer about a red one. What is not confirmed within 72 hours is given up; one that came from
 * a refund waits for a person then.
 */
async function keepRed(db: Db, named: Named, status: ReversalStatus, now: Date): Promise<void> {
  const held = await holdForm(db, named, true);
  const red = held?.invoice.red;
  if (!held || !red) return;
  const { tenantId, id } = named;
  const { invoice: after } = invoiceStep(held.invoice, eventOf(status, red.id, now));
  if (after.state === 'redPending') {
    await later(db, named, soon(held.form, now));
    if (status.state === 'waiting')
      await db.raw('UPDATE invoice_apply_form SET red_note = $3 WHERE tenant_id = $1 AND id = $2 RETURNING 1', [
        tenantId,
        id,
        status.confirmation.slice(0, 200),
      ]);
    return;
  }
  const isDone = status.state === 'done';
  await db.raw(
    `UPDATE invoice_item SET status = $4, invoice_no = $5, issued_time = $6, updated_at = now()
     WHERE tenant_id = $1 AND form_id = $2 AND request_id = $3 AND status = 'open' RETURNING 1`,
    [
      tenantId,
      id,
      red.id,
      isDone ? 'done' : 'void',
      isDone ? status.invoiceNo : null,
      isDone ? now.toISOString() : null,
    ],
  );
  const redFen = held.form.redFen + (isDone ? red.parts.reduce((sum, { grossFen }) => sum + grossFen, 0) : 0);
  const why = status.state === 'failed' || status.state === 'void' ? status.why : '72小时内未确认';
  await moves[isDone ? (after.state === 'red' ? 'redAll' : 'redPart') : 'redRefuse'](db, {
    now,
    tenantId,
    where: rowIs(id),
    set: isDone
      ? { redFen, askAt: null, redNote: status.invoiceNo }
      : { askAt: null, redNote: why.slice(0, 200), redBlocked: true },
  });
}

/** Asks first, and sends where the provider does not know it: the same request id is the same invoice for ever. */
async function askProvider(held: Held): Promise<IssueStatus> {
  const account = accountOf(held.seller);
  const channel = channelOf(account);
  const status = await channel.query(account, held.form.applyNo);
  return status.state === 'unknown' ? channel.issue(account, issueAskOf(held.form, held.items, held.seller)) : status;
}

async function askRed(held: Held): Promise<ReversalStatus> {
  const account = accountOf(held.seller);
  const channel = channelOf(account);
  const status = await channel.queryRed(account, held.invoice.red!.id);
  return status.state === 'unknown' ? channel.red(account, redAskOf(held.form, held.items, held.seller)) : status;
}

/** A provider that does not answer is queried again later: the result is unknown. */
const orPending = async <T>(pending: Promise<T>): Promise<T | { readonly state: 'pending' }> =>
  pending.catch((error: unknown) => {
    if (!(error instanceof ProviderFault)) throw error;
    return { state: 'pending' as const };
  });

/** The driver gives up one that failed: its orders are free for another. */
export async function withdraw(database: Database, { tenantId, id }: Named, now: Date): Promise<void> {
  await database.write(tenantScope(tenantId), async (db) => {
    await moves.withdraw(db, { now, tenantId, where: rowIs(id), set: { withdrawn: true, askAt: null } });
  });
}

/** Looks after one invoice now. */
export async function lookAfter(database: Database, named: Named, now: Date): Promise<void> {
  const scope = tenantScope(named.tenantId);
  await send(database, named, now);
  const held = await database.read(scope, (db) => holdForm(db, named, false));
  if (held?.form.status === 'issuing') {
    const status = await orPending(askProvider(held));
    await database.write(scope, (db) => keepStatus(db, named, status, now));
  } else if (held?.invoice.red) {
    const status = await orPending(askRed(held));
    await database.write(scope, (db) => keepRed(db, named, status, now));
  } else if (held?.form.status !== 'submitted') {
    await database.write(scope, (db) => later(db, named, null));
  }
}

/** When refunds were looked at last, by the server's database. */
const refundsLookedAt = new WeakMap<Database, number>();

/** Everything that is due at `now`, once. */
export async function invoiceRound(database: Database, now: Date): Promise<void> {
  if (now.getTime() - (refundsLookedAt.get(database) ?? 0) >= REFUNDS_EVERY_MS) {
    refundsLookedAt.set(database, now.getTime());
    await reverseRefunds(database, now);
  }
  await atOnce(AT_ONCE, await dueFor(database, 'ask', now), (named) => lookAfter(database, named, now));
  await fetchFiles(database, now);
  await mailRound(database, now);
}
