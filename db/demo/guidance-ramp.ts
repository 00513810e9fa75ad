/** The ramp's half day before the demo began. */
import { insertRows } from '#kit/server/bulk.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { randomFrom } from './random.ts';

export const RAMP_COUNTER = 201;
type Place = { readonly tenant_id: number; readonly company_id: string; readonly park_id: string };

/**
 * Passages the ramp counted in the last eleven hours and two manual corrections: as many out as in, so that its count
 * ends with the cars inside.
 */
export async function rampOf(
  db: Db,
  place: Place,
  { ramp, gateway, inside }: { ramp: string; gateway: string; inside: number },
  now: Date,
): Promise<void> {
  const random = randomFrom(20_261_126);
  const corrected = -3;
  let first = 'in';
  const wayOf = (nth: number): string => {
    if (nth % 2 === 0) first = random() < 0.5 ? 'in' : 'out';
    return nth % 2 === 0 ? first : first === 'in' ? 'out' : 'in';
  };
  const rows = Array.from({ length: 240 }, (_, nth) => ({
    ...place,
    id: newId(),
    at: new Date(now.getTime() - (240 - nth) * 170_000).toISOString(),
    group_id: ramp,
    from_group_id: null,
    gateway_id: gateway,
    // Numbers of a gateway begin at 1: these were counted before it was put in.
    seq: -(nth + 1),
    bus_address: RAMP_COUNTER,
    way: wayOf(nth),
    n: 1,
  }));
  await insertRows(db, 'group_passage', rows, '');
  const came = rows.filter(({ way }) => way === 'in').length;
  await db.raw(
    `UPDATE dev_group SET came_in = $3, went_out = $4, corrected = $5, start_count = $6 WHERE tenant_id = $1
      AND id = $2`,
    [place.tenant_id, ramp, came, rows.length - came, corrected, inside - corrected],
  );
  const adjusts = [
    { hours: 20, delta: -2, reason: '夜间清点', by: null },
    { hours: 6, delta: -1, reason: '摩托车误计', by: '周启明' },
  ].map(({ hours, delta, reason, by }) => ({
    ...place,
    id: newId(),
    group_id: ramp,
    at: new Date(now.getTime() - hours * 3_600_000).toISOString(),
    delta,
    inside_after: inside,
    reason,
    by_name: by,
  }));
  await insertRows(db, 'group_adjust', adjusts, '');
}
