import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { today } from './format.ts';
import { ListPage } from './list-page.tsx';
import type { ListPageProps } from './list-page.tsx';
import { paramsOf, stateOf } from './address.ts';
import { zone } from './me.ts';
import { usePlace } from './place.tsx';
import { quickRanges } from './ranges.ts';
import { useWords } from './words.ts';
import { defaultRange } from './listing.ts';

/** Spans of time at one press, above a list of facts. */
export function QuickRanges({ days }: { days: number }): ReactNode {
  const { t } = useWords();
  const { search, replace } = usePlace();
  const state = stateOf(new URLSearchParams(search));
  const now = today(zone());
  const range = { ...defaultRange(days), ...state.filters };
  return (
    <div className="gh-quick gh-no-print" role="group" aria-label={t(text('快捷时间', 'Quick periods'))}>
      {quickRanges.map(({ label, range: make }) => {
        const { from, to } = make(now);
        const pressed = range['startTime'] === from && range['endTime'] === to;
        return <button key={label.en} type="button" className="gh-link" aria-pressed={pressed} onClick={() => replace(paramsOf({ ...state, page: 1, filters: { ...state.filters, startTime: from, endTime: to } }))}>{t(label)}</button>;
      })}
    </div>
  );
}

/** A read-only list of facts: a span of time by default, sums under the table, the whole record in a drawer. */
export function RecordPage({ children, ...props }: ListPageProps): ReactNode {
  return <ListPage {...props}>{props.of.facts ? <QuickRanges days={props.of.facts.days} /> : null}{children}</ListPage>;
}
