/**
 * Where people are, by what readers saw of them. The same passages come to the same, however they arrive. Times are
 * epoch ms.
 */

/** Somebody passed a reader: `to` is the area he went into, null outside. */
export type Passage = {
  readonly person: string;
  readonly at: number;
  readonly device: string;
  readonly seq: number;
  readonly to: string | null;
  readonly gate: string | null;
};

/**
 * Who has to be accounted for: the area he was seen into, by which door and when; `leftAt` where a reader saw him out
 * of it since.
 */
export type RollLine = {
  readonly person: string;
  readonly area: string;
  readonly gate: string | null;
  readonly since: number;
  readonly leftAt: number | null;
};

const inOrder = (a: Passage, b: Passage): number =>
  a.at - b.at || (a.device < b.device ? -1 : a.device > b.device ? 1 : a.seq - b.seq);

/** The roll of some areas from `began` on: whoever was in one of them then, and whoever came in since. */
export function rollOf(passages: readonly Passage[], areas: ReadonlySet<string>, began: number): RollLine[] {
  const lines = new Map<string, RollLine>();
  for (const { person, at, to, gate } of passages.toSorted(inOrder)) {
    const line = lines.get(person);
    if (to !== null && areas.has(to)) lines.set(person, { person, area: to, gate, since: at, leftAt: null });
    else if (at <= began) lines.delete(person);
    else if (line && line.leftAt === null) lines.set(person, { ...line, leftAt: at });
  }
  return [...lines.values()];
}
