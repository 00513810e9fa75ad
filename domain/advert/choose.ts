/**
 * The one of several that is shown, by weight: `draw` is a number from 0 up to 1, so that the same draw chooses the
 * same again.
 */
export function chosen<T extends { readonly weight: number }>(from: readonly T[], draw: number): T | null {
  let left = draw * from.reduce((sum, { weight }) => sum + weight, 0);
  for (const each of from) {
    left -= each.weight;
    if (left < 0) return each;
  }
  return from.at(-1) ?? null;
}
