import { text } from '#kit/declare/text.ts';
import type { Screen } from '#kit/console/screen.ts';

const titles = {
  simple: text('收费规则（简单模式）', 'Tariffs (simple)'),
  complex: text('收费规则（复杂模式）', 'Tariffs (complex)'),
  road: text('路内收费规则', 'Roadside tariffs'),
};

/** Screens that the declarations do not say. */
export const screens: readonly Screen[] = [
  {
    route: '/car/parksimplefeerule',
    title: titles.simple,
    load: async () => ({ default: (await import('./tariff-screens.tsx')).SimpleTariffs }),
  },
  {
    route: '/car/parkfeerule',
    title: titles.complex,
    load: async () => ({ default: (await import('./tariff-screens.tsx')).ComplexTariffs }),
  },
  {
    route: '/road/rdsimplefeerule',
    title: titles.road,
    load: async () => ({ default: (await import('./tariff-screens.tsx')).RoadTariffs }),
  },
];
