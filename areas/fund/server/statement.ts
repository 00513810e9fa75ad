/** A bank's statement into lines, and lines to the days they pay by a person's word. */
import { company } from '#areas/org/model/company.ts';
import { nameId } from '#areas/billing/server/door.ts';
import { parseFen } from '#domain/money/fen.ts';
import { addDays, dayOf, isDay } from '#domain/time/day.ts';
import { Refused } from '#kit/declare/refused.ts';
import type { Resource, Row } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { ofTenant } from '#kit/server/db.ts';
import type { Effect } from '#kit/server/lifecycle.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { readCsv } from '#kit/sheets/read/csv-file.ts';
import { bankLine, importStatement } from '../model/bank-line.ts';
import { moneyDay, proveAgain } from '../model/money-day.ts';
import { bookLines, keepMissing, takeBack } from './book-arrivals.ts';
import type { Arrived } from './book-arrivals.ts';
import { ZONE } from './ledger.ts';
import { proveDays } from './prove.ts';
import { pairEffects } from './pair-items.ts';
import { missingOf, shortfallEffects, spanOf, sumOf, takeShortfallBack } from './shortfall.ts';

/** What banks call the columns of their statements. */
const HEADINGS = {
  day: ['交易日期', '记账日期', '入账日期', '交易时间', '日期'],
  in: ['收入', '收入金额', '贷方发生额', '贷方金额', '贷方'],
  out: ['支出', '支出金额', '借方发生额', '借方金额', '借方'],
  from: ['对方户名', '对方名称', '对方单位', '付款人'],
  note: ['摘要', '附言', '用途', '备注'],
  ref: ['流水号', '交易流水号', '银行流水号', '凭证号'],
} as const;

type Read = { line: number; day: string; amountFen: number; from: string; note: string; ref: string };

/** `2026-11-02`, `2026/11/2` and `20261102`, with a time or without; null where it is no day. */
function dayRead(spoken: string): string | null {
  const [, year, month, date] = /^(\d{4})[-/年.]?(\d{1,2})[-/月.]?(\d{1,2})/.exec(spoken) ?? [];
  const day = `${year}-${month?.padStart(2, '0')}-${date?.padStart(2, '0')}`;
  return year && isDay(day) ? day : null;
}

/** @throws Refused where the file is no statement */
function readStatement(bytes: Buffer): { read: Read[]; out: number; unread: number[] } {
  const lines = readCsv(bytes);
  const cellsOf = (cells: readonly unknown[]): string[] => cells.map((cell) => String(cell ?? '').trim());
  const headAt = lines.findIndex(({ cells }) =>
    cellsOf(cells).some((cell) => (HEADINGS.in as readonly string[]).includes(cell)),
  );
  const headings = headAt < 0 ? [] : cellsOf(lines[headAt]!.cells);
  const place = (names: readonly string[]): number => headings.findIndex((heading) => names.includes(heading));
  const [day, income, outgo, from, note, ref] = (['day', 'in', 'out', 'from', 'note', 'ref'] as const).map((name) =>
    place(HEADINGS[name]),
  ) as [number, number, number, number, number, number];
  if (day < 0 || income < 0)
    throw new Refused('bad_input', {}, [
      { field: 'file', msg: text('文件须有日期与收入两列', 'The file needs columns for the day and for what came in') },
    ]);
  const read: Read[] = [];
  const unread: number[] = [];
  const seen = new Map<string, number>();
  let out = 0;
  for (const { line, cells } of lines.slice(headAt + 1)) {
    const values = cellsOf(cells);
    const [when, amountFen, paid] = [
      dayRead(values[day] ?? ''),
      parseFen(values[income] ?? ''),
      parseFen(values[outgo] ?? ''),
    ];
    if (when && (paid ?? 0) !== 0 && !amountFen) out += 1;
    else if (!when || amountFen === null || amountFen <= 0) unread.push(line);
    else {
      const about = `${when}/${amountFen}/${values[from] ?? ''}/${values[note] ?? ''}`;
      const nth = (seen.get(about) ?? 0) + 1;
      seen.set(about, nth);
      // A statement without references names its lines by what they say, and the second of two that say the same as the
      // second.
      const own = (values[ref] ?? '').slice(0, 80) || nameId(`${about}/${nth}`);
      read.push({
        line,
        day: when,
        amountFen,
        from: (values[from] ?? '').slice(0, 100),
        note: (values[note] ?? '').slice(0, 200),
        ref: own,
      });
    }
  }
  return { read, out, unread };
}

