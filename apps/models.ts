import * as access from '#areas/access/model/index.ts';
import * as billing from '#areas/billing/model/index.ts';
import * as advert from '#areas/advert/model/index.ts';
import * as coupon from '#areas/coupon/model/index.ts';
import * as derate from '#areas/derate/model/index.ts';
import * as device from '#areas/device/model/index.ts';
import * as door from '#areas/door/model/index.ts';
import * as duty from '#areas/duty/model/index.ts';
import * as fee from '#areas/fee/model/index.ts';
import * as fund from '#areas/fund/model/index.ts';
import * as guidance from '#areas/guidance/model/index.ts';
import * as handheld from '#areas/handheld/model/index.ts';
import * as invoice from '#areas/invoice/model/index.ts';
import * as lost from '#areas/lost/model/index.ts';
import * as lot from '#areas/lot/model/index.ts';
import * as ops from '#areas/ops/model/index.ts';
import * as org from '#areas/org/model/index.ts';
import * as pass from '#areas/pass/model/index.ts';
import * as passage from '#areas/passage/model/index.ts';
import * as platform from '#areas/platform/model/index.ts';
import * as report from '#areas/report/model/index.ts';
import * as road from '#areas/road/model/index.ts';
import * as seat from '#areas/seat/model/index.ts';
import * as shift from '#areas/shift/model/index.ts';
import * as upload from '#areas/upload/model/index.ts';
import * as vehicle from '#areas/vehicle/model/index.ts';
import * as visitor from '#areas/visitor/model/index.ts';
import * as wall from '#areas/wall/model/index.ts';
import * as webhook from '#areas/webhook/model/index.ts';
import * as weixin from '#areas/weixin/model/index.ts';
import * as workorder from '#areas/workorder/model/index.ts';
import type { Report } from '#kit/declare/report.ts';
import type { Resource } from '#kit/declare/resource.ts';

const models = [
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
  ops,
  upload,
  webhook,
  wall,
];

/** What all areas declare. Adding an area is a line here. */
export const resources: readonly Resource[] = models.flatMap((model) => model.resources as readonly Resource[]);
export const reports: readonly Report[] = models.flatMap((model) => model.reports as readonly Report[]);
