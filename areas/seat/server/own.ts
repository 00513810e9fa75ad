/** Whoever acts as a seat: its account, the car parks it sees, and one event of it. */
import type { Refusal } from '#domain/queue/facts.ts';
import type { Desk, DeskEvent } from '#domain/queue/queue.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { ofTenant } from '#kit/server/db.ts';
import { scopedSql } from '#kit/server/scope.ts';
import type { Work } from '#kit/server/work.ts';
import { callRecord } from '../model/call-record.ts';
import { moveDesk } from './desk.ts';

const refusals: Readonly<Record<Refusal, Text>> = {
  gone: text('该呼叫已结束或已由他人接听', 'The call is over or somebody else has taken it'),
  'not-yours': text('该呼叫不在您的坐席', 'The call is not at your seat'),
  'not-ready': text('请先置为空闲', 'Be ready first'),
  'in-talk': text('通话中不能离席，请先结束或转接', 'You are in a call: end it or hand it over first'),
  'nobody-else': text('没有其他空闲坐席可转接', 'No other seat is ready to take it'),
  'all-taken': text('该车场同时通话的坐席已满', 'All seats granted to this car park are talking'),
};

export type SeatRow = {
  id: string;
  tenantId: number;
  companyId: string;
  sipNo: string | null;
  sipPassword: string | null;
};

/** The caller's seat account; undefined where he has none. */
export async function seatFound(work: Work): Promise<SeatRow | undefined> {
  const [row] = await work.db.raw<SeatRow>(
    `SELECT id, tenant_id AS "tenantId", company_id AS "companyId", sip_no AS "sipNo", sip_password AS "sipPassword"
     FROM seat_user WHERE tenant_id = $1 AND user_id = $2 AND deleted_at IS NULL`,
    [work.person.tenantId, work.person.userId],
  );
  return row;
}

/** The same, of whoever acts as a seat. */
export async function ownSeat(work: Work): Promise<SeatRow> {
  const row = await seatFound(work);
  if (!row) throw ruleRefused(text('您没有坐席账号，请在“坐席账号”中添加', 'You have no seat account: add one first'));
  return row;
}

/** Lots the caller sees; null where that is all of the group. */
export async function seenLots({ db, person }: Work): Promise<string[] | null> {
  if (person.companyIds === null && person.parkIds === null) return null;
  const values: unknown[] = [];
  const parts = [scopedSql(db.scope, 'p', values, { company: true, park: false })];
  if (person.parkIds) parts.push(`p.id = ANY($${values.push(person.parkIds)}::uuid[])`);
  const rows = await db.raw<{ id: string }>(
    `SELECT p.id FROM park p WHERE ${parts.join(' AND ')} AND p.deleted_at IS NULL ORDER BY p.id`,
    values,
  );
  return rows.map(({ id }) => id);
}

/**
 * One event of the caller's seat; a refusal is returned, and what time brought about meanwhile is kept by the next
 * sweep.
 */
export async function moved(work: Work, seat: SeatRow, event: DeskEvent): Promise<Desk> {
  const { desk, refused, after } = await moveDesk(ofTenant(work.db, seat.tenantId), seat.tenantId, [event], work.now);
  if (refused) throw ruleRefused(refusals[refused], refused);
  work.afterCommit(after);
  return desk;
}

export function note(
  work: Work,
  action: string,
  { tenantId }: SeatRow,
  callId: string,
  desk: Desk,
  after: object = {},
): void {
  work.record({
    resource: callRecord.name,
    action,
    rowId: callId,
    after: { ...after },
    tenantId,
    parkId: desk.calls.get(callId)?.lot ?? null,
  });
}

export const callIdIn = (work: Work): string => String((work.input as { callId?: string }).callId).toLowerCase();
