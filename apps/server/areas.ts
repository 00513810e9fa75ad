import { served as accessServed } from '#areas/access/server/index.ts';
import { served as billingServed } from '#areas/billing/server/index.ts';
import { served as derateServed } from '#areas/derate/server/index.ts';
import { served as deviceServed } from '#areas/device/server/index.ts';
import { served as feeServed } from '#areas/fee/server/index.ts';
import { served as lotServed } from '#areas/lot/server/index.ts';
import { served as opsServed } from '#areas/ops/server/index.ts';
import { served as orgServed } from '#areas/org/server/index.ts';
import { served as passServed } from '#areas/pass/server/index.ts';
import { served as passageServed } from '#areas/passage/server/index.ts';
import { served as reportServed } from '#areas/report/server/index.ts';
import { served as shiftServed } from '#areas/shift/server/index.ts';
import { served as vehicleServed } from '#areas/vehicle/server/index.ts';
import { reports, resources } from '#apps/models.ts';
import { documents } from '#apps/server/docs/docs.ts';
import { files } from '#kit/files/files.ts';
import { generic } from '#kit/server/generic.ts';
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
  ...shiftServed,
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

export { reports, resources };
