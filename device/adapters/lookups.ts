import type { BoughtDevice } from '#areas/device/model/bought-link.ts';

/** Looked up again and again by devices that speak every few seconds, and by whoever guesses. */
export function lookups<A extends readonly string[]>(
  find: (...of: A) => Promise<BoughtDevice | null>,
  forMs: number,
): { readonly find: (...of: A) => Promise<BoughtDevice | null>; readonly forget: (...of: A) => void } {
  const found = new Map<string, { until: number; device: Promise<BoughtDevice | null> }>();
  return {
    find: (...of) => {
      const [now, name] = [performance.now(), of.join('\n')];
      const known = found.get(name);
      if (known && known.until > now) return known.device;
      if (found.size > 10_000) found.clear();
      const device = find(...of);
      found.set(name, { until: now + forMs, device });
      device.catch(() => found.delete(name));
      return device;
    },
    forget: (...of) => {
      found.delete(of.join('\n'));
    },
  };
}
