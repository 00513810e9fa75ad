/** What is to happen, by its time; what comes up meanwhile is put among it. */
type Entry = { readonly at: number; readonly run: () => Promise<void> };

export class Agenda {
  #entries: Entry[] = [];

  /** @param at epoch ms; of two at the same time the one entered first comes first */
  add(at: number, run: () => Promise<void>): void {
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#entries[middle]!.at <= at) low = middle + 1;
      else high = middle;
    }
    this.#entries.splice(low, 0, { at, run });
  }

  /** The next that is due before `end`; null when there is none. */
  next(end: number): Entry | null {
    return (this.#entries[0]?.at ?? Infinity) < end ? this.#entries.shift()! : null;
  }
}
