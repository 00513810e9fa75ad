import type { Report } from '#kit/declare/report.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { dayFees, dayInOut, dayPaySum, daySum, monthFeeSum, monthInOut, parkFees, payTypeSum } from './fees.ts';
import { homeCalls } from './home.ts';

export const resources: readonly Resource[] = [];
export const reports: readonly Report[] = [daySum, monthFeeSum, dayInOut, monthInOut, dayFees, parkFees, dayPaySum, payTypeSum];
export const calls = homeCalls;
