/** Who was on duty in a section: of several the one whose action there was the last. */
import type { Evidence } from '#domain/berth/types.ts';
import { HOUR } from '#domain/time/zone.ts';
import type { Db } from '#kit/server/db.ts';
import type { Lot } from './evidence.ts';

/** Somebody of whom nothing was recorded for longer is on duty no more. */
const FORGOTTEN_MS = 12 * HOUR;

type Grant = { readonly person: string; readonly from: number; readonly to: number };
type Action = { readonly person: string; readonly at: number; readonly id: string };

async function grantsOf(db: Db, { tenantId }: Lot, sectionId: string): Promise<Grant[]> {
  const rows = await db.raw<{ person: string; from: string | null; to: string | null }>(
    `SELECT user_id AS person, from_time AS "from", to_time AS "to" FROM user_section_grant
    WHERE tenant_id = $1 AND deleted_at IS NULL AND $2 = ANY(section_ids)`,
    [tenantId, sectionId],
  );
  return rows.map(({ person, from, to }) => ({
    person,
    from: from === null ? -Infinity : Date.parse(from),
    to: to === null ? Infinity : Date.parse(to),
  }));
}

/** What people did there before the evidence at hand begins. */
async function earlierActions(
  db: Db,
  { tenantId }: Lot,
  sectionId: string,
  from: number,
  to: number,
): Promise<Action[]> {
  const rows = await db.raw<{ person: string; at: string; id: string }>(
    `SELECT e.user_id AS person, e.at, e.id FROM rd_berth b JOIN berth_evidence e ON e.tenant_id = b.tenant_id AND e.berth_id = b.id
    WHERE b.tenant_id = $1 AND b.section_id = $2 AND e.user_id IS NOT NULL AND e.at >= $3 AND e.at < $4
      AND e.raw_at > $3::timestamptz - interval '24 hours' AND e.raw_at < $4::timestamptz + interval '24 hours'`,
    [tenantId, sectionId, new Date(from).toISOString(), new Date(to).toISOString()],
  );
  return rows.map(({ person, at, id }) => ({ person, at: Date.parse(at), id }));
}

/**
 * By instant (epoch ms): the person granted the section then whose evidence there is the latest before; none where
 * nobody recorded anything for 12 hours. `known` is all evidence of the section since `since`.
 */
export async function dutyAt(
  db: Db,
  lot: Lot,
  sectionId: string,
  instants: readonly number[],
  known: { readonly evidence: readonly Evidence[]; readonly since: number },
): Promise<ReadonlyMap<number, string>> {
  if (instants.length === 0) return new Map();
  const grants = await grantsOf(db, lot, sectionId);
  if (grants.length === 0) return new Map();
  const from = Math.min(...instants) - FORGOTTEN_MS;
  const actions: Action[] = known.evidence.flatMap(({ userId, at, id }) =>
    userId === null || at < from ? [] : [{ person: userId, at, id }],
  );
  if (from < known.since) actions.push(...(await earlierActions(db, lot, sectionId, from, known.since)));
  const latestFirst = actions.sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
  return new Map(
    instants.flatMap((at): [number, string][] => {
      const last = latestFirst.find(
        (action) =>
          action.at <= at &&
          action.at > at - FORGOTTEN_MS &&
          grants.some((grant) => grant.person === action.person && grant.from <= at && at < grant.to),
      );
      return last ? [[at, last.person]] : [];
    }),
  );
}
