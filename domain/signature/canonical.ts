/** The text that a program signs for a call: six lines, the same for whoever sends and whoever proves. */

/** RFC 3986: what `encodeURIComponent` leaves as it is, is encoded too. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Names and values re-encoded and sorted, so that their order on the way means nothing. */
export function canonicalQuery(query: string): string {
  const pairs = [...new URLSearchParams(query)].map(([name, value]) => [encoded(name), encoded(value)] as const);
  const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  return pairs
    .toSorted(([a, x], [b, y]) => order(a, b) || order(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

export type Canonical = {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** SHA-256 of the body in hex, of nothing where there is none. */
  readonly bodyHash: string;
  /** Seconds since 1970. */
  readonly time: string;
  readonly nonce: string;
};

export const canonicalText = ({ method, path, query, bodyHash, time, nonce }: Canonical): string =>
  [method.toUpperCase(), path, canonicalQuery(query), bodyHash, time, nonce].join('\n');
