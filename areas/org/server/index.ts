import type { Served } from '#kit/server/served.ts';
import { companyServed } from './company.ts';
import { deptServed } from './dept.ts';
import { regionServed } from './region-calls.ts';
import { tenantServed } from './tenant.ts';

export const served: readonly Served[] = [...companyServed, ...tenantServed, ...deptServed, ...regionServed];
