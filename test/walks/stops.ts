/** The screens that stand, as the console itself finds them. */
import type { Text } from '#kit/declare/text.ts';
import { areas } from '#apps/console/areas.ts';
import { shellScreens } from '#apps/console/shell/screens.ts';

/**
 * `platform`: for the platform's own people alone. `plain`: drawn by the kit from a declaration, without a screen of
 * its own.
 */
export type Stop = { route: string; title: Text; platform: boolean; plain: boolean };

/** Screens of the platform's own people that no declared resource stands behind. */
const ofOperators: ReadonlySet<string> = new Set(['/system/metrics']);

/** The console's own order: a screen of an area before its declared list, that before its report. */
export async function stops(): Promise<Stop[]> {
  const found = new Map<string, Stop>();
  const put = (route: string | undefined, title: Text, { platform = false, plain = false }: Partial<Stop> = {}) => {
    if (route && !found.has(route)) found.set(route, { route, title, platform, plain });
  };
  for (const area of areas) {
    const [{ resources, reports }, own] = [await area.model(), area.screens ? (await area.screens()).screens : []];
    const ofPlatform = new Set(resources.filter(({ scope }) => scope === 'platform').map(({ route }) => route));
    for (const { route, title } of own)
      put(route, title, { platform: ofPlatform.has(route) || ofOperators.has(route) });
    for (const { route, many, scope } of resources) put(route, many, { platform: scope === 'platform', plain: true });
    for (const { route, title } of reports) put(route, title, { plain: true });
  }
  for (const { route, title } of shellScreens) put(route, title);
  return [...found.values()];
}
