/** Works through all items, a few at the same time. The first fault is thrown after what is under way has ended. */
export async function atOnce<T>(most: number, items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const left = items[Symbol.iterator]();
  const ended = await Promise.allSettled(
    Array.from({ length: most }, async () => {
      for (let next = left.next(); !next.done; next = left.next()) await work(next.value);
    }),
  );
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
}
