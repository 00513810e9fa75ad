import { misread } from './plates.ts';
import type { Plate } from './plates.ts';
import type { Random } from './random.ts';
import { randomFrom } from './random.ts';

export const FAULTS = ['duplicate', 'late', 'misread', 'offline'] as const;
export type Fault = (typeof FAULTS)[number];

/** How often each occurs when enabled. */
const SHARE = { duplicate: 0.03, late: 0.03, misread: 0.02 } as const;
const HOUR = 3_600_000;

export type Faults = {
  /**
   * What the camera reads. `inside` returns whether a text is another car's plate: such a misread would name the wrong
   * car, which no lane can detect.
   */
  readonly read: (plate: Plate, inside: (text: string) => boolean) => string;
  /** How an event goes out. */
  readonly sending: () => { twice?: boolean; delayMs?: number };
  /** Whether the lane is cut off at a time of its own clock. */
  readonly cutOff: (at: number) => boolean;
};

/**
 * The faults of one lane; they follow from the seed. Each lane has a quarter of its days with one spell of being cut
 * off.
 */
export function faultsOf(wanted: ReadonlySet<Fault>, seed: string): Faults {
  const random: Random = randomFrom(`${seed}/faults`);
  const spells = new Map<number, { from: number; to: number } | null>();
  const spellOf = (day: number): { from: number; to: number } | null => {
    if (!spells.has(day)) {
      const own = randomFrom(`${seed}/offline/${day}`);
      const from = day * 24 * HOUR + own.next() * 23 * HOUR;
      spells.set(day, own.chance(0.25) ? { from, to: from + (10 + own.next() * 40) * 60_000 } : null);
    }
    return spells.get(day)!;
  };
  return {
    read: ({ plate }, inside) => {
      if (!wanted.has('misread') || !random.chance(SHARE.misread)) return plate;
      const text = misread(random, plate);
      return inside(text) ? plate : text;
    },
    sending: () => ({
      ...(wanted.has('duplicate') && random.chance(SHARE.duplicate) ? { twice: true } : {}),
      ...(wanted.has('late') && random.chance(SHARE.late) ? { delayMs: random.whole(100, 900) } : {}),
    }),
    cutOff: (at) => {
      if (!wanted.has('offline')) return false;
      const spell = spellOf(Math.floor(at / (24 * HOUR)));
      return spell !== null && at >= spell.from && at < spell.to;
    },
  };
}
