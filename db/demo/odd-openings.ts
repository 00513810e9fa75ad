/**
 * Openings of the demo's barriers that no stay and no pass caused: some from afar, some that nobody accounts for, each
 * with the shift that worked then.
 */
import { insertRows } from '#kit/server/bulk.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { randomFrom } from './random.ts';

const HOUR = 3_600_000;
/** How far apart two of them lie on average; of a lot there are some in each week. */
const APART = 44 * HOUR;
const SINCE = 16 * 24 * HOUR;

export type Odd = { readonly cause: 'remote' | 'unknown'; readonly at: number; readonly gate: number };

/**
 * When somebody opened a barrier of a lot of `gates` lanes, newest first: every lot at its own times, more often from
 * afar than nobody knows why, and both within a week.
 */
export function oddOf(seed: number, now: number, gates: number): Odd[] {
  const random = randomFrom(seed + 31_000);
  const odd: Odd[] = [];
  for (let at = now - HOUR - (random() * APART) / 2; at > now - SINCE; at -= (0.2 + random() * 1.6) * APART) {
    odd.push({
      cause: odd.length % 5 === 1 || odd.length % 5 === 3 ? 'unknown' : 'remote',
      at: Math.floor(at),
      gate: Math.floor(random() * gates),
    });
  }
  return odd;
}

type Owner = { readonly tenant_id: number; readonly company_id: string; readonly park_id: string };
type Worked = { readonly id: string; readonly operator: string; readonly operatorId: string; readonly at: number };

/** `shifts`: of the lot's box, the oldest first. */
export async function loadOddOpenings(
  db: Db,
  { tenant_id, company_id, park_id }: Owner,
  box: string,
  gates: readonly string[],
  shifts: readonly Worked[],
  { seed, now }: { seed: number; now: number },
): Promise<void> {
  if (gates.length === 0) return;
  const openings = oddOf(seed, now, gates.length).flatMap(({ cause, at, gate }) => {
    const time = new Date(at).toISOString();
    const on = shifts.findLast((shift) => shift.at <= at);
    if (!on) return [];
    const requestId = cause === 'remote' ? newId(at) : null;
    return [
      {
        tenant_id,
        company_id,
        park_id,
        id: newId(at),
        created_at: time,
        updated_at: time,
        gate_id: gates[gate]!,
        event: 'up',
        evidence: 'reported',
        time,
        raw_time: time,
        closed_time: new Date(at + 21_000).toISOString(),
        open_seconds: 21,
        cause,
        cause_id: requestId,
        plate_number: null,
        command_id: requestId,
        operator: on.operator,
        operator_id: on.operatorId,
        shift_id: on.id,
        picture: null,
      },
    ];
  });
  await insertRows(db, 'gate_opening', openings, '');
  await insertRows(
    db,
    'lane_exception',
    openings
      .filter(({ cause }) => cause === 'unknown')
      .map(({ id, gate_id, time, operator }) => ({
        tenant_id,
        company_id,
        park_id,
        id: newId(Date.parse(time)),
        created_at: time,
        updated_at: time,
        gate_id,
        code: 'E-CAUSE',
        time,
        plate_number: null,
        stay_id: null,
        other_id: id,
        amount_fen: null,
        box_id: box,
        operator,
        picture: null,
        cleared_time: null,
      })),
    '',
  );
}
