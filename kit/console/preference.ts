import { useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ask } from './ask.ts';

const path = '/api/gatehouse/preference';
/** How one likes each list: few bytes that every list wants, so they come together with the first. */
const lists = 'list:';

/**
 * Something a person has set for himself, kept on the server: `delayMs` after its last change, for what is changed
 * often. Undefined until it is known, null where nothing is set.
 */
export function usePreference<T>(key: string, delayMs = 0): [T | null | undefined, (value: T | null) => void] {
  const client = useQueryClient();
  const requestedKey = key.startsWith(lists) ? lists : key;
  const queryKey = ['preference', requestedKey];
  const { data: held } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const found = await ask<never>(path, { key: requestedKey }, { signal, quiet: true });
      return requestedKey === key ? { [key]: found } : found;
    },
    staleTime: Infinity,
    retry: false,
  });
  const data: T | null | undefined = held && (held[key] ?? null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /**
   * A change made here shows immediately; the cache updates its readers a moment later, and a checkbox would flicker.
   */
  const [own, setOwn] = useState<T | null>();
  const put = (value: T | null) => {
    setOwn(value);
    client.setQueryData(queryKey, { ...client.getQueryData<object>(queryKey), [key]: value });
    const save = () => void ask(path, { key, value }, { method: 'POST', quiet: true }).catch(() => undefined);
    clearTimeout(timer.current);
    timer.current = setTimeout(save, delayMs);
  };
  return [own === undefined ? data : own, put];
}
