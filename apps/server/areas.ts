import { access } from '#areas/access/server/index.ts';
import { billing } from '#areas/billing/server/index.ts';
import { advert } from '#areas/advert/server/index.ts';
import { coupon } from '#areas/coupon/server/index.ts';
import { derate } from '#areas/derate/server/index.ts';
import { device } from '#areas/device/server/index.ts';
import { door } from '#areas/door/server/index.ts';
import { duty } from '#areas/duty/server/index.ts';
import { fee } from '#areas/fee/server/index.ts';
import { fund } from '#areas/fund/server/index.ts';
import { guidance } from '#areas/guidance/server/index.ts';
import { handheld } from '#areas/handheld/server/index.ts';
import { invoice } from '#areas/invoice/server/index.ts';
import { lost } from '#areas/lost/server/index.ts';
import { lot } from '#areas/lot/server/index.ts';
import { ops } from '#areas/ops/server/index.ts';
import { org } from '#areas/org/server/index.ts';
import { pass } from '#areas/pass/server/index.ts';
import { passage } from '#areas/passage/server/index.ts';
import { platform } from '#areas/platform/server/index.ts';
import { report } from '#areas/report/server/index.ts';
import { road } from '#areas/road/server/index.ts';
import { seat } from '#areas/seat/server/index.ts';
import { shift } from '#areas/shift/server/index.ts';
import { upload } from '#areas/upload/server/index.ts';
import { vehicle } from '#areas/vehicle/server/index.ts';
import { visitor } from '#areas/visitor/server/index.ts';
import { wall } from '#areas/wall/server/index.ts';
import { webhook } from '#areas/webhook/server/index.ts';
import { weixin } from '#areas/weixin/server/index.ts';
import { workorder } from '#areas/workorder/server/index.ts';
import { reports, resources } from '#apps/models.ts';
import { documents } from '#apps/server/docs/docs.ts';
import type { Area } from '#kit/area/area.ts';
import { files } from '#kit/files/files.ts';
import type { AreaEvents } from '#kit/server/events.ts';
import { generic } from '#kit/server/generic.ts';
import { preferences } from '#kit/server/preference.ts';
import type { Served } from '#kit/server/served.ts';
import { declaredReports, exports } from '#kit/sheets/server/export.ts';
import { configCalls } from '#kit/config/calls.ts';
import { imports } from '#kit/sheets/server/import.ts';

/**
 * Every area, in the order in which handlers of events run. Adding one is a line here, in `apps/models.ts` and in
 * `apps/console/areas.ts`.
 */
export const areas: readonly Area[] = [
  org,
  access,
  lot,
  device,
  vehicle,
  fee,
  pass,
  derate,
  passage,
  billing,
  coupon,
  weixin,
  advert,
  fund,
  invoice,
  road,
  door,
  guidance,
  seat,
  shift,
  duty,
  workorder,
  lost,
  visitor,
  handheld,
  platform,
  report,
  upload,
  webhook,
  ops,
  wall,
];

/** The calls of all areas and of the kit. */
export const served: readonly Served[] = [
  ...areas.flatMap((each) => each.served),
  ...generic,
  ...preferences,
  ...exports,
  ...imports,
  ...configCalls,
  ...files,
  ...declaredReports(reports),
  ...documents,
];

/** What areas emit and handle; wired at start by `wireEvents`. */
export const areaEvents: readonly AreaEvents[] = areas.map(({ events }) => events);

export { reports, resources };
