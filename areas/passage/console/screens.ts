import { text } from '#kit/declare/text.ts';
import type { Screen } from '#kit/console/screen.ts';

/** Screens that the declarations do not say. */
export const screens: readonly Screen[] = [
  { route: '/work/parkBoxSource', title: text('岗亭值守', 'Gate booth'), load: () => import('./box-page.tsx') },
  {
    route: '/static/inoutRecord',
    title: text('进出场记录', 'Entry and exit records'),
    load: () => import('./stays.tsx'),
    declaredRows: true,
  },
  { route: '/static/incar', title: text('场内车辆', 'Vehicles inside'), load: () => import('./cars-inside.tsx') },
  {
    route: '/static/videoCarStatic',
    title: text('通行记录', 'Passages'),
    load: async () => ({ default: (await import('./lane-records.tsx')).Passages }),
  },
  {
    route: '/static/gateEvents',
    title: text('道闸事件', 'Barrier events'),
    load: async () => ({ default: (await import('./lane-records.tsx')).GateEvents }),
  },
  {
    route: '/static/exceptionRelease',
    title: text('异常放行记录', 'Abnormal releases'),
    load: async () => ({ default: (await import('./lane-records.tsx')).Exceptions }),
  },
  {
    route: '/static/manualReleaseEvents',
    title: text('人工放行记录', 'Manual releases'),
    load: async () => ({ default: (await import('./lane-records.tsx')).ManualReleases }),
  },
];
