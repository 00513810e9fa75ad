import { text } from '#kit/declare/text.ts';
import type { Screen } from '#kit/console/screen.ts';

/** Screens that the declarations do not say. */
export const screens: readonly Screen[] = [{ route: '/system/metrics', title: text('运行指标', 'Metrics'), load: () => import('./metrics.tsx') }];
