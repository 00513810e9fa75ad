/** A box's till as the rules keep it, read from its rows under a lock; and what came of a step, in words. */
import { NO_CASH } from '#domain/shift/till.ts';
import type { CashSums, Till, TillEvent, TillRefusal, TillStep, WorkedShift } from '#domain/shift/till.ts';
import { tillStep } from '#domain/shift/till.ts';
import { ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import type { Db } from '#kit/server/db.ts';
import type { Values } from '#kit/declare/field.ts';
import type { Stored } from '#kit/server/rows.ts';
import type { shift } from '../model/shift.ts';
import type { Owner } from './entries.ts';

export type ShiftRow = Values<(typeof shift)['fields']> &
  Stored & {
    tenantId: number;
    companyId: string;
    parkId: string;
    boxId: string;
    operatorId: string;
    openedTime: string;
  };
export type Box = Owner & { readonly boxId: string };

const why: { readonly [id in TillRefusal]: Text } = {
  'no-shift': text('该岗亭没有当班班次', 'No shift is on duty at this booth'),
  'shift-open': text('该岗亭已有当班班次，请先交班', 'A shift is already on duty at this booth. Hand it over first.'),
  'not-open': text('班次不在当班状态', 'The shift is not on duty'),
  'not-counting': text('班次不在清点状态', 'The shift is not being counted'),
  'not-counted': text('请先清点现金', 'Count the cash first'),
  'not-yours': text('只有当班人可以操作', 'Only the person on duty may do this'),
  'own-signature': text('不能由当班人自己签字', 'You cannot confirm your own shift'),
  'bad-amount': text('金额不正确', 'Invalid amount'),
  'more-than-there': text('金额超过钱箱中的现金', 'Exceeds the cash in the drawer'),
};

export const refusedStep = (id: TillRefusal): Error => ruleRefused(why[id]);

/** The till after an event; throws the refusal in words. */
export function stepped(till: Till, event: TillEvent): TillStep {
  const step = tillStep(till, event);
  if (step.refused) throw refusedStep(step.refused);
  return step;
}

type Sums = CashSums & { readonly payments: number; readonly releases: number; readonly waivedFen: number };

const sumSql = `SELECT coalesce(sum(tendered_fen) FILTER (WHERE kind = 'cash'), 0)::bigint AS "tenderedFen",
  coalesce(sum(change_fen) FILTER (WHERE kind = 'cash'), 0)::bigint AS "changeFen",
  coalesce(-sum(amount_fen) FILTER (WHERE kind = 'refund'), 0)::bigint AS "refundFen",
    coalesce(-sum(amount_fen) FILTER (WHERE kind = 'drop'), 0)::bigint AS "dropFen",
  coalesce(sum(amount_fen) FILTER (WHERE kind = 'correction'), 0)::bigint AS "correctionFen", count(*) FILTER (WHERE kind = 'cash') AS payments,
  count(*) FILTER (WHERE kind IN ('release', 'free', 'key')) AS releases, coalesce(sum(waived_fen), 0)::bigint AS "waivedFen" FROM shift_entry`;

/** What a shift's rows add up to. */
export async function sumsOf(db: Db, tenantId: number, shiftId: string): Promise<Sums> {
  const [row] = await db.raw<Sums>(`${sumSql} WHERE tenant_id = $1 AND shift_id = $2`, [tenantId, shiftId]);
  return row!;
}

/** Rows that no shift has yet and the next will take. A disconnected device may report them months later. */
const loose = `tenant_id = $1 AND box_id = $2 AND shift_id IS NULL AND booked >= $3 AND time >= $3::timestamptz - interval '400 days'`;

export const workedShift = (row: ShiftRow, cash: CashSums): WorkedShift => ({
  id: row.id,
  operator: row.operatorId,
  state: row.status as WorkedShift['state'],
  floatFen: row.floatFen ?? 0,
  cash,
  witness: row.witnessId,
  count:
    row.countedFen === null
      ? null
      : {
          countedFen: row.countedFen,
          expectedFen: row.expectedFen!,
          differenceFen: row.differenceFen!,
          keepFen: row.keepFen!,
          handInFen: row.handInFen!,
        },
});

type TillRow = { shift_id: string | null; cut_at: string | null; last_receipt: number };

/** The till of a box, its row locked until the transaction ends. `row` is the shift that works it, as it is stored. */
export async function lockTill(db: Db, box: Box, row: ShiftRow | null): Promise<Till> {
  const key = [box.tenantId, box.parkId, box.boxId];
  await db.raw(
    'INSERT INTO box_till (tenant_id, park_id, box_id, company_id) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [...key, box.companyId],
  );
  const [till] = await db.raw<TillRow>(
    'SELECT shift_id, cut_at, last_receipt FROM box_till WHERE tenant_id = $1 AND park_id = $2 AND box_id = $3 FOR UPDATE',
    key,
  );
  const { shift_id, cut_at, last_receipt } = till!;
  const [waiting] =
    cut_at === null ? [] : await db.raw<Sums>(`${sumSql} WHERE ${loose}`, [box.tenantId, box.boxId, cut_at]);
  if (row && shift_id !== row.id) throw refusedStep('no-shift');
  const working = row ?? (shift_id === null ? null : { id: shift_id });
  return {
    loose: waiting ?? NO_CASH,
    lastReceipt: last_receipt,
    shift:
      working === null
        ? null
        : row
          ? workedShift(row, await sumsOf(db, box.tenantId, row.id))
          : { id: working.id, operator: '', state: 'open', floatFen: 0, cash: NO_CASH, count: null, witness: null },
  };
}

/** The shift that takes the box's rows from now on, with those that waited for it; null cuts it. */
export async function give(
  db: Db,
  box: Box,
  shiftId: string | null,
  at: { readonly working: string | null; readonly cut: string | null },
): Promise<void> {
  const key = [box.tenantId, box.boxId];
  const [before] = await db.raw<{ cut_at: string | null }>(
    'SELECT cut_at FROM box_till WHERE tenant_id = $1 AND box_id = $2',
    key,
  );
  await db.raw(
    'UPDATE box_till SET shift_id = $3, taking = $4, cut_at = coalesce($5, cut_at) WHERE tenant_id = $1 AND box_id = $2',
    [...key, at.working, shiftId !== null, at.cut],
  );
  if (shiftId !== null && before!.cut_at !== null)
    await db.raw(`UPDATE shift_entry SET shift_id = $4 WHERE ${loose}`, [...key, before!.cut_at, shiftId]);
}
