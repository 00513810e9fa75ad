import { useEffect, useMemo } from 'react';
import { stands } from '../pages.ts';
import { lead, useAddress } from './address-bar.ts';
import { home } from './screens.ts';
import { elsewhere } from './tabs.ts';

export type Where = {
  path: string;
  search: string;
  go: (address: string) => void;
  replace: (path: string, params: URLSearchParams) => void;
};

const leadsOn: Readonly<Record<string, string>> = { '/': '/wel', '/wel': home };

/** Where an address leads on to: the root to `/wel`, a section without a page of its own to its index. */
export const onward = (path: string): string | undefined =>
  leadsOn[path] ?? (!stands(path) && stands(`${path}/index`) ? `${path}/index` : undefined);

function go(address: string): void {
  const own = elsewhere(address);
  if (own) window.open(own.address, own.target, 'noopener');
  else lead(address);
}

function replace(path: string, params: URLSearchParams): void {
  const query = params.toString();
  lead(query ? `${path}?${query}` : path, true);
}

/** The browser's address. */
export function useWhere(): Where {
  const { pathname, search } = new URL(useAddress(), location.origin);
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  const next = onward(path);
  useEffect(() => {
    if (next) lead(next, true);
  }, [next]);
  return useMemo(() => ({ path, search, go, replace }), [path, search]);
}
