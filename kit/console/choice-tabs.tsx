import type { ReactNode } from 'react';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { paramsOf, stateOf } from './address.ts';
import { usePlace } from './place.ts';
import { useWords } from './words.ts';

/** The values of a select field as tabs above its list: all rows, or those of one value at one press. */
export function ChoiceTabs({ of, name }: { of: Resource; name: string }): ReactNode {
  const { t } = useWords();
  const { search, replace } = usePlace();
  const state = stateOf(new URLSearchParams(search));
  const { [name]: now = '', ...others } = state.filters;
  const choices = [['', text('全部', 'All')] as const, ...Object.entries(of.fields[name]!.options ?? {})];
  const pick = (value: string) =>
    replace(paramsOf({ ...state, page: 1, filters: value === '' ? others : { ...others, [name]: value } }));
  return (
    <div className="gh-quick" role="group" aria-label={t(of.fields[name]!.label)}>
      {choices.map(([value, label]) => (
        <button key={value} type="button" className="gh-link" aria-pressed={now === value} onClick={() => pick(value)}>
          {t(label)}
        </button>
      ))}
    </div>
  );
}
