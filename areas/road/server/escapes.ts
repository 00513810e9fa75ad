/**
 * What people do about debts: appeals, doubts, cancelling, handing over, writing off. Money moves under the lot's lock,
 * by the ledger alone.
 */
import { createHash } from 'node:crypto';
import { rdEscape } from '#areas/road/model/escape.ts';
import {
  blockEscape,
  cancelEscape,
  cancelEscapes,
  confirmEscape,
  escapeCaseFile,
  handOverEscape,
  holdEscape,
  refuseEscape,
  releaseEscape,
  unblockEscape,
  writeOffEscape,
} from '#areas/road/model/escape-calls.ts';
import { escapeStates, openStates } from '#areas/road/model/debt-words.ts';
import { held, released } from '#domain/debt/debt.ts';
import { openAppeals } from '#areas/workorder/server/door.ts';
import { settleDebts } from '#areas/passage/server/door.ts';
import { isoOf } from '#domain/time/iso.ts';
import { isId } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { ofTenant } from '#kit/server/db.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import type { At } from './at.ts';
import { caseOf } from './case-file.ts';
import { debtOf } from './follow.ts';
import { roadSettingsOf } from './settings.ts';

export type EscapeRow = Awaited<ReturnType<typeof rowOf<typeof rdEscape>>> & { tenantId: number; parkId: string };

export const nameOf = (work: At): string => work.person.name || work.person.account;

/** The debt of the caller's scope that a call names. */
export async function escapeNamed(
  work: At,
  id = String(work.raw['recordId'] ?? work.raw['id'] ?? ''),
): Promise<EscapeRow> {
  const key = id.trim().toLowerCase();
  if (!isId(key)) throw new Refused('no_such_record', { what: rdEscape.title });
  return (await rowOf(rdEscape, key, work.db)) as EscapeRow;
}

const stateText = (row: EscapeRow): Text => escapeStates[row.status as keyof typeof escapeStates];

/** @throws Refused 409 where the debt is in none of these states */
export function mustBe(row: EscapeRow, states: readonly string[], action: Text): void {
  if (!states.includes(String(row.status))) throw new Refused('state_closed', { state: stateText(row), action });
}

/**
 * Writes columns of a debt that no account decides, under the condition that it still stands as it was read; answers
 * whether it did.
 */
async function put(
  work: At,
  row: EscapeRow,
  set: Readonly<Record<string, unknown>>,
  condition = 'true',
): Promise<boolean> {
  const values: unknown[] = [row.tenantId, row.id, isoOf(work.now.getTime()), work.person.userId];
  const sets = Object.entries(set).map(([name, value]) => `${name} = $${values.push(value)}`);
  const done = await work.db.raw(
    `UPDATE rd_escape SET ${[...sets, 'updated_at = $3', 'updated_by = $4'].join(', ')} WHERE tenant_id = $1 AND id = $2 AND ${condition} RETURNING 1`,
    values,
  );
  return done.length > 0;
}

function noted(work: At, row: EscapeRow, action: string, after: Record<string, unknown>): void {
  work.record({
    resource: rdEscape.name,
    action,
    rowId: row.id,
    before: { status: row.status, outstandingFen: row.outstandingFen },
    after,
    tenantId: row.tenantId,
    companyId: (row.companyId as string | null) ?? null,
    parkId: row.parkId,
  });
}

// ---------------------------------------------------------------- appeals and doubts

async function hold(work: Work<typeof holdEscape.input>): Promise<unknown> {
  const row = await escapeNamed(work);
  mustBe(row, openStates, holdEscape.title);
  const begun = await put(
    work,
    row,
    { held_since: row.heldSince ?? isoOf(work.now.getTime()), held_by: nameOf(work), reason: work.input.remark },
    '(held_by IS NULL OR held_since IS NULL)',
  );
  if (begun) noted(work, row, 'hold', { remark: work.input.remark });
  return { recordId: row.id, held: true };
}

async function release(work: Work<typeof releaseEscape.input>): Promise<unknown> {
  const row = await escapeNamed(work);
  const [stored] = await work.db.raw<Record<string, unknown>>(
    'SELECT * FROM rd_escape WHERE tenant_id = $1 AND id = $2 FOR UPDATE',
    [row.tenantId, row.id],
  );
  const debt = debtOf(stored!);
  if (debt.heldSince === null) return { recordId: row.id, held: false, dueTime: row.dueTime };
  mustBe(row, openStates, releaseEscape.title);
  if ((await openAppeals(work.db, row.tenantId, row.id)) > 0) {
    if (row.heldBy === null)
      throw ruleRefused(
        text('该欠费有未答复的申诉，请在诉求中答复', 'An appeal against it waits: answer it under requests'),
      );
    await put(work, row, { held_by: null, reason: work.input.remark });
    noted(work, row, 'release', { remark: work.input.remark });
    return { recordId: row.id, held: true, dueTime: row.dueTime };
  }
  const dueTime = isoOf(released(held(debt, debt.heldSince), work.now.getTime()).dueAt);
  await put(work, row, { held_since: null, held_by: null, due_time: dueTime, reason: work.input.remark });
  noted(work, row, 'release', { dueTime, remark: work.input.remark });
  return { recordId: row.id, held: false, dueTime };
}

