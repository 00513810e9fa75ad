import { text } from '#kit/declare/text.ts';
import type { Screen } from '#kit/console/screen.ts';

/** Screens that the declarations do not give. */
export const screens: readonly Screen[] = [
  { route: '/basedata/parkdevice', title: text('车场设备', 'Park devices'), load: () => import('./devices.tsx') },
  {
    route: '/basedata/parkdeviceStatus',
    title: text('设备状态监控', 'Device status'),
    load: () => import('./device-status.tsx'),
  },
  { route: '/car/ledSetting', title: text('LED屏设置', 'LED settings'), load: () => import('./led.tsx') },
];
