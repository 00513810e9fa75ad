import { text } from '#kit/declare/text.ts';
import type { Screen } from '#kit/console/screen.ts';
import { berthSection } from '../model/berth-section.ts';
import { rdBerth } from '../model/rd-berth.ts';

/** Screens that the declarations do not say. */
export const screens: readonly Screen[] = [
  {
    route: '/road/company',
    title: text('路内单位管理', 'Roadside companies'),
    load: () => import('./road-companies.tsx'),
  },
  { route: '/road/park', title: text('路内车场管理', 'Roadside car parks'), load: () => import('./road-parks.tsx') },
  { route: '/road/parkMap', title: text('路内车场地图', 'Roadside map'), load: () => import('./park-map.tsx') },
  { route: '/road/berthsec', title: berthSection.many, load: () => import('./sections.tsx') },
  { route: '/road/rdBerth', title: rdBerth.many, load: () => import('./berths-page.tsx') },
];
