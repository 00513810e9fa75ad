/**
 * Invoices by mail, with the files the provider gave. Each requested mail goes out once, and is tried again
 * where the server does not take it.
 */
import { formatFen } from '#domain/money/fen.ts';
import { mailRoad, sendMail } from '#areas/ops/server/door.ts';
import type { MailRoad } from '#areas/ops/server/door.ts';
import { storedBytes } from '#kit/files/files.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { fileKinds } from './documents.ts';
import { dueFor } from './due.ts';
import type { Named } from './due.ts';

const MOST_TRIES = 8;

type Due = {
  readonly tenantId: number;
  readonly id: string;
  readonly applyNo: string;
  readonly invoiceNo: string;
  readonly invoiceTitle: string;
  readonly amountFen: number;
  readonly sellerName: string;
  readonly mailTo: string;
  readonly mailNo: number;
  readonly tries: number;
  readonly file_url: string | null;
  readonly ofd_url: string | null;
  readonly xml_url: string | null;
};

async function dueOf(database: Database, { tenantId, id }: Named): Promise<Due> {
  const [due] = await database.read(tenantScope(tenantId), (db) =>
    db.raw<Due>(
      `SELECT f.tenant_id AS "tenantId", f.id, f.apply_no AS "applyNo", f.invoice_no AS "invoiceNo",
       f.invoice_title AS "invoiceTitle", f.amount_fen AS "amountFen", s.seller_name AS "sellerName",
         f.mail_to AS "mailTo", coalesce(f.mail_no, 1) AS "mailNo", coalesce(f.mail_tries, 0) AS tries, f.file_url, f.ofd_url, f.xml_url
       FROM invoice_apply_form f JOIN invoice_seller_config s ON s.tenant_id = f.tenant_id AND s.id = f.seller_id WHERE f.tenant_id = $1 AND f.id = $2`,
      [tenantId, id],
    ),
  );
  return due!;
}

async function attachments(due: Due) {
  const found = await Promise.all(
    Object.entries(fileKinds).map(async ([kind, { column, type }]) => {
      const hash = due[column]?.split('/').at(-1);
      const bytes = hash ? await storedBytes(hash) : null;
      return bytes ? [{ name: `${due.invoiceNo}.${kind}`, type, bytes }] : [];
    }),
  );
  return found.flat();
}

const textOf = (due: Due): string =>
  [
    `您好，您申请的电子发票已开具，请查收附件。`,
    `销售方：${due.sellerName}`,
    `抬头：${due.invoiceTitle}`,
    `发票号码：${due.invoiceNo}`,
    `金额：${formatFen(due.amountFen)} 元`,
    '',
    `Your e-invoice ${due.invoiceNo} over ${formatFen(due.amountFen)} yuan is attached.`,
  ].join('\n');

async function sendOne(database: Database, road: MailRoad, named: Named, now: Date): Promise<void> {
  const due = await dueOf(database, named);
  const fault = await sendMail(road, {
    key: `${due.applyNo}-${due.mailNo}`,
    to: due.mailTo,
    subject: `电子发票 ${due.invoiceNo}`,
    text: textOf(due),
    attachments: await attachments(due),
  }).then(
    () => false,
    () => true,
  );
  const state = !fault ? 'sent' : due.tries >= MOST_TRIES ? 'failed' : 'queued';
  const next = new Date(now.getTime() + Math.min(3_600_000, 15_000 * 2 ** due.tries)).toISOString();
  await database.write(tenantScope(due.tenantId), (db) =>
    db.raw(
      `UPDATE invoice_apply_form SET mail_state = $3, mail_at = $4, mail_time = $5, updated_at = now()
       WHERE tenant_id = $1 AND id = $2 AND coalesce(mail_no, 1) = $6 RETURNING 1`,
      [due.tenantId, due.id, state, state === 'queued' ? next : null, now.toISOString(), due.mailNo],
    ),
  );
}

export async function mailRound(database: Database, now: Date): Promise<void> {
  const road = mailRoad.value();
  if (!road) return;
  for (const named of await dueFor(database, 'mail', now)) await sendOne(database, road, named, now);
}
