import { text } from '#kit/declare/text.ts';
import type { Screen } from '#kit/console/screen.ts';

/** Screens that the declarations do not say. */
export const screens: readonly Screen[] = [
  { route: '/door/plan', title: text('门禁实况图', 'Doors, live'), load: () => import('./plan-page.tsx') },
  { route: '/door/fire', title: text('消防与点名', 'Fire and roll calls'), load: () => import('./fires.tsx') },
  { route: '/door/doorarea', title: text('门禁区域', 'Door areas'), load: () => import('./areas.tsx') },
  {
    route: '/door/facePhoto',
    title: text('人脸照片', 'Photos of faces'),
    load: () => import('./face-photos.tsx'),
  },
  {
    route: '/door/basedept',
    title: text('门禁部门', 'Departments for doors'),
    load: () => import('./departments.tsx'),
  },
  {
    route: '/door/doordevgrant',
    title: text('门禁授权', 'Door grants'),
    load: () => import('./grants.tsx'),
  },
  {
    route: '/door/doorgate',
    title: text('门禁点', 'Doors'),
    load: async () => ({ default: (await import('./difference.tsx')).GatesPage }),
  },
  {
    route: '/door/doortimeperiod',
    title: text('门禁时段', 'Door periods'),
    load: async () => ({ default: (await import('./difference.tsx')).PeriodsPage }),
  },
  {
    route: '/door/dmtemplate',
    title: text('时段模板', 'Plan templates'),
    load: async () => ({ default: (await import('./difference.tsx')).TemplatesPage }),
  },
  {
    route: '/door/dmweek',
    title: text('周计划', 'Week plans'),
    load: async () => ({ default: (await import('./difference.tsx')).WeeksPage }),
  },
  {
    route: '/door/dmperiod',
    title: text('时间段', 'Time spans'),
    load: async () => ({ default: (await import('./difference.tsx')).SpansPage }),
  },
  { route: '/door/dooremployeecheck', title: text('人员审核', 'Checks of people'), load: () => import('./checks.tsx') },
  {
    route: '/door/separationexception',
    title: text('分权例外', 'Separation exceptions'),
    load: () => import('./exceptions.tsx'),
  },
  {
    route: '/door/separation',
    title: text('分权检查', 'Check of separation'),
    load: () => import('./separation-page.tsx'),
  },
  {
    route: '/door/matrix',
    title: text('权限矩阵', 'Rights matrix'),
    load: () => import('./matrix.tsx'),
  },
  {
    route: '/door/doordevice',
    title: text('门禁设备', 'Door devices'),
    load: () => import('./devices.tsx'),
  },
  {
    route: '/door/dooremployee',
    title: text('门禁人员', 'People'),
    load: () => import('./people.tsx'),
  },
  {
    route: '/doorstatic/getStaticDoorEvent',
    title: text('门禁事件', 'Door events'),
    load: () => import('./events.tsx'),
  },
  {
    route: '/door/yjCamera',
    title: text('测温相机', 'Temperature cameras'),
    load: () => import('./cameras.tsx'),
  },
  {
    route: '/door/yjIdentitydown',
    title: text('身份下发', 'People on cameras'),
    load: () => import('./identities.tsx'),
  },
  {
    route: '/door/yjUpgrade',
    title: text('测温相机升级', 'Camera upgrades'),
    load: () => import('./upgrades.tsx'),
  },
];
