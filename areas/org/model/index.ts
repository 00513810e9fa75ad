import type { Call } from '#kit/declare/call.ts';
import type { Report } from '#kit/declare/report.ts';
import type { Resource } from '#kit/declare/resource.ts';
import * as own from './calls.ts';
import { company } from './company.ts';
import { dept } from './dept.ts';
import { city, district, province } from './region.ts';
import { tenant } from './tenant.ts';

export const resources: readonly Resource[] = [company, tenant, dept, province, city, district];
export const reports: readonly Report[] = [];
export const calls: readonly Call[] = Object.values(own);
