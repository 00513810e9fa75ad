/**
 * Small writes that come in numbers: answers and rejects are written together when more come while one write is under
 * way.
 */
import type { Done } from './types.ts';

const MOST_GATHERED = 10_000;

type Gathered<T> = { readonly item: T; readonly done: Done };

/** Collects items while a write is under way and writes them together; each is acknowledged after its write. */
export function gather<T>(write: (items: readonly T[]) => Promise<void>): {
  push: (item: T, done: Done) => void;
  drained: () => Promise<void>;
} {
  let waiting: Gathered<T>[] = [];
  let running: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const now = waiting;
      waiting = [];
      const error = await write(now.map(({ item }) => item)).then(
        () => null,
        (fault: unknown) => fault as Error,
      );
      for (const { done } of now) done(error);
    }
    running = null;
  };
  return {
    push: (item, done) => {
      if (waiting.length >= MOST_GATHERED) return done(new Error('too much is waiting to be written'));
      waiting.push({ item, done });
      running ??= new Promise<void>((then) => {
        setImmediate(then);
      }).then(run);
    },
    drained: () => running ?? Promise.resolve(),
  };
}
