import { areas } from './areas.ts';
import { shellScreens, standingRedirects } from './shell/screens.ts';

const brought = await Promise.all(areas.map(async ({ name, model, screens }) => {
  const { resources, reports } = await model();
  const own = screens ? (await screens()).screens : [];
  const routes: string[] = [...resources, ...reports, ...own].flatMap(({ route }) => (route ? [route] : []));
  return [name, [...new Set(routes)]] as const;
}));

/** The routes that each area brings: declared lists and reports, and screens of its own. */
export const routesByArea: Readonly<Record<string, readonly string[]>> = Object.fromEntries(brought);

/** All routes that open: the shell's, and every area's. */
export const standingRoutes: readonly string[] = [
  ...new Set([...standingRedirects, '/login', '/lock', '/gxwlogin', '/403', '/404', '/500', ...shellScreens.map(({ route }) => route), ...Object.values(routesByArea).flat()]),
];
