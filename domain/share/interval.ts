/** How sure a share is: Wilson's interval, which also holds for few cases and for shares close to none or all. */

/** Of 95 %, both sides together. */
const Z = 1.959963984540054;

export type Interval = { readonly low: number; readonly high: number };

/** Between which shares (0 to 1) the true one lies with 95 %, where `parts` of `whole` were counted; null of nothing. */
export function shareInterval(parts: number, whole: number): Interval | null {
  if (whole <= 0) return null;
  const share = parts / whole;
  const spread = Z * Math.sqrt((share * (1 - share)) / whole + (Z * Z) / (4 * whole * whole));
  const [middle, scale] = [share + (Z * Z) / (2 * whole), 1 + (Z * Z) / whole];
  return { low: Math.max(0, (middle - spread) / scale), high: Math.min(1, (middle + spread) / scale) };
}
