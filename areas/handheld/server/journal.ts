/** The journal of an installation as the server has it: what came, in the order of its numbers, each once. */
import { createHash } from 'node:crypto';
import { firstLink, merged, timesOf, verifyJournal } from '#domain/berth/journal.ts';
import type { ChainedEntry, JournalFault } from '#domain/berth/journal.ts';
import { isId } from '#kit/declare/check.ts';
import { Refused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Db } from '#kit/server/db.ts';
import { entryKinds } from '../model/handheld-entry.ts';
import type { EntryKind } from '../model/handheld-entry.ts';

const MOST_ENTRIES = 50;
const MOST_BODY = 8_000;
/** Older entries are rejected: nothing before that is recomputed. */
const BACK_MS = 31 * 86_400_000;
/** An entry that arrives later than this after its time was made offline. */
const LATE_MS = 60_000;

export type Acked = { readonly seq: number; readonly head: string; readonly at: number };

/** The last entry stored; all before it are stored too. */
export async function ackedOf(db: Db, tenantId: number, installation: string): Promise<Acked> {
  const [row] = await db.raw<{ seq: number; hash: string; at: string }>(
    'SELECT seq, hash, at FROM handheld_deed WHERE tenant_id = $1 AND installation = $2 AND deleted_at IS NULL ORDER BY seq DESC LIMIT 1',
    [tenantId, installation],
  );
  return row
    ? { seq: Number(row.seq), head: row.hash, at: Date.parse(row.at) }
    : { seq: 0, head: firstLink(installation), at: 0 };
}

export const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');

const unreadable = (): Refused =>
  new Refused('bad_input', {}, [{ field: 'deeds', msg: text('记录格式错误', 'These are no records of a handheld') }]);

const whole = (value: unknown, least: number): value is number => Number.isSafeInteger(value) && Number(value) >= least;

function isEntry(value: unknown, installation: string): value is ChainedEntry {
  if (typeof value !== 'object' || value === null) return false;
  const entry = value as Record<keyof ChainedEntry, unknown>;
  return (
    entry.installation === installation &&
    whole(entry.seq, 1) &&
    isId(entry.id) &&
    isId(entry.userId) &&
    typeof entry.kind === 'string' &&
    Object.hasOwn(entryKinds, entry.kind) &&
    whole(entry.wallAt, 0) &&
    whole(entry.monotonicMs, 0) &&
    typeof entry.body === 'string' &&
    entry.body.length <= MOST_BODY &&
    typeof entry.previous === 'string' &&
    typeof entry.hash === 'string'
  );
}

/** The entries of a request, each once and in order. */
export function readEntries(given: unknown, installation: string, userId: string): ChainedEntry[] {
  if (!Array.isArray(given) || given.length > MOST_ENTRIES) throw unreadable();
  if (!given.every((each) => isEntry(each, installation))) throw unreadable();
  const entries = merged(given as ChainedEntry[]);
  if (entries.some((entry) => entry.userId !== userId))
    throw new Refused('not_permitted', { what: text('他人的手持机记录', 'Records of somebody else') });
  return entries;
}

/** What follows the kept ones without a gap and unchanged; what does not is named and not taken. */
export function nextEntries(
  entries: readonly ChainedEntry[],
  installation: string,
  acked: Acked,
): { readonly next: ChainedEntry[]; readonly faults: readonly JournalFault[] } {
  const later = entries.filter(({ seq }) => seq > acked.seq);
  const { faults, seq } = verifyJournal(later, installation, sha256, acked);
  return { next: later.filter((entry) => entry.seq <= seq), faults };
}

export type Body = Readonly<Record<string, unknown>>;

export type TakenEntry = {
  readonly entry: ChainedEntry & { readonly kind: EntryKind };
  readonly body: Body;
  /** Epoch ms, corrected. */
  readonly at: number;
  readonly clockSuspect: boolean;
  readonly offline: boolean;
};

function bodyOf(entry: ChainedEntry): Body {
  try {
    const body: unknown = JSON.parse(entry.body);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Body;
  } catch {
    // reported below
  }
  throw unreadable();
}

/**
 * When each was done: by its own clock less the offset found at its last synchronisation, never after now, and where
 * that clock was set meanwhile no earlier than the entry before it.
 */
export function timed(entries: readonly ChainedEntry[], acked: Acked, now: number): TakenEntry[] {
  const taken: TakenEntry[] = [];
  for (const entry of entries) {
    const body = bodyOf(entry);
    const { at: syncedAt, offsetMs } = (body['sync'] ?? {}) as { at?: unknown; offsetMs?: unknown };
    if (!whole(syncedAt, 0) || !Number.isSafeInteger(offsetMs)) throw unreadable();
    const [found] = timesOf([entry], { at: syncedAt, offsetMs: offsetMs as number });
    const before = taken.at(-1)?.at ?? acked.at;
    const at = Math.min(now, Math.max(now - BACK_MS, found!.clockSuspect ? Math.max(before, found!.at) : found!.at));
    taken.push({
      entry: entry as TakenEntry['entry'],
      body,
      at,
      clockSuspect: found!.clockSuspect,
      offline: now - at > LATE_MS,
    });
  }
  return taken;
}
