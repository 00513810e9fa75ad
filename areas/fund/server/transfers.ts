/**
 * Payouts: drafted from settlements that nobody paid yet, approved by another person, sent, and booked when they
 * arrived.
 */
import { lt } from 'drizzle-orm';
import { payoutOf } from '#domain/fund/payout.ts';
import type { Cycle, Due, Payout } from '#domain/fund/payout.ts';
import { paidOut, reversal } from '#domain/ledger/ledger.ts';
import type { Posting } from '#domain/ledger/ledger.ts';
import { dayOf } from '#domain/time/day.ts';
import { formatFen } from '#domain/money/fen.ts';
import { placesOf, writeMoney } from '#areas/billing/server/door.ts';
import type { Place } from '#areas/billing/server/door.ts';
import { companyLine } from '#areas/org/server/door.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Resource, Row } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { ofTenant, platformScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { Effect } from '#kit/server/lifecycle.ts';
import { mover } from '#kit/server/mover.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { unseal } from '#kit/server/seal.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { cashoutSet, draftPayout, previewPayout } from '../model/cashout.ts';
import { payeeOf, transferRecord } from '../model/transfer.ts';
import { bankServed } from './bank.ts';
import { ZONE } from './ledger.ts';

type Setting = Row<typeof cashoutSet>;
type Transfer = Row<typeof transferRecord>;
type Open = Due & { readonly parkId: string };

/** Companies that are paid by a setting: its own, and those below that have none nearer. */
async function companiesOf(db: Db, setting: Setting): Promise<string[]> {
  const sets = await db.raw<{ company_id: string }>(
    'SELECT company_id FROM cashout_set WHERE tenant_id = $1 AND deleted_at IS NULL AND coalesce(enabled, true)',
    [setting.tenantId],
  );
  const own = new Set(sets.map((row) => row.company_id));
  const owing = await db.raw<{ company_id: string }>(
    "SELECT DISTINCT company_id FROM settlement_record WHERE tenant_id = $1 AND status = 'confirmed' AND transfer_id IS NULL AND due_fen <> 0",
    [setting.tenantId],
  );
  const found: string[] = [];
  for (const { company_id: id } of owing) {
    const line = await companyLine(db, setting.tenantId, id);
    if (line.find((step) => own.has(step.id))?.id === setting.companyId) found.push(id);
  }
  return found;
}

async function openDues(db: Db, setting: Setting, lock: boolean): Promise<readonly Open[]> {
  return db.raw<Open>(
    `SELECT id, park_id AS "parkId", to_char(day, 'YYYY-MM-DD') AS day, due_fen AS "dueFen" FROM settlement_record
     WHERE tenant_id = $1 AND company_id = ANY($2::uuid[]) AND status = 'confirmed' AND transfer_id IS NULL
       AND due_fen <> 0 AND deleted_at IS NULL ORDER BY id ${lock ? 'FOR UPDATE' : ''}`,
    [setting.tenantId, await companiesOf(db, setting)],
  );
}

const settingNamed = async (work: Work, lock = false): Promise<Setting> =>
  (await rowOf(cashoutSet as Resource, String(work.input['recordId']), work.db, { lock })) as Setting;

const ripe = (dues: readonly Open[], setting: Setting, now: Date): Payout =>
  payoutOf(dues, dayOf(now.getTime(), ZONE), {
    cycle: (setting.cycle ?? 'daily') as Cycle,
    holdDays: setting.holdDays ?? 1,
    minFen: setting.minFen ?? 1,
  });

function amountOf(payout: Payout, setting: Setting): Extract<Payout, { why: null }> {
  if (payout.why === null) return payout;
  if (payout.why === 'nothing')
    throw ruleRefused(text('目前没有可提现的金额', 'There is nothing to be paid out just now'));
  throw ruleRefused(
    fill(text('可提现 {sum} 元，未到最低提现金额 {least} 元', '{sum} yuan are due, less than the least of {least}'), {
      sum: formatFen(payout.amountFen),
      least: formatFen(setting.minFen ?? 0),
    }),
  );
}

