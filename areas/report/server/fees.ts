import { user } from '#areas/access/model/user.ts';
import { dayPaySum, payTypeSum, userFees } from '#areas/report/model/fees.ts';
import { takers } from '#domain/lane/words.ts';
import { isId } from '#kit/declare/check.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { exportReportOf } from '#kit/sheets/server/export.ts';
import { answerReport } from '#kit/server/report.ts';
import { sourceQuery } from '#kit/server/report-source.ts';
import type { ReportQuery } from '#kit/server/report.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { both, oneCall } from './answers.ts';

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
  const names = await requestedName(work);
  const lines = await sourceQuery(userFees)(work, range);
  return lines.flatMap((line) => {
    const name = String(line['operator']);
    if (names && !names.includes(name)) return [];
    const called = takers[name]?.[work.lang] ?? name;
    return {
      ...line,
      operator: name === '' ? alone[work.lang] : called,
      person: name === '' ? null : name,
      exactly: `"${called}"`,
    };
  });
};

export const feeServed: Served[] = [
  ...both(userFees, collectors),
  oneCall(answerReport(dayPaySum), answerReport(payTypeSum), ['groupBy', 'payType'], payTypeSum),
  exportReportOf(dayPaySum),
];
