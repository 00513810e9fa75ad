/** The fees of a bill's lines beside what of ours each stands for, lines of the same sums together. */
import { dayOf } from '#domain/time/day.ts';
import type { BilledFee, FeePart } from '#domain/fund/fees.ts';
import type { BillLine } from './channel/channel.ts';

/** Providers cut their days in China. */
const ZONE = 'Asia/Shanghai';

/** A line of a bill and ours; `at` is when it was booked (ISO). */
export type Billed = {
  readonly line: BillLine;
  readonly own: { readonly at: string | null; readonly parts: readonly FeePart[] };
};

/** Lines that show no fee, and those that were never booked, are not among them. */
export function feesOf(billed: readonly Billed[]): BilledFee[] {
  const groups = new Map<string, BilledFee>();
  for (const { line, own } of billed) {
    if (line.feeFen === null || own.at === null) continue;
    const { kind, number, feeFen } = line;
    const day = dayOf(Date.parse(own.at), ZONE);
    const key = JSON.stringify([kind, day, feeFen, own.parts]);
    const held = groups.get(key);
    if (held) groups.set(key, { ...held, times: held.times + 1 });
    else groups.set(key, { kind, day, number, times: 1, feeFen, parts: own.parts });
  }
  return [...groups.values()];
}
