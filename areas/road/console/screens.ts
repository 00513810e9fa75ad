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
  {
    route: '/road/rdSensor',
    title: text('地磁', 'Sensors'),
    load: () => import('./shown-once.tsx').then(({ Sensors }) => ({ default: Sensors })),
  },
  {
    route: '/road/lockDevice',
    title: text('车位锁', 'Berth locks'),
    load: () => import('./shown-once.tsx').then(({ Locks }) => ({ default: Locks })),
  },
  {
    route: '/road/rdLed',
    title: text('路内诱导屏', 'Guidance screens'),
    load: () => import('./shown-once.tsx').then(({ GuidanceScreens }) => ({ default: GuidanceScreens })),
  },
  {
    route: '/road/lorawan',
    title: text('LoRaWAN 网络', 'LoRaWAN networks'),
    load: () => import('./shown-once.tsx').then(({ LorawanNetworks }) => ({ default: LorawanNetworks })),
  },
  { route: '/road/parkMap', title: text('路内车场地图', 'Roadside map'), load: () => import('./park-map.tsx') },
  { route: '/road/berthsec', title: berthSection.many, load: () => import('./sections.tsx') },
  { route: '/road/rdBerth', title: rdBerth.many, load: () => import('./berths-page.tsx') },
];
