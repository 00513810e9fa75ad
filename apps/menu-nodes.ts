import { routesOf } from '#apps/screens.ts';
import type { Text } from '#kit/declare/text.ts';

/**
 * What menus are made of: top menus, directories, screens. A screen's title is its declaration's; an operator may
 * rename and reorder.
 */
export type MenuNode = {
  readonly key: string;
  readonly title: Text;
  readonly icon?: string;
  readonly route?: string;
  /** The code that opens the screen, where no declaration of its route says it. */
  readonly permission?: string;
  readonly children?: readonly MenuNode[];
};

export const group = (key: string, title: Text, icon: string, children: readonly MenuNode[]): MenuNode => ({
  key,
  title,
  icon,
  children,
});

export const screens = (...routes: string[]): MenuNode[] =>
  routes.map((route) => {
    const title = routesOf.get(route);
    if (!title) throw new Error(`the menu names ${route}, which does not stand`);
    return { key: route, title, route };
  });

export const under = (permission: string, ...routes: string[]): MenuNode[] =>
  screens(...routes).map((node) => ({ ...node, permission }));
