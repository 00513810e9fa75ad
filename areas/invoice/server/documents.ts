/** The files of an invoice as the provider gives them, kept with all other files. */
import { fileUrl, keepDocument } from '#kit/files/files.ts';
import { atOnce } from '#kit/server/at-once.ts';
import { tenantScope } from '#kit/server/db.ts';
import type { Database } from '#kit/server/db.ts';
import { channelOf } from './channel/channels.ts';
import type { InvoiceFile } from './channel/channel.ts';
import { dueFor } from './due.ts';
import type { Named } from './due.ts';
import { accountOf, sellerById } from './seller.ts';

const AT_ONCE = 4;
const MOST_TRIES = 40;

/** By kind: its column, and what it is. */
export const fileKinds = {
  pdf: { column: 'file_url', type: 'application/pdf' },
  ofd: { column: 'ofd_url', type: 'application/ofd' },
  xml: { column: 'xml_url', type: 'application/xml' },
} as const satisfies Record<InvoiceFile['kind'], { column: string; type: string }>;

type Due = {
  readonly tenantId: number;
  readonly id: string;
  readonly sellerId: string;
  readonly invoiceNo: string;
  readonly tries: number;
};

async function dueOf(database: Database, { tenantId, id }: Named): Promise<Due> {
  const [due] = await database.read(tenantScope(tenantId), (db) =>
    db.raw<Due>(
      `SELECT tenant_id AS "tenantId", id, seller_id AS "sellerId", invoice_no AS "invoiceNo",
       coalesce(file_tries, 0) AS tries FROM invoice_apply_form WHERE tenant_id = $1 AND id = $2`,
      [tenantId, id],
    ),
  );
  return due!;
}

async function fetchOne(database: Database, named: Named, now: Date): Promise<void> {
  const due = await dueOf(database, named);
  const scope = tenantScope(due.tenantId);
  const seller = await database.read(scope, (db) => sellerById(db, due.tenantId, due.sellerId));
  const account = seller ? accountOf(seller) : null;
  // What a provider does not give now is requested again later.
  const files = account
    ? await Promise.resolve()
        .then(() => channelOf(account).files(account, due.invoiceNo))
        .catch(() => [])
    : [];
  const urls: Record<InvoiceFile['kind'], string | null> = { pdf: null, ofd: null, xml: null };
  for (const { kind, bytes } of files)
    urls[kind] = fileUrl(await keepDocument(database, due.tenantId, bytes, fileKinds[kind].type));
  const isDone = urls.pdf !== null || urls.ofd !== null || due.tries >= MOST_TRIES;
  const next = isDone ? null : new Date(now.getTime() + Math.min(600_000, 5_000 * 2 ** Math.min(due.tries, 7)));
  await database.write(scope, (db) =>
    db.raw(
      `UPDATE invoice_apply_form SET file_url = coalesce($3, file_url), ofd_url = coalesce($4, ofd_url),
       xml_url = coalesce($5, xml_url), files_at = $6, updated_at = now() WHERE tenant_id = $1 AND id = $2 RETURNING 1`,
      [due.tenantId, due.id, urls.pdf, urls.ofd, urls.xml, next?.toISOString() ?? null],
    ),
  );
}

export async function fetchFiles(database: Database, now: Date): Promise<void> {
  await atOnce(AT_ONCE, await dueFor(database, 'files', now), (named) => fetchOne(database, named, now));
}
