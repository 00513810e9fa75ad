import { text } from '#kit/declare/text.ts';
import type { Screen } from '#kit/console/screen.ts';

/** Screens that the declarations do not say. */
export const screens: readonly Screen[] = [
  { route: '/road/parkMap', title: text('路内车场地图', 'Roadside map'), load: () => import('./park-map.tsx') },
];
