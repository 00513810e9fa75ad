import type { Report } from '#kit/declare/report.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { dayFees, dayPaySum, daySum, monthFeeSum, parkFees, payTypeSum, userFees } from './fees.ts';
import { homeCalls } from './home.ts';
import { passSum, villageSum } from './registers.ts';
import { askReports } from './question.ts';
import { reportTemplate } from './report-template.ts';
import { roadNow } from './road-now.ts';
import { roadPeople } from './road-people.ts';
import { roadDaySum, roadPaySum, roadRecordSum, yardDays, yardMonths } from './road.ts';
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
  yardDays,
  yardMonths,
  roadRecordSum,
  roadPeople,
];
export const calls = [...homeCalls, waitingFor, roadNow, askReports];
