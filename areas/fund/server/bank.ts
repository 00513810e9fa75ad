/** The bank's side of transfers, as files: what it is to pay goes out, what it answers comes in. */
import { inArray } from 'drizzle-orm';
import { effectOf } from '#domain/fund/payout.ts';
import type { BankReply, TransferState } from '#domain/fund/payout.ts';
import { parseFen } from '#domain/money/fen.ts';
import { dayOf } from '#domain/time/day.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Resource, Row } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { newId } from '#kit/server/id.ts';
import { move } from '#kit/server/lifecycle.ts';
import type { Effect } from '#kit/server/lifecycle.ts';
import { idsIn, rowOf } from '#kit/server/row-by-id.ts';
import { scoped } from '#kit/server/scope.ts';
import { unseal } from '#kit/server/seal.ts';
import { Once, serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import type { Work } from '#kit/server/work.ts';
import { readCsv } from '#kit/sheets/read/csv-file.ts';
import type { Line } from '#kit/sheets/read/table.ts';
import { csv } from '#kit/sheets/write/csv.ts';
import type { CellRow, Column } from '#kit/sheets/write/xlsx.ts';
import { bankAnswers, bankFile, transferRecord } from '../model/transfer.ts';
import { ZONE } from './ledger.ts';

type Transfer = Row<typeof transferRecord>;
const of = transferRecord as Resource;

const column = (heading: string, style: Column['style'] = 'text'): Column => ({ heading, style, width: 20 });
/**
 * As the batch payments of online banks are filled in; the number goes as the reference, so that the answer names it.
 */
const COLUMNS = [
  column('收款户名'),
  column('收款账号'),
  column('开户行'),
  column('联行号'),
  column('金额', 'money'),
  column('附言'),
];

const lineOf = (row: Transfer): CellRow => [
  row.payee,
  unseal(String(row.accountNo)),
  row.bankName,
  row.branchCode,
  (row.amountFen ?? 0) / 100,
  row.transferNo,
];

async function fileOf(rows: readonly Transfer[]): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of csv(COLUMNS, [rows.map(lineOf)])) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

/**
 * Writes what was approved into a file and marks it sent. A file that was lost is had again: it has the lines it had.
 */
async function payFile(work: Work, send: Effect): Promise<unknown> {
  const ids = idsIn(of, work.raw).toSorted();
  const batchNo = `BF${dayOf(work.now.getTime(), ZONE).replaceAll('-', '')}${newId().replaceAll('-', '').slice(-8).toUpperCase()}`;
  const rows: Transfer[] = [];
  for (const id of ids) {
    const row = (await rowOf(of, id, work.db, { lock: true })) as Transfer;
    const again = row.status === 'sent' && Boolean(row.batchNo);
    if (row.status !== 'approved' && !again)
      throw ruleRefused(
        fill(text('转账 {no} 不是已批准待付款', 'Transfer {no} is not approved and to be paid'), {
          no: String(row.transferNo),
        }),
      );
    if (!again)
      await move(of, id, 'send', {}, work, async (...given) => ({
        ...(send === 'none' ? {} : await send(...given)),
        batchNo,
      }));
    work.record({
      resource: transferRecord.name,
      action: 'bankFile',
      rowId: id,
      after: { transferNo: row.transferNo, accountTail: row.accountTail, batchNo: again ? row.batchNo : batchNo },
      tenantId: row.tenantId,
      companyId: String(row.companyId),
    });
    rows.push(row);
  }
  const summary = {
    name: `${batchNo}.csv`,
    count: rows.length,
    amountFen: rows.reduce((sum, row) => sum + (row.amountFen ?? 0), 0),
  };
  // The whole account numbers are not kept with the answer: the same call made again is refused and has to take the
  // file anew.
  return new Once({ ...summary, content: await fileOf(rows) }, { ...summary, content: null });
}

/** What banks call the columns of their answers. */
const HEADINGS = {
  number: ['附言', '转账单号', '用途', '客户流水号'],
  amount: ['金额', '金额（元）', '金额(元)', '交易金额'],
  result: ['状态', '处理结果', '交易状态'],
  ref: ['银行流水号', '交易流水号'],
  why: ['失败原因', '原因', '备注'],
} as const;
const RESULTS: Readonly<Record<string, BankReply['result']>> = {
  成功: 'paid',
  支付成功: 'paid',
  交易成功: 'paid',
  失败: 'failed',
  支付失败: 'failed',
  交易失败: 'failed',
  退票: 'returned',
  退汇: 'returned',
  已退汇: 'returned',
  处理中: 'pending',
};

