/** Invoices as staff see and move them. */
import { eq, inArray } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { mailRoad } from '#areas/ops/server/door.ts';
import { isId } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Effect } from '#kit/server/lifecycle.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { present } from '#kit/server/rows.ts';
import type { Rules } from '#kit/server/rules.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import { scopeOf } from '#kit/server/work.ts';
import type { Work } from '#kit/server/work.ts';
import { invoiceApplyForm } from '../model/apply-form.ts';
import { askStatus, itemsOfForm, mailInvoice } from '../model/form-calls.ts';
import { invoiceItem } from '../model/item.ts';
import { red } from './reds.ts';
import { lookAfter } from './round.ts';

const of = invoiceApplyForm as Resource;
const MOST_ITEMS = 500;

function requestedId(work: Work): string {
  const id = String((work.input as { recordId: string }).recordId)
    .trim()
    .toLowerCase();
  if (!isId(id)) throw new Refused('no_such_record', { what: of.title });
  return id;
}

/** The same application, the same request id: the provider issues it once whatever came before. */
const retry: Effect = async (_, __, work) => ({ failure: null, askAt: work.now.toISOString(), asks: 0 });
const cancel: Effect = async () => ({ askAt: null });

export const formEffects: Record<string, Effect> = { retry, cancel, red };

export const formRules: Rules = {
  narrow: (work): SQL | undefined => {
    const orderNo = work.raw['orderNo'];
    // To reverse one order of an invoice names it too.
    if (work.call.name === 'invoiceApplyForm.red' || typeof orderNo !== 'string' || orderNo.trim() === '')
      return undefined;
    const i = tableOf(invoiceItem as Resource);
    const named = work.db
      .select({ id: i.formId! })
      .from(i)
      .where(scoped(invoiceItem as Resource, work.db.scope, [eq(i.orderNo!, orderNo.trim())]));
    return inArray(tableOf(of).id!, named);
  },
};

async function items(work: Work): Promise<unknown> {
  const { id } = await rowOf(of, requestedId(work), work.db);
  const t = tableOf(invoiceItem as Resource);
  const rows = await work.db
    .select()
    .from(t)
    .where(scoped(invoiceItem as Resource, work.db.scope, [eq(t.formId!, id)]))
    .orderBy(t.time!, t.id!)
    .limit(MOST_ITEMS);
  return present(invoiceItem as Resource, rows as never[], work.db, work.person, work.lang); // the engine's rows, which its type does not name
}

/** Asks the provider now. */
async function ask(work: Work): Promise<unknown> {
  const id = requestedId(work);
  const scope = scopeOf(work.person);
  const row = await work.database.read(scope, (db) => rowOf(of, id, db));
  await lookAfter(work.database, { tenantId: Number(row['tenantId']), id }, work.now);
  const after = await work.database.read(scope, (db) => rowOf(of, id, db));
  return { recordId: id, status: after['status'], invoiceNo: after['invoiceNo'], failure: after['failure'] };
}

async function mail(work: Work): Promise<{ id: string }> {
  const row = await rowOf(of, requestedId(work), work.db, { lock: true });
  const to = (work.input as { email?: string | null }).email || row['email'];
  if (!mailRoad.value())
    throw ruleRefused(text('未配置发信服务器，不能发送邮件', 'No mail server is set, mail cannot be sent'));
  if (!row['invoiceNo'] || row['status'] === 'red') throw ruleRefused(text('尚未开票', 'It is not issued'));
  if (!to) throw ruleRefused(text('请填写邮箱', 'Please enter an e-mail address'));
  const t = tableOf(of);
  await work.db
    .update(t)
    .set({
      mailTo: to,
      mailState: 'queued',
      mailAt: work.now.toISOString(),
      mailTries: 0,
      mailNo: Number(row['mailNo'] ?? 0) + 1,
    })
    .where(scoped(of, work.db.scope, [eq(t.id!, row.id)]));
  work.record({
    resource: of.name,
    action: 'email',
    rowId: row.id,
    tenantId: Number(row['tenantId']),
    companyId: (row['companyId'] as string | null) ?? null,
  });
  return { id: row.id };
}

export const formsServed: Served[] = [
  serve(itemsOfForm, items),
  serve(askStatus, ask, { mode: 'open' }),
  serve(mailInvoice, mail),
];
