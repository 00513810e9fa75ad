import type { Report } from '#kit/declare/report.ts';
import type { Resource } from '#kit/declare/resource.ts';

export const resources: readonly Resource[] = [];
export const reports: readonly Report[] = [];
export const calls = [];
