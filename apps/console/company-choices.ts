import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ask } from '#kit/console/ask.ts';

export type CompanyChoice = { value: string; label: string };
type Search = (keyword: string) => Promise<readonly CompanyChoice[]>;

/**
 * More companies than this are not carried into the browser: the list is then this one mark, and the server searches.
 */
const mostHeld = 10_000;
const mark = '000000';
const mostListed = 300;
const mostFound = 200;
/**
 * A search of what is here waits as long as one does that is not, so that both feel the same and typing is not chased.
 */
const searchMs = 200;

/** What is held of a list of companies: itself, or the mark where it is too long. */
export const held = (list: readonly CompanyChoice[]): readonly CompanyChoice[] =>
  list.length > mostHeld ? [{ value: mark, label: mark }] : list;

/** The companies to choose from for what was typed: the first of them all, else those with the words in their name. */
export async function choicesIn(
  list: readonly CompanyChoice[],
  typed: string,
  search: Search,
): Promise<readonly CompanyChoice[]> {
  const keyword = typed.trim().toLowerCase();
  const isMarked = list.some(({ value }) => value === mark);
  if (isMarked) return (await search(keyword)).slice(0, keyword === '' ? mostListed : mostFound);
  if (keyword === '') return list.slice(0, mostListed);
  await new Promise((resolve) => setTimeout(resolve, searchMs));
  return list.filter(({ label }) => label.toLowerCase().includes(keyword)).slice(0, mostFound);
}

/** The companies the person may switch to, narrowed by what was typed. */
export function useCompanyChoices(typed: string): { choices: readonly CompanyChoice[]; busy: boolean } {
  const all = useQuery({
    queryKey: ['options', 'company', 'to switch'],
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      held(await ask<CompanyChoice[]>('/api/updown/baseSelect/selectLoginCompany', {}, { signal, quiet: true })),
  });
  const found = useQuery({
    queryKey: ['options', 'company', 'to switch', typed],
    enabled: all.data !== undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      choicesIn(all.data!, typed, (companyName) =>
        ask<CompanyChoice[]>(
          '/api/updown/baseSelect/selectLoginCompanyByName',
          { companyName },
          { signal, quiet: true },
        ),
      ),
  });
  return { choices: found.data ?? [], busy: all.isFetching || found.isFetching };
}
