/** What of a test goes by turns; see `tools/prepare/turns.mjs`. */
import { createRequire } from 'node:module';

// Not awaited: files that share a process are loaded one after another without a break.
const turns = createRequire(import.meta.url)('../tools/prepare/turns.mjs') as {
  isDue: (name: string, parts: number) => boolean;
  partOf: (name: string, parts: number) => number;
  runsAll: () => boolean;
  seedOf: () => number;
  turnOf: () => number;
};

export const { isDue, partOf, runsAll, seedOf, turnOf } = turns;

/**
 * Of some ways to see the same thing (languages, themes), the one that is due; all of them with `--all`. Says which are
 * left to other turns.
 */
export function inTurn<T extends string>(of: string, ways: readonly T[]): readonly T[] {
  if (runsAll()) return ways;
  const due = ways[(partOf(of, ways.length) + turnOf()) % ways.length]!;
  process.stdout.write(
    `turn ${turnOf()}: ${of} is seen in ${due}, in ${ways.filter((way) => way !== due).join(', ')} in other turns\n`,
  );
  return [due];
}
