import { accessEvents } from '#areas/access/server/events.ts';
import { billingEvents } from '#areas/billing/server/events.ts';
import { derateEvents } from '#areas/derate/server/events.ts';
import { deviceEvents } from '#areas/device/server/events.ts';
import { lotEvents } from '#areas/lot/server/events.ts';
import { orgEvents } from '#areas/org/server/events.ts';
import { passageEvents } from '#areas/passage/server/events.ts';
import { roadEvents } from '#areas/road/server/events.ts';
import { shiftEvents } from '#areas/shift/server/events.ts';
import { served as accessServed } from '#areas/access/server/index.ts';
import { served as billingServed } from '#areas/billing/server/index.ts';
import { served as derateServed } from '#areas/derate/server/index.ts';
import { served as deviceServed } from '#areas/device/server/index.ts';
import { served as dutyServed } from '#areas/duty/server/index.ts';
import { served as feeServed } from '#areas/fee/server/index.ts';
import { served as lotServed } from '#areas/lot/server/index.ts';
import { served as opsServed } from '#areas/ops/server/index.ts';
import { served as orgServed } from '#areas/org/server/index.ts';
import { served as passServed } from '#areas/pass/server/index.ts';
import { served as passageServed } from '#areas/passage/server/index.ts';
import { served as reportServed } from '#areas/report/server/index.ts';
import { served as roadServed } from '#areas/road/server/index.ts';
import { served as shiftServed } from '#areas/shift/server/index.ts';
import { served as vehicleServed } from '#areas/vehicle/server/index.ts';
import { reports, resources } from '#apps/models.ts';
import { workorderEvents } from '#areas/workorder/server/events.ts';
import { served as handheldServed } from '#areas/handheld/server/index.ts';
import { served as workorderServed } from '#areas/workorder/server/index.ts';
import { documents } from '#apps/server/docs/docs.ts';
import { files } from '#kit/files/files.ts';
import { generic } from '#kit/server/generic.ts';
import type { AreaEvents } from '#kit/server/events.ts';
import { preferences } from '#kit/server/preference.ts';
import type { Served } from '#kit/server/served.ts';
import { declaredReports, exports } from '#kit/sheets/server/export.ts';
import { imports } from '#kit/sheets/server/import.ts';

/** The calls of all areas and of the kit. Adding an area is a line here. */
export const served: readonly Served[] = [
  ...orgServed,
  ...accessServed,
  ...lotServed,
  ...deviceServed,
  ...vehicleServed,
  ...feeServed,
  ...passServed,
  ...derateServed,
  ...passageServed,
  ...billingServed,
  ...roadServed,
  ...shiftServed,
  ...dutyServed,
  ...workorderServed,
  ...handheldServed,
  ...reportServed,
  ...opsServed,
  ...generic,
  ...preferences,
  ...exports,
  ...imports,
  ...files,
  ...declaredReports(reports),
  ...documents,
];

/** What areas emit and handle, in the order in which handlers run; wired at start by `wireEvents`. */
export const areaEvents: readonly AreaEvents[] = [
  orgEvents,
  accessEvents,
  lotEvents,
  deviceEvents,
  derateEvents,
  passageEvents,
  billingEvents,
  roadEvents,
  shiftEvents,
  workorderEvents,
];

export { reports, resources };
