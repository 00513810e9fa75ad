import { QueryCache, QueryClient, focusManager } from '@tanstack/react-query';
import { Failed } from '#kit/console/ask.ts';
import { pictureKey } from '#kit/console/picture.tsx';
import { isLost, look, onBack } from '../offline/network.ts';

const unanswered = (error: Error): boolean => error instanceof Failed && error.status === 0;

/**
 * What the server answered. A refusal does not become right by asking again; a lost answer may. Without a network calls
 * fail in words rather than wait, and are made again once it is back.
 */
export const client = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (unanswered(error)) void look();
    },
  }),
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      retry: (count, error) =>
        count < 2 && !isLost() && (unanswered(error) || (error instanceof Failed && error.status === 503)),
    },
  },
});
onBack(() => void client.refetchQueries({ type: 'active' }));

/**
 * Fetches nothing again by itself and gives up what is on its way: while a session ends or is locked it would be
 * refused, and what is refused leads to the login of its own accord.
 */
export async function restQueries(): Promise<void> {
  focusManager.setFocused(false);
  await client.cancelQueries();
}

/** Fetches again as before, and what was given up before it came: where the session stays. */
export function resumeQueries(): void {
  focusManager.setFocused(undefined);
  void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.data === undefined });
}

/** A picture's bytes are let go with its query. */
client.getQueryCache().subscribe(({ type, query }) => {
  if (type === 'removed' && query.queryKey[0] === pictureKey && typeof query.state.data === 'string')
    URL.revokeObjectURL(query.state.data);
});