const doubt =
  (blocked: boolean) =>
  async (work: At): Promise<unknown> => {
    const row = await escapeNamed(work);
    mustBe(row, openStates, blocked ? blockEscape.title : unblockEscape.title);
    const remark = String(work.raw['remark'] ?? '');
    if (await put(work, row, { blocked, reason: remark }, blocked ? 'blocked IS NOT TRUE' : 'blocked'))
      noted(work, row, blocked ? 'block' : 'unblock', { remark });
    return { recordId: row.id, blocked };
  };

// ---------------------------------------------------------------- cancelling and writing off

type End = 'cancel' | 'writeOff';
const endings: Readonly<Record<End, { states: readonly string[]; done: string; title: Text }>> = {
  cancel: { states: openStates, done: 'cancelled', title: cancelEscape.title },
  writeOff: { states: ['owing', 'handed'], done: 'writtenOff', title: writeOffEscape.title },
};

/**
 * Ends debts by money: the orders are cancelled or waived, and what the account moves is followed by the debts
 * themselves.
 */
async function end(
  work: At,
  how: End,
  rows: readonly EscapeRow[],
  by: { readonly decided: string; readonly second: string | null; readonly reason: string | null },
): Promise<void> {
  const at = work.now.getTime();
  for (const [key, own] of [...Map.groupBy(rows, (row) => `${row.tenantId} ${row.parkId}`)].sort(([a], [b]) =>
    a < b ? -1 : 1,
  )) {
    const [tenant = '', parkId = ''] = key.split(' ');
    const tenantId = Number(tenant);
    const { after, refused } = await settleDebts(
      ofTenant(work.db, tenantId),
      { tenantId, parkId },
      own.map((row) => ({
        orderId: row.id,
        stayId: String(row.stayId),
        event:
          how === 'cancel'
            ? { kind: 'cancel', id: `debt/${row.id}`, at }
            : { kind: 'waive', id: `debt/${row.id}`, amountFen: Number(row.outstandingFen), at },
      })),
    );
    if (refused.size > 0) throw new Refused('changed_meanwhile');
    work.afterCommit(after);
    for (const row of own) {
      // Money that came between reading and the lot's lock ends the debt as paid; that is no failure, and nobody did
      // more than say so.
      await put(
        work,
        row,
        {
          pending: null,
          pending_by: null,
          pending_by_id: null,
          decided_by: by.decided,
          second_by: by.second,
          reason: by.reason,
        },
        `status = '${endings[how].done}'`,
      );
      noted(work, row, how, { ...by, amountFen: row.outstandingFen });
    }
  }
}

/** Asks a second person. The same request again is the same one. */
async function propose(work: At, how: End, row: EscapeRow, reason: string | null): Promise<void> {
  if (row.pending && row.pending !== how)
    throw ruleRefused(text('该欠费已有申请在等待复核', 'Another request for this debt waits to be confirmed'));
  const pending = await put(
    work,
    row,
    { pending: how, pending_by: nameOf(work), pending_by_id: work.person.userId, reason },
    'pending IS NULL',
  );
  if (pending) noted(work, row, `${how}Asked`, { remark: reason, amountFen: row.outstandingFen });
}

/**
 * Cancels debts, all or none: those above the lot's limit wait for a second person. Cancelled ones stay as they are.
 */
async function cancel(
  work: At,
  ids: readonly string[],
  reason: string | null,
): Promise<{ cancelled: string[]; asked: string[] }> {
  const rows: EscapeRow[] = [];
  for (const id of ids) rows.push(await escapeNamed(work, id));
  const open = rows.filter(({ status }) => status !== 'cancelled');
  for (const row of open) mustBe(row, openStates, cancelEscape.title);
  const limits = new Map<string, number>();
  for (const { parkId, tenantId } of open)
    if (!limits.has(parkId)) limits.set(parkId, (await roadSettingsOf(work.db, tenantId, parkId)).cancelLimit);
  const small = open.filter((row) => Number(row.outstandingFen) <= limits.get(row.parkId)!);
  const large = open.filter((row) => !small.includes(row));
  for (const row of large) await propose(work, 'cancel', row, reason);
  await end(work, 'cancel', small, { decided: nameOf(work), second: null, reason });
  return {
    cancelled: rows.filter((row) => !large.includes(row)).map(({ id }) => id),
    asked: large.map(({ id }) => id),
  };
}

