/**
 * People whom staff follow. Somebody watched or barred, or a lost card, is a warning with each swipe; somebody
 * cared for once none has for so long.
 */
import { platformScope, tenantScope } from '#kit/server/db.ts';
import type { Database, Db } from '#kit/server/db.ts';
import { clearWarning, openWarnings, raiseWarning } from '#areas/workorder/server/door.ts';
import type { Warning } from '#areas/workorder/server/door.ts';

/** Kinds of following that are in force for a person `e` of the tenant `$1`. */
export const FOLLOWED = `
  ARRAY(SELECT f.follow_type FROM door_follow f WHERE f.tenant_id = $1 AND f.emp_id = e.id
    AND (f.until IS NULL OR f.until > now()) AND f.deleted_at IS NULL)`;

export type Seen = {
  readonly person: string;
  readonly name: string;
  readonly follows: readonly string[];
  readonly reason: string | null;
  readonly result: string | null;
  readonly gateId: string | null;
  readonly companyId: string;
  readonly at: string;
};

const kindOf = ({ follows, reason }: Seen): Pick<Warning, 'type' | 'level'> | null => {
  if (follows.includes('barred') || reason === 'barred') return { type: 'barred', level: 'bad' };
  if (reason === 'lost-credential') return { type: 'lostCard', level: 'bad' };
  return follows.includes('watch') ? { type: 'watched', level: 'info' } : null;
};

const gateNames = async (db: Db, tenantId: number, ids: readonly (string | null)[]): Promise<Map<string, string>> => {
  const rows = await db.raw<{ id: string; name: string }>(
    'SELECT id, gate_name AS name FROM door_gate WHERE tenant_id = $1 AND id = ANY($2::uuid[])',
    [tenantId, ids.filter((id) => id !== null)],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/**
 * Of swipes that are stored for the first time, within their transaction and after the devices are locked: whoever
 * stores several warnings does it in one order.
 */
export async function warnOfSeen(
  db: Db,
  { tenantId, parkId }: { tenantId: number; parkId: string },
  swipes: readonly Seen[],
): Promise<void> {
  const found = swipes.flatMap((seen) => {
    const kind = kindOf(seen);
    return kind ? [{ seen, kind }] : [];
  });
  if (found.length === 0) return;
  const gates = await gateNames(
    db,
    tenantId,
    found.map(({ seen }) => seen.gateId),
  );
  const keyOf = ({ seen, kind }: (typeof found)[number]): string => `${seen.person} ${kind.type} ${seen.at}`;
  for (const { seen, kind } of found.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)))
    await raiseWarning(
      db,
      { tenantId, companyId: seen.companyId, parkId },
      { ...kind, subjectId: seen.person, subject: seen.name, remark: gates.get(seen.gateId ?? '') ?? null },
      new Date(seen.at),
    );
}

type Followed = {
  readonly id: string;
  readonly person: string;
  readonly name: string;
  readonly companyId: string;
  readonly parkId: string | null;
  readonly kind: string;
  readonly silentS: number | null;
  readonly since: string;
  readonly warned: string | null;
  readonly seenTime: string | null;
  readonly seenGate: string | null;
  readonly lastTime: string | null;
  readonly lastGate: string | null;
};
const FOLLOWS = `
  SELECT f.id, f.emp_id AS person, e.emp_name AS name, f.company_id AS "companyId", f.follow_type AS kind, f.silent_s::int AS "silentS",
    f.created_at AS since, f.warned_time AS warned, f.seen_time AS "seenTime", f.seen_gate_id AS "seenGate", v.time AS "lastTime", v.gate_id AS "lastGate",
    (SELECT p.id FROM park p WHERE p.tenant_id = $1 AND p.village_id = e.village_id AND p.deleted_at IS NULL ORDER BY p.created_at, p.id LIMIT 1) AS "parkId"
  FROM door_follow f JOIN door_employee e ON e.tenant_id = $1 AND e.id = f.emp_id AND e.status <> 'left' AND e.deleted_at IS NULL
    LEFT JOIN LATERAL (
      SELECT d.time, d.gate_id FROM door_event d
      WHERE d.tenant_id = $1 AND d.emp_id = f.emp_id AND d.result IN ('granted', 'refused') AND d.deleted_at IS NULL ORDER BY d.time DESC LIMIT 1
    ) v ON true
  WHERE f.tenant_id = $1 AND (f.until IS NULL OR f.until > $2::timestamptz) AND f.deleted_at IS NULL ORDER BY f.id`;

const HOUR_MS = 3_600_000;
const at = (time: string | null): number => (time === null ? 0 : Date.parse(time));

/** How long nobody has seen one who is cared for, where that is too long; null otherwise. */
function silenceOf({ kind, silentS, since, lastTime }: Followed, now: Date): number | null {
  if (kind !== 'care' || silentS === null) return null;
  const silence = now.getTime() - Math.max(at(since), at(lastTime));
  return silence >= silentS * 1_000 ? silence : null;
}

/** Once for each silence; dealt with and still unseen, again after as long. */
const isDue = ({ warned, since, lastTime, silentS }: Followed, now: Date): boolean =>
  at(warned) <= Math.max(at(since), at(lastTime)) || now.getTime() - at(warned) >= silentS! * 1_000;

async function followOne(db: Db, tenantId: number, followed: Followed, open: ReadonlySet<string>, now: Date) {
  const { id, person, name, companyId, parkId, lastTime, lastGate, seenTime, seenGate, silentS } = followed;
  const silence = silenceOf(followed, now);
  const tells = silence !== null && parkId !== null && !open.has(person) && isDue(followed, now);
  if (tells)
    await raiseWarning(
      db,
      { tenantId, companyId, parkId },
      {
        type: 'unseen',
        subjectId: person,
        subject: name,
        level: 'warn',
        figure: Math.floor(silence / HOUR_MS),
        limit: Math.round(silentS! / 3_600),
        unit: 'h',
      },
      now,
    );
  if (tells || lastTime !== seenTime || lastGate !== seenGate)
    await db.raw(
      `UPDATE door_follow SET seen_time = $3::timestamptz, seen_gate_id = $4::uuid, warned_time = coalesce($5::timestamptz, warned_time)
       WHERE tenant_id = $1 AND id = $2`,
      [tenantId, id, lastTime, lastGate, tells ? now.toISOString() : null],
    );
}

/** When each was seen last, and who of those cared for was not seen for too long. */
export async function lookAfter(database: Database, now: Date): Promise<void> {
  const tenants = await database.read(platformScope, (db) =>
    db.raw<{ tenantId: number }>('SELECT DISTINCT tenant_id AS "tenantId" FROM door_follow'),
  );
  for (const { tenantId } of tenants)
    await database.write(tenantScope(tenantId), async (db) => {
      const all = await db.raw<Followed>(FOLLOWS, [tenantId, now.toISOString()]);
      const unseen = new Set(all.filter((each) => silenceOf(each, now) !== null).map(({ person }) => person));
      const open = new Set((await openWarnings(db, tenantId, ['unseen'])).map(({ subjectId }) => subjectId));
      for (const followed of all) await followOne(db, tenantId, followed, open, now);
      for (const subjectId of open)
        if (!unseen.has(subjectId)) await clearWarning(db, tenantId, { type: 'unseen', subjectId }, now);
    });
}
