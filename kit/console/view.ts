import { paramsOf, stateOf } from './address.ts';
import type { ListState } from './address.ts';
import { quickRanges } from './ranges.ts';

/**
 * A list as somebody wants to see it again. `search`: its address; `period`: a named span of time, which moves on with
 * the days.
 */
export type View = { name: string; search: string; period?: string };

/** What is kept of a list's state: everything but the page one happens to stand on. */
export function viewOf(name: string, state: ListState, shown: readonly string[], today: string): View {
  const { startTime, endTime, ...filters } = state.filters;
  const period = quickRanges.find(({ range }) => range(today).from === startTime && range(today).to === endTime)?.label
    .en;
  const kept = { ...state, from: '', page: 1, columns: shown.join(','), filters: period ? filters : state.filters };
  return { name, search: paramsOf(kept).toString(), ...(period ? { period } : {}) };
}

/** The address of a view today. */
export function paramsOfView({ search, period }: View, today: string): URLSearchParams {
  const state = stateOf(new URLSearchParams(search));
  const range = quickRanges.find(({ label }) => label.en === period)?.range(today);
  return paramsOf({
    ...state,
    filters: { ...state.filters, ...(range ? { startTime: range.from, endTime: range.to } : {}) },
  });
}

/** The views with one more; a name that is there is given its new meaning. */
export const withView = (views: readonly View[], view: View): View[] => [
  ...views.filter(({ name }) => name !== view.name),
  view,
];
