import * as model from '#areas/door/model/index.ts';
import { area } from '#kit/area/area.ts';
import { doorEvents } from './area-events.ts';
import { checkEffects, checkRules } from './checks.ts';
import { exceptionEffects, exceptionRules } from './exceptions.ts';
import { commandsServed } from './commands.ts';
import { enrolServed } from './enrol.ts';
import { eventSumsServed } from './event-sums.ts';
import { baseDeptRules } from './departments.ts';
import { areaRules, doorDeviceRules, gateRules } from './gates.ts';
import { grantRules, grantsServed } from './grants.ts';
import { jobs } from './jobs.ts';
import { employeeEffects, employeeRules, followRules, peopleServed } from './people.ts';
import { photosServed } from './photos.ts';
import { photoZipServed } from './photo-zip.ts';
import { bringing, lookSoonAt } from './rounds.ts';
import { swipesByDay, swipesByMonth } from './swipes.ts';
import { livePlanServed } from './live-plan.ts';
import { matrixServed } from './matrix.ts';
import { paramRules } from './params.ts';
import { consentEffects, consentRules } from './consents.ts';
import { imageRules, warningEffects, warningRules } from './readings.ts';
import { cameraDeliveryRules, cameraGrantRules, identitiesServed, personRules } from './identities.ts';
import { cameraRules, placeRules } from './thermal.ts';
import { upgradeRules, upgradesServed } from './upgrades.ts';
import { fireEffects } from './fires.ts';
import { rollServed } from './roll.ts';
import { figuresServed } from './thermal-figures.ts';
import { differenceServed } from './difference.ts';
import { separationRules, separationServed } from './separation.ts';
import { weekPlanServed } from './week-plan.ts';
import { insideServed } from './whereabouts.ts';
import { days, periodFields, periodRules, special, templateRules, timePeriodRules, weekRules } from './plans.ts';
import { separated } from './separated.ts';

export const door = area({
  name: 'door',
  model,
  rules: {
    doorArea: bringing(separated(areaRules, ['parentId'])),
    doorGate: bringing(separated(gateRules, ['areaId'])),
    doorSeparation: separationRules,
    separationException: exceptionRules,
    doorDevice: bringing(separated(doorDeviceRules, ['doorGateId'])),
    baseDept: bringing(baseDeptRules),
    dmPeriod: bringing(separated(periodRules, ['endTime', 'startTime'])),
    dmWeek: bringing(separated(weekRules, days)),
    dmTemplate: bringing(separated(templateRules, ['weekId', ...special])),
    doorTimePeriod: bringing(separated(timePeriodRules, periodFields)),
    doorEmployee: bringing(employeeRules, lookSoonAt),
    doorFollow: bringing(followRules),
    doorGrant: bringing(grantRules),
    doorCheck: checkRules,
    doorParam: paramRules,
    doorConsent: consentRules,
    thermalPlace: placeRules,
    thermalCamera: bringing(cameraRules),
    thermalHeat: bringing(cameraRules),
    thermalEmployee: bringing(personRules),
    thermalGrant: bringing(cameraGrantRules),
    thermalDelivery: cameraDeliveryRules,
    thermalUpgrade: upgradeRules,
    thermalWarning: warningRules,
    thermalImage: imageRules,
  },
  effects: {
    doorEmployee: employeeEffects,
    doorCheck: checkEffects,
    doorConsent: consentEffects,
    doorFire: fireEffects,
    separationException: exceptionEffects,
    thermalWarning: warningEffects,
  },
  calls: [
    ...peopleServed,
    ...grantsServed,
    ...weekPlanServed,
    ...differenceServed,
    ...separationServed,
    ...matrixServed,
    ...livePlanServed,
    ...commandsServed,
    ...eventSumsServed,
    ...rollServed,
    ...insideServed,
    ...figuresServed,
    ...identitiesServed,
    ...upgradesServed,
    ...enrolServed,
    ...photosServed,
    ...photoZipServed,
  ],
  reports: { swipeDay: swipesByDay, swipeMonth: swipesByMonth },
  jobs,
  events: doorEvents,
});
