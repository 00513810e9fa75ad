/** Door events, with how many there are of each result above them. */
import type { ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { number } from '#kit/declare/format.ts';
import { text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { useListing } from '#kit/console/listing.ts';
import { RecordPage } from '#kit/console/record-page.tsx';
import { useWords } from '#kit/console/words.ts';
import { doorResults } from '#areas/device/model/door-fields.ts';
import { doorEvent, eventSums } from '../model/door-event.ts';

const words = {
  sums: text('按结果合计', 'Events by result'),
  all: text('全部', 'All'),
};
type Sum = { readonly result: keyof typeof doorResults; readonly events: number };

/** Follows the list: its other filters, and whenever it is fetched anew. Pressing one shows its events alone. */
function ResultSums(): ReactNode {
  const { t } = useWords();
  const { state, set, exportQuery, dataUpdatedAt } = useListing(doorEvent);
  const { sort: _, result: __, ...conditions } = exportQuery;
  const { data } = useQuery({
    queryKey: [doorEvent.name, 'sums', conditions, dataUpdatedAt],
    queryFn: ({ signal }) => ask<Sum[]>(eventSums, conditions, { signal, quiet: true }),
    enabled: dataUpdatedAt > 0,
    placeholderData: keepPreviousData,
  });
  const { result: now = '', ...others } = state.filters;
  const pick = (result: string) => set({ page: 1, filters: result === '' ? others : { ...others, result } });
  const all = data?.reduce((sum, { events }) => sum + events, 0);
  const choices: [string, string, number | undefined][] = [
    ['', t(words.all), all],
    ...Object.entries(doorResults).map(([result, label]): [string, string, number | undefined] => [
      result,
      t(label),
      data?.find((each) => each.result === result)?.events,
    ]),
  ];
  return (
    <div className="gh-quick" role="group" aria-label={t(words.sums)}>
      {choices.map(([result, label, events]) => (
        <button
          key={result}
          type="button"
          className="gh-link"
          aria-pressed={now === result}
          onClick={() => pick(result)}
        >
          {label} <b className="gh-num">{events === undefined ? '…' : number(events)}</b>
        </button>
      ))}
    </div>
  );
}

export default function DoorEvents(): ReactNode {
  return (
    <RecordPage of={doorEvent}>
      <ResultSums />
    </RecordPage>
  );
}
