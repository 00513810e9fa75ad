import { useMemo } from 'react';
import type { ReactNode } from 'react';
import type { Field, Fields } from '#kit/declare/field.ts';
import { keywordFields } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { ConditionChips } from './condition-chips.tsx';
import { conditionsOf } from './conditions.ts';
import { columnFields, fieldsOf } from './fields.ts';
import type { Listing } from './listing.ts';
import { PrintHead } from './print-head.tsx';
import { QuickRanges } from './quick-ranges.tsx';
import { SearchBar } from './search-bar.tsx';
import { timeRange } from './span.ts';
import { useWords } from './words.ts';

const words = { period: text('时间范围', 'Period') };

type Fixed = Readonly<Record<string, string>>;

/**
 * The time by which `startTime` and `endTime` narrow a list: that of its facts, or the one it declares as its range.
 */
function spanOf(of: Resource): Field {
  const by = of.facts?.by ?? of.range;
  return { kind: 'dateTime', label: (by ? of.fields[by]?.label : undefined) ?? words.period };
}

/** The fields of the search bar, and what else the list asks for; a list of facts starts with its own span of time. */
function searchable(of: Resource, fixed: Fixed | undefined): [string, Field][] {
  const fields = Object.entries({ ...fieldsOf(of), ...of.accepts }).filter(
    ([name, field]) => field.search && name !== of.facts?.by && fixed?.[name] === undefined,
  );
  return of.facts ? [[timeRange, spanOf(of)], ...fields] : fields;
}

/** What else a list can be narrowed by, as a figure of a report does that leads to it. */
const narrowable = (of: Resource): Fields =>
  of.range && !of.facts ? { [timeRange]: spanOf(of), ...columnFields(of) } : columnFields(of);

const withoutEmpty = (filters: Fixed): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));

type ListConditionsProps = { of: Resource; listing: Listing; fixed: Fixed | undefined; onReset: () => void };

/** The search bar of a list, the conditions in force below it, and both on paper. */
export function ListConditions({ of, listing, fixed, onReset }: ListConditionsProps): ReactNode {
  const { t } = useWords();
  const { state, filters, set } = listing;
  const search = useMemo(() => searchable(of, fixed), [of, fixed]);
  const named = useMemo(() => narrowable(of), [of]);
  return (
    <>
      <PrintHead
        title={t(of.many)}
        conditions={conditionsOf(search, named, filters)}
        filters={filters}
        keyword={state.keyword}
      />
      <SearchBar
        fields={search}
        filters={filters}
        keyword={keywordFields(of).length > 0 ? state.keyword : undefined}
        onSearch={(next, keyword) => set({ page: 1, filters: withoutEmpty(next), keyword })}
        onReset={onReset}
      >
        {of.facts ? <QuickRanges filters={filters} /> : null}
      </SearchBar>
      <ConditionChips
        state={state}
        conditions={conditionsOf(search, named, state.filters)}
        onChange={(change) => set({ page: 1, ...change })}
      />
    </>
  );
}
