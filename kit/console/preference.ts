import { useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ask } from './ask.ts';

const path = '/api/gatehouse/preference';

/** Something a person has set for himself, kept on the server: `delayMs` after its last change, for what is changed often. Undefined until it is known, null where nothing is set. */
export function usePreference<T>(key: string, delayMs = 0): [T | null | undefined, (value: T | null) => void] {
  const client = useQueryClient();
  const queryKey = ['preference', key];
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => ask<T | null>(path, { key }, { signal, quiet: true }), staleTime: Infinity, retry: false });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What was changed here stands at once; the cache tells its readers a moment later, and a checkbox would flicker. */
  const [own, setOwn] = useState<T | null>();
  const put = (value: T | null) => {
    setOwn(value);
    client.setQueryData(queryKey, value);
    const save = () => void ask(path, { key, value }, { method: 'POST', quiet: true }).catch(() => undefined);
    clearTimeout(timer.current);
    if (delayMs === 0) save();
    else timer.current = setTimeout(save, delayMs);
  };
  return [own === undefined ? data : own, put];
}
