import { text } from '#kit/declare/text.ts';
import type { Screen } from '#kit/console/screen.ts';

/** Screens that the declarations do not say. */
export const screens: readonly Screen[] = [
  { route: '/visitor/visitormanage', title: text('访客管理', 'Visitors'), load: () => import('./visits.tsx') },
  { route: '/visitor/visitorexamine', title: text('访客审核', 'Visitor review'), load: () => import('./review.tsx') },
  { route: '/visitor/visitorqrcode', title: text('访客二维码', 'Visitor codes'), load: () => import('./posters.tsx') },
];
