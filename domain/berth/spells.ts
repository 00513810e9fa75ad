/** Rule 1 to 5 as a strip: one state for each instant of the window. Where nothing is proven it is `unknown`. */
import type { Scene } from './scene.ts';
import type { Interval } from '../time/interval.ts';
import type { BerthState, BerthStay, Instant, Spell } from './types.ts';

type Coat = {
  readonly from: Instant;
  readonly to: Instant;
  readonly state: BerthState;
  readonly stay: string | null;
  readonly by: string | null;
  readonly endBy: string | null;
};

/**
 * After a leave that no sensor reports, the berth is free until something comes. For a berth with a sensor the sensor
 * decides.
 */
function freeAfterLeaves(scene: Scene, stays: readonly BerthStay[]): Coat[] {
  const { until } = scene.input;
  const comings = [
    ...stays.map(({ beginTime }) => beginTime),
    ...scene.occupied.filter(({ end }) => end !== 'disproved').map(({ from }) => from),
    ...scene.claims.map(({ at }) => at),
    ...scene.readings.map(({ at }) => at),
  ];
  return scene.leaves.flatMap(({ at, id, kind }) => {
    const next = Math.min(until, ...comings.filter((coming) => at < coming));
    const ghost = scene.occupied.find((each) => each.end === 'disproved' && each.endBy === id);
    if (scene.sensed && !ghost && kind !== 'empty') return [];
    return [{ from: at, to: next, state: 'free' as const, stay: null, by: id, endBy: null }];
  });
}

/**
 * Leaves within the time of confirmation are one: the berth is free from the first, though a sensor notices a little
 * later.
 */
function freeBeforeSensor(scene: Scene, stays: readonly BerthStay[]): Coat[] {
  return stays.flatMap(({ outTime, endBy }) => {
    const late = scene.occupied.find(({ from, to }) => outTime !== null && from <= outTime && outTime < to);
    if (!late || outTime === null || late.to - outTime > scene.ms.confirm) return [];
    return [{ from: outTime, to: late.to, state: 'free' as const, stay: null, by: endBy, endBy: null }];
  });
}

/** How far an open stay holds its berth: no further than proven where all sensors are silent. */
function occupiedTo(scene: Scene, stay: BerthStay): Instant {
  if (stay.outTime !== null) return stay.outTime;
  const { until } = scene.input;
  const voice = [...scene.occupied, ...scene.free].some(({ end }) => end === 'open');
  return voice || !scene.sensed ? until : stay.provenTo;
}

function coatsOf(scene: Scene, stays: readonly BerthStay[], doubtful: readonly Interval[]): Coat[] {
  const { until } = scene.input;
  const bare = { stay: null, by: null, endBy: null };
  return [
    ...freeAfterLeaves(scene, stays),
    ...scene.free.map((each) => ({ ...bare, ...each, state: 'free' as const, by: each.beginBy, endBy: each.endBy })),
    ...scene.occupied.map(({ from, to, beginBy, endBy }) => ({
      from,
      to,
      state: 'occupied' as const,
      stay: null,
      by: beginBy,
      endBy,
    })),
    ...freeBeforeSensor(scene, stays),
    ...doubtful.map((each) => ({ ...bare, ...each, state: 'unknown' as const })),
    ...stays.map((stay) => {
      const voided = stay.state === 'voided';
      return {
        from: stay.beginTime,
        to: occupiedTo(scene, stay),
        state: voided ? ('unknown' as const) : ('occupied' as const),
        stay: voided ? null : stay.key,
        by: stay.beginBy,
        endBy: stay.endBy,
      };
    }),
    ...scene.disputes.map(({ from, to, evidence }) => ({
      ...bare,
      from,
      to,
      state: 'unknown' as const,
      by: evidence[0]!,
    })),
    ...scene.input.closures.map(({ from, to }) => ({ ...bare, from, to: to ?? until, state: 'closed' as const })),
  ];
}

/** Paints later coats over earlier ones and joins what is alike. Spells touch, and fill the window. */
function painted(berthId: string, window: Interval, coats: readonly Coat[]): Spell[] {
  const clipped = coats
    .map((each) => ({ ...each, from: Math.max(each.from, window.from), to: Math.min(each.to, window.to) }))
    .filter(({ from, to }) => from < to);
  const cuts = [...new Set([window.from, window.to, ...clipped.flatMap(({ from, to }) => [from, to])])].sort(
    (a, b) => a - b,
  );
  const spells: Spell[] = [];
  for (let nth = 0; nth + 1 < cuts.length; nth += 1) {
    const from = cuts[nth]!;
    const to = cuts[nth + 1]!;
    const coat = clipped.findLast((each) => each.from <= from && to <= each.to);
    const state = coat?.state ?? 'unknown';
    const stay = coat?.stay ?? null;
    const last = spells.at(-1);
    const beganBy = coat && coat.from === from ? coat.by : null;
    const endedBy = coat && coat.to === to ? coat.endBy : null;
    if (last && last.state === state && last.stay === stay) spells[spells.length - 1] = { ...last, to, endedBy };
    else spells.push({ berthId, from, to, state, stay, beganBy, endedBy });
  }
  return spells;
}

export function spellsOf(scene: Scene, stays: readonly BerthStay[], doubtful: readonly Interval[]): Spell[] {
  const { berthId, from, until } = scene.input;
  return from < until ? painted(berthId, { from, to: until }, coatsOf(scene, stays, doubtful)) : [];
}
