import { screens as device } from '#areas/device/console/screens.ts';
import { screens as fee } from '#areas/fee/console/screens.ts';
import { screens as lot } from '#areas/lot/console/screens.ts';
import type { Screen } from '#kit/console/screen.ts';

/** Screens that areas bring themselves. */
export const ownScreens: readonly Screen[] = [...lot, ...device, ...fee];
