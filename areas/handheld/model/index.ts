import type { Report } from '#kit/declare/report.ts';
import type { Resource } from '#kit/declare/resource.ts';
import * as own from './calls.ts';
import { handheldEntry } from './handheld-entry.ts';
import { pdaParameter } from './parameter.ts';
import { pdadevice } from './pdadevice.ts';
import { pdaplatform } from './pdaplatform.ts';

export const resources: readonly Resource[] = [pdadevice, pdaplatform, handheldEntry, pdaParameter];
export const reports: readonly Report[] = [];
export const calls = Object.values(own);
