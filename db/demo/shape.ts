import type { LotKind } from './city.ts';

/** How busy each hour of a day is, by kind of lot; the sum does not matter. Working day and weekend. */
const workday: Readonly<Record<LotKind, readonly number[]>> = {
  mall: [1, 0, 0, 0, 0, 0, 1, 3, 6, 12, 22, 34, 38, 30, 26, 24, 26, 36, 46, 42, 30, 16, 6, 2],
  hospital: [2, 1, 1, 1, 2, 6, 18, 46, 60, 54, 44, 28, 18, 32, 40, 34, 24, 16, 12, 9, 7, 5, 4, 3],
  station: [10, 6, 4, 4, 8, 18, 30, 36, 38, 38, 36, 34, 32, 32, 36, 40, 44, 46, 42, 38, 34, 30, 24, 16],
  office: [0, 0, 0, 0, 0, 1, 5, 30, 72, 50, 18, 12, 12, 22, 18, 12, 8, 6, 5, 4, 2, 1, 0, 0],
  home: [2, 1, 1, 0, 1, 2, 5, 8, 8, 7, 8, 10, 14, 10, 9, 12, 18, 34, 42, 34, 24, 16, 9, 5],
  curb: [1, 1, 0, 0, 1, 2, 8, 18, 26, 28, 26, 24, 26, 24, 22, 22, 24, 28, 30, 24, 16, 10, 5, 2],
};
const weekend: Readonly<Record<LotKind, readonly number[]>> = {
  ...workday,
  mall: [2, 1, 0, 0, 0, 0, 1, 4, 10, 26, 44, 56, 58, 54, 52, 50, 50, 56, 58, 50, 38, 22, 10, 4],
  hospital: [2, 1, 1, 1, 2, 4, 10, 22, 30, 28, 24, 16, 12, 16, 18, 16, 13, 11, 9, 8, 6, 5, 4, 3],
  office: [0, 0, 0, 0, 0, 0, 1, 3, 8, 9, 6, 5, 4, 5, 4, 3, 2, 2, 1, 1, 0, 0, 0, 0],
};

/**
 * Traffic of a whole day against an ordinary one: weekends, and a slow yearly swell. `weekday` 1 Monday to 7 Sunday.
 */
export function dayFactor(kind: LotKind, weekday: number, dayNumber: number): number {
  const off = weekday >= 6;
  const week: Readonly<Record<LotKind, number>> = {
    mall: off ? 1.55 : weekday === 5 ? 1.15 : 0.95,
    hospital: off ? 0.55 : 1.05,
    station: weekday === 5 || weekday === 7 ? 1.25 : 1,
    office: off ? 0.2 : 1.1,
    home: off ? 1.15 : 1,
    curb: off ? 0.9 : 1.05,
  };
  return week[kind] * (1 + 0.06 * Math.sin(dayNumber / 9));
}

export const hourShares = (kind: LotKind, weekday: number): readonly number[] =>
  (weekday >= 6 ? weekend : workday)[kind];

/** How long people stay, minutes: a mix of short and long visits by kind. `u`, `v` in [0, 1). */
export function stayMinutes(kind: LotKind, hasPass: boolean, u: number, v: number): number {
  const around = (middle: number, deviation: number) => middle * Math.exp(deviation * (u + v - 1) * 1.7);
  if (hasPass) return kind === 'home' ? around(760, 0.55) : kind === 'office' ? around(540, 0.3) : around(300, 0.6);
  if (u < 0.12) return 3 + v * 14;
  const mix: Readonly<Record<LotKind, number>> = {
    mall: around(118, 0.75),
    hospital: around(96, 0.7),
    station: u > 0.9 ? around(1500, 0.5) : around(42, 0.9),
    office: around(125, 0.85),
    home: around(165, 0.9),
    curb: around(75, 0.8),
  };
  return mix[kind];
}

/** What a month costs by the kind of the lot, in fen. */
export const monthFen = {
  mall: 60_000,
  hospital: 30_000,
  station: 80_000,
  office: 50_000,
  home: 20_000,
  curb: 25_000,
} as const satisfies Readonly<Record<LotKind, number>>;
