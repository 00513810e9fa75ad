/**
 * `npm run simulate -- --doors`: doors, visitors, guidance and help against a running server, by real messages; what is
 * checked is read through the server's own calls. Prints figures beside their bounds; exit code 1 where one is missed.
 */
import { openApi } from '#device/simulator/api.ts';
import type { Figure } from '#device/simulator/places/figures.ts';
import { PARTS, playPlaces } from '#device/simulator/places/run.ts';
import type { Part } from '#device/simulator/places/run.ts';
import { sizesOf } from '#device/simulator/places/sizes.ts';
import { randomFrom } from '#device/simulator/random.ts';

export type Options = {
  readonly url: string;
  readonly mqtt: string;
  readonly account: string;
  readonly password: string;
  readonly seed: string;
  /** Of the full size, 0 < share <= 1. */
  readonly share: number;
  readonly parts: readonly Part[];
};

function print(figures: readonly Figure[]): void {
  console.table(figures.map(({ what, figure, bound, held }) => ({ what, figure, bound, held: held ? 'yes' : 'NO' })));
  for (const { what, wrong } of figures) for (const words of wrong) console.error(`${what}: ${words}`);
}

/** @returns whether everything held */
export async function simulateDoors({ url, mqtt, account, password, seed, share, parts }: Options): Promise<boolean> {
  const begun = Date.now();
  const api = await openApi(url, account, password);
  const figures = await playPlaces(
    {
      api,
      url,
      account,
      password,
      mqtt,
      sizes: sizesOf(share),
      random: randomFrom(seed),
      mark: begun.toString(36),
      say: (line) => console.log(`${((Date.now() - begun) / 1_000).toFixed(0).padStart(4)} s  ${line}`),
      devices: [],
    },
    parts,
  );
  print(figures);
  const missed = figures.filter(({ held }) => !held).length;
  console.log(missed === 0 ? `All ${figures.length} hold.` : `${missed} of ${figures.length} do not hold.`);
  return missed === 0;
}

export function partsOf(text: string): Part[] {
  const named = text.split(',').map((each) => each.trim());
  const unknown = named.find((each) => !(PARTS as readonly string[]).includes(each));
  if (unknown !== undefined) throw new Error(`no such part: ${unknown}; there are ${PARTS.join(', ')}`);
  return named as Part[];
}
