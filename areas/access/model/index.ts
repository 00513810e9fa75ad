import type { Call } from '#kit/declare/call.ts';
import type { Report } from '#kit/declare/report.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { adminMenu } from './admin-menu.ts';
import { businessMenu } from './business-menu.ts';
import * as clientCalls from './client.ts';
import { customConfig } from './custom-config.ts';
import * as menuCalls from './menu-calls.ts';
import { platformMenu, platformRole } from './platform.ts';
import * as roleCalls from './role-calls.ts';
import { role } from './role.ts';
import * as sessionCalls from './session-calls.ts';
import { topMenu } from './top-menu.ts';
import * as userCalls from './user-calls.ts';
import { user } from './user.ts';

export const resources: readonly Resource[] = [
  user,
  role,
  adminMenu,
  businessMenu,
  topMenu,
  customConfig,
  platformRole,
  platformMenu,
  clientCalls.client,
];
export const reports: readonly Report[] = [];

const isCall = (value: object): value is Call => (value as { kind?: unknown }).kind === 'call';
export const calls: readonly Call[] = [sessionCalls, userCalls, roleCalls, menuCalls, clientCalls]
  .flatMap((each) => Object.values(each) as object[])
  .filter(isCall);
