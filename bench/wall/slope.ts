/** The slope of the least-squares line through figures taken at equal distances, per distance. */
export function slopeOf(figures: readonly number[]): number {
  const middle = (figures.length - 1) / 2;
  const mean = figures.reduce((sum, each) => sum + each, 0) / figures.length;
  const [products, squares] = figures.reduce(
    ([above, below], each, nth) => [above + (nth - middle) * (each - mean), below + (nth - middle) ** 2],
    [0, 0],
  );
  return squares === 0 ? 0 : products / squares;
}
