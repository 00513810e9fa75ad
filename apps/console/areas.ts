import type { Report } from '#kit/declare/report.ts';
import type { Resource } from '#kit/declare/resource.ts';
import type { Records } from '#kit/console/record.ts';
import type { Screen } from '#kit/console/screen.ts';

/** An area's declarations and its own screens; loaded when one of its routes is opened. */
export type Area = {
  readonly name: string;
  readonly model: () => Promise<{ resources: readonly Resource[]; reports: readonly Report[] }>;
  readonly screens?: () => Promise<{ screens: readonly Screen[] }>;
  /** Pages of single records that declarations do not say. */
  readonly records?: () => Promise<{ records: Records }>;
};

/** Every area the console shows, one line each. */
export const areas: readonly Area[] = [
  { name: 'org', model: () => import('#areas/org/model/index.ts') },
  {
    name: 'access',
    model: () => import('#areas/access/model/index.ts'),
    screens: () => import('#areas/access/console/screens.ts'),
  },
  {
    name: 'lot',
    model: () => import('#areas/lot/model/index.ts'),
    screens: () => import('#areas/lot/console/screens.ts'),
  },
  {
    name: 'device',
    model: () => import('#areas/device/model/index.ts'),
    screens: () => import('#areas/device/console/screens.ts'),
    records: () => import('#areas/device/console/records.ts'),
  },
  {
    name: 'vehicle',
    model: () => import('#areas/vehicle/model/index.ts'),
    screens: () => import('#areas/vehicle/console/screens.ts'),
  },
  {
    name: 'road',
    model: () => import('#areas/road/model/index.ts'),
    screens: () => import('#areas/road/console/screens.ts'),
    records: () => import('#areas/road/console/records.ts'),
  },
  {
    name: 'guidance',
    model: () => import('#areas/guidance/model/index.ts'),
    screens: () => import('#areas/guidance/console/screens.ts'),
  },
  {
    name: 'fee',
    model: () => import('#areas/fee/model/index.ts'),
    screens: () => import('#areas/fee/console/screens.ts'),
  },
  {
    name: 'pass',
    model: () => import('#areas/pass/model/index.ts'),
    screens: () => import('#areas/pass/console/screens.ts'),
    records: () => import('#areas/pass/console/records.ts'),
  },
  {
    name: 'derate',
    model: () => import('#areas/derate/model/index.ts'),
    screens: () => import('#areas/derate/console/screens.ts'),
    records: () => import('#areas/derate/console/records.ts'),
  },
  {
    name: 'coupon',
    model: () => import('#areas/coupon/model/index.ts'),
    screens: () => import('#areas/coupon/console/screens.ts'),
  },
  {
    name: 'weixin',
    model: () => import('#areas/weixin/model/index.ts'),
    screens: () => import('#areas/weixin/console/screens.ts'),
  },
  {
    name: 'advert',
    model: () => import('#areas/advert/model/index.ts'),
    screens: () => import('#areas/advert/console/screens.ts'),
  },
  {
    name: 'passage',
    model: () => import('#areas/passage/model/index.ts'),
    screens: () => import('#areas/passage/console/screens.ts'),
    records: () => import('#areas/passage/console/records.ts'),
  },
  {
    name: 'billing',
    model: () => import('#areas/billing/model/index.ts'),
    screens: () => import('#areas/billing/console/screens.ts'),
    records: () => import('#areas/billing/console/records.ts'),
  },
  {
    name: 'door',
    model: () => import('#areas/door/model/index.ts'),
    screens: () => import('#areas/door/console/screens.ts'),
    records: () => import('#areas/door/console/records.ts'),
  },
  {
    name: 'fund',
    model: () => import('#areas/fund/model/index.ts'),
    screens: () => import('#areas/fund/console/screens.ts'),
  },
  {
    name: 'invoice',
    model: () => import('#areas/invoice/model/index.ts'),
    screens: () => import('#areas/invoice/console/screens.ts'),
  },
  {
    name: 'seat',
    model: () => import('#areas/seat/model/index.ts'),
    screens: () => import('#areas/seat/console/screens.ts'),
    records: () => import('#areas/seat/console/records.ts'),
  },
  { name: 'shift', model: () => import('#areas/shift/model/index.ts') },
  {
    name: 'duty',
    model: () => import('#areas/duty/model/index.ts'),
    screens: () => import('#areas/duty/console/screens.ts'),
  },
  {
    name: 'handheld',
    model: () => import('#areas/handheld/model/index.ts'),
    screens: () => import('#areas/handheld/console/screens.ts'),
  },
  {
    name: 'workorder',
    model: () => import('#areas/workorder/model/index.ts'),
    screens: () => import('#areas/workorder/console/screens.ts'),
  },
  { name: 'lost', model: () => import('#areas/lost/model/index.ts') },
  {
    name: 'visitor',
    model: () => import('#areas/visitor/model/index.ts'),
    screens: () => import('#areas/visitor/console/screens.ts'),
  },
  {
    name: 'platform',
    model: () => import('#areas/platform/model/index.ts'),
    screens: () => import('#areas/platform/console/screens.ts'),
  },
  {
    name: 'report',
    model: () => import('#areas/report/model/index.ts'),
    screens: () => import('#areas/report/console/screens.ts'),
  },
  {
    name: 'ops',
    model: () => import('#areas/ops/model/index.ts'),
    screens: () => import('#areas/ops/console/screens.ts'),
    records: () => import('#areas/ops/console/records.ts'),
  },
  {
    name: 'upload',
    model: () => import('#areas/upload/model/index.ts'),
    screens: () => import('#areas/upload/console/screens.ts'),
  },
  {
    name: 'webhook',
    model: () => import('#areas/webhook/model/index.ts'),
    screens: () => import('#areas/webhook/console/screens.ts'),
  },
  {
    name: 'wall',
    model: () => import('#areas/wall/model/index.ts'),
    screens: () => import('#areas/wall/console/screens.ts'),
  },
];
