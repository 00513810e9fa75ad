import * as model from '#areas/door/model/index.ts';
import { area } from '#kit/area/area.ts';
import { checkEffects, checkRules } from './checks.ts';
import { commandsServed } from './commands.ts';
import { baseDeptRules } from './departments.ts';
import { areaRules, doorDeviceRules, gateRules } from './gates.ts';
import { grantRules, grantsServed } from './grants.ts';
import { jobs } from './jobs.ts';
import { employeeEffects, employeeRules, followRules, peopleServed } from './people.ts';
import { bringing } from './rounds.ts';
import { swipesServed } from './swipes.ts';
import { paramRules } from './params.ts';
import { periodRules, templateRules, timePeriodRules, weekRules } from './plans.ts';

export const door = area({
  name: 'door',
  model,
  rules: {
    doorArea: bringing(areaRules),
    doorGate: bringing(gateRules),
    doorDevice: bringing(doorDeviceRules),
    baseDept: bringing(baseDeptRules),
    dmPeriod: bringing(periodRules),
    dmWeek: bringing(weekRules),
    dmTemplate: bringing(templateRules),
    doorTimePeriod: bringing(timePeriodRules),
    doorEmployee: bringing(employeeRules),
    doorFollow: bringing(followRules),
    doorGrant: bringing(grantRules),
    doorCheck: checkRules,
    doorParam: paramRules,
  },
  effects: { doorEmployee: employeeEffects, doorCheck: checkEffects },
  calls: [...peopleServed, ...grantsServed, ...commandsServed, ...swipesServed],
  jobs,
});
