import type { Report } from '#kit/declare/report.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { attendanceDay, attendanceMonth } from './attendance.ts';
import * as own from './calls.ts';
import { clockCorrection, dutyClock, rdworkrecord } from './clock.ts';
import { rdworkset } from './rdworkset.ts';
import { attendanceSum } from './reports.ts';
import { employeWork } from './roster.ts';
import { workCompanySet } from './settings.ts';

export const resources: readonly Resource[] = [
  rdworkset,
  employeWork,
  workCompanySet,
  dutyClock,
  rdworkrecord,
  clockCorrection,
  attendanceDay,
  attendanceMonth,
];
export const reports: readonly Report[] = [attendanceSum];
export const calls = Object.values(own);
