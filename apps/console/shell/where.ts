import { useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { home } from './screens.ts';

export type Where = { path: string; search: string; go: (address: string) => void; replace: (path: string, params: URLSearchParams) => void };

const leadsOn: Readonly<Record<string, string>> = { '/': '/wel', '/wel': home };

/** The browser's address: `/` leads to `/wel`, that to the home page. */
export function useWhere(): Where {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  const onward = leadsOn[path];
  useEffect(() => { if (onward) void navigate(onward, { replace: true }); }, [onward, navigate]);
  return useMemo(() => ({
    path, search,
    go: (address) => void navigate(address),
    replace: (at, params) => {
      const query = params.toString();
      void navigate(query ? `${at}?${query}` : at, { replace: true });
    },
  }), [path, search, navigate]);
}

export const isOnward = (path: string): boolean => leadsOn[path] !== undefined;
