import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { paramsOf, stateOf } from './address.ts';
import { today } from '#kit/declare/format.ts';
import { zone } from './me.ts';
import { usePlace } from './place.ts';
import { quickRanges } from './ranges.ts';
import { useWords } from './words.ts';

/** Spans of time at one press, for lists of facts and reports. `filters`: those in force. */
export function QuickRanges({ filters }: { filters: Readonly<Record<string, string>> }): ReactNode {
  const { t } = useWords();
  const { search, replace } = usePlace();
  const state = stateOf(new URLSearchParams(search));
  const now = today(zone());
  return (
    <div className="gh-quick" role="group" aria-label={t(text('快捷时间', 'Quick periods'))}>
      {quickRanges.map(({ label, range: make }) => {
        const { from, to } = make(now);
        const pressed = filters['startTime'] === from && filters['endTime'] === to;
        return (
          <button
            key={label.en}
            type="button"
            className="gh-link"
            aria-pressed={pressed}
            onClick={() =>
              replace(paramsOf({ ...state, page: 1, filters: { ...state.filters, startTime: from, endTime: to } }))
            }
          >
            {t(label)}
          </button>
        );
      })}
    </div>
  );
}
