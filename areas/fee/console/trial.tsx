import { useState } from 'react';
import type { ReactNode } from 'react';
import { formatFen } from '#domain/money/fen.ts';
import { price } from '#domain/fee/price.ts';
import { isFeeRefusal } from '#domain/fee/types.ts';
import type { FeeRule } from '#domain/fee/types.ts';
import { startOfDay } from '#domain/time/day.ts';
import { dateTime } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { FieldForm, useDraft } from '#kit/console/form.tsx';
import { duration, today, wallTime } from '#kit/console/format.ts';
import { useWords } from '#kit/console/words.ts';

const words = {
  title: text('试算', 'Try a stay'), clause: text('收费项', 'Clause'), from: text('开始', 'From'), to: text('结束', 'To'), units: text('单元', 'Units'), amount: text('金额(元)', 'Amount (CNY)'),
  total: text('合计', 'Total'), stay: text('停车时长', 'Length of stay'),
};
const fields = { inTime: dateTime(text('入场时间', 'In at'), { required: true }), outTime: dateTime(text('出场时间', 'Out at'), { required: true }) };
const HOUR = 3_600_000;

/** Prices a stay by a rule as it stands in the form: the same function that bills by it, line by line. */
export function Trial({ rule, zone }: { rule: FeeRule; zone: string }): ReactNode {
  const { t, lang } = useWords();
  const [first] = useState(() => {
    const morning = startOfDay(today(zone), zone) + 9 * HOUR;
    return { inTime: new Date(morning).toISOString(), outTime: new Date(morning + 3.5 * HOUR).toISOString() };
  });
  const draft = useDraft(fields, first, true);
  const [inAt, outAt] = [Date.parse(String(draft.values['inTime'] ?? '')), Date.parse(String(draft.values['outTime'] ?? ''))];
  const priced = Number.isNaN(inAt) || Number.isNaN(outAt) ? null : price(rule, { inAt, outAt }, { zone });
  const at = (instant: number) => wallTime(new Date(instant).toISOString(), zone);
  return (
    <section aria-label={t(words.title)}>
      <h2>{t(words.title)}</h2>
      <FieldForm fields={fields} draft={draft} />
      {priced === null ? null : isFeeRefusal(priced) ? <p className="fr-said wrong" role="alert">{t(priced.words)}</p> : (
        <div className="fr-scroll" role="region" aria-label={t(words.title)} tabIndex={0}>
          <table className="fr-bill" data-trial>
            <thead><tr><th>{t(words.clause)}</th><th>{t(words.from)}</th><th>{t(words.to)}</th><th className="num">{t(words.units)}</th><th className="num">{t(words.amount)}</th></tr></thead>
            <tbody>
              {priced.lines.map((line, nth) => (
                <tr key={nth}><td>{t(line.clause)}</td><td>{at(line.from)}</td><td>{line.to === line.from ? '' : at(line.to)}</td><td className="num">{line.units ?? ''}</td><td className="num">{formatFen(line.amountFen, lang)}</td></tr>
              ))}
            </tbody>
            <tfoot><tr><td>{t(words.total)}</td><td colSpan={3}>{t(words.stay)} {duration(Math.floor((outAt - inAt) / 1000), lang)}</td><td className="num" data-total>{formatFen(priced.totalFen, lang)}</td></tr></tfoot>
          </table>
        </div>
      )}
    </section>
  );
}
