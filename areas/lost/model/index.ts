import type { Report } from '#kit/declare/report.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { lostItem } from './lost-item.ts';
import { lostSum } from './reports.ts';

export const resources: readonly Resource[] = [lostItem];
export const reports: readonly Report[] = [lostSum];
