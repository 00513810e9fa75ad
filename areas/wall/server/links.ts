/** The link of a screen: who made it, until when, and which of its links is the valid one. */
import { and, eq } from 'drizzle-orm';
import { homeOf } from '#areas/access/server/door.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Stored } from '#kit/server/rows.ts';
import { Once } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { SCREEN_ROUTE, sysbigreport } from '../model/sysbigreport.ts';
import { ticketFor } from './ticket.ts';

const of = sysbigreport as Resource;
const DAY_MS = 86_400_000;

export const noLink = { linkBy: null, linkTenant: null, linkUntil: null };
export const nextLink = (row: Readonly<Record<string, unknown>>): number => Number(row['linkNo'] ?? 0) + 1;
export const untilIn = (days: number, now: Date): string => new Date(now.getTime() + days * DAY_MS).toISOString();

const held = (work: Work): Promise<Stored> =>
  rowOf(of, String((work.input as { id: string }).id).toLowerCase(), work.db, { lock: true });

/** The screen a call names, held until the call is over; refused where it is switched off. */
export async function inUse(work: Work): Promise<Stored> {
  const row = await held(work);
  if (row['enabled'] === false) throw ruleRefused(text('大屏已停用', 'The screen is not in use'));
  return row;
}

type Link = {
  readonly linkBy: string | null;
  readonly linkTenant: number | null;
  readonly linkUntil: string | null;
  readonly linkNo: number;
};

export async function putLink(work: Work, row: Stored, change: Link, action: string): Promise<void> {
  const t = tableOf(of);
  await work.db
    .update(t)
    .set(change)
    .where(and(eq(t.tenantId!, row['tenantId']), eq(t.id!, row.id)));
  work.record({
    resource: sysbigreport.name,
    action,
    rowId: row.id,
    tenantId: Number(row['tenantId']),
    companyId: String(row['companyId']),
    before: { linkUntil: row['linkUntil'] },
    after: { linkUntil: change.linkUntil },
  });
}

/** A new link, shown once: `{url, linkUntil}`. It ends the one before. */
export async function link(work: Work): Promise<Once> {
  const { days } = work.input as { days: number };
  const row = await inUse(work);
  const linkUntil = untilIn(days, work.now);
  const linkNo = nextLink(row);
  const linkTenant = homeOf(work.person).tenantId;
  await putLink(work, row, { linkBy: work.person.userId, linkTenant, linkUntil, linkNo }, 'link');
  const ticket = ticketFor({ tenantId: Number(row['tenantId']), id: row.id, linkNo });
  return new Once({ url: `${SCREEN_ROUTE}#${ticket}`, linkUntil }, { url: null, linkUntil });
}

export async function endLinks(work: Work): Promise<null> {
  const row = await held(work);
  await putLink(work, row, { ...noLink, linkNo: nextLink(row) }, 'endLink');
  return null;
}
