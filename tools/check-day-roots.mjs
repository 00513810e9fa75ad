/**
 * Checks the roots of closed days without the server: `node tools/check-day-roots.mjs ROOTS.csv SETTLEMENTS.csv`, the
 * pages of day roots and of settlements exported as CSV in one language, with all columns, of the same car parks. The
 * root of each day is worked out again from its settlements, and each link from the one before. A root that somebody
 * has kept on paper is compared with the file by eye. Needs nothing but Node. Ends with 1 where something is wrong.
 */
import { createHash } from 'node:crypto';
import { readCsv, fenOf, tableOf } from './check-day-proof.mjs';

const ROOTS = {
  day: ['日期', 'Day'],
  company: ['所属单位', 'Company'],
  park: ['车场', 'Car park'],
  no: ['根号', 'Root no.'],
  rows: ['结算单数', 'Settlements'],
  root: ['日根', 'Root'],
  previous: ['上一链值', 'Previous link'],
  link: ['链值', 'Link'],
};
const SETTLEMENTS = {
  day: ['结算日', 'Day'],
  company: ['所属单位', 'Company'],
  park: ['车场', 'Car park'],
  rootNo: ['根号', 'Root no.'],
  settleNo: ['结算单号', 'No.'],
  count: ['收款笔数', 'Payments'],
  gross: ['收款', 'Received'],
  refund: ['退款', 'Refunded'],
  adjust: ['以前日调整', 'Earlier days'],
  channelFee: ['渠道手续费', 'Channel fee'],
  net: ['应到账', 'To arrive'],
  service: ['平台服务费', 'Service fee'],
  coupon: ['平台卡券', 'Platform coupons'],
  due: ['平台应付', 'Due from the platform'],
};
/** A column that exports of earlier versions have not got; it is hashed where it is something, at the end. */
const SHARE = ['渠道分账', 'Shared out'];
/** In the order they are hashed in, after the number and the day. */
const AMOUNTS = ['gross', 'refund', 'adjust', 'channelFee', 'net', 'service', 'coupon', 'due'];

const hash = (text) => createHash('sha256').update(text).digest('hex');
const whole = (cell) => Number(cell.replaceAll(',', '') || 0);
const isDay = (cell) => /^\d{4}-\d\d-\d\d$/.test(cell);

/** A table's rows as objects by name. @throws Error that names the columns it lacks */
function rowsOf(csv, names, what, optional = {}) {
  const table = tableOf(csv, { ...names, ...optional });
  const lacking = Object.keys(names).filter((name) => !table.has(name));
  if (lacking.length > 0)
    throw new Error(`${what}: columns are missing: ${lacking.map((name) => names[name].join(' / ')).join(', ')}`);
  return table.rows
    .map((row) =>
      Object.fromEntries(Object.keys({ ...names, ...optional }).map((name) => [name, table.read(row, name).trim()])),
    )
    .filter(({ day }) => isDay(day));
}

/** Rows by what `keyOf` says of each; older versions of Node have no `Map.groupBy`. */
function grouped(rows, keyOf) {
  const groups = new Map();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

const placeOf = ({ company, park }) => `${company} ${park}`;
const rowText = (row) =>
  [
    row.settleNo,
    row.day,
    whole(row.count),
    ...AMOUNTS.map((name) => fenOf(row[name])),
    ...(fenOf(row.share) === 0 ? [] : [fenOf(row.share)]),
  ].join('|');

/** What is wrong with the links of a car park; `roots` in the order of their numbers. */
function chainFaults(roots) {
  const wrong = [];
  for (const [nth, each] of roots.entries()) {
    const about = `${each.park} ${each.day}, root ${each.no}`;
    const before = roots[nth - 1];
    if (hash(['gatehouse-chain/1', each.previous, String(whole(each.no)), each.root].join('\n')) !== each.link)
      wrong.push(`${about}: the link is not that of its root and the link before`);
    if (before && whole(each.no) !== whole(before.no) + 1) wrong.push(`${about}: root ${before.no} stands before it`);
    else if (before && each.previous !== before.link) wrong.push(`${about}: does not follow the link of ${before.day}`);
    if (whole(each.no) === 1 && each.previous !== '') wrong.push(`${about}: the first follows nothing`);
  }
  return wrong;
}

/** @returns what is wrong, a line each, and how much was checked */
export function checkRoots(rootsCsv, settlementsCsv) {
  const roots = rowsOf(rootsCsv, ROOTS, 'the first file');
  const settlements = rowsOf(settlementsCsv, SETTLEMENTS, 'the second file', { share: SHARE });
  const wrong = roots.length === 0 ? ['there are no roots'] : [];
  const byRoot = grouped(settlements, (row) => `${placeOf(row)} ${whole(row.rootNo)}`);
  let rows = 0;
  for (const each of roots) {
    const own = byRoot.get(`${placeOf(each)} ${whole(each.no)}`) ?? [];
    const about = `${each.park} ${each.day}, root ${each.no}`;
    rows += own.length;
    if (own.length !== whole(each.rows)) wrong.push(`${about}: ${own.length} settlements of ${whole(each.rows)}`);
    else if (hash(['gatehouse-day/1', each.day, ...own.map(rowText).toSorted()].join('\n')) !== each.root)
      wrong.push(`${about}: its settlements come to another root`);
  }
  const parks = grouped(roots, placeOf);
  for (const own of parks.values()) wrong.push(...chainFaults(own.toSorted((a, b) => whole(a.no) - whole(b.no))));
  return { wrong, days: roots.length, parks: parks.size, rows };
}

function run(rootsPath, settlementsPath) {
  try {
    const { wrong, days, parks, rows } = checkRoots(readCsv(rootsPath), readCsv(settlementsPath));
    return wrong.length > 0
      ? { isWrong: true, text: `${wrong.join('\n')}\n` }
      : { isWrong: false, text: `proved: ${days} roots of ${parks} car parks hold over ${rows} settlements\n` };
  } catch (error) {
    return { isWrong: true, text: `${error.message}\n` };
  }
}

if (process.argv[1] && import.meta.url.endsWith(process.argv[1].split('/').at(-1))) {
  const [roots, settlements] = process.argv.slice(2);
  if (!roots || !settlements) {
    process.stderr.write('node tools/check-day-roots.mjs ROOTS.csv SETTLEMENTS.csv\n');
    process.exitCode = 2;
  } else {
    const { isWrong, text } = run(roots, settlements);
    process.stdout.write(text);
    process.exitCode = isWrong ? 1 : 0;
  }
}
