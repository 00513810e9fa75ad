/** Eight days of a floor before the demo began: how full it was every ten minutes, and when which space changed. */
import { insertRows } from '#kit/server/bulk.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import type { PastChange } from './board-past.ts';
import { randomFrom } from './random.ts';

const [SLOT_MS, DAY_MS, DAYS] = [600_000, 86_400_000, 8];
/**
 * How strongly a floor follows the mall's tide, how many cars come as others leave each ten minutes, and how long before
 * now it was no longer as full or empty as the cars that stand there now make it.
 */
type Draw = { readonly pull: number; readonly churn: number; readonly settlesMs: number };
/** The first floor fills up in the evening, so that its board has promises to break. */
const FIRST: Draw = { pull: 1.5, churn: 4, settlesMs: 3 * 3_600_000 };
const OTHER: Draw = { pull: 1, churn: 1, settlesMs: Infinity };

type Place = { readonly tenant_id: number; readonly park_id: string };
type State = 'free' | 'taken' | 'unknown' | 'closed';
/** A space as it is stored at the end of these days; `since` and `told_at` become those of its last change. */
type Space = {
  readonly id: string;
  readonly space_no: string;
  readonly space_kind: string;
  readonly sensed_taken: boolean;
  readonly closed_reason: string | null;
  since: string;
  told_at: string;
};

/** How full a shopping mall is, 0 to 1: noon and evening, weekends more. */
function tideAt(at: number): number {
  const local = new Date(at + 8 * 3_600_000);
  const hour = local.getUTCHours() + local.getUTCMinutes() / 60;
  const hump = (middle: number, width: number): number => Math.exp(-(((hour - middle) / width) ** 2));
  const weekend = local.getUTCDay() % 6 === 0;
  return Math.min(1, 0.06 + (weekend ? 0.62 : 0.42) * hump(13, 2.6) + (weekend ? 0.66 : 0.6) * hump(19, 2.3));
}

const iso = (at: number): string => new Date(at).toISOString();

/** Spaces whose state does not follow cars here: closed, lost, or kept for few. */
const fixedOf = ({ closed_reason: reason, space_kind: kind }: Space, lost: boolean): State | null =>
  reason !== null ? 'closed' : lost ? 'unknown' : kind === 'disabled' ? 'free' : null;

/** Goes back from what stands now, so that the last change of each space leads to it. */
function changesOf(spaces: readonly Space[], seed: number, { pull, churn, settlesMs }: Draw, now: number) {
  const random = randomFrom(seed);
  const taken = new Map(spaces.map((space) => [space.id, space.sensed_taken]));
  const last = new Map<string, number>();
  const changes: { id: string; at: number; state: State }[] = [];
  const counts: { at: number; taken: number }[] = [];
  const end = Math.floor(now / SLOT_MS) * SLOT_MS;
  const [standing, tide] = [[...taken.values()].filter(Boolean).length, tideAt(end)];
  const flip = (wanted: boolean, from: number): void => {
    const able = spaces.filter(({ id }) => taken.get(id) !== wanted);
    const one = able[Math.floor(random() * able.length)];
    if (!one) return;
    const at = from + Math.floor(random() * SLOT_MS * 0.9);
    // Its earlier change within the same minutes would come after this one.
    if ((last.get(one.id) ?? Infinity) <= at) return;
    changes.push({ id: one.id, at, state: taken.get(one.id) ? 'taken' : 'free' });
    taken.set(one.id, wanted);
    last.set(one.id, at);
  };
  for (let at = end; at >= end - DAYS * DAY_MS; at -= SLOT_MS) {
    const stands = [...taken.values()].filter(Boolean).length;
    counts.push({ at, taken: stands });
    const ofNow = (standing - tide * spaces.length * pull) * Math.exp((at - end) / settlesMs);
    const wanted = ofNow + tideAt(at - SLOT_MS) * spaces.length * pull;
    const less = Math.round(Math.min(spaces.length, Math.max(0, wanted))) - stands;
    for (let nth = 0; nth < Math.abs(less); nth += 1) flip(less > 0, at - SLOT_MS);
    for (let nth = 0; nth < churn; nth += 1) {
      flip(true, at - SLOT_MS);
      flip(false, at - SLOT_MS);
    }
  }
  return { changes, counts, first: taken };
}

/**
 * Stores the days, and gives each space the time of its last change. To be called before spaces are stored.
 * @returns the changes of spaces that anybody may take
 */
export async function floorPast(
  db: Db,
  { tenant_id, park_id }: Place,
  floor: { readonly id: string; readonly floorNo: number },
  spaces: readonly Space[],
  isLost: (space: Space) => boolean,
  now: Date,
): Promise<PastChange[]> {
  const fixed = spaces.flatMap((space) => {
    const state = fixedOf(space, isLost(space));
    return state ? [{ id: space.id, state }] : [];
  });
  const fixedIds = new Set(fixed.map(({ id }) => id));
  const moving = spaces.filter(({ id }) => !fixedIds.has(id));
  const { changes, counts, first } = changesOf(
    moving,
    20_261_127 + floor.floorNo,
    floor.floorNo === -1 ? FIRST : OTHER,
    now.getTime(),
  );
  const begin = now.getTime() - (DAYS + 1) * DAY_MS;
  const firsts = moving.map(({ id }) => ({ id, at: begin, state: first.get(id) ? 'taken' : 'free' }));
  const all = [...fixed.map((each) => ({ ...each, at: begin })), ...firsts, ...changes];
  const lastOf = new Map<string, number>();
  for (const { id, at } of all) lastOf.set(id, Math.max(at, lastOf.get(id) ?? 0));
  for (const space of moving) space.since = space.told_at = iso(lastOf.get(space.id)!);
  const place = { tenant_id, park_id };
  await insertRows(
    db,
    'space_change',
    all.map(({ id, at, state }) => ({ ...place, id: newId(at), space_id: id, at: iso(at), state })),
    '',
  );
  const sum = (of: State): number => fixed.filter(({ state }) => state === of).length;
  await insertRows(
    db,
    'floor_count',
    counts.map(({ at, taken }) => ({
      ...place,
      building_id: floor.id,
      at: iso(at),
      free: moving.length - taken + sum('free'),
      taken,
      unknown: sum('unknown'),
      closed: sum('closed'),
    })),
    '',
  );
  const open = new Set(moving.filter(({ space_kind: kind }) => kind !== 'fixed').map(({ id }) => id));
  return [...firsts, ...changes].filter(({ id }) => open.has(id));
}
