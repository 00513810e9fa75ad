const parts = (version: string): number[] =>
  version
    .split(/[^0-9]+/)
    .filter(Boolean)
    .map(Number);

/** Whether a version such as 1.10.0 comes after another: part by part as numbers. */
export function newerThan(a: string, b: string): boolean {
  const [left, right] = [parts(a), parts(b)];
  for (let nth = 0; nth < Math.max(left.length, right.length); nth += 1) {
    const [one, other] = [left[nth] ?? 0, right[nth] ?? 0];
    if (one !== other) return one > other;
  }
  return false;
}
