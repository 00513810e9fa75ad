import type { Screen } from '#kit/console/screen.ts';
import { titles } from './titles.ts';

/** Pages to try the console itself, each showing a real thing of it. */
export const demoScreens: readonly Screen[] = [
  { route: '/test/index', title: titles.index, load: () => import('./index-page.tsx') },
  { route: '/test/testzhen', title: titles.connection, load: () => import('./connection.tsx') },
  { route: '/test/testMqtt', title: titles.mqtt, load: () => import('./live-messages.tsx') },
  { route: '/cache', title: titles.cache, load: () => import('./cache.tsx') },
  { route: '/tags', title: titles.tags, load: () => import('./tags.tsx') },
  { route: '/store', title: titles.store, load: () => import('./store.tsx') },
  { route: '/logs', title: titles.logs, load: () => import('./logs.tsx') },
  { route: '/crud', title: titles.crud, load: () => import('./people-page.tsx') },
  { route: '/table', title: titles.table, load: () => import('./people-page.tsx') },
  { route: '/crud-form', title: titles.crudForm, load: () => import('./people-page.tsx') },
  { route: '/form', title: titles.form, load: () => import('./form-page.tsx') },
  { route: '/form-detail/index', title: titles.formDetail, load: () => import('./form-detail.tsx') },
  { route: '/permission', title: titles.permission, load: () => import('./permission.tsx') },
  { route: '/top', title: titles.top, load: () => import('./site.tsx') },
  { route: '/affix', title: titles.affix, load: () => import('./site.tsx') },
  { route: '/error/403', title: titles.error403, load: () => import('./error-tab.tsx') },
  { route: '/error/404', title: titles.error404, load: () => import('./error-tab.tsx') },
  { route: '/error/500', title: titles.error500, load: () => import('./error-tab.tsx') },
];
