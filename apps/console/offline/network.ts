import { strip } from './strip.ts';

const everyMs = 5_000;
const health = '/api/gatehouse/health';
/** What stands between answers so where no server is behind it. */
const nobody: ReadonlySet<number> = new Set([502, 503, 504]);

let lost = false;
let looking = false;
const listeners = new Set<() => void>();

export const isLost = (): boolean => lost;

/** Calls back when the network is there again. */
export const onBack = (listener: () => void): void => void listeners.add(listener);

const reached = (): Promise<boolean> =>
  fetch(health, { cache: 'no-store', signal: AbortSignal.timeout(everyMs) }).then(
    ({ status }) => !nobody.has(status),
    () => false,
  );

/**
 * Pings the server, and again until it answers. The browser's own state is no proof: the cable may be in and the server
 * down.
 */
export async function look(): Promise<void> {
  if (looking) return;
  looking = true;
  const was = lost;
  lost = !(await reached());
  looking = false;
  strip('lost', lost);
  if (lost) setTimeout(() => void look(), everyMs);
  else if (was) for (const listener of listeners) listener();
}

/** Checks whenever the browser reports a change. */
export function watchNetwork(): void {
  for (const name of ['online', 'offline']) addEventListener(name, () => void look());
  if (!navigator.onLine) void look();
}
