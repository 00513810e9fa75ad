import type { Screen } from '#kit/console/screen.ts';
import { platBaseInterface } from '../model/open-platform.ts';
import { code } from '../model/code.ts';
import { datasource } from '../model/datasource.ts';
import { param } from '../model/param.ts';
import { parkprinttemplate } from '../model/print-template.ts';
import { tackManagement } from '../model/task.ts';

/** Screens that the declarations do not say. */
export const screens: readonly Screen[] = [
  { route: '/system/param', title: param.many, load: () => import('./params.tsx') },
  { route: '/system/platformInterface', title: platBaseInterface.many, load: () => import('./keys.tsx') },
  { route: '/system/printTemplate', title: parkprinttemplate.many, load: () => import('./print-templates.tsx') },
  { route: '/system/tackManagement', title: tackManagement.many, load: () => import('./tasks.tsx') },
  { route: '/tool/datasource', title: datasource.many, load: () => import('./datasources.tsx') },
  { route: '/tool/code', title: code.many, load: () => import('./codes.tsx') },
];
