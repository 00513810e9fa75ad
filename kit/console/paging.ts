/** Pages to offer around the current one; 0 is a gap. */
export function pagesAround(page: number, pages: number): number[] {
  const near = [1, page - 1, page, page + 1, pages].filter((n) => n >= 1 && n <= pages);
  const shown = [...new Set(near)].sort((a, b) => a - b);
  return shown.flatMap((n, i) => {
    const missing = i > 0 ? n - shown[i - 1]! - 1 : 0;
    return missing === 0 ? [n] : [missing === 1 ? n - 1 : 0, n];
  });
}
