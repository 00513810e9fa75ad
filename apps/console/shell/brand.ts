import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ask } from '#kit/console/ask.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { defaultTitle } from '../login-view.tsx';
import type { LoginConfig } from '../login-view.tsx';

const shortTitle = text('智慧停车', 'Gatehouse');

/** What this host calls the product; the product's own names where the host has none or the server does not say. */
export function useBrand(): { title: Text; short: Text; logo: string | null } {
  const { data } = useQuery({
    queryKey: ['brand'],
    queryFn: ({ signal }) =>
      ask<LoginConfig>(
        '/api/updown/sysCustomConfig/getLoginConfig',
        { domain: location.hostname },
        { signal, quiet: true },
      ),
    staleTime: Infinity,
    retry: false,
  });
  return useMemo(
    () => ({
      title: data?.title ? { zh: data.title, en: data.titleEn || data.title } : defaultTitle,
      short:
        data?.shortTitle && data.title !== defaultTitle.zh ? { zh: data.shortTitle, en: data.shortTitle } : shortTitle,
      logo: data?.logo ?? null,
    }),
    [data],
  );
}
