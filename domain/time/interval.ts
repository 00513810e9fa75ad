/** A span of time in instants: `from` belongs to it, `to` does not. */
export type Interval = { readonly from: number; readonly to: number };

/** The parts as they lie within `whole`: cut to it, sorted, touching ones joined, empty ones gone. */
export function within(whole: Interval, parts: readonly Interval[]): Interval[] {
  const joined: { from: number; to: number }[] = [];
  const cut = parts.map(({ from, to }) => ({ from: Math.max(from, whole.from), to: Math.min(to, whole.to) }));
  for (const part of cut.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && part.from <= last.to) last.to = Math.max(last.to, part.to);
    else joined.push(part);
  }
  return joined;
}

/** What of `whole` the parts leave over, in order. */
export function without(whole: Interval, parts: readonly Interval[]): Interval[] {
  const left: Interval[] = [];
  let from = whole.from;
  for (const part of within(whole, parts)) {
    if (from < part.from) left.push({ from, to: part.from });
    from = part.to;
  }
  if (from < whole.to) left.push({ from, to: whole.to });
  return left;
}