async function cancelMany(work: Work<typeof cancelEscapes.input>): Promise<unknown> {
  const ids = [
    ...new Set(
      String(work.input.ids)
        .split(',')
        .map((id) => id.trim())
        .filter(Boolean),
    ),
  ];
  if (ids.length > 500)
    throw new Refused('bad_input', {}, [{ field: 'ids', msg: text('一次最多500条', 'At most 500 rows at once') }]);
  return cancel(work, ids, work.input.remark ?? null);
}

async function askWriteOff(work: Work<typeof writeOffEscape.input>): Promise<unknown> {
  const row = await escapeNamed(work);
  if (row.status === 'writtenOff') return { recordId: row.id, asked: false };
  mustBe(row, endings.writeOff.states, writeOffEscape.title);
  await propose(work, 'writeOff', row, work.input.remark ?? null);
  return { recordId: row.id, asked: true };
}

async function confirm(work: At): Promise<unknown> {
  const row = await escapeNamed(work);
  const how = row.pending as End | null;
  if (!how) {
    if (row.status === 'cancelled' || row.status === 'writtenOff') return { recordId: row.id, status: row.status };
    throw ruleRefused(text('没有等待复核的申请', 'Nothing waits to be confirmed'));
  }
  if (row.pendingById === work.person.userId)
    throw ruleRefused(text('不能复核自己提出的申请', 'Nobody confirms his own request'), 'own_request');
  mustBe(row, endings[how].states, endings[how].title);
  await end(work, how, [row], { decided: String(row.pendingBy), second: nameOf(work), reason: row.reason });
  return { recordId: row.id, status: endings[how].done };
}

async function refuse(work: Work<typeof refuseEscape.input>): Promise<unknown> {
  const row = await escapeNamed(work);
  if (await put(work, row, { pending: null, pending_by: null, pending_by_id: null }, 'pending IS NOT NULL'))
    noted(work, row, 'refuse', { pending: row.pending, remark: work.input.remark });
  return { recordId: row.id, refused: true };
}

// ---------------------------------------------------------------- handing over

async function handOver(work: Work<typeof handOverEscape.input>): Promise<unknown> {
  const row = await escapeNamed(work);
  if (row.status === 'handed') return { recordId: row.id, status: 'handed' };
  mustBe(row, ['owing'], handOverEscape.title);
  if (row.heldSince || row.blocked)
    throw ruleRefused(text('申诉中或车牌存疑的欠费不能移交', 'A debt under appeal or in doubt is not handed over'));
  const contents = await caseOf(work, row, String(work.input.authority));
  const kept = { ...contents, sha256: createHash('sha256').update(JSON.stringify(contents)).digest('hex') };
  const done = await put(
    work,
    row,
    { status: 'handed', case_file: JSON.stringify(kept), decided_by: nameOf(work), reason: work.input.remark },
    `status = 'owing'`,
  );
  if (!done) throw new Refused('changed_meanwhile');
  noted(work, row, 'handOver', { authority: work.input.authority, sha256: kept.sha256 });
  return { recordId: row.id, status: 'handed', sha256: kept.sha256 };
}

async function showCase(work: At): Promise<unknown> {
  const row = await escapeNamed(work);
  return row.caseFile ?? (await caseOf(work, row, null));
}

/** What makes sense for a debt in its present state; permissions were checked already. */
const sensible: Readonly<Record<string, (row: Record<string, unknown>) => boolean>> = {
  [holdEscape.name]: (row) => !row['heldSince'],
  [releaseEscape.name]: (row) => Boolean(row['heldSince']),
  [blockEscape.name]: (row) => row['blocked'] !== true,
  [unblockEscape.name]: (row) => row['blocked'] === true,
  [cancelEscape.name]: (row) => !row['pending'],
  [writeOffEscape.name]: (row) => !row['pending'],
  [confirmEscape.name]: (row) => Boolean(row['pending']),
  [refuseEscape.name]: (row) => Boolean(row['pending']),
};

/** The list with only those actions that are open to each row. */
export const escapesListed = (own: Served): Served => ({
  ...own,
  work: async (work) => {
    const answer = (await own.work(work)) as { records?: Record<string, unknown>[] };
    if (!answer.records) return answer;
    const records = answer.records.map((row) => ({
      ...row,
      may: (row['may'] as string[]).filter((name) => sensible[name]?.(row) ?? true),
    }));
    return { ...answer, records };
  },
});

export const escapeServed: Served[] = [
  serve(holdEscape, hold),
  serve(releaseEscape, release),
  serve(blockEscape, doubt(true)),
  serve(unblockEscape, doubt(false)),
  serve(cancelEscape, (work) => cancel(work, [String(work.input.recordId)], work.input.remark ?? null)),
  serve(cancelEscapes, cancelMany),
  serve(writeOffEscape, askWriteOff),
  serve(confirmEscape, confirm),
  serve(refuseEscape, refuse),
  serve(handOverEscape, handOver),
  serve(escapeCaseFile, showCase),
];
