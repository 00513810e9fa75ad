import { useQuery } from '@tanstack/react-query';
import { ask } from '#kit/console/ask.ts';
import { waitingKey } from '#kit/console/notices.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';

/**
 * A paid service of a lot that ends soon (1) or has ended (3), as the server words it: `title` is the lot, `subtitle`
 * what ends when.
 */
export type Notice = { id: string; title: string; subtitle: string; status: '1' | '3' };

export const noticeStates: Readonly<Record<Notice['status'], { label: Text; tone: string }>> = {
  1: { label: text('即将到期', 'About to expire'), tone: 'warn' },
  3: { label: text('已到期', 'Expired'), tone: 'bad' },
};

const againMs = 600_000;

/** Services of lots that need attention; refetched every ten minutes. */
export const useNotices = () =>
  useQuery({
    queryKey: ['notices'],
    queryFn: ({ signal }) =>
      ask<Notice[]>('/api/updown/parkServicesConfig/getExpireParkservices', {}, { signal, quiet: true }),
    staleTime: againMs,
    refetchInterval: againMs,
    retry: false,
  });

/**
 * Rows of one list that somebody with the person's rights has to decide, as the server words them; `route` opens just
 * them.
 */
export type Waiting = { key: string; title: string; count: number; route: string };

const waitingAgainMs = 60_000;

/** What waits for the person; refetched every minute, and after every change of a row in this window. */
export const useWaiting = () =>
  useQuery({
    queryKey: waitingKey,
    queryFn: ({ signal }) => ask<Waiting[]>('/api/gatehouse/waiting', {}, { signal, quiet: true }),
    staleTime: waitingAgainMs,
    refetchInterval: waitingAgainMs,
    retry: false,
  });
