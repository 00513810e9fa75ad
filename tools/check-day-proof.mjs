/**
 * Checks exported days of money without the server: `node tools/check-day-proof.mjs DAYS.csv [ITEMS.csv]`, both exported
 * as CSV in one language, of the same companies and days. Each row has
 * to add up, every difference has to be named, and nothing may be unexplained. With the carried differences beside it,
 * those of a day have to be the sums the day says. Needs nothing but Node; headings may be Chinese or English. Ends
 * with 1 where something is wrong.
 */
import { readFileSync } from 'node:fs';

const NAMES = {
  day: ['日期', 'Day'],
  way: ['渠道', 'Channel'],
  merchant: ['商户号', 'Merchant'],
  books: ['账上净额', 'Books'],
  bill: ['账单净额', 'Bill'],
  billItems: ['账单差额（已记名）', 'Bill: named'],
  late: ['以前日调整', 'Earlier days'],
  fee: ['渠道手续费', 'Channel fee'],
  share: ['渠道分账', 'Shared out'],
  feeOff: ['手续费与费率差', 'Fee less than the rate'],
  feeItems: ['手续费差额（已记名）', 'Fee: named'],
  feeLines: ['核对手续费笔数', 'Fees compared'],
  net: ['应到账', 'To arrive'],
  bank: ['银行到账', 'At the bank'],
  settled: ['差额结清', 'Difference settled'],
  bankItems: ['到账差额（已记名）', 'Bank: named'],
  unexplained: ['未说明', 'Unexplained'],
  amount: ['金额', 'Amount'],
  state: ['状态', 'State'],
};
const SETTLED = new Set(['已结清', 'Settled']);

/** RFC 4180: cells may be quoted and hold commas, quotes and breaks. */
export function cellsOf(csv) {
  const rows = [];
  let row = [];
  let cell = '';
  let quoted = false;
  const text = csv.replace(/^\uFEFF/, '');
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (quoted && sign === '"' && text[at + 1] === '"') {
      cell += sign;
      at++;
    } else if (sign === '"') quoted = !quoted;
    else if (!quoted && (sign === ',' || sign === '\n')) {
      row.push(cell.replace(/\r$/, ''));
      cell = '';
      if (sign === '\n') {
        rows.push(row);
        row = [];
      }
    } else cell += sign;
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell]);
  return rows.filter((each) => each.some((value) => value !== ''));
}

