/**
 * Appeals against debts: raised, one holds the debt; decided, the debt goes on, ends, or becomes what is right. In the
 * transaction of the request.
 */
import { rdEscape } from '#areas/road/model/escape.ts';
import { escapeStates, openStates } from '#areas/road/model/debt-words.ts';
import type { Appeal, AppealOutcome } from '#areas/workorder/model/events.ts';
import { openAppeals } from '#areas/workorder/server/door.ts';
import { costUntil, replateDebt, settleDebts } from '#areas/passage/server/door.ts';
import { outstandingOf, released } from '#domain/debt/debt.ts';
import { plateIdentity } from '#domain/plate/plate.ts';
import { isoOf } from '#domain/time/iso.ts';
import { isId } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import type { BulkRow } from '#kit/server/bulk.ts';
import type { Db } from '#kit/server/db.ts';
import { debtOf } from './follow.ts';
import { roadSettingsOf } from './settings.ts';

const HOUR = 3_600_000;
const appealed = text('申诉', 'Appeal');

/** The debt of an appeal, locked. @throws Refused where there is none */
async function debtRow(db: Db, { tenantId, escapeId }: Appeal): Promise<BulkRow> {
  const id = escapeId.trim().toLowerCase();
  const [row] = isId(id)
    ? await db.raw<BulkRow>('SELECT * FROM rd_escape WHERE tenant_id = $1 AND id = $2 FOR UPDATE', [tenantId, id])
    : [];
  if (!row) throw new Refused('no_such_record', { what: rdEscape.title });
  return row;
}

function mustBeOpen(row: BulkRow): void {
  const status = String(row['status']);
  if (!openStates.includes(status))
    throw new Refused('state_closed', { state: escapeStates[status as keyof typeof escapeStates], action: appealed });
}

/**
 * No notice is sent for the debt until it is decided; each appeal holds by itself, and so does a hold by hand
 * (`held_by`).
 */
export async function holdAppealed(appeal: Appeal, db: Db): Promise<void> {
  const row = await debtRow(db, appeal);
  mustBeOpen(row);
  const now = isoOf(Date.now());
  await db.raw(
    'UPDATE rd_escape SET held_by = CASE WHEN held_since IS NULL THEN NULL ELSE held_by END, held_since = coalesce(held_since, $3), updated_at = $3 WHERE tenant_id = $1 AND id = $2',
    [appeal.tenantId, row['id'], now],
  );
}

const wrong = (field: string, msg: Text): Refused => new Refused('bad_input', {}, [{ field, msg }]);

/** By how much the outcome lowers the debt, in fen. */
async function lessOf(db: Db, row: BulkRow, outcome: AppealOutcome): Promise<number> {
  const debt = debtOf(row);
  const open = outstandingOf(debt);
  if (outcome.result === 'cancel') return open;
  const owedFen = debt.owedFen - debt.cancelledFen;
  if (outcome.result === 'amount') {
    const less = owedFen - outcome.amountFen!;
    if (less <= 0 || less > open)
      throw wrong(
        'amountFen',
        text('须低于原欠费，且不低于已补缴的金额', 'It must be below the debt and not below what was paid of it'),
      );
    return less;
  }
  const at = Date.parse(outcome.endTime!);
  if (at <= Date.parse(String(row['in_time'])) || at >= Date.parse(String(row['out_time'])))
    throw wrong('endTime', text('须在入场与离场之间', 'It must lie between entry and exit'));
  const target = { tenantId: outcome.tenantId, parkId: debt.park };
  const [was, is] = [
    await costUntil(db, target, String(row['stay_id']), Date.parse(String(row['out_time']))),
    await costUntil(db, target, String(row['stay_id']), at),
  ];
  if (was === null || is === null)
    throw ruleRefused(
      text('没有收费规则可重新计费，请更正金额', 'No tariff prices it anew: correct the amount instead'),
    );
  return Math.min(open, Math.max(0, was - is));
}

/** Lowers the debt by the ledger; what the account moves is followed by the debt itself. */
async function lower(db: Db, row: BulkRow, outcome: AppealOutcome): Promise<() => void> {
  const amountFen = await lessOf(db, row, outcome);
  if (amountFen === 0) return () => undefined;
  const parkId = String(row['park_id']);
  const { cancelLimit } = await roadSettingsOf(db, outcome.tenantId, parkId);
  if (amountFen > cancelLimit)
    throw ruleRefused(
      text(
        '超过单人撤销上限，请在逃费记录中申请撤销',
        'More than one person may cancel: request it under unpaid parking',
      ),
      'over-limit',
    );
  const { after, refused } = await settleDebts(db, { tenantId: outcome.tenantId, parkId }, [
    {
      orderId: String(row['id']),
      stayId: String(row['stay_id']),
      event: { kind: 'cancel', id: `appeal/${outcome.requestId}`, amountFen, at: Date.now() },
    },
  ]);
  if (refused.size > 0) throw new Refused('changed_meanwhile');
  return after;
}

/** The debt is another car's: it has a term of its own from now on, and no notice was sent for it. */
async function replate(db: Db, row: BulkRow, { tenantId, plateNumber }: AppealOutcome): Promise<() => void> {
  const plate = plateIdentity(plateNumber!);
  if (plate === row['plate_number']) throw wrong('plateNumber', text('车牌没有变化', 'The plate is unchanged'));
  const parkId = String(row['park_id']);
  const { payTermHours } = await roadSettingsOf(db, tenantId, parkId);
  const now = Date.now();
  await db.raw(
    `UPDATE rd_escape SET plate_number = $3, due_time = $4, notices = 0, noticed_time = NULL, blocked = false,
      status = CASE WHEN status = 'owing' THEN 'waiting' ELSE status END WHERE tenant_id = $1 AND id = $2`,
    [tenantId, row['id'], plate, isoOf(now + payTermHours * HOUR)],
  );
  return replateDebt(db, { tenantId, parkId }, { orderId: String(row['id']), stayId: String(row['stay_id']), plate });
}

/**
 * The hold ends with the last appeal that requires it: its length is added to the term. The outcome is carried out;
 * answers what to do after the commit.
 */
export async function decideAppeal(outcome: AppealOutcome, db: Db): Promise<() => void> {
  const row = await debtRow(db, outcome);
  if (outcome.result !== 'refuse') mustBeOpen(row);
  const now = Date.now();
  const { tenantId, requestId } = outcome;
  const last = row['held_by'] === null && (await openAppeals(db, tenantId, String(row['id']), requestId)) === 0;
  const dueAt = last ? released(debtOf(row), now).dueAt : debtOf(row).dueAt;
  await db.raw(
    `UPDATE rd_escape SET held_since = CASE WHEN $8 THEN NULL ELSE held_since END, due_time = $3, decided_by = $4,
     reason = left(coalesce($5, reason), 200), updated_at = $6,
      out_time = coalesce($7, out_time) WHERE tenant_id = $1 AND id = $2`,
    [
      outcome.tenantId,
      row['id'],
      isoOf(dueAt),
      outcome.name,
      outcome.reply,
      isoOf(now),
      outcome.result === 'endTime' ? outcome.endTime : null,
      last,
    ],
  );
  if (outcome.result === 'refuse') return () => undefined;
  return outcome.result === 'plate' ? replate(db, row, outcome) : lower(db, row, outcome);
}