async function statement(work: Work): Promise<unknown> {
  const { companyId, accountTail, file } = work.input as { companyId: string; accountTail: string; file: string };
  const owner = await rowOf(company, companyId, work.db);
  const tenantId = Number(owner.tenantId);
  const { read, out, unread } = readStatement(Buffer.from(file, 'base64'));
  const db = ofTenant(work.db, tenantId);
  const now = work.now.toISOString();
  const rows = read.map((each) => ({
    tenant_id: tenantId,
    company_id: owner.id,
    id: nameId(`bank-line/${owner.id}/${accountTail}/${each.ref}`),
    created_at: now,
    updated_at: now,
    created_by: work.person.userId,
    account_tail: accountTail,
    day: each.day,
    amount_fen: each.amountFen,
    counterparty: each.from || null,
    note: each.note || null,
    ref: each.ref,
    status: 'open',
  }));
  const added = await insertRows(db, 'bank_line', rows, 'ON CONFLICT DO NOTHING RETURNING 1');
  work.record({
    resource: bankLine.name,
    action: 'statement',
    rowId: owner.id,
    after: { accountTail },
    tenantId,
    companyId: owner.id,
  });
  const last = addDays(dayOf(work.now.getTime(), ZONE), -1);
  const { matched } = await proveDays(db, tenantId, last, work.now);
  return { added: added.length, known: rows.length - added.length, out, matched, rows: unread };
}

const assign: Effect = async (found, input, work) => {
  const line = found as Row<typeof bankLine>;
  const day = (await rowOf(moneyDay as Resource, String(input['moneyDayId']), work.db)) as Row<typeof moneyDay>;
  const pays = { configId: day.account, payType: day.payType, dayFrom: day.day, dayUntil: day.day };
  const db = ofTenant(work.db, line.tenantId);
  await bookLines(db, line.tenantId, [
    {
      id: line.id,
      day: String(line.day),
      amountFen: line.amountFen ?? 0,
      accountTail: String(line.accountTail),
      isBooked: line.booked !== null,
      bookedTimes: line.bookedTimes,
      ...pays,
    } as Arrived,
  ]);
  await keepMissing(db, line.tenantId, spanOf(pays));
  return { ...pays, missingFen: sumOf(await missingOf(db, { ...line, ...pays })) };
};

/** What was posted is taken back in the ledger, and the days it paid are owed again. */
const release: Effect = async (found, _, work) => {
  const line = found as Row<typeof bankLine>;
  const db = ofTenant(work.db, line.tenantId);
  const undone = await takeShortfallBack(db, line, work.now.getTime());
  await takeBack(db, line.tenantId, line.id, work.now.getTime());
  if (line.configId) await keepMissing(db, line.tenantId, spanOf(line));
  return { ...undone, configId: null, payType: null, dayFrom: null, dayUntil: null, missingFen: null };
};

export const bankLineEffects: Record<string, Effect> = { assign, release, ...shortfallEffects };
/** Whoever explains a difference names its owner from now on. */
const explain: Effect = async (_, input) => ({ ownerName: input['ownerName'] });
export const moneyItemEffects: Record<string, Effect> = { explain, ...pairEffects };

async function again(work: Work): Promise<{ days: number }> {
  const row = await rowOf(moneyDay as Resource, String(work.input['recordId']), work.db);
  const tenantId = Number(row['tenantId']);
  const last = addDays(dayOf(work.now.getTime(), ZONE), -1);
  const { days } = await proveDays(ofTenant(work.db, tenantId), tenantId, last, work.now);
  return { days };
}

export const proofServed: Served[] = [serve(importStatement, statement), serve(proveAgain, again)];
