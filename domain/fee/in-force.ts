/** Which version of a tariff holds at an instant. */
export type InForce = {
  /** Epoch ms. */
  readonly from: number;
  readonly until: number | null;
  readonly carModelId: string | null;
};

/**
 * Of the versions for a model, or of those for every model where it has none of its own; a stay older than the first
 * tariff is priced by that.
 */
export function versionAt<R extends InForce>(rules: readonly R[], modelId: string | null, at: number): R | null {
  const fits = rules.filter((rule) => rule.carModelId === null || rule.carModelId === modelId);
  const own = fits.some((rule) => rule.carModelId !== null) ? fits.filter((rule) => rule.carModelId !== null) : fits;
  const known = [...own].sort((a, b) => a.from - b.from);
  return (
    known.findLast((rule) => rule.from <= at && (rule.until === null || at < rule.until)) ??
    known.find((rule) => rule.from > at) ??
    known.at(-1) ??
    null
  );
}
