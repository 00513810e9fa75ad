import { text } from '#kit/declare/text.ts';
import type { Screen } from '#kit/console/screen.ts';

/** Screens that the declarations do not say. */
export const screens: readonly Screen[] = [
  {
    route: '/system/thirdparty',
    title: text('第三方平台', 'Third-party platforms'),
    load: () => import('./platforms.tsx'),
  },
];
