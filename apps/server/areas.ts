import * as access from '#areas/access/model/index.ts';
import * as billing from '#areas/billing/model/index.ts';
import * as device from '#areas/device/model/index.ts';
import * as fee from '#areas/fee/model/index.ts';
import * as lot from '#areas/lot/model/index.ts';
import * as org from '#areas/org/model/index.ts';
import * as passage from '#areas/passage/model/index.ts';
import * as report from '#areas/report/model/index.ts';
import * as vehicle from '#areas/vehicle/model/index.ts';
import { served as accessServed } from '#areas/access/server/index.ts';
import { served as billingServed } from '#areas/billing/server/index.ts';
import { served as deviceServed } from '#areas/device/server/index.ts';
import { served as feeServed } from '#areas/fee/server/index.ts';
import { served as lotServed } from '#areas/lot/server/index.ts';
import { served as orgServed } from '#areas/org/server/index.ts';
import { served as passageServed } from '#areas/passage/server/index.ts';
import { served as reportServed } from '#areas/report/server/index.ts';
import { served as vehicleServed } from '#areas/vehicle/server/index.ts';
import type { Report } from '#kit/declare/report.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { documents } from '#kit/server/docs.ts';
import { exports } from '#kit/server/export.ts';
import { files } from '#kit/server/files.ts';
import { generic } from '#kit/server/generic.ts';
import { imports } from '#kit/server/import.ts';
import type { Served } from '#kit/server/served.ts';

const models = [org, access, lot, device, vehicle, fee, passage, billing, report];

/** The product's areas, listed: adding one is a line in each list. */
export const resources: readonly Resource[] = models.flatMap((model) => model.resources as unknown as Resource[]);
export const reports: readonly Report[] = models.flatMap((model) => model.reports as Report[]);
export const served: readonly Served[] = [
  ...orgServed, ...accessServed, ...lotServed, ...deviceServed, ...vehicleServed, ...feeServed, ...passageServed, ...billingServed, ...reportServed,
  ...generic, ...exports, ...imports, ...files, ...documents,
];
