import { text } from '#kit/declare/text.ts';
import type { Screen } from '#kit/console/screen.ts';
import { devGateway } from '../model/gateway.ts';
import { devGroup, wireGroupSet } from '../model/group.ts';
import { ventilating } from '../model/ventilating.ts';

/** Screens that the declarations do not say. */
export const screens: readonly Screen[] = [
  { route: '/navigation/index', title: text('引导首页', 'Guidance'), load: () => import('./home.tsx') },
  {
    route: '/navigation/company',
    title: text('引导单位', 'Guided companies'),
    load: () => import('./guided.tsx').then(({ Companies }) => ({ default: Companies })),
  },
  {
    route: '/navigation/village',
    title: text('引导小区', 'Guided communities'),
    load: () => import('./guided.tsx').then(({ Villages }) => ({ default: Villages })),
  },
  {
    route: '/navigation/park',
    title: text('引导车场', 'Guided car parks'),
    load: () => import('./guided.tsx').then(({ Parks }) => ({ default: Parks })),
  },
  { route: '/system/ventilating', title: ventilating.many, load: () => import('./ventilating.tsx') },
  { route: '/navigation/devGateway', title: devGateway.many, load: () => import('./gateways.tsx') },
  {
    route: '/navigation/group',
    title: devGroup.many,
    load: () => import('./groups.tsx').then(({ Groups }) => ({ default: Groups })),
  },
  {
    route: '/wire/wireGroupSet',
    title: wireGroupSet.many,
    load: () => import('./groups.tsx').then(({ WiredGroups }) => ({ default: WiredGroups })),
  },
];
