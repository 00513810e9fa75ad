/** The ticket of a link: which screen, which of its links, and this installation's signature. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isId } from '#kit/declare/check.ts';
import { derivedKey } from '#kit/server/seal.ts';

export type Ticket = { readonly tenantId: number; readonly id: string; readonly linkNo: number };

const signed = (content: string): string =>
  createHmac('sha256', derivedKey('links of big screens')).update(content).digest('base64url');

export function ticketFor({ tenantId, id, linkNo }: Ticket): string {
  const content = `${tenantId}.${id}.${linkNo}`;
  return `${content}.${signed(content)}`;
}

/**
 * What a ticket says; null where this installation did not sign it. Asks no database, so that guessing costs nothing.
 */
export function ticketRead(ticket: string): Ticket | null {
  const [, content, tenantId, id, linkNo, signature] =
    /^((\d{1,9})\.([0-9a-f-]{36})\.(\d{1,9}))\.([\w-]{43})$/.exec(ticket) ?? [];
  if (content === undefined || !isId(id)) return null;
  const wanted = Buffer.from(signed(content));
  const given = Buffer.from(signature!);
  return given.length === wanted.length && timingSafeEqual(given, wanted)
    ? { tenantId: Number(tenantId), id: id!, linkNo: Number(linkNo) }
    : null;
}
