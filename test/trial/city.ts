/** A few lots with traffic, as tables the simulator reads; the same seed is the same traffic. */
import type { ParkRow, Sample } from '#device/simulator/series.ts';

const STEP_MS = 5 * 60_000;

/** Times are yesterday's, so that nothing of it lies ahead. */
export function smallCity({ lots, capacity, hours }: { lots: number; capacity: number; hours: number }): {
  rows: ParkRow[];
  occupancy: Map<string, Sample[]>;
} {
  const from = Math.floor((Date.now() - (hours + 12) * 3_600_000) / STEP_MS) * STEP_MS;
  const rows = Array.from({ length: lots }, (_, n) => ({
    park: `T${n + 1}`,
    name: `试验车场${n + 1}`,
    city: '杭州',
    capacity,
  }));
  const occupancy = new Map(
    rows.map(({ park }, n) => [
      park,
      Array.from({ length: (hours * 3_600_000) / STEP_MS }, (_, step) => {
        const wave = 0.5 - 0.4 * Math.cos((step / ((hours * 3_600_000) / STEP_MS)) * 2 * Math.PI + n);
        const stir = ((step * 7_919 + n * 104_729) % 11) / 11;
        return { time: from + step * STEP_MS, free: Math.round(capacity * (1 - Math.min(1, wave * 0.9 + stir * 0.1))) };
      }),
    ]),
  );
  return { rows, occupancy };
}
