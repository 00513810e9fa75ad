import { useMemo, useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ask } from './ask.ts';

/** How a person likes a list's columns. What is absent is as declared. */
export type ColumnChoice = { order?: string[]; hidden?: string[]; widths?: Record<string, number> };

/** All columns in the person's order; ones declared since then stand at their declared place. */
export function ordered(all: readonly string[], choice: ColumnChoice): string[] {
  const known = (choice.order ?? []).filter((name) => all.includes(name));
  const result = [...known];
  all.forEach((name, at) => { if (!known.includes(name)) result.splice(Math.min(at, result.length), 0, name); });
  return result;
}

const path = '/api/gatehouse/preference';
const saveDelayMs = 600;

/** The person's choice of columns for a list, kept on the server. */
export function useColumnChoice(key: string, standard: ColumnChoice): [ColumnChoice, (change: ColumnChoice | null) => void] {
  const client = useQueryClient();
  const queryKey = ['preference', key];
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => ask<ColumnChoice | null>(path, { key }, { signal, quiet: true }), staleTime: Infinity, retry: false });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What was changed here stands at once; the cache tells its readers a moment later, and a checkbox would flicker. */
  const [own, setOwn] = useState<ColumnChoice | null>();
  const choice = useMemo(() => ({ ...standard, ...(own === undefined ? data : own) }), [standard, own, data]);
  const put = (change: ColumnChoice | null) => {
    const value = change === null ? null : { ...choice, ...change };
    setOwn(value);
    client.setQueryData(queryKey, value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void ask(path, { key, value }, { method: 'POST', quiet: true }).catch(() => undefined), saveDelayMs);
  };
  return [choice, put];
}