/** Fen from yuan as it is written; no sums in fractions. */
export function fenOf(yuan) {
  if (yuan === undefined || yuan === '') return 0;
  const [, sign, whole, part = ''] = /^'?(-?)([\d,]+)(?:\.(\d{1,2}))?$/.exec(yuan.trim()) ?? [];
  if (whole === undefined) throw new Error(`no amount: ${yuan}`);
  return (sign ? -1 : 1) * (Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0')));
}

/** A file as a table whose columns are found by the headings of `names`, in either language. */
export function tableOf(csv, names = NAMES) {
  const [head = [], ...rows] = cellsOf(csv);
  const place = (name) =>
    head.findIndex((heading) => names[name].includes(heading.trim().replace(/（元）$| \(CNY\)$/, '')));
  return { rows, has: (name) => place(name) >= 0, read: (row, name) => row[place(name)] ?? '' };
}

const yuan = (fen) =>
  `${fen < 0 ? '-' : ''}${Math.floor(Math.abs(fen) / 100)}.${String(Math.abs(fen) % 100).padStart(2, '0')}`;

/** What is wrong, a line each; none where the days are proved. */
export function check(daysCsv, itemsCsv = null) {
  const days = tableOf(daysCsv);
  const needed = ['day', 'books', 'bill', 'billItems', 'late', 'fee', 'net', 'bank', 'bankItems', 'unexplained'];
  const lacking = needed.filter((name) => !days.has(name));
  if (days.has('amount') && days.has('state'))
    return ['the first file has differences: name the days first, then them'];
  if (lacking.length > 0) return [`columns are missing: ${lacking.map((name) => NAMES[name].join(' / ')).join(', ')}`];
  const wrong = [];
  const named = new Map();
  for (const row of days.rows) {
    const key = ['day', 'way', 'merchant'].map((name) => days.read(row, name)).join(' ');
    if (!/^\d{4}-\d\d-\d\d/.test(key)) continue;
    const of = Object.fromEntries(needed.slice(1).map((name) => [name, fenOf(days.read(row, name))]));
    // Exports of earlier versions have no such column, nor those of fees.
    const settled = days.has('settled') ? fenOf(days.read(row, 'settled')) : 0;
    const share = days.has('share') ? fenOf(days.read(row, 'share')) : 0;
    const feeOf = (name) => (days.has(name) ? fenOf(days.read(row, name)) : 0);
    const feeLines = days.has('feeLines') ? Number(days.read(row, 'feeLines').replaceAll(',', '') || 0) : 0;
    const must = (what, is, due) =>
      is === due || wrong.push(`${key}: ${what} is ${yuan(is)}, and adds up to ${yuan(due)}`);
    if (named.has(key)) wrong.push(`${key}: twice`);
    must('what was to arrive', of.net, of.books + of.late - of.fee - share);
    must(
      'what is unexplained',
      of.unexplained,
      Math.abs(of.bill - of.books - of.billItems) +
        Math.abs(of.bank + settled - of.net - of.bankItems) +
        // A fen a line is rounding.
        Math.max(0, Math.abs(feeOf('feeOff') - feeOf('feeItems')) - feeLines),
    );
    if (of.unexplained !== 0) wrong.push(`${key}: ${yuan(of.unexplained)} unexplained`);
    named.set(key, of.billItems + of.bankItems + feeOf('feeItems'));
  }
  if (named.size === 0) wrong.push('there are no days');
  if (itemsCsv === null) return wrong;
  const items = tableOf(itemsCsv);
  if (!['day', 'way', 'merchant', 'amount', 'state'].every((name) => items.has(name)))
    return [...wrong, 'the second file has no differences: export the page of carried differences, all its columns'];
  if (
    items.has('day') &&
    NAMES.day.findIndex((name) => daysCsv.includes(name)) !== NAMES.day.findIndex((name) => itemsCsv.includes(name))
  )
    return [...wrong, 'the files are in two languages: export both in one'];
  const sums = new Map();
  for (const row of items.rows) {
    const key = ['day', 'way', 'merchant'].map((name) => items.read(row, name)).join(' ');
    if (!/^\d{4}-\d\d-\d\d/.test(key) || SETTLED.has(items.read(row, 'state'))) continue;
    sums.set(key, (sums.get(key) ?? 0) + fenOf(items.read(row, 'amount')));
  }
  for (const [key, fen] of named)
    if (fen !== (sums.get(key) ?? 0))
      wrong.push(`${key}: says ${yuan(fen)} is named, and its items are ${yuan(sums.get(key) ?? 0)}`);
  for (const key of sums.keys()) if (!named.has(key)) wrong.push(`${key}: has items and is no day`);
  return wrong;
}

/** The text of an exported file. @throws Error that says what to do instead */
export function readCsv(path) {
  let bytes;
  try {
    bytes = readFileSync(path);
  } catch {
    throw new Error(`${path} cannot be read`);
  }
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') throw new Error(`${path} is a workbook: export it as CSV`);
  return bytes.toString('utf8');
}

const rowsIn = (csv) => cellsOf(csv).filter(([cell = '']) => /^\d{4}-\d\d-\d\d/.test(cell)).length;

function run(daysPath, itemsPath) {
  try {
    const [days, items] = [readCsv(daysPath), itemsPath ? readCsv(itemsPath) : null];
    const wrong = check(days, items);
    if (wrong.length > 0) return { wrong: true, text: `${wrong.join('\n')}\n` };
    const beside = items === null ? '' : `, ${rowsIn(items)} differences beside them`;
    return { wrong: false, text: `proved: ${rowsIn(days)} days add up${beside}, nothing is unexplained\n` };
  } catch (error) {
    return { wrong: true, text: `${error.message}\n` };
  }
}

if (process.argv[1] && import.meta.url.endsWith(process.argv[1].split('/').at(-1))) {
  const [days, items] = process.argv.slice(2);
  if (!days) {
    process.stderr.write('node tools/check-day-proof.mjs DAYS.csv [ITEMS.csv]\n');
    process.exitCode = 2;
  } else {
    const { wrong, text } = run(days, items);
    process.stdout.write(text);
    process.exitCode = wrong ? 1 : 0;
  }
}
