/**
 * How far two plate readings are apart, and which cars inside a misread plate may mean. Cameras err in
 * known ways (0 for D, 京 for 豫, the first character lost); such errors weigh less than a different plate.
 */
import { canonicalPlate, isNoPlateCode, isUnread } from './plate.ts';

const CONFUSABLE = ['0DQO', '8B', '5S', '2Z', '17TI', 'CG', 'MNH', 'VY', '京豫', '苏浙', '皖赣', '川桂'];
const groupOf = new Map<string, number>();
CONFUSABLE.forEach((letters, group) => [...letters].forEach((letter) => groupOf.set(letter, group)));

/** Weights in tenths, so that sums stay exact. */
const CONFUSED = 4;
const LOST_FIRST = 6;
const LOST_ONE_OF_EIGHT = 8;
const OTHER = 10;
/** In the table an edit costs this much more than any weight: fewest edits first, least weight among those. */
const EDIT = 1000;

/**
 * Both infinite where the two can never be one car. `weight` is 0 for equal, 0.4 for one confusable letter, 1 for any
 * other edit.
 */
export type PlateDistance = { readonly edits: number; readonly weight: number };
const APART: PlateDistance = { edits: Infinity, weight: Infinity };
const SAME: PlateDistance = { edits: 0, weight: 0 };

/** Whether a camera is known to take one letter for the other. */
export function confusable(a: string, b: string): boolean {
  const group = groupOf.get(a);
  return group !== undefined && group === groupOf.get(b);
}

/** The letters a camera may take this one for, itself among them. */
const confusedWith = (letter: string): readonly string[] => {
  const group = groupOf.get(letter);
  return group === undefined ? [letter] : [...CONFUSABLE[group]!];
};

/** Alike for all plates that only differ in confusable letters. */
export const confusableKey = (plate: string): string =>
  [...canonicalPlate(plate)].map((letter) => confusedWith(letter)[0]).join('');

/** The plate and every text that differs from it in one confusable letter. */
export function oneConfusedLetter(plate: string): string[] {
  const letters = [...canonicalPlate(plate)];
  const texts = letters.flatMap((letter, nth) =>
    confusedWith(letter).map((other) => letters.with(nth, other).join('')),
  );
  return [...new Set([letters.join(''), ...texts])];
}

function lossWeight(longer: string, position: number): number {
  if (position === 0) return LOST_FIRST;
  return longer.length === 8 ? LOST_ONE_OF_EIGHT : OTHER;
}

function aligned(longer: string, shorter: string): PlateDistance {
  let above: number[] = [0];
  for (let j = 1; j <= shorter.length; j++) above.push(above[j - 1]! + EDIT + OTHER);
  for (let i = 1; i <= longer.length; i++) {
    const lost = EDIT + lossWeight(longer, i - 1);
    const row: number[] = [above[0]! + lost];
    for (let j = 1; j <= shorter.length; j++) {
      const a = longer[i - 1]!;
      const b = shorter[j - 1]!;
      const change = a === b ? 0 : EDIT + (confusable(a, b) ? CONFUSED : OTHER);
      row.push(Math.min(above[j - 1]! + change, above[j]! + lost, row[j - 1]! + EDIT + OTHER));
    }
    above = row;
  }
  const cost = above[shorter.length]!;
  return { edits: Math.floor(cost / EDIT), weight: (cost % EDIT) / 10 };
}

/**
 * Distance of two plates in any spelling: least number of edits, and the least weight among the ways to make them. The
 * same both ways round. A no-plate code and an unread plate are infinitely far from all but themselves.
 */
export function plateDistance(a: string, b: string): PlateDistance {
  return canonicalDistance(canonicalPlate(a), canonicalPlate(b));
}

function canonicalDistance(left: string, right: string): PlateDistance {
  if (left === right) return SAME;
  if (Math.abs(left.length - right.length) > 2 || namesNobody(left) || namesNobody(right)) return APART;
  // Ordered, also among equal lengths, so that the table does not depend on who is named first.
  const swap = left.length === right.length ? left < right : left.length < right.length;
  return swap ? aligned(right, left) : aligned(left, right);
}

function namesNobody(plate: string): boolean {
  return isNoPlateCode(plate) || isUnread(plate);
}

/** Near enough to be offered as a correction: one edit, or two that are both confusable letters. */
export function isNear({ edits, weight }: PlateDistance): boolean {
  return edits <= 1 || (edits === 2 && weight <= (2 * CONFUSED) / 10);
}

/** A car the reading may mean; `score` falls from 1 (the same text) with the weight of the error. */
export type Candidate = PlateDistance & { readonly plate: string; readonly score: number };

/**
 * `candidates` come best first, equal ones by plate. `unambiguous` means that a machine may take the first:
 * it is the same text, or differs by a known camera error and no other car is near at all: however much likelier
 * one error is than the other, it would be the other car's bill. One other letter (12345 read, 12346 inside) is
 * never unambiguous, as two real cars differ by no more.
 */
export type Fuzzy = { readonly candidates: readonly Candidate[]; readonly unambiguous: boolean };

/** Cars among `candidates` (plates in any spelling, twice is once) that the reading `plate` may mean. */
export function fuzzyCandidates(plate: string, candidates: Iterable<string>): Fuzzy {
  const read = canonicalPlate(plate);
  const found: Candidate[] = [];
  for (const candidate of new Set([...candidates].map(canonicalPlate))) {
    const distance = canonicalDistance(read, candidate);
    if (isUnread(candidate) || !isNear(distance)) continue;
    found.push({ plate: candidate, ...distance, score: 1 / (1 + distance.weight) });
  }
  found.sort((a, b) => a.weight - b.weight || a.edits - b.edits || (a.plate < b.plate ? -1 : 1));
  const [first, second] = found;
  const known = first !== undefined && first.weight < 1;
  const clear = second === undefined || first?.weight === 0;
  return { candidates: found, unambiguous: known && clear };
}
