import type { Screen } from '#kit/console/screen.ts';
import { param } from '../model/param.ts';
import { parkprinttemplate } from '../model/print-template.ts';

/** Screens that the declarations do not say. */
export const screens: readonly Screen[] = [
  { route: '/system/param', title: param.many, load: () => import('./params.tsx') },
  { route: '/system/printTemplate', title: parkprinttemplate.many, load: () => import('./print-templates.tsx') },
];
