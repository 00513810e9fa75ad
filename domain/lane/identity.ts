/**
 * Ids that follow from what they name: the same event gives the same stay, order and command id
 * whether it came online, twice, late or from a lane's journal.
 */
import { noPlateCode } from '../plate/plate.ts';

/** Where a fact came from: the device, its contiguous number, and its own uncorrected clock (epoch ms). */
export interface EventRef {
  readonly device: string;
  readonly seq: number;
  readonly rawAt: number;
}

function finished(lane: number): number {
  let h = lane ^ (lane >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** One 32-bit lane of a murmur-style hash; four seeds give the bits of an id. */
function hash32(input: string, seed: number): number {
  let h = seed | 0;
  for (let i = 0; i < input.length; i += 1) {
    h = Math.imul(h ^ input.charCodeAt(i), 0x5bd1e995);
    h ^= h >>> 15;
  }
  return finished(h);
}

/** Three lanes in one reading of the text: `hash32` of each seed. */
function hashes(input: string): readonly [number, number, number] {
  let [a, b, c] = [0x9e3779b1 | 0, 0x7f4a7c15 | 0, 0x2545f491 | 0];
  for (let i = 0; i < input.length; i += 1) {
    const code = input.charCodeAt(i);
    a = Math.imul(a ^ code, 0x5bd1e995);
    a ^= a >>> 15;
    b = Math.imul(b ^ code, 0x5bd1e995);
    b ^= b >>> 15;
    c = Math.imul(c ^ code, 0x5bd1e995);
    c ^= c >>> 15;
  }
  return [finished(a), finished(b), finished(c)];
}

const hexes = Array.from({ length: 0x1_0000 }, (_, n) => n.toString(16).padStart(4, '0'));
const hex16 = (n: number): string => hexes[n & 0xffff]!;
const hex32 = (n: number): string => hex16(n >>> 16) + hex16(n);

/**
 * A UUID of version 7 whose time is the event's raw device time and whose other bits follow from device, number and
 * role. Pure: same input, same id; raw time, because the clock offset is an estimate that may change.
 */
export function factId(ref: EventRef, role: string): string {
  const [a, b, c] = hashes(`${ref.device}\u0000${ref.seq}\u0000${role}`);
  const time = Math.max(0, Math.floor(ref.rawAt)) % 0x1_0000_0000_0000;
  return `${hex32(Math.floor(time / 0x1_0000))}-${hex16(time % 0x1_0000)}-${hex16(0x7000 | (a & 0xfff))}-${hex16(0x8000 | (b & 0x3fff))}-${hex16(a >>> 16)}${hex32(c)}`;
}

/** The code a vehicle without a readable plate is kept under; `extra` distinguishes followers under one opening. */
export const codeFor = (ref: EventRef, extra = 0): string =>
  noPlateCode(hash32(`${ref.device}\u0000${ref.seq}\u0000${ref.rawAt}\u0000${extra}`, 0x1b873593));
