/** A lot's figures against each other, counted from raw rows: what the simulator and the nightly job ask. */
import { addDays, dayOf } from '#domain/time/day.ts';
import { checkMoney } from '#areas/billing/server/door.ts';
import type { Place } from '#areas/billing/server/door.ts';
import type { Db } from '#kit/server/db.ts';

export type LotCheck = {
  readonly inside: number;
  readonly counted: number;
  readonly entries: number;
  readonly exits: number;
  readonly withoutEntry: number;
  readonly billsWrong: number;
  readonly events: number;
  readonly held: number;
  /** Signed corrections of the count, added up. */
  readonly adjusted: number;
} & Awaited<ReturnType<typeof checkMoney>>;

/** @param since ISO instant the entries and exits are counted from; the whole history when null */
export async function checkLotFigures(db: Db, place: Place, since: string | null): Promise<LotCheck> {
  const key = [place.tenantId, place.parkId];
  const [span] = await db.raw<{ first: string | null; last: string | null }>(
    'SELECT min(begin_time) AS first, max(coalesce(out_time, begin_time)) AS last FROM stay WHERE tenant_id = $1 AND park_id = $2 AND ($3::timestamptz IS NULL OR begin_time >= $3)',
    [...key, since],
  );
  const day = (at: string | null | undefined) => dayOf(at ? Date.parse(at) : Date.now(), place.zone);
  const [[live], [open], [stays], [held], money] = await Promise.all([
    db.raw<{ inside: number; adjusted: number; events: number }>(
      'SELECT inside, adjusted, events FROM park_live WHERE tenant_id = $1 AND park_id = $2',
      key,
    ),
    db.raw<{ n: number; stays: number; adjusted: number }>(
      `SELECT count(*) FILTER (WHERE status = 'open') AS n,
      (SELECT count(*) FROM stay WHERE tenant_id = $1 AND park_id = $2 AND status IN ('open', 'suspect', 'stale')) - count(*) AS stays,
      (SELECT coalesce(sum(delta), 0)::bigint FROM space_adjustment WHERE tenant_id = $1 AND park_id = $2) AS adjusted
      FROM car_inside WHERE tenant_id = $1 AND park_id = $2 AND deleted_at IS NULL`,
      key,
    ),
    db.raw<{ entries: number; exits: number; orphans: number; wrong: number }>(
      `
      SELECT count(*) FILTER (WHERE in_time IS NOT NULL AND status NOT IN ('merged', 'voided')) AS entries,
        count(*) FILTER (WHERE out_time IS NOT NULL AND status NOT IN ('merged', 'voided')) AS exits,
        count(*) FILTER (WHERE in_time IS NULL AND status = 'closed') AS orphans,
        count(*) FILTER (WHERE out_time IS NOT NULL AND status = 'closed'
          AND (lines IS NULL OR bill_fen IS DISTINCT FROM coalesce((SELECT sum((line->>'amountFen')::bigint)
          FROM jsonb_array_elements(lines) line), 0)
          OR receivable_fen <> paid_fen + derate_fen + waived_fen + outstanding_fen)) AS wrong
      FROM stay WHERE tenant_id = $1 AND park_id = $2 AND ($3::timestamptz IS NULL OR begin_time >= $3)`,
      [...key, since],
    ),
    db.raw<{ n: number }>(
      `SELECT coalesce(sum(jsonb_array_length(state->'held')), 0)::bigint AS n FROM device_live WHERE tenant_id = $1 AND park_id = $2`,
      key,
    ),
    checkMoney(db, place, day(span?.first), addDays(day(span?.last), 1)),
  ]);
  const [inside, adjusted] = [live?.inside ?? 0, live?.adjusted ?? 0];
  const right =
    money.right &&
    inside === open!.n + adjusted &&
    adjusted === open!.adjusted &&
    open!.stays === 0 &&
    stays!.wrong === 0;
  return {
    ...money,
    right,
    inside,
    adjusted,
    counted: open!.n,
    entries: stays!.entries,
    exits: stays!.exits,
    withoutEntry: stays!.orphans,
    billsWrong: stays!.wrong,
    events: live?.events ?? 0,
    held: held!.n,
  };
}
