/** How many files are transferred at the same time: most of the time is spent waiting for disk or store. */
const AT_ONCE = 8;

/** Does the work for each, a few at a time; after a failure no other is begun. */
export async function inTurns<T>(all: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  const rest = all.values();
  let failed = false;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const each of rest) {
        if (failed) return;
        await work(each).catch((error: unknown) => {
          failed = true;
          throw error;
        });
      }
    }),
  );
}
