/** Cash taken by mistake: requested by one person, returned with the approval of another. */
import { cashVoided } from '#areas/shift/model/events.ts';
import { isId } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { ofTenant } from '#kit/server/db.ts';
import { emit } from '#kit/server/events.ts';
import { newId } from '#kit/server/id.ts';
import { moves } from '#kit/server/lifecycle.ts';
import type { Effect } from '#kit/server/lifecycle.ts';
import type { Stored } from '#kit/server/rows.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { askVoid } from '../model/calls.ts';
import { shiftEntry, shiftVoid } from '../model/shift.ts';
import { refusedStep } from './till.ts';

type Row = Stored & Record<string, unknown> & { tenantId: number; companyId: string; parkId: string };

async function ask(work: Work): Promise<unknown> {
  const { entryId, remark } = work.input as { entryId: string; remark: string };
  if (!isId(entryId.toLowerCase())) throw new Refused('no_such_record', { what: shiftEntry.title });
  const entry = (await rowOf(shiftEntry, entryId.toLowerCase(), work.db)) as Row;
  if (entry.kind !== 'cash' || !entry.orderId)
    throw ruleRefused(text('只有停车现金可以作废', 'Only cash for parking can be voided'));
  const [pending] = await ofTenant(work.db, entry.tenantId).raw<{ status: string }>(
    `SELECT status FROM shift_void WHERE tenant_id = $1 AND entry_id = $2 AND status <> 'refused'`,
    [entry.tenantId, entry.id],
  );
  if (pending) throw new Refused('already_exists', { what: text('该笔现金的作废申请', 'A request to void this cash') });
  const id = newId();
  const { tenantId, companyId, parkId } = entry;
  await work.db.insert(tableOf(shiftVoid)).values({
    tenantId,
    companyId,
    parkId,
    boxId: entry.boxId,
    id,
    status: 'asked',
    receiptNo: entry.receiptNo,
    plateNumber: entry.plateNumber,
    amountFen: entry.amountFen,
    askedBy: work.person.name || work.person.account,
    askedById: work.person.userId,
    askedTime: work.now.toISOString(),
    remark,
    orderId: entry.orderId,
    paymentId: entry.subjectId,
    entryId: entry.id,
    createdBy: work.person.userId,
    updatedBy: work.person.userId,
  } as never); // drizzle does not know the columns of a table made from a declaration
  work.record({
    resource: shiftVoid.name,
    action: 'ask',
    rowId: id,
    after: { entryId: entry.id, receiptNo: entry.receiptNo, amountFen: entry.amountFen, note: remark },
    tenantId,
    companyId,
    parkId,
  });
  return { voidId: id };
}

/** INV-S6: by somebody who did not take the cash either; the declaration excludes the requester. */
async function second(row: Row, work: Work): Promise<void> {
  const entry = (await rowOf(shiftEntry, String(row.entryId), work.db)) as Row;
  if (entry.operator === work.person.name) throw refusedStep('own-signature');
}

const approve: Effect = async (found, _, work) => {
  const row = found as Row;
  await second(row, work);
  const remark = fill(text('作废收据 {no}：{why}', 'Receipt {no} voided: {why}'), {
    no: String(row.receiptNo),
    why: String(row.remark),
  }).zh.slice(0, 200);
  await emit(
    cashVoided,
    {
      tenantId: row.tenantId,
      parkId: row.parkId,
      orderId: String(row.orderId),
      paymentId: String(row.paymentId),
      operator: work.person.name || work.person.account,
      remark,
      at: work.now.getTime(),
    },
    { db: ofTenant(work.db, row.tenantId) },
  );
};

const refuse: Effect = async (found, _, work) => {
  await second(found as Row, work);
};

export const voidServed: Served[] = [serve(askVoid, ask), ...moves(shiftVoid, { approve, refuse })];
