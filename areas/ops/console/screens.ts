import { text } from '#kit/declare/text.ts';
import type { Resource } from '#kit/declare/resource.ts';
import type { Screen } from '#kit/console/screen.ts';
import { apiLog, auditLog, operateLog, operateTypes } from '../model/audit-log.ts';
import { job, jobLog } from '../model/job.ts';
import type { OperateType } from '../model/audit-log.ts';

/** A page over the audit; its title is its own, for seven of them share one declaration. */
const log = (route: string, declared: unknown, operateType?: OperateType): Screen => {
  const of = {
    ...(declared as Resource),
    ...(operateType ? { title: operateTypes[operateType], many: operateTypes[operateType] } : {}),
  };
  return {
    route,
    title: of.title,
    load: async () => ({ default: (await import('./log-page.tsx')).logPage(of, operateType) }),
  };
};

/** Screens that the declarations do not say. */
export const screens: readonly Screen[] = [
  { route: '/desk/notice', title: text('通知公告', 'Notices'), load: () => import('./notices.tsx') },
  { route: '/system/metrics', title: text('运行指标', 'Metrics'), load: () => import('./metrics.tsx') },
  { route: '/sysjob/job', title: job.many, load: () => import('./jobs.tsx') },
  { route: '/sysjob/joblog', title: jobLog.many, load: () => import('./job-log.tsx') },
  log('/log/usual', auditLog),
  log('/log/api', apiLog),
  log('/operatelog/carmanage', operateLog, 'car'),
  log('/operatelog/sellermanage', operateLog, 'seller'),
  log('/operatelog/feerule', operateLog, 'feeRule'),
  log('/operatelog/derateqrcode', operateLog, 'derateQr'),
  log('/operatelog/parkderate', operateLog, 'derate'),
  log('/operatelog/payconfig', operateLog, 'payConfig'),
  log('/operatelog/iorecordlog', operateLog, 'ioRecord'),
];
