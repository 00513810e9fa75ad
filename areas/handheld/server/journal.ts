/** The journal of an installation as the server has it: what came, in the order of its numbers, each once. */
import { createHash } from 'node:crypto';
import { firstLink, merged, timesOf, verifyJournal } from '#domain/berth/journal.ts';
import type { ChainedDeed, JournalFault } from '#domain/berth/journal.ts';
import { isId } from '#kit/declare/check.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Db } from '#kit/server/db.ts';
import { deedKinds } from '../model/handheld-deed.ts';
import type { DeedKind } from '../model/handheld-deed.ts';

const MOST_DEEDS = 50;
const MOST_BODY = 8_000;
/** Older deeds are not taken: nothing behind that is worked out anew. */
const BACK_MS = 31 * 86_400_000;
/** A deed that is heard later than this after it was done was made without the network. */
const LATE_MS = 60_000;

export type Acked = { readonly seq: number; readonly head: string; readonly at: number };

/** The last deed kept; all before it are kept, too. */
export async function ackedOf(db: Db, tenantId: number, installation: string): Promise<Acked> {
  const [row] = await db.raw<{ seq: number; hash: string; at: string }>(
    'SELECT seq, hash, at FROM handheld_deed WHERE tenant_id = $1 AND installation = $2 ORDER BY seq DESC LIMIT 1',
    [tenantId, installation],
  );
  return row
    ? { seq: Number(row.seq), head: row.hash, at: Date.parse(row.at) }
    : { seq: 0, head: firstLink(installation), at: 0 };
}

export const sha256 = (said: string): string => createHash('sha256').update(said).digest('hex');

const unreadable = (): Refused =>
  new Refused('bad_input', {}, [{ field: 'deeds', msg: text('记录格式错误', 'These are no records of a handheld') }]);

const whole = (value: unknown, least: number): value is number => Number.isSafeInteger(value) && Number(value) >= least;

function isDeed(value: unknown, installation: string): value is ChainedDeed {
  if (typeof value !== 'object' || value === null) return false;
  const deed = value as Record<keyof ChainedDeed, unknown>;
  return (
    deed.installation === installation &&
    whole(deed.seq, 1) &&
    isId(deed.id) &&
    isId(deed.userId) &&
    typeof deed.kind === 'string' &&
    Object.hasOwn(deedKinds, deed.kind) &&
    whole(deed.wallAt, 0) &&
    whole(deed.monotonicMs, 0) &&
    typeof deed.body === 'string' &&
    deed.body.length <= MOST_BODY &&
    typeof deed.previous === 'string' &&
    typeof deed.hash === 'string'
  );
}

/** The deeds of a request, each once and in order. */
export function readDeeds(given: unknown, installation: string, userId: string): ChainedDeed[] {
  if (!Array.isArray(given) || given.length > MOST_DEEDS) throw unreadable();
  if (!given.every((each) => isDeed(each, installation))) throw unreadable();
  const deeds = merged(given as ChainedDeed[]);
  if (deeds.some((deed) => deed.userId !== userId))
    throw new Refused('not_permitted', { what: text('他人的手持机记录', 'Records of somebody else') });
  return deeds;
}

/** What follows the kept ones without a gap and unchanged; what does not is named and not taken. */
export function nextDeeds(
  deeds: readonly ChainedDeed[],
  installation: string,
  acked: Acked,
): { readonly next: ChainedDeed[]; readonly faults: readonly JournalFault[] } {
  const later = deeds.filter(({ seq }) => seq > acked.seq);
  const { faults, seq } = verifyJournal(later, installation, sha256, acked);
  return { next: later.filter((deed) => deed.seq <= seq), faults };
}

export type Body = Readonly<Record<string, unknown>>;

export type TakenDeed = {
  readonly deed: ChainedDeed & { readonly kind: DeedKind };
  readonly body: Body;
  /** Epoch ms, corrected. */
  readonly at: number;
  readonly clockSuspect: boolean;
  readonly offline: boolean;
};

function bodyOf(deed: ChainedDeed): Body {
  try {
    const body: unknown = JSON.parse(deed.body);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Body;
  } catch {
    // said below
  }
  throw unreadable();
}

/**
 * When each was done: by its own clock less the offset found at its last synchronisation, never after now, and where that clock was set
 * meanwhile no earlier than the deed before it.
 */
export function timed(deeds: readonly ChainedDeed[], acked: Acked, now: number): TakenDeed[] {
  const taken: TakenDeed[] = [];
  for (const deed of deeds) {
    const body = bodyOf(deed);
    const { at: syncedAt, offsetMs } = (body['sync'] ?? {}) as { at?: unknown; offsetMs?: unknown };
    if (!whole(syncedAt, 0) || !Number.isSafeInteger(offsetMs)) throw unreadable();
    const [found] = timesOf([deed], { at: syncedAt, offsetMs: offsetMs as number });
    const before = taken.at(-1)?.at ?? acked.at;
    const at = Math.min(now, Math.max(now - BACK_MS, found!.clockSuspect ? Math.max(before, found!.at) : found!.at));
    taken.push({
      deed: deed as TakenDeed['deed'],
      body,
      at,
      clockSuspect: found!.clockSuspect,
      offline: now - at > LATE_MS,
    });
  }
  return taken;
}
