/** The ticket of a link: which screen, which of its links, and this installation's signature. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isId } from '#kit/declare/check.ts';
import { derivedKey } from '#kit/server/seal.ts';

export type Ticket = { readonly tenantId: number; readonly id: string; readonly linkNo: number };

const signed = (said: string): string =>
  createHmac('sha256', derivedKey('links of big screens')).update(said).digest('base64url');

export function ticketFor({ tenantId, id, linkNo }: Ticket): string {
  const said = `${tenantId}.${id}.${linkNo}`;
  return `${said}.${signed(said)}`;
}

/** What a ticket says; null where this installation did not sign it. Asks no database, so that guessing costs nothing. */
export function ticketRead(ticket: string): Ticket | null {
  const [, said, tenantId, id, linkNo, signature] =
    /^((\d{1,9})\.([0-9a-f-]{36})\.(\d{1,9}))\.([\w-]{43})$/.exec(ticket) ?? [];
  if (said === undefined || !isId(id)) return null;
  const wanted = Buffer.from(signed(said));
  const given = Buffer.from(signature!);
  return given.length === wanted.length && timingSafeEqual(given, wanted)
    ? { tenantId: Number(tenantId), id: id!, linkNo: Number(linkNo) }
    : null;
}
