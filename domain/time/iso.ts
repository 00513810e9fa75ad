/** Instants as text, many at a time. */
const DAY_MS = 86_400_000;
const two = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));
let day = Number.NaN;
let date = '';

/**
 * `new Date(ms).toISOString()`, several times as fast where one day's instants follow each other.
 * @param ms epoch ms
 * @throws RangeError where it is no instant
 */
export function isoOf(ms: number): string {
  const at = Math.trunc(ms);
  const which = Math.floor(at / DAY_MS);
  if (which !== day) {
    date = new Date(which * DAY_MS).toISOString().slice(0, -13);
    day = which;
  }
  const rest = at - which * DAY_MS;
  const seconds = Math.floor(rest / 1000);
  const minutes = Math.floor(seconds / 60);
  return `${date}${two[Math.floor(minutes / 60)]}:${two[minutes % 60]}:${two[seconds % 60]}.${String(rest % 1000).padStart(3, '0')}Z`;
}
