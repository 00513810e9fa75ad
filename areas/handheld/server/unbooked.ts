/** Cash of a handheld that could not be booked: the desk books it to the car it was for, or states where it went. */
import { plateIdentity } from '#domain/plate/plate.ts';
import { drawerFor } from '#areas/road/server/door.ts';
import { isId } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { ofTenant } from '#kit/server/db.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { bookEntryCash, settleEntryCash } from '../model/calls.ts';
import { handheldEntry } from '../model/handheld-entry.ts';
import { bookCash, stayFor } from './cash.ts';

type Unbooked = {
  readonly id: string;
  readonly tenantId: number;
  readonly companyId: string;
  readonly parkId: string | null;
  readonly userId: string;
  readonly installation: string;
  readonly seq: number;
  readonly at: string;
  readonly amountFen: number | null;
  readonly berthId: string | null;
};

/** The entry, locked. @throws Refused where it is out of sight, or holds no cash that waits */
async function unbookedNamed(work: Work, recordId: unknown): Promise<Unbooked> {
  const id = String(recordId).toLowerCase();
  if (!isId(id)) throw new Refused('no_such_record', { what: handheldEntry.title });
  const row = await rowOf(handheldEntry, id, work.db, { lock: true });
  if (row.outcome !== 'unbooked') throw ruleRefused(text('该现金已处理', 'This cash has been dealt with'));
  const berthId = (row.body as { berthId?: unknown } | null)?.berthId;
  return {
    id,
    tenantId: Number(row.tenantId),
    companyId: String(row.companyId),
    parkId: (row.parkId as string | null) ?? null,
    userId: String(row.userId),
    installation: String(row.installation),
    seq: Number(row.seq),
    at: String(row.at),
    amountFen: row.amountFen === null ? null : Number(row.amountFen),
    berthId: isId(berthId) ? berthId : null,
  };
}

type Done = {
  readonly outcome: 'booked' | 'settled';
  readonly remark: string | null;
  readonly surplusFen: number | null;
};

async function put(work: Work, entry: Unbooked, { outcome, remark, surplusFen }: Done): Promise<void> {
  const by = work.person.name || work.person.account;
  await ofTenant(work.db, entry.tenantId).raw(
    `UPDATE handheld_deed SET outcome = $3, handled_by = $4, handled_time = $5, remark = $6, surplus_fen = coalesce($7, surplus_fen), updated_at = $5
    WHERE tenant_id = $1 AND id = $2`,
    [entry.tenantId, entry.id, outcome, by, work.now.toISOString(), remark, surplusFen],
  );
  work.record({
    resource: 'handheldDeed',
    action: outcome,
    rowId: entry.id,
    after: { outcome, remark, amountFen: entry.amountFen },
    tenantId: entry.tenantId,
    companyId: entry.companyId,
    parkId: entry.parkId,
  });
}

async function book(work: Work<typeof bookEntryCash.input>): Promise<unknown> {
  const entry = await unbookedNamed(work, work.input.recordId);
  const plate = plateIdentity(String(work.input.plateNumber));
  const { amountFen, berthId, parkId, tenantId } = entry;
  if (amountFen === null || amountFen <= 0 || berthId === null || parkId === null)
    throw ruleRefused(text('该记录没有金额或泊位，不能入账', 'The record has no sum or no berth: it cannot be booked'));
  const db = ofTenant(work.db, tenantId);
  const place = { tenantId, parkId, berthId, plate };
  const at = Date.parse(entry.at);
  const stay = await stayFor(db, place, at);
  if (stay?.plate !== plate)
    throw ruleRefused(text('该车牌当时没有在此泊位停车', 'This plate has no stay at the berth at that time'));
  const collector: Work = { ...work, person: { ...work.person, userId: entry.userId } };
  const { booked, after } = await bookCash(db, place, stay, {
    installation: entry.installation,
    seq: entry.seq,
    amountFen,
    tenderedFen: amountFen,
    drawer: await drawerFor(collector, tenantId, [parkId]),
    by: work.person.name || work.person.account,
    at,
    decided: false,
  });
  if (!booked)
    throw ruleRefused(
      text(
        '该次停车没有可收款的账单，请说明款项去向',
        'The stay has no bill that takes money: state where the money went',
      ),
    );
  work.afterCommit(after);
  const { appliedFen, surplusFen } = booked;
  await put(work, entry, { outcome: 'booked', remark: work.input.remark ?? null, surplusFen });
  return { stayId: stay.id, appliedFen, surplusFen };
}

async function settle(work: Work<typeof settleEntryCash.input>): Promise<unknown> {
  const entry = await unbookedNamed(work, work.input.recordId);
  await put(work, entry, { outcome: 'settled', remark: String(work.input.remark), surplusFen: null });
  return { recordId: entry.id };
}

export const unbookedServed: Served[] = [serve(bookEntryCash, book), serve(settleEntryCash, settle)];
