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

/** A berth of the caller's scope, in a section he was granted when he stood there. */
export async function berthThen(work: Work, id: string, at: number): Promise<Berth> {
  const berth = (await rowOf(rdBerth, id, work.db)) as Berth;
  if (work.permits('rdBerth:anySection')) return berth;
  const granted = await grantedSections(work.db, berth.tenantId, work.person.userId, new Date(at));
  if (!granted.includes(berth.sectionId))
    throw new Refused('not_permitted', { what: text('未授权的泊位段', 'A section you are not granted') });
  return berth;
}

/**
 * Keeps the word with what follows from it, in the caller's transaction. `after` is to be called once it is committed.
 */
export async function sayAtBerth(
  work: Work,
  word: Word,
): Promise<{ readonly berth: Berth; readonly bills: readonly KerbBill[]; readonly after: () => void }> {
  const { berthId, ...rest } = word;
  const berth = await berthThen(work, berthId, word.at);
  const claim = {
    ...rest,
    berthId: berth.id,
    source: 'person',
    deviceId: null,
    userId: work.person.userId,
    confidence: null,
    changes: null,
    sinceSeconds: null,
    restarted: false,
    alsoOf: null,
  } as const;
  const { bills, after } = await acceptClaims(ofTenant(work.db, berth.tenantId), berth, [claim], work.now);
  return { berth: (await rowOf(rdBerth, berth.id, work.db)) as Berth, bills, after };
}
