/** Eight days of a floor's board before the demo began: what it showed, and the cars that passed its counter. */
import { insertRows } from '#kit/server/bulk.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { nextLine } from '#domain/guidance/board.ts';
import { isoOf } from '#domain/time/iso.ts';
import type { Ask } from './build-base.ts';
import { randomFrom } from './random.ts';

const LIMITS = { fullAt: 0, clearAt: 3 };
/** Of those who pass, so many take no space however many are free. */
const LOOKS_AROUND = 0.02;
const [NEAREST_MS, FARTHEST_MS] = [30_000, 150_000];

export type PastChange = { readonly id: string; readonly at: number; readonly state: string };
type Floor = {
  readonly floorNo: number;
  readonly groupId: string;
  readonly gatewayId: string;
  readonly counter: number;
};

/**
 * Whoever took a space had passed the counter shortly before; the fewer were free, the more others passed and found
 * none. Numbers of a gateway begin at 1: these were counted before it was put in.
 */
export async function boardPast(
  db: Db,
  place: { readonly tenant_id: number; readonly company_id: string; readonly park_id: string },
  { floorNo, groupId, gatewayId, counter }: Floor,
  changes: readonly PastChange[],
): Promise<void> {
  const random = randomFrom(20_261_128 + floorNo);
  const shown = new Map<number, Record<string, unknown>>();
  const passed: number[] = [];
  const states = new Map<string, string>();
  let [free, full] = [0, false];
  for (const { id, at, state } of changes.toSorted((a, b) => a.at - b.at)) {
    const came = state === 'taken' && states.get(id) === 'free';
    const before = free;
    free += Number(state === 'free') - Number(states.get(id) === 'free');
    states.set(id, state);
    ({ full } = nextLine(full, free, LIMITS));
    shown.set(at, { n: full ? 0 : free, is_full: full });
    if (!came) continue;
    const past = (): number => at - NEAREST_MS - Math.floor(random() * (FARTHEST_MS - NEAREST_MS));
    passed.push(past());
    if (random() < LOOKS_AROUND + 0.8 * Math.exp(-before / 6)) passed.push(past());
  }
  const { tenant_id, park_id } = place;
  await insertRows(
    db,
    'group_shown',
    [...shown].map(([at, line]) => ({ tenant_id, park_id, group_id: groupId, at: isoOf(at), ...line, reserve: 0 })),
    '',
  );
  await insertRows(
    db,
    'group_passage',
    passed.map((at, nth) => ({
      ...place,
      id: newId(at),
      at: isoOf(at),
      group_id: groupId,
      from_group_id: null,
      gateway_id: gatewayId,
      seq: -(10_000 + nth),
      bus_address: counter,
      way: 'in',
      n: 1,
    })),
    '',
  );
}

/** Half of what the first floor's arrivals propose is in force, the other half waits for somebody to look at it. */
export async function holdBack(ask: Ask, groupId: string): Promise<void> {
  const { hours } = await ask('GET', '/api/gatehouse/guide/reserves', { groupId });
  const wanted = (hours as readonly { weekday: string; hour: string; proposed: number | null }[])
    .filter(({ weekday, proposed }) => Number(weekday) <= 3 && (proposed ?? 0) > 0)
    .map(({ weekday, hour, proposed }) => ({ weekday: Number(weekday), hour: Number(hour), reserve: proposed }));
  if (wanted.length > 0) await ask('POST', '/api/gatehouse/guide/reserves', { groupId, hours: wanted });
}
