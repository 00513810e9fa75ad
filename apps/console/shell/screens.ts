import { text } from '#kit/declare/text.ts';
import type { Screen } from '#kit/console/screen.ts';
import { demoScreens } from '../demo/screens.ts';
import { titles } from '../demo/titles.ts';

/** The tab that cannot be closed; an area brings its page. */
export const home = '/wel/index';
export const homeTitle = text('首页', 'Home');

/** Addresses that lead on: the root and the section of the home page, and every unknown one to `/404`. */
export const standingRedirects: readonly string[] = ['/', '/wel', '/*'];

/** Pages that belong to the shell itself. An area may bring its own page for the same route. */
export const shellScreens: readonly Screen[] = [
  { route: '/user/updatepassword', title: text('修改密码', 'Change password'), load: () => import('./password.tsx') },
  { route: '/user/switchcompany', title: titles.company, load: () => import('../account/company-page.tsx') },
  { route: '/info/index', title: titles.account, load: () => import('../account/account-page.tsx') },
  { route: '/record/:resource/:id', title: text('记录', 'Record'), load: () => import('../record-page.tsx') },
  { route: '/myiframe/:routerPath', title: text('外部页面', 'External page'), load: () => import('../frame-page.tsx') },
  ...demoScreens,
];