/** What the next payout would be, before anybody asks for it. */
async function preview(work: Work): Promise<Record<string, unknown>> {
  const setting = await settingNamed(work);
  const dues = await openDues(ofTenant(work.db, setting.tenantId), setting, false);
  const payout = ripe(dues, setting, work.now);
  return {
    dueFen: dues.reduce((sum, { dueFen }) => sum + dueFen, 0),
    amountFen: payout.why === null ? payout.amountFen : 0,
    settlements: payout.why === null ? payout.take.length : 0,
    verified: setting.verified === true,
  };
}

async function draft(work: Work): Promise<{ transferId: string; amountFen: number }> {
  const setting = await settingNamed(work, true);
  if (setting.enabled === false) throw ruleRefused(text('该提现设置已停用', 'These settings are switched off'));
  if (setting.verified !== true)
    throw ruleRefused(text('收款账户尚未由另一人核验', 'Nobody else has verified the account yet'));
  const db = ofTenant(work.db, setting.tenantId);
  const payout = amountOf(ripe(await openDues(db, setting, true), setting, work.now), setting);
  const id = newId();
  const days = payout.take.map(({ day }) => day).sort();
  const now = work.now.toISOString();
  const row = {
    tenant_id: setting.tenantId,
    company_id: setting.companyId,
    id,
    created_at: now,
    updated_at: now,
    created_by: work.person.userId,
    transfer_no: `TX${dayOf(work.now.getTime(), ZONE).replaceAll('-', '')}${id.replaceAll('-', '').slice(-10).toUpperCase()}`,
    payee: setting.payeeName,
    bank_name: setting.bankName,
    branch_code: setting.branchCode,
    account_tail: setting.accountTail,
    account_no: setting.accountNo,
    amount_fen: payout.amountFen,
    settlements: payout.take.length,
    days: days[0] === days.at(-1) ? days[0]! : `${days[0]} – ${days.at(-1)}`,
    status: 'drafted',
    made_time: now,
    drafted_by: work.person.name || work.person.account,
    drafted_by_id: work.person.userId,
  };
  await insertRows(db, 'transfer_record', [row], 'RETURNING 1');
  await db.raw('UPDATE settlement_record SET transfer_id = $2 WHERE tenant_id = $1 AND id = ANY($3::uuid[])', [
    setting.tenantId,
    id,
    payout.take.map((due) => due.id),
  ]);
  work.record({
    resource: transferRecord.name,
    action: 'draft',
    rowId: id,
    after: { transferNo: row.transfer_no, amountFen: payout.amountFen, days: row.days, payee: row.payee },
    tenantId: setting.tenantId,
    companyId: String(setting.companyId),
  });
  return { transferId: id, amountFen: payout.amountFen };
}

/** The account that was drafted for has to be the one that stands, and verified, when a second person agrees. */
const approve: Effect = async (found, _, work) => {
  const transfer = found as Transfer;
  const [setting] = await work.db.raw<{ account_no: string | null; verified: boolean | null }>(
    'SELECT account_no, verified FROM cashout_set WHERE tenant_id = $1 AND company_id = $2 AND deleted_at IS NULL',
    [transfer.tenantId, transfer.companyId],
  );
  if (setting?.verified !== true || setting.account_no !== transfer.accountNo)
    throw ruleRefused(
      text('收款账户在申请之后有改动，请取消后重新申请', 'The account was changed since: cancel it and draft anew'),
    );
};

/** Its settlements may be paid by another one. */
const release: Effect = async (found, _, work) => {
  const transfer = found as Transfer;
  await work.db.raw('UPDATE settlement_record SET transfer_id = NULL WHERE tenant_id = $1 AND transfer_id = $2', [
    transfer.tenantId,
    transfer.id,
  ]);
};

