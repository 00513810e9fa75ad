import type { Served } from '#kit/server/served.ts';
import { companyChoiceServed } from './companies.ts';
import { customConfigServed } from './custom-config.ts';
import { grantServed } from './grant.ts';
import { lotGrantServed } from './lot-grant.ts';
import { menuShownServed } from './menu-shown.ts';
import { menuServed } from './menu.ts';
import { roleServed } from './role.ts';
import { sessionServed } from './session.ts';
import { userServed } from './user.ts';

export const served: readonly Served[] = [
  ...sessionServed,
  ...userServed,
  ...lotGrantServed,
  ...roleServed,
  ...grantServed,
  ...menuServed,
  ...menuShownServed,
  ...customConfigServed,
  ...companyChoiceServed,
];
