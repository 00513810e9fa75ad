import type { Report } from '#kit/declare/report.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { assignable, driverAppeal, muteWarning, requestWords, uploadWork } from './calls.ts';
import { contractor } from './contractor.ts';
import { member, memberPlate } from './member.ts';
import { rdWarn } from './rd-warn.ts';
import { rdrwork } from './rdrwork.ts';
import { userRequest } from './user-request.ts';

export const resources: readonly Resource[] = [rdrwork, rdWarn, userRequest, member, memberPlate, contractor];
export const reports: readonly Report[] = [];
export const calls = [uploadWork, assignable, muteWarning, requestWords, driverAppeal];
