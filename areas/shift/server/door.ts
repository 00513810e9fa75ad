/** What other areas may ask of shifts. */
import type { Db } from '#kit/server/db.ts';
import { scopedSql } from '#kit/server/scope.ts';

/** Whether a shift works the box and takes its cash now. */
export async function boxIsManned(db: Db, tenantId: number, boxId: string): Promise<boolean> {
  const rows = await db.raw('SELECT 1 FROM box_till WHERE tenant_id = $1 AND box_id = $2 AND taking', [
    tenantId,
    boxId,
  ]);
  return rows.length > 0;
}

/** The shift a person works, of the lots `db` may see; null where he works none. */
export async function shiftOfPerson(db: Db, userId: string): Promise<OwnShift | null> {
  const values: unknown[] = [userId];
  const [row] = await db.raw<OwnShift>(
    `SELECT s.id AS "shiftId", s.box_id AS "boxId", b.box_name AS "boxName", s.status FROM shift s
     JOIN park_box b ON b.tenant_id = s.tenant_id AND b.id = s.box_id
     WHERE s.operator_id = $1 AND s.status IN ('open', 'counting', 'counted') AND ${scopedSql(db.scope, 's', values)} ORDER BY s.opened_time DESC LIMIT 1`,
    values,
  );
  return row ?? null;
}

type OwnShift = {
  readonly shiftId: string;
  readonly boxId: string;
  readonly boxName: string;
  readonly status: 'open' | 'counting' | 'counted';
};

/** The box a person is on duty at, of the lots `db` may see; null where he is on duty at none. */
export const boxOfPerson = async (db: Db, userId: string): Promise<string | null> =>
  (await shiftOfPerson(db, userId))?.boxId ?? null;

export { isBlind, notBlind } from './blind.ts';
export { takenBy } from './taken.ts';

export type Duty = { readonly shiftId: string; readonly operator: string; readonly operatorId: string };

/**
 * Who was on duty at a lane's box at an instant (epoch ms), by the asker's own ids. A lane of no box of its own belongs
 * to every box: somebody is named where one shift alone was at work.
 */
export async function dutyAt(
  db: Db,
  { tenantId, parkId }: { tenantId: number; parkId: string },
  openings: readonly { readonly id: string; readonly lane: string; readonly at: number }[],
): Promise<Map<string, Duty>> {
  if (openings.length === 0) return new Map();
  const rows = await db.raw<Duty & { id: string }>(
    `SELECT p.id, s.id AS "shiftId", s.operator, s.operator_id AS "operatorId" FROM unnest($3::uuid[], $4::uuid[], $5::timestamptz[]) AS p(id, gate, at)
     JOIN park_gate g ON g.tenant_id = $1 AND g.id = p.gate
       JOIN shift s ON s.tenant_id = $1 AND s.park_id = $2 AND s.opened_time <= p.at
       AND (s.cut_time IS NULL OR s.cut_time > p.at) AND (g.box_id IS NULL OR s.box_id = g.box_id)`,
    [
      tenantId,
      parkId,
      openings.map(({ id }) => id),
      openings.map(({ lane }) => lane),
      openings.map(({ at }) => new Date(at).toISOString()),
    ],
  );
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].flatMap(([id, found]) =>
      found.length === 1 ? [[id, found[0]!] as const] : [],
    ),
  );
}
