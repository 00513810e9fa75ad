import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { paramsOf, stateOf } from './address.ts';
import { today } from './format.ts';
import { defaultRange } from './listing.ts';
import { zone } from './me.ts';
import { usePlace } from './place.ts';
import { quickRanges } from './ranges.ts';
import { useWords } from './words.ts';

/** Spans of time at one press, for lists of facts and reports. `days`: the span when the address names none. */
export function QuickRanges({ days }: { days: number }): ReactNode {
  const { t } = useWords();
  const { search, replace } = usePlace();
  const state = stateOf(new URLSearchParams(search));
  const now = today(zone());
  const range = { ...defaultRange(days, now), ...state.filters };
  return (
    <div className="gh-quick" role="group" aria-label={t(text('快捷时间', 'Quick periods'))}>
      {quickRanges.map(({ label, range: make }) => {
        const { from, to } = make(now);
        const pressed = range['startTime'] === from && range['endTime'] === to;
        return <button key={label.en} type="button" className="gh-link" aria-pressed={pressed} onClick={() => replace(paramsOf({ ...state, page: 1, filters: { ...state.filters, startTime: from, endTime: to } }))}>{t(label)}</button>;
      })}
    </div>
  );
}
