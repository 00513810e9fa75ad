import { reports, resources } from '#apps/models.ts';
import { ownScreens } from '#apps/own-screens.ts';
import type { Text } from '#kit/declare/text.ts';

/**
 * Every route that stands in an area, with its title. A screen of its own wins over the declared page of the same
 * route.
 */
export const routesOf: ReadonlyMap<string, Text> = new Map([
  ...resources.flatMap((each) => (each.route ? [[each.route, each.many] as const] : [])),
  ...reports.flatMap((each) => (each.route ? [[each.route, each.title] as const] : [])),
  ...ownScreens.map((screen) => [screen.route, screen.title] as const),
]);
