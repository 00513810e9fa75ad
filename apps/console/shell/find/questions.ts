import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { askReports } from '#areas/report/model/question.ts';
import type { Answered } from '#areas/report/model/question.ts';
import { ask } from '#kit/console/ask.ts';

/** Shorter words are names of pages, plates and lots. */
const least = 4;
const none: readonly Answered[] = [];

/** Reports that answer the text typed, once typing pauses (`query`); the previous ones stay in view until then. */
export function useQuestions(query: string): { answers: readonly Answered[]; busy: boolean } {
  const [kept, setKept] = useState(none);
  const question = query.trim();
  const worth = question.length >= least && question.length <= 120;
  const { data, isFetching } = useQuery({
    queryKey: ['question', question],
    queryFn: ({ signal }) => ask<Answered[]>(askReports, { question }, { signal, quiet: true }),
    enabled: worth,
    staleTime: 30_000,
    retry: false,
  });
  if (worth && data && data !== kept) setKept(data);
  return { answers: worth ? (data ?? kept) : none, busy: worth && isFetching };
}
