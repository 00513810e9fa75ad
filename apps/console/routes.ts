import type { Screen } from '#kit/console/screen.ts';
import { areas } from './areas.ts';
import { shellScreens, standingRedirects } from './shell/screens.ts';

/**
 * The file of an area's own screen, read from what loads it: nothing else knows the address of a part before it is
 * requested.
 */
function fileOf(area: string, { route, load }: Screen): readonly [string, string] {
  const file = /["'](?:\.|[^"']*\/areas\/[\w-]+\/console)\/([\w/.-]+)["']/.exec(String(load))?.[1];
  if (file === undefined) throw new Error(`what ${route} loads is not a file of areas/${area}/console`);
  return [route, `areas/${area}/console/${file}`];
}

const brought = await Promise.all(
  areas.map(async ({ name, model, screens, records }) => {
    const { resources, reports } = await model();
    const own = screens ? (await screens()).screens : [];
    const routes: string[] = [...resources, ...reports, ...own].flatMap(({ route }) => (route ? [route] : []));
    const read = resources.filter(({ verbs }) => verbs.includes('detail')).map((resource) => resource.name);
    const shown = records ? Object.keys((await records()).records) : [];
    return {
      name,
      routes: [...new Set(routes)],
      files: own.map((screen) => fileOf(name, screen)),
      records: [...new Set([...read, ...shown])],
    };
  }),
);

/** The routes that each area brings: declared lists and reports, and screens of its own. */
export const routesByArea: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  brought.map(({ name, routes }) => [name, routes]),
);

/** The resources of each area whose records have a page of their own. */
export const recordsByArea: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  brought.map(({ name, records }) => [name, records]),
);

/** The file of each screen that no declaration says. */
export const ownFiles: Readonly<Record<string, string>> = Object.fromEntries(brought.flatMap(({ files }) => files));

/** All routes that open: the shell's, and every area's. */
export const standingRoutes: readonly string[] = [
  ...new Set([
    ...standingRedirects,
    '/login',
    '/lock',
    '/gxwlogin',
    '/403',
    '/404',
    '/500',
    ...shellScreens.map(({ route }) => route),
    ...Object.values(routesByArea).flat(),
  ]),
];
