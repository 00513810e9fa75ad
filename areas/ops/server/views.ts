/**
 * Who saw personal data whole stands in the log: one line for one question of a session, however often its screen
 * repeats it within ten minutes.
 */
import { createHash } from 'node:crypto';
import { isId } from '#kit/declare/check.ts';
import { plainInput, writeAudit } from '#kit/server/audit.ts';
import type { Database } from '#kit/server/db.ts';
import { scopeOf } from '#kit/server/work.ts';
import type { Work } from '#kit/server/work.ts';

const AGAIN_MS = 600_000;
const MOST = 20_000;
/** Turning pages and sorting is the same query. */
const turning = new Set(['current', 'size', 'pageNumber', 'pageSize', 'start', 'limit', 'sort', 'totals', 'columns']);
const ofRow = /^(ids?|grantId|\w*record\w*)$/i;

type Noted = Map<string, number>;
/** By the database whose log has the lines. */
const notedIn = new WeakMap<Database, Noted>();

function remember(noted: Noted, key: string, now: number): void {
  if (noted.size >= MOST) for (const [old, until] of noted) if (until <= now || noted.size >= MOST) noted.delete(old);
  noted.set(key, now + AGAIN_MS);
}

/** Writes the line before the answer goes out; what cannot be written down is not shown. */
export async function noteView(work: Work): Promise<void> {
  const filters = Object.fromEntries(
    Object.entries(plainInput(work.call.input, work.raw)).filter(([name]) => !turning.has(name)),
  );
  const key = createHash('sha256')
    .update(JSON.stringify([work.person.sessionId, work.call.name, filters]))
    .digest('base64');
  const now = performance.now();
  const noted: Noted = notedIn.get(work.database) ?? new Map();
  notedIn.set(work.database, noted);
  if ((noted.get(key) ?? 0) > now) return;
  const [resource = ''] = work.call.name.split('.');
  const rowId = Object.entries(filters).find(([name, value]) => ofRow.test(name) && isId(value))?.[1] as
    | string
    | undefined;
  await work.database.write(scopeOf(work.person), (db) =>
    writeAudit({ ...work, db }, work.call, [{ resource, action: 'view', rowId: rowId ?? null, after: filters }]),
  );
  remember(noted, key, now);
}
