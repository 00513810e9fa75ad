/**
 * Scheduled work on debts: terms that ran out, and plates that are due a notice. Any number of servers may run it: the
 * same day's again makes nothing twice.
 */
import { noticed, noticesDue } from '#domain/debt/notice.ts';
import type { DueNotice, NoticeTerms } from '#domain/debt/notice.ts';
import { outstandingOf } from '#domain/debt/debt.ts';
import { isoOf } from '#domain/time/iso.ts';
import type { BulkRow } from '#kit/server/bulk.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { debtOf } from './follow.ts';
import { roadSettingsOf } from './settings.ts';

type Lot = { tenant_id: number; company_id: string; park_id: string };

/** `1,7,30` as days after the term; what is no number is left out. */
export const noticeTerms = (days: string, gapDays: number): NoticeTerms => ({
  days: days
    .split(/[,，\s]+/)
    .map(Number)
    .filter((day) => Number.isFinite(day) && day >= 0)
    .sort((a, b) => a - b),
  gapDays,
});

async function sendOf(db: Db, lot: Lot, due: readonly DueNotice[], terms: NoticeTerms, now: Date): Promise<void> {
  const at = isoOf(now.getTime());
  await insertRows(
    db,
    'arrears_notice',
    due.map(({ plate, debts }) => ({
      tenant_id: lot.tenant_id,
      company_id: lot.company_id,
      park_id: lot.park_id,
      id: newId(),
      created_at: at,
      updated_at: at,
      plate_number: plate,
      at,
      way: 'list',
      items: debts.length,
      amount_fen: debts.reduce((sum, debt) => sum + outstandingOf(debt), 0),
      escape_ids: debts.map(({ id }) => id).join(','),
    })),
    '',
  );
  for (const each of due.flatMap((notice) => noticed(notice, terms, now.getTime())))
    await db.raw(
      'UPDATE rd_escape SET notices = $3, noticed_time = $4, updated_at = $4 WHERE tenant_id = $1 AND id = $2',
      [lot.tenant_id, each.id, each.notices, at],
    );
}

/** Debts of a lot that are open, locked so that one server asks for them. */
const open = (db: Db, lot: Lot): Promise<BulkRow[]> =>
  db.raw<BulkRow>(
    `SELECT * FROM rd_escape WHERE tenant_id = $1 AND park_id = $2 AND status IN ('waiting', 'owing') ORDER BY id FOR UPDATE`,
    [lot.tenant_id, lot.park_id],
  );

/** Debts whose term has run out are owing. While an appeal holds one, its term stands. */
export const endTerms = (database: Database, now: Date): Promise<void> =>
  database.write(platformScope, async (db) => {
    await db.raw(
      `UPDATE rd_escape SET status = 'owing', updated_at = $1 WHERE status = 'waiting' AND held_since IS NULL AND due_time <= $1`,
      [isoOf(now.getTime())],
    );
  });

/** Notices of a lot that are due. @returns how many plates were sent one */
export async function chaseLot(db: Db, lot: Lot, now: Date): Promise<number> {
  const { noticeDays, noticeGapDays } = await roadSettingsOf(db, lot.tenant_id, lot.park_id);
  const terms = noticeTerms(noticeDays, noticeGapDays);
  const debts = (await open(db, lot)).map(debtOf).filter(({ plate }) => plate !== '');
  const due = noticesDue(debts, terms, now.getTime());
  await sendOf(db, lot, due, terms, now);
  return due.length;
}

/**
 * Every lot that is owed something, each in a transaction of its own; one that fails does not keep the others waiting.
 */
export async function chaseDebts(database: Database, now: Date): Promise<number> {
  await endTerms(database, now);
  const lots = await database.read(platformScope, (db) =>
    db.raw<Lot>(
      `SELECT DISTINCT tenant_id, company_id, park_id FROM rd_escape WHERE status IN ('waiting', 'owing') AND due_time <= $1 ORDER BY tenant_id, park_id`,
      [isoOf(now.getTime())],
    ),
  );
  const failed: unknown[] = [];
  let sent = 0;
  for (const lot of lots)
    sent += await database
      .write(tenantScope(lot.tenant_id), (db) => chaseLot(db, lot, now))
      .catch((error: unknown) => {
        failed.push(error);
        return 0;
      });
  if (failed.length > 0) throw new AggregateError(failed, `debts of ${failed.length} of ${lots.length} lots`);
  return sent;
}
