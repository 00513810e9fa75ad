import type { Report } from '#kit/declare/report.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { dayFees, dayPaySum, daySum, monthFeeSum, parkFees, payTypeSum, userFees } from './fees.ts';
import { homeCalls } from './home.ts';
import { passSum, villageSum } from './registers.ts';
import { reportTemplate } from './report-template.ts';
import { roadDaySum, roadPaySum } from './road.ts';
import { dailyPaper, dayInOut, monthInOut, plateSum, thirdInOut, thirdMonthInOut } from './traffic.ts';
import { occupancyHours, spaceTurnover, stayLengths } from './usage.ts';
import { waitingFor } from './waiting.ts';

export const resources: readonly Resource[] = [reportTemplate];
export const reports: readonly Report[] = [
  daySum,
  monthFeeSum,
  dayInOut,
  monthInOut,
  dayFees,
  parkFees,
  dayPaySum,
  payTypeSum,
  userFees,
  dailyPaper,
  thirdInOut,
  thirdMonthInOut,
  plateSum,
  occupancyHours,
  spaceTurnover,
  stayLengths,
  passSum,
  villageSum,
  roadDaySum,
  roadPaySum,
];
export const calls = [...homeCalls, waitingFor];
