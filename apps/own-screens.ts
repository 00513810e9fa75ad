import { screens as accessScreens } from '#areas/access/console/screens.ts';
import { screens as advertScreens } from '#areas/advert/console/screens.ts';
import { screens as billingScreens } from '#areas/billing/console/screens.ts';
import { screens as derateScreens } from '#areas/derate/console/screens.ts';
import { screens as deviceScreens } from '#areas/device/console/screens.ts';
import { screens as doorScreens } from '#areas/door/console/screens.ts';
import { screens as dutyScreens } from '#areas/duty/console/screens.ts';
import { screens as feeScreens } from '#areas/fee/console/screens.ts';
import { screens as guidanceScreens } from '#areas/guidance/console/screens.ts';
import { screens as fundScreens } from '#areas/fund/console/screens.ts';
import { screens as handheldScreens } from '#areas/handheld/console/screens.ts';
import { screens as lotScreens } from '#areas/lot/console/screens.ts';
import { screens as opsScreens } from '#areas/ops/console/screens.ts';
import { screens as passScreens } from '#areas/pass/console/screens.ts';
import { screens as passageScreens } from '#areas/passage/console/screens.ts';
import { screens as platformScreens } from '#areas/platform/console/screens.ts';
import { screens as reportScreens } from '#areas/report/console/screens.ts';
import { screens as roadScreens } from '#areas/road/console/screens.ts';
import { screens as seatScreens } from '#areas/seat/console/screens.ts';
import { screens as vehicleScreens } from '#areas/vehicle/console/screens.ts';
import { screens as visitorScreens } from '#areas/visitor/console/screens.ts';
import { screens as wallScreens } from '#areas/wall/console/screens.ts';
import { screens as workorderScreens } from '#areas/workorder/console/screens.ts';
import type { Screen } from '#kit/console/screen.ts';

/** Screens that areas bring themselves. */
export const ownScreens: readonly Screen[] = [
  ...accessScreens,
  ...advertScreens,
  ...fundScreens,
  ...lotScreens,
  ...deviceScreens,
  ...feeScreens,
  ...passScreens,
  ...derateScreens,
  ...passageScreens,
  ...billingScreens,
  ...vehicleScreens,
  ...roadScreens,
  ...guidanceScreens,
  ...doorScreens,
  ...dutyScreens,
  ...workorderScreens,
  ...visitorScreens,
  ...handheldScreens,
  ...opsScreens,
  ...platformScreens,
  ...reportScreens,
  ...seatScreens,
  ...wallScreens,
];
