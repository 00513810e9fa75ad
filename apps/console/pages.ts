import { createElement } from 'react';
import type { ComponentType } from 'react';
import { routesByArea } from 'virtual:routes';
import type { Report } from '#kit/declare/report.ts';
import type { Resource } from '#kit/declare/resource.ts';
import type { Text } from '#kit/declare/text.ts';
import { text } from '#kit/declare/text.ts';
import { areas } from './areas.ts';
import { logError } from './error-log.ts';
import { inTime } from './in-time.ts';
import { shellScreens } from './shell/screens.ts';

export type Page = {
  title: Text;
  component: ComponentType;
  /** What its declaration says of it. */ help?: Text | undefined;
};

const areaOf = new Map(
  Object.entries(routesByArea).flatMap(([area, routes]) => routes.map((route) => [route, area] as const)),
);

/** A part of a route that begins with a colon stands for anything. */
const fits = (route: string, path: string): boolean =>
  route === path || (route.includes(':') && new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`).test(path));

export const stands = (path: string): boolean =>
  areaOf.has(path) || shellScreens.some(({ route }) => fits(route, path));

/** The area and the route of the page at an address; pages of the shell itself stand under `console`. */
export function placeOf(path: string): { area: string; route: string } | null {
  const area = areaOf.get(path);
  if (area) return { area, route: path };
  const screen = shellScreens.find(({ route }) => fits(route, path));
  return screen ? { area: 'console', route: screen.route } : null;
}

/** Every route that opens, in the order of its area. */
export const allRoutes = (): string[] => [...new Set([...areaOf.keys(), ...shellScreens.map(({ route }) => route)])];

async function pageOfResource(of: Resource): Promise<Page> {
  if (of.page === 'tree') {
    const { TreePage } = await import('#kit/console/tree-page.tsx');
    return { title: of.many, component: () => createElement(TreePage, { of }) };
  }
  if (of.page === 'record') {
    const { RecordPage } = await import('#kit/console/record-page.tsx');
    return { title: of.many, component: () => createElement(RecordPage, { of }) };
  }
  const { ListPage } = await import('#kit/console/list-page.tsx');
  return { title: of.many, component: () => createElement(ListPage, { of }) };
}

async function pageOfReport(of: Report): Promise<Page> {
  const { ReportPage } = await import('#kit/console/report-page.tsx');
  return { title: of.title, component: () => createElement(ReportPage, { of }) };
}

/** A part of the console that neither comes nor fails is given up, so that its page can be retried. */
const loadMs = 120_000;
const slow = text('页面加载超时，请检查网络后重试', 'The page took too long to load. Check the network and try again.');

async function find(route: string): Promise<Page | null> {
  const area = areas.find(({ name }) => name === areaOf.get(route));
  const [model, own] = await Promise.all([area?.model(), area?.screens?.()]);
  const screen = [...(own?.screens ?? []), ...shellScreens].find((one) => fits(one.route, route));
  const resource = model?.resources.find((one) => one.route === route);
  const report = model?.reports.find((one) => one.route === route);
  const help = (resource ?? report)?.help;
  if (screen) return { title: screen.title, component: (await screen.load()).default, help };
  if (resource) return { ...(await pageOfResource(resource)), help };
  return report ? { ...(await pageOfReport(report)), help } : null;
}

const pages = new Map<string, Promise<Page | null>>();
const routeOf = (path: string): string => placeOf(path)?.route ?? path;

/**
 * The page at an address, loaded once for all of its route; null where none stands. A failed load stays failed until it
 * is forgotten.
 */
export function pageOf(path: string): Promise<Page | null> {
  const route = routeOf(path);
  let page = pages.get(route);
  if (!page) {
    page = inTime(find(route), loadMs, slow);
    page.catch((error: unknown) => logError('chunk', error, route));
    pages.set(route, page);
  }
  return page;
}

/** Allows a page to be loaded again. */
export const forget = (path: string): void => void pages.delete(routeOf(path));