type BankAnswer = BankReply & {
  readonly line: number;
  readonly number: string;
  readonly ref: string;
  readonly why: string;
};
type Unbooked = { readonly line: number; readonly number: string; readonly why: Text };

const reasons = {
  stranger: text('没有这张转账单', 'There is no such transfer'),
  amount: text('金额与转账单不符', 'The amount is not that of the transfer'),
  closed: text('该转账单的状态不能登记此结果', 'The transfer is in a state that this cannot be'),
  word: text('看不懂这一行的状态或金额', 'The result or the amount of this line is not understood'),
};

const bad = (msg: Text): Refused => new Refused('bad_input', {}, [{ field: 'file', msg }]);

/** @throws Refused where the file has no such columns */
function readAnswers(bytes: Buffer): { answers: BankAnswer[]; unread: Unbooked[] } {
  const [head, ...lines] = readCsv(bytes);
  const headings = (head?.cells ?? []).map((cell) => String(cell ?? '').trim());
  const at = (names: readonly string[]): number => headings.findIndex((heading) => names.includes(heading));
  const places = {
    number: at(HEADINGS.number),
    amount: at(HEADINGS.amount),
    result: at(HEADINGS.result),
    ref: at(HEADINGS.ref),
    why: at(HEADINGS.why),
  };
  if (places.number < 0 || places.amount < 0 || places.result < 0)
    throw bad(
      text('文件须有“附言、金额、状态”三列', 'The file needs columns for the reference, the amount and the result'),
    );
  const cell = ({ cells }: Line, place: number): string => (place < 0 ? '' : String(cells[place] ?? '').trim());
  const replies: BankAnswer[] = [];
  const unread: Unbooked[] = [];
  for (const each of lines) {
    const number = cell(each, places.number);
    const [result, amountFen] = [RESULTS[cell(each, places.result)], parseFen(cell(each, places.amount))];
    if (!result || amountFen === null) unread.push({ line: each.line, number, why: reasons.word });
    else
      replies.push({
        line: each.line,
        number,
        amountFen,
        result,
        ref: cell(each, places.ref),
        why: cell(each, places.why),
      });
  }
  return { answers: replies, unread };
}

async function transfersNamed(work: Work, numbers: readonly string[]): Promise<Map<string, string>> {
  const t = tableOf(of);
  const rows = await work.db
    .select({ id: t.id!, number: t.transferNo! })
    .from(t)
    .where(scoped(of, work.db.scope, [inArray(t.transferNo!, [...numbers])]));
  return new Map(rows.map(({ id, number }) => [String(number), String(id)]));
}

const counted = { arrive: 'arrived', fail: 'failed', giveBack: 'returned', wait: 'waiting', known: 'known' } as const;

/** Books what the bank answered, each line by itself; what is not booked is returned with its reason. */
async function answers(work: Work, effects: Readonly<Record<string, Effect>>): Promise<unknown> {
  const { answers: replies, unread } = readAnswers(Buffer.from(String(work.input['file']), 'base64'));
  const ids = await transfersNamed(
    work,
    replies.map(({ number }) => number),
  );
  const sums = { arrived: 0, failed: 0, returned: 0, waiting: 0, known: 0 };
  const rows: Unbooked[] = [...unread];
  for (const each of replies.toSorted((a, b) =>
    a.number < b.number ? -1 : a.number > b.number ? 1 : a.line - b.line,
  )) {
    const id = ids.get(each.number);
    const row = id ? ((await rowOf(of, id, work.db, { lock: true })) as Transfer) : undefined;
    const effect = effectOf(row && { status: row.status as TransferState, amountFen: row.amountFen ?? 0 }, each);
    if (effect === 'stranger' || effect === 'amount' || effect === 'closed') {
      rows.push({ line: each.line, number: each.number, why: reasons[effect] });
      continue;
    }
    sums[counted[effect]] += 1;
    if (effect === 'wait' || effect === 'known') continue;
    const given =
      effect === 'arrive'
        ? { bankRef: each.ref.slice(0, 60) || each.number }
        : { failure: each.why.slice(0, 200) || '银行未说明' };
    await move(of, id!, effect, given, work, effects[effect]!);
  }
  return {
    sums,
    rows: rows.toSorted((a, b) => a.line - b.line).map((row) => ({ ...row, why: row.why[work.lang] })),
  };
}

export const bankServed = (effects: Readonly<Record<string, Effect>>): Served[] => [
  serve(bankFile, (work) => payFile(work, effects['send']!)),
  serve(bankAnswers, (work) => answers(work, effects)),
];