type Arriving = Pick<Transfer, 'id' | 'tenantId' | 'accountTail' | 'amountFen'>;

/** What an arrived payout posts, by lot it is for. `at`: epoch ms. */
async function postingsOf(db: Db, transfer: Arriving, at: number): Promise<{ place: Place; posting: Posting }[]> {
  const parts = await db.raw<{ park_id: string; fen: number }>(
    'SELECT park_id, sum(due_fen)::bigint AS fen FROM settlement_record WHERE tenant_id = $1 AND transfer_id = $2 GROUP BY park_id ORDER BY park_id',
    [transfer.tenantId, transfer.id],
  );
  if (parts.reduce((sum, { fen }) => sum + fen, 0) !== transfer.amountFen)
    throw new Error(`transfer ${transfer.id} is not the sum of its settlements`);
  const lots = parts.map((part) => part.park_id);
  const places = await placesOf(db, lots, transfer.tenantId);
  return parts
    .filter(({ fen }) => fen !== 0)
    .map(({ park_id: park, fen }) => {
      const head = { key: `payout/${transfer.id}/${park}`, park, at, about: transfer.id };
      return { place: places.get(park)!, posting: paidOut(head, transfer.accountTail ?? '', fen) };
    });
}

/** Books an arrived payout with every lot it is for, once however often it is reported. `at`: epoch ms. */
export async function postArrived(db: Db, transfer: Arriving, at: number): Promise<void> {
  for (const { place, posting } of await postingsOf(db, transfer, at))
    await writeMoney(db, place, { postings: [posting] });
}

const arrive: Effect = async (found, _, work) => {
  const transfer = found as Transfer;
  await postArrived(ofTenant(work.db, transfer.tenantId), transfer, work.now.getTime());
};

/** The money came back: what was booked is reversed, and its settlements may be paid by another transfer. */
const giveBack: Effect = async (found, input, work) => {
  const transfer = found as Transfer;
  const db = ofTenant(work.db, transfer.tenantId);
  for (const { place, posting } of await postingsOf(db, transfer, work.now.getTime()))
    await writeMoney(db, place, { postings: [reversal(posting, `${posting.key}/returned`, work.now.getTime())] });
  await release(found, input, work);
};

export const transferEffects: Record<string, Effect> = {
  approve,
  cancel: release,
  send: 'none',
  arrive,
  fail: release,
  giveBack,
};

/** Whoever pays at the bank sees the whole number, and that he saw it is kept. */
async function payee(work: Work): Promise<Record<string, unknown>> {
  const row = (await rowOf(transferRecord as Resource, String(work.input['recordId']), work.db)) as Transfer;
  if (row.status !== 'approved') throw new Refused('not_permitted', { what: payeeOf.title });
  work.record({
    resource: transferRecord.name,
    action: 'payee',
    rowId: row.id,
    after: { transferNo: row.transferNo, accountTail: row.accountTail },
    tenantId: row.tenantId,
    companyId: String(row.companyId),
  });
  const { transferNo, payee: name, bankName, branchCode, amountFen } = row;
  return { transferNo, payee: name, bankName, branchCode, amountFen, accountNo: unseal(String(row.accountNo)) };
}

export const transferServed: Served[] = [
  serve(previewPayout, preview),
  serve(draftPayout, draft),
  serve(payeeOf, payee),
  ...bankServed(transferEffects),
];

const SILENT_MS = 3 * 86_400_000;
const lose = mover(transferRecord, 'lose', 'clock');

/** The clock's part: what the bank has not answered for three days is due for a query, and is not sent again. */
export async function loseSilent(database: Database, now: Date): Promise<void> {
  const long = new Date(now.getTime() - SILENT_MS).toISOString();
  await database.write(platformScope, (db) => lose(db, { now, where: lt(tableOf(transferRecord).sentTime!, long) }));
}
