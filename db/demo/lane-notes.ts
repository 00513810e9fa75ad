/**
 * What the demo's cameras read and its lanes decided in the last days, as live traffic would have stored it: the source
 * of a stay's history.
 */
import { factId } from '#domain/lane/identity.ts';
import type { ReasonId } from '#domain/lane/words.ts';
import { isoOf } from '#domain/time/iso.ts';

type Wide = Readonly<Record<string, unknown>>;

/** For older stays nobody reads this, and ninety days of it would add a fifth to all data. */
const NOTED_MS = 36 * 3_600_000;
/** One car in so many is read twice. */
const AGAIN = 11;

type Passed = { readonly lane: string | null; readonly at: number | null };
/** `of` answers 0 for what is not noted. */
export type Counted = { readonly of: (lane: string, at: number) => number; readonly last: ReadonlyMap<string, number> };

/** Numbers what passed each lane lately in the order it came, from 1 on. */
export function countPassings(passed: readonly Passed[]): Counted {
  const known = passed.flatMap(({ lane, at }) => (lane === null || at === null ? [] : [{ lane, at }]));
  const since = known.reduce((latest, { at }) => Math.max(latest, at), 0) - NOTED_MS;
  const numbers = new Map<string, Map<number, number>>();
  const last = new Map<string, number>();
  for (const { lane, at } of known.filter((each) => each.at >= since).sort((a, b) => a.at - b.at)) {
    const own = numbers.get(lane) ?? new Map<number, number>();
    own.set(at, own.get(at) ?? (last.get(lane) ?? 0) + 1);
    numbers.set(lane, own);
    last.set(lane, own.get(at)!);
  }
  return { of: (lane, at) => numbers.get(lane)?.get(at) ?? 0, last };
}

/** What a lane decided of a car at `at`. */
export type Verdict = {
  readonly at: number;
  readonly verdict: 'open' | 'charge';
  readonly reasons: readonly ReasonId[];
};
type Reading = {
  readonly passing: number;
  readonly at: number;
  readonly plate: string;
  readonly confidence: number;
  readonly picture: string;
};

/**
 * The rows of one passage: its reading, now and then a second one, and what was decided. None for a passage without a
 * number.
 */
export function notesOf(
  { tenant_id, park_id, gate_id }: Wide,
  { passing, at, plate, confidence, picture }: Reading,
  verdicts: readonly Verdict[],
): Record<string, unknown>[] {
  if (passing === 0) return [];
  const ref = { device: `camera:${String(gate_id)}`, seq: passing, rawAt: at };
  const head = { tenant_id, park_id, gate_id };
  const reading = factId(ref, 'reading');
  const read = (id: string, time: number, sure: number, repeatOf: string | null) => ({
    ...head,
    id,
    at: isoOf(time),
    kind: 'reading',
    passing,
    plate,
    note: { confidence: Math.round(sure * 1000) / 1000, picture, repeatOf },
  });
  return [
    read(reading, at, confidence, null),
    ...(passing % AGAIN === 0 ? [read(factId(ref, 'again'), at + 1_400, confidence - 0.031, reading)] : []),
    ...verdicts.map((each, nth) => ({
      ...head,
      id: factId(ref, `decision:${nth}`),
      at: isoOf(each.at),
      kind: 'decision',
      passing,
      plate,
      note: { verdict: each.verdict, reasons: each.reasons, offline: false },
    })),
  ];
}
