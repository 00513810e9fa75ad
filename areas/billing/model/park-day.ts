/** The daily rollup: what a car park's day came to, kept in the transaction of the facts it counts. */
import { date, duration, integer, money, str } from '#kit/declare/field.ts';
import { rollup } from '#kit/declare/rollup.ts';
import { text } from '#kit/declare/text.ts';
import { ledgerFigures } from './words.ts';

const day = date(text('日期', 'Day'));
const { netFen: _, ...figures } = ledgerFigures;

/** One row per car park and day. `receivable + surplus = paid + derate + waived + arrears` on each. */
export const parkDay = rollup({
  name: 'parkDay',
  title: text('日汇总', 'Daily rollup'),
  area: 'billing',
  fields: {
    day,
    entries: integer(text('入场', 'Entries')),
    exits: integer(text('出场', 'Exits')),
    /** Sum over the stays that ended that day. */
    staySeconds: duration(text('停车总时长', 'Total parking time'), { width: 176 }),
    /**
     * Paid is what came that day, in cash or online, by the time it came; refunds given that day stand beside it, not in
     * it. Arrears are those left that day, less those collected; surplus is what came and nobody owed.
     */
    ...figures,
    cashFen: money(text('现金', 'Cash')),
    onlineFen: money(text('线上', 'Online')),
    payments: integer(text('笔数', 'Payments')),
  },
});

/** The day's sums split one way at a time: `payType`, `cashier`, `releaseType`, `plate` … (`Split` in days.ts). */
export const parkDaySplit = rollup({
  name: 'parkDaySplit',
  title: text('日汇总分项', 'Daily rollup, split'),
  area: 'billing',
  key: ['split', 'key'],
  fields: {
    day,
    split: str(text('分项', 'Split'), { max: 20 }),
    key: str(text('项', 'Key'), { max: 60 }),
    count: integer(text('数量', 'Count')),
    amountFen: money(text('金额', 'Amount')),
  },
});
