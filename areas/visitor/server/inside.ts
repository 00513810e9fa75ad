/** Who is inside as a visitor, by what the desk, a lane or a reader of codes recorded. */
import type { Db } from '#kit/server/db.ts';

/** `name` is null once the visitor was erased. `leftAt` is null while they are inside. Times are ISO instants. */
export type VisitInside = {
  readonly id: string;
  readonly visitNo: string;
  readonly name: string | null;
  readonly host: string | null;
  readonly people: number;
  readonly place: string | null;
  readonly since: string;
  readonly leftAt: string | null;
};

/** Visits last for days, not for months: older ones are not searched. */
const LOOK_BACK = `interval '31 days'`;

const INSIDE = `
  SELECT v.id, v.visit_no AS "visitNo", v.visitor_name AS name, v.host_name AS host, coalesce(v.people, 1)::int AS people, i.place, i.time AS since,
    (SELECT min(o.time) FROM visit_event o WHERE o.tenant_id = $1 AND o.visit_id = v.id AND o.kind = 'out' AND o.time > i.time AND o.time <= $4::timestamptz
      AND o.deleted_at IS NULL) AS "leftAt"
  FROM visit v
  JOIN LATERAL (
    SELECT e.time, e.place FROM visit_event e WHERE e.tenant_id = $1 AND e.visit_id = v.id AND e.kind = 'in'
      AND e.time <= $4::timestamptz AND e.deleted_at IS NULL
    ORDER BY e.time DESC LIMIT 1
  ) i ON true
  WHERE v.tenant_id = $1 AND v.village_id = $2 AND v.visit_time > $3::timestamptz - ${LOOK_BACK} AND v.deleted_at IS NULL
  ORDER BY v.visit_no`;

/**
 * Visits of a community that were inside at `from` or came in until `to`; nothing says in which of its areas they are.
 * The caller has chosen the tenant.
 */
export async function visitsInside(
  db: Db,
  tenantId: number,
  villageId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<VisitInside[]> {
  const rows = await db.raw<VisitInside>(INSIDE, [tenantId, villageId, from, to]);
  return rows.filter(({ leftAt }) => leftAt === null || Date.parse(leftAt) > Date.parse(from));
}
