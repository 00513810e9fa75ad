import * as model from '#areas/access/model/index.ts';
import { area } from '#kit/area/area.ts';
import { companyChoiceServed } from './companies.ts';
import { clientRules, clientServed } from './client.ts';
import { customConfigRules, customConfigServed } from './custom-config.ts';
import { accessEvents } from './events.ts';
import { grantServed } from './grant.ts';
import { jobs } from './jobs.ts';
import { lotGrantServed } from './lot-grant.ts';
import { menuShownServed } from './menu-shown.ts';
import { menuRules, topMenuRules } from './menu.ts';
import { roleRules, roleServed } from './role.ts';
import { sessionServed } from './session.ts';
import { userRules, userServed } from './user.ts';

export const access = area({
  name: 'access',
  model,
  rules: {
    user: userRules,
    role: roleRules,
    platformRole: roleRules,
    adminMenu: menuRules,
    platformMenu: menuRules,
    businessMenu: menuRules,
    topMenu: topMenuRules,
    customConfig: customConfigRules,
    client: clientRules,
  },
  calls: [
    ...sessionServed,
    ...userServed,
    ...lotGrantServed,
    ...roleServed,
    ...grantServed,
    ...menuShownServed,
    ...customConfigServed,
    ...companyChoiceServed,
    ...clientServed,
  ],
  jobs,
  events: accessEvents,
});
