/** A person's word about a berth as a handheld wrote it down, perhaps hours ago and without a network. */
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { ofTenant } from '#kit/server/db.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import type { Work } from '#kit/server/work.ts';
import type { EvidenceClaim } from '#domain/berth/types.ts';
import type { KerbBill } from '#areas/passage/server/door.ts';
import { rdBerth } from '#areas/road/model/rd-berth.ts';
import type { Berth } from './berths.ts';
import { acceptClaims } from './evidence.ts';
import type { Claim } from './evidence.ts';
import { grantedSections } from './grants.ts';

export type Word = {
  readonly berthId: string;
  readonly claim: EvidenceClaim;
  readonly plate: string | null;
  readonly colour: string | null;
  readonly picture: string | null;
  /** Epoch ms: corrected, and by the handheld's own clock. */
  readonly at: number;
  readonly rawAt: number;
  readonly offline: boolean;
  /** Who numbered it, and its number there: the same word again changes nothing. */
  readonly sourceId: string;
  readonly seq: string;
};

/**
 * Berths of the caller's scope, in sections he was granted when he stood there; `at` in epoch ms.
 * @throws Refused where one is unknown or in a section he was not granted
 */
async function berthsThen(work: Work, ids: readonly string[], at: number): Promise<Berth[]> {
  const berths: Berth[] = [];
  for (const id of ids) berths.push((await rowOf(rdBerth, id, work.db)) as Berth);
  if (work.permits('rdBerth:anySection')) return berths;
  for (const tenantId of new Set(berths.map((berth) => berth.tenantId))) {
    const granted = await grantedSections(work.db, tenantId, work.person.userId, new Date(at));
    if (berths.some((berth) => berth.tenantId === tenantId && !granted.includes(berth.sectionId)))
      throw new Refused('not_permitted', { what: text('未授权的泊位段', 'A section you are not granted') });
  }
  return berths;
}

/** The same for one. */
export const berthThen = async (work: Work, id: string, at: number): Promise<Berth> =>
  (await berthsThen(work, [id], at))[0]!;

const claimOf = (work: Work, word: Word, berth: Berth): Claim => ({
  ...word,
  berthId: berth.id,
  source: 'person',
  deviceId: null,
  userId: work.person.userId,
  confidence: null,
  changes: null,
  sinceSeconds: null,
  restarted: false,
  alsoOf: null,
});

type Kept = { readonly bills: readonly KerbBill[]; readonly after: () => void };

/**
 * Keeps words of one moment with what follows from them, in the caller's transaction; those about one car park are
 * worked out together. `after` is to be called once it is committed.
 */
export async function sayAtBerths(
  work: Work,
  words: readonly Word[],
): Promise<Kept & { readonly berths: readonly Berth[] }> {
  const ids = words.map(({ berthId }) => berthId);
  const berths = words[0] ? await berthsThen(work, ids, words[0].at) : [];
  const kept: Kept[] = [];
  for (const [, nths] of Map.groupBy(berths.keys(), (nth) => berths[nth]!.parkId)) {
    const lot = berths[nths[0]!]!;
    const claims = nths.map((nth) => claimOf(work, words[nth]!, berths[nth]!));
    kept.push(await acceptClaims(ofTenant(work.db, lot.tenantId), lot, claims, work.now));
  }
  return {
    berths,
    bills: kept.flatMap(({ bills }) => bills),
    after: () => {
      for (const { after } of kept) after();
    },
  };
}

/** The same of one word; answers the berth as it is now. */
export async function sayAtBerth(work: Work, word: Word): Promise<Kept & { readonly berth: Berth }> {
  const { berths, ...kept } = await sayAtBerths(work, [word]);
  return { ...kept, berth: (await rowOf(rdBerth, berths[0]!.id, work.db)) as Berth };
}
