import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { formatFen } from '#domain/money/fen.ts';
import { inputsOf } from '#domain/fee/inputs.ts';
import { linesPerDay } from '#domain/fee/extent.ts';
import { isFeeRefusal } from '#domain/fee/types.ts';
import type { FeeRefusal, FeeRule } from '#domain/fee/types.ts';
import { startOfDay } from '#domain/time/day.ts';
import { text } from '#kit/declare/text.ts';
import { firstValues } from '#kit/console/fields.ts';
import { FieldForm, useDraft } from '#kit/console/form.tsx';
import { duration, today, wallTime } from '#kit/declare/format.ts';
import { useMay } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import { billForStay, stayFromForm, stayFields } from './stay-form.ts';
import type { DescribedStay } from './stay-form.ts';
import { useTariffPlace } from './tariff-place.ts';
import type { VersionRow } from './tariff-place.ts';

const words = {
  title: text('试算', 'Calculate'),
  bill: text('账单明细', 'Bill lines'),
  clause: text('收费项', 'Clause'),
  from: text('开始', 'From'),
  to: text('结束', 'To'),
  units: text('单元', 'Units'),
  amount: text('金额（元）', 'Amount (CNY)'),
  total: text('合计', 'Total'),
  stay: text('停车时长', 'Length of stay'),
  keep: text('存为算例', 'Keep as a case'),
  long: text('只列出前{n}行', 'The first {n} lines'),
  tooLong: text('按此规则最长试算{n}天', 'By this rule at most {n} days can be tried'),
};
const HOUR = 3_600_000;
/** Pricing more lines at every touch of the keys would hold up the page. */
const MOST_PRICED = 50_000;
const mostDays = (rule: FeeRule): number => Math.min(3_660, Math.max(1, Math.floor(MOST_PRICED / linesPerDay(rule))));
/** A stay of years has thousands of lines; nobody reads them. */
const LINES = 200;

type BillTableProps = { bill: Exclude<ReturnType<typeof billForStay>, FeeRefusal>; lengthMs: number };

function BillTable({ bill, lengthMs }: BillTableProps): ReactNode {
  const { t, lang } = useWords();
  const { zone } = useTariffPlace();
  const at = (instant: number) => wallTime(new Date(instant).toISOString(), zone);
  return (
    <div className="fr-scroll" role="region" aria-label={t(words.bill)} tabIndex={0}>
      <table className="fr-bill" data-trial>
        <thead>
          <tr>
            <th>{t(words.clause)}</th>
            <th>{t(words.from)}</th>
            <th>{t(words.to)}</th>
            <th className="num">{t(words.units)}</th>
            <th className="num">{t(words.amount)}</th>
          </tr>
        </thead>
        <tbody>
          {bill.lines.slice(0, LINES).map((line, nth) => (
            <tr key={nth}>
              <td>{t(line.clause)}</td>
              <td>{at(line.from)}</td>
              <td>{line.to === line.from ? '' : at(line.to)}</td>
              <td className="num">{line.units ?? ''}</td>
              <td className="num">{formatFen(line.amountFen, lang)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>{t(words.total)}</td>
            <td colSpan={3}>
              {t(words.stay)} {duration(Math.floor(lengthMs / 1000), lang)}
            </td>
            <td className="num" data-total>
              {formatFen(bill.totalFen, lang)}
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** Prices a stay by a rule as it stands in the editor: the same function that bills by it, line by line. */
export function Trial({
  row,
  rule,
  onKeep,
}: {
  row: VersionRow | undefined;
  rule: FeeRule;
  onKeep: (stay: DescribedStay, fen: number) => void;
}): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const place = useTariffPlace();
  const { zone } = place;
  const fields = useMemo(() => stayFields(inputsOf(rule), place), [rule, place]);
  const [first] = useState(() => {
    const morning = startOfDay(today(zone), zone) + 9 * HOUR;
    return {
      ...firstValues(fields),
      inTime: new Date(morning).toISOString(),
      outTime: new Date(morning + 3.5 * HOUR).toISOString(),
    };
  });
  const draft = useDraft(fields, first, true);
  const values = Object.fromEntries(Object.keys(fields).map((name) => [name, draft.values[name]]));
  const stay = stayFromForm(values);
  const length = stay ? Date.parse(stay.outTime) - Date.parse(stay.inTime) : 0;
  const most = mostDays(rule);
  const long = length > most * 24 * HOUR;
  const priced = stay && !long ? billForStay(rule, stay, place, row?.carModelId ?? null) : null;
  return (
    <section aria-label={t(words.title)}>
      <FieldForm fields={fields} draft={draft} />
      {long ? (
        <p className="fr-message wrong" role="alert">
          {t(words.tooLong).replace('{n}', String(most))}
        </p>
      ) : null}
      {priced === null ? null : isFeeRefusal(priced) ? (
        <p className="fr-message wrong" role="alert">
          {t(priced.words)}
        </p>
      ) : (
        <>
          <BillTable bill={priced} lengthMs={length} />
          {priced.lines.length > LINES ? <p className="gh-dim">{t(words.long).replace('{n}', String(LINES))}</p> : null}
          {may('feeCase:add') ? (
            <div className="fr-buttons">
              <button type="button" className="gh-btn" onClick={() => onKeep(stay!, priced.totalFen)}>
                {t(words.keep)}
              </button>
            </div>
          ) : null}
        </>
      )}
    </section>
  );
}
