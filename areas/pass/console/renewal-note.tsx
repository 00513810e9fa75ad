import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { addDays, addMonths } from '#domain/time/day.ts';
import { formatFen } from '#domain/money/fen.ts';
import { text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { useWords } from '#kit/console/words.ts';
import { renewalDetail } from '../model/calls.ts';
import { parkMonth } from '../model/park-month.ts';
import './pass.css';

const words = {
  will: text('收款 {yuan} 元，有效期 {from} 至 {to}', 'Charge CNY {yuan}, valid from {from} to {to}'),
  price: text('月租单价 {yuan} 元', 'CNY {yuan} per month'),
  noPrice: text('该车类未设月租单价', 'No monthly price set'),
};

type Next = { monthPrice: number | null; nextFrom: string; nextAnchor: number };
type NoteProps = { grantId: string; values: Readonly<Record<string, unknown>> };

const whole = (value: unknown): number | null =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) <= 60 ? Number(value) : null;

/** The amount of a renewal and its new end date, shown before confirmation. */
export default function RenewalNote({ grantId, values }: NoteProps): ReactNode {
  const { t } = useWords();
  const { data } = useQuery<Next>({
    queryKey: [parkMonth.name, 'days', grantId, null],
    queryFn: ({ signal }) => ask<Next>(renewalDetail, { grantId }, { signal, quiet: true }),
  });
  if (!data) return null;
  const { monthPrice, nextFrom, nextAnchor } = data;
  const { newEndDate, monthNum, money } = values;
  const given = typeof money === 'number' ? money : null;
  const months =
    'monthNum' in values
      ? whole(monthNum)
      : newEndDate || !monthPrice || given === null
        ? null
        : whole(given / monthPrice);
  const fen = given ?? (monthPrice === null || months === null ? null : monthPrice * months);
  const to = months === null ? newEndDate : addDays(addMonths(nextFrom, months, nextAnchor), -1);
  const message =
    fen !== null && typeof to === 'string' ? words.will : monthPrice === null ? words.noPrice : words.price;
  return (
    <p className="pm-will" role="status">
      {t(message)
        .replace('{yuan}', formatFen((message === words.will ? fen : monthPrice) ?? 0))
        .replace('{from}', nextFrom)
        .replace('{to}', String(to))}
    </p>
  );
}
