import type { ReactNode } from 'react';
import { formatFen } from '#domain/money/fen.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { number, wallTime } from '#kit/declare/format.ts';
import { zone } from './me.ts';
import { WideFrame } from './wide-frame.tsx';
import { useWords } from './words.ts';

/**
 * A line of a bill as calls answer it: money in fen, times as instants or epoch ms, its reason under `clause` or
 * `text`.
 */
export type BillLineShown = {
  from: string | number;
  to: string | number;
  amountFen: number;
  units?: number | null;
  unitFen?: number | null;
  clause?: Text | string;
  text?: string;
};

const words = {
  clause: text('收费项', 'Clause'),
  from: text('开始', 'From'),
  to: text('结束', 'To'),
  rate: text('单元 × 单价（元）', 'Units × price (CNY)'),
  amount: text('金额（元）', 'Amount (CNY)'),
  sum: text('合计', 'Total'),
};

const instant = (at: string | number): string => wallTime(new Date(at).toISOString(), zone());

/** A bill line by line with its sum; adjustments have no span of time. */
export function Bill({ lines, caption }: { lines: readonly BillLineShown[]; caption?: ReactNode }): ReactNode {
  const { t } = useWords();
  const describe = ({ clause, text: plain }: BillLineShown): string =>
    typeof clause === 'object' ? t(clause) : (clause ?? plain ?? '');
  const rate = ({ units, unitFen }: BillLineShown): string =>
    units == null || unitFen == null ? '' : `${number(units)} × ${formatFen(unitFen)}`;
  const adjusts = (line: BillLineShown): boolean => instant(line.from) === instant(line.to);
  const sum = lines.reduce((total, line) => total + line.amountFen, 0);
  return (
    <WideFrame>
      <table className="gh-bill">
        {caption ? <caption>{caption}</caption> : null}
        <thead>
          <tr>
            <th scope="col">{t(words.clause)}</th>
            <th scope="col">{t(words.from)}</th>
            <th scope="col">{t(words.to)}</th>
            <th scope="col" className="num">
              {t(words.rate)}
            </th>
            <th scope="col" className="num">
              {t(words.amount)}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, nth) => (
            <tr key={nth}>
              <td>{describe(line)}</td>
              <td className="time">{adjusts(line) ? '' : instant(line.from)}</td>
              <td className="time">{adjusts(line) ? '' : instant(line.to)}</td>
              <td className="num">{rate(line)}</td>
              <td className={`num ${line.amountFen < 0 ? 'gh-minus' : ''}`}>{formatFen(line.amountFen)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={4}>
              {t(words.sum)}
            </th>
            <td className="num" data-sum={sum}>
              {formatFen(sum)}
            </td>
          </tr>
        </tfoot>
      </table>
    </WideFrame>
  );
}
