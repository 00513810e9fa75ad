/** How far each device's clock is from ours, by the events it reports as they happen. */
const KEPT = 20;

export type Clocks = {
  /**
   * A live event: its own time, and when it was received (epoch ms). A repetition adds nothing.
   */
  readonly note: (device: string, rawAt: number, receivedAt: number) => void;
  /**
   * How far ahead its clock is, ms; 0 while that is within the way of a message, or may as well be the age of what it
   * reported.
   */
  readonly offset: (device: string) => number;
};

const SLACK_MS = 5_000;
const ALIKE_MS = 10_000;
/** So many have to agree that a clock is behind: one alone may be an event that was kept. */
const ENOUGH = 2;

type Sample = { readonly rawAt: number; readonly ms: number };

export function clocks(): Clocks {
  const samples = new Map<string, readonly Sample[]>();
  return {
    note: (device, rawAt, receivedAt) => {
      const before = samples.get(device) ?? [];
      if (before.some((each) => each.rawAt === rawAt)) return;
      samples.set(device, [...before, { rawAt, ms: rawAt - receivedAt }].slice(-KEPT));
    },
    offset: (device) => {
      const sorted = (samples.get(device) ?? []).map(({ ms }) => ms).sort((a, b) => a - b);
      const middle = sorted[sorted.length >> 1] ?? 0;
      if (Math.abs(middle) <= SLACK_MS) return 0;
      // Nothing that was kept lies ahead: such a clock is wrong.
      const agreeing = sorted.filter((ms) => Math.abs(ms - middle) <= ALIKE_MS).length;
      return middle > 0 || agreeing >= ENOUGH ? middle : 0;
    },
  };
}
