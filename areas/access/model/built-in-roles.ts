import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { companyAdmin } from './roles/company-admin.ts';
import { groupAdmin } from './roles/group-admin.ts';
import { deviceInstaller } from './roles/installer.ts';
import { curbCollector, gateGuard, lotManager, seller } from './roles/lot.ts';
import { auditor } from './roles/auditor.ts';
import { doorClerk } from './roles/door.ts';
import { seatAgent } from './roles/seat.ts';
import { attendanceClerk, customerService, finance } from './roles/office.ts';
import { builtInRoleNames } from './role-names.ts';

/**
 * A role the product brings. Its rights are entered by hand, subject by subject, verbs divided by a space: a new right
 * reaches nobody until somebody writes it here. `*` is everything, also what is the platform's alone.
 */
export type BuiltInRole = {
  readonly name: Text;
  readonly note: Text;
  readonly rights: Readonly<Record<string, string>> | '*';
};

const platformOperator = {
  name: builtInRoleNames.platformOperator,
  note: text(
    '管理全部租户、菜单与系统参数，可切换到任意单位',
    'Manages all tenants, menus and system parameters; can switch to any company',
  ),
  rights: '*',
} as const satisfies BuiltInRole;

/** In the order they are listed. */
export const builtInRoles = {
  platformOperator,
  groupAdmin,
  companyAdmin,
  finance,
  customerService,
  lotManager,
  gateGuard,
  curbCollector,
  doorClerk,
  seatAgent,
  attendanceClerk,
  seller,
  deviceInstaller,
  auditor,
} as const satisfies Record<string, BuiltInRole>;

/** The permission codes of a role, sorted. */
export const codesOf = ({ rights }: BuiltInRole): string[] =>
  rights === '*'
    ? ['*']
    : Object.entries(rights)
        .flatMap(([subject, verbs]) => verbs.split(' ').map((verb) => `${subject}:${verb}`))
        .sort();
