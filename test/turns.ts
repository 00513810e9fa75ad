/** What of a test goes by turns; see `tools/prepare/turns.mjs`. */
const turns = (await import(new URL('../tools/prepare/turns.mjs', import.meta.url).href)) as {
  isDue: (name: string, parts: number) => boolean;
  partOf: (name: string, parts: number) => number;
  runsAll: () => boolean;
  turnOf: () => number;
};

export const { isDue, partOf, runsAll, turnOf } = turns;
