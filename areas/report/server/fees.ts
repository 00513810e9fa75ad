import { user } from '#areas/access/model/user.ts';
import { dayPaySum, payTypeSum, userFees } from '#areas/report/model/fees.ts';
import { takers } from '#domain/lane/words.ts';
import { isId } from '#kit/declare/check.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { exportReportOf } from '#kit/sheets/server/export.ts';
import { answerReport } from '#kit/server/report.ts';
import type { ReportQuery } from '#kit/server/report.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { both, oneCall } from './answers.ts';
import { splitOver } from './rollup.ts';

const alone = text('车主自助缴费', 'Paid by drivers themselves');

/** The names under which payments of the requested person are stored; null without a requested person. */
async function requestedName(work: Work): Promise<readonly string[] | null> {
  const { userId } = work.raw;
  if (!isId(userId)) return null;
  const { realName, account } = await rowOf(user, userId, work.db);
  return [realName, account].filter((name) => typeof name === 'string');
}

/** One line per person, and one for what came without one. */
const collectors: ReportQuery = async (work, range) => {
  const [cash, online, back, names] = await Promise.all([
    splitOver(work, range, 'cashier'),
    splitOver(work, range, 'cashierOnline'),
    splitOver(work, range, 'cashierBack'),
    requestedName(work),
  ]);
  const people = [...new Set([...cash, ...online, ...back].map(({ key }) => key))].filter(
    (name) => names === null || names.includes(name),
  );
  return people.map((name) => {
    const [inHand, onLine, gone] = [cash, online, back].map(
      (rows) => rows.find(({ key }) => key === name) ?? { count: 0, amountFen: 0 },
    );
    const paidFen = inHand!.amountFen + onLine!.amountFen;
    const called = takers[name]?.[work.lang] ?? name;
    return {
      operator: name === '' ? alone[work.lang] : called,
      person: name === '' ? null : name,
      exactly: `"${called}"`,
      payments: inHand!.count + onLine!.count,
      cashFen: inHand!.amountFen,
      onlineFen: onLine!.amountFen,
      paidFen,
      refunds: gone!.count,
      refundFen: gone!.amountFen,
      netFen: paidFen - gone!.amountFen,
    };
  });
};

export const feeServed: Served[] = [
  ...both(userFees, collectors),
  oneCall(answerReport(dayPaySum), answerReport(payTypeSum), ['groupBy', 'payType'], payTypeSum),
  exportReportOf(dayPaySum),
];
