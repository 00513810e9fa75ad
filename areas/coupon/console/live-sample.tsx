import type { ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { park } from '#areas/lot/model/park.ts';
import { sampleBill } from '#domain/coupon/sample.ts';
import type { SampleFee } from '#domain/coupon/sample.ts';
import { formatFen } from '#domain/money/fen.ts';
import { integer, relation, timeOfDay } from '#kit/declare/field.ts';
import { wallTime } from '#kit/declare/format.ts';
import { fill, text } from '#kit/declare/text.ts';
import { ask, wordsOf } from '#kit/console/ask.ts';
import { FieldForm, useDraft } from '#kit/console/form.tsx';
import { useWords } from '#kit/console/words.ts';
import { sampleFee } from '../model/calls.ts';
import { termsIn } from '../model/terms.ts';
import type { RuleTerms } from '../model/terms.ts';

const words = {
  title: text('示例账单', 'Sample bill'),
  pick: text('选择车场后显示。', 'Choose a car park to see it.'),
  stay: text('{tariff}，{from} 至 {to}', '{tariff}, {from} to {to}'),
  changes: text('停车费 {fee} 元，用券后 {pays} 元。', '{fee} becomes {pays}.'),
  stays: text('停车费 {fee} 元，此券不减。', '{fee}; the coupon takes nothing off.'),
  store: text('商家付 {bearer} 元，车场让利 {lot} 元。', 'The store pays {bearer}, the car park gives up {lot}.'),
  own: text('本单位让利 {off} 元。', 'The own company gives up {off}.'),
  platform: text('平台付 {bearer} 元，车场让利 {lot} 元。', 'The platform pays {bearer}, the car park gives up {lot}.'),
};

const fields = {
  samplePark: relation(text('示例车场', 'Car park of the sample'), () => park),
  sampleEntry: timeOfDay(text('入场时刻', 'Entry at')),
  sampleMinutes: integer(text('停车分钟', 'Minutes parked'), { min: 1, max: 10_080 }),
};
const first = { sampleEntry: '09:00', sampleMinutes: 120 };

function Bill({ rule, fee }: { rule: RuleTerms; fee: SampleFee }): ReactNode {
  const { t, lang } = useWords();
  const bill = sampleBill(termsIn(rule), fee.feeFen, fee.earlierFen);
  const yuan = (fen: number): string => formatFen(fen, lang);
  const figures = {
    fee: yuan(bill.feeFen),
    pays: yuan(bill.driverFen),
    off: yuan(bill.offFen),
    bearer: yuan(bill.bearerFen),
    lot: yuan(bill.lotFen),
  };
  return (
    <>
      <p data-sample={bill.driverFen}>
        <strong>{t(fill(bill.offFen > 0 ? words.changes : words.stays, figures))}</strong>{' '}
        {bill.offFen > 0 ? t(fill(words[rule.bearer ?? 'store'], figures)) : null}
      </p>
      <p className="gh-dim">
        {t(
          fill(words.stay, {
            tariff: fee.tariff,
            from: wallTime(fee.inTime, fee.zone).slice(0, 16),
            to: wallTime(fee.outTime, fee.zone).slice(0, 16),
          }),
        )}
      </p>
    </>
  );
}

/** What a stay of a chosen length costs with a coupon of the rule as it stands in the form, and without one. */
export function LiveSample({ values }: { values: Readonly<Record<string, unknown>> }): ReactNode {
  const { t } = useWords();
  const draft = useDraft(fields, first, true);
  const rule = values as RuleTerms & { readonly parkIds?: readonly string[] | null };
  const parkId = (draft.values['samplePark'] as string | null | undefined) ?? rule.parkIds?.[0] ?? null;
  const shown = { ...draft, values: { ...draft.values, samplePark: parkId } };
  const minutes = Number(draft.values['sampleMinutes'] ?? 0);
  const input = {
    parkId,
    entry: draft.values['sampleEntry'] ?? first.sampleEntry,
    minutes,
    minutesOff: rule.derateType === 'time' ? (rule.minutes ?? 0) : 0,
  };
  const { data, error } = useQuery({
    queryKey: [sampleFee.name, input],
    enabled: parkId !== null && minutes > 0,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: ({ signal }) => ask<SampleFee>(sampleFee, input, { signal, quiet: true }),
  });
  return (
    <section>
      <h2 className="gh-group">{t(words.title)}</h2>
      <FieldForm fields={fields} draft={shown} />
      {parkId === null ? <p className="gh-dim">{t(words.pick)}</p> : null}
      <div aria-live="polite">
        {error ? <p className="gh-dim">{wordsOf(error)}</p> : data ? <Bill rule={rule} fee={data} /> : null}
      </div>
    </section>
  );
}
