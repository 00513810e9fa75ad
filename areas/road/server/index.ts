import * as model from '#areas/road/model/index.ts';
import { area } from '#kit/area/area.ts';
import { carlessBerths, hoursOfBerths, ratesOfBerths } from './berth-reports.ts';
import { berthRules, berthsServed } from './berths.ts';
import { debtRules, debtsServed } from './debts.ts';
import { dayServed } from './day.ts';
import { berthActionsServed } from './berth-actions.ts';
import { devicesRules } from './devices.ts';
import { exitServed } from './at-exit.ts';
import { driverServed } from './driver.ts';
import { lorawanServed } from './lorawan.ts';
import { roadEvents } from './events.ts';
import { figuresServed } from './figures.ts';
import { grantServing, grantsServed } from './grants.ts';
import { jobs } from './jobs.ts';
import { locksServed } from './locks.ts';
import { lookupsServed } from './lookups.ts';
import { stayRules } from './records.ts';
import { sectionRules } from './sections.ts';
import { settingRules } from './settings.ts';

export const road = area({
  name: 'road',
  model,
  rules: {
    ...devicesRules,
    berthSection: sectionRules,
    rdBerth: berthRules,
    userSectionGrant: grantServing,
    RdParameter: settingRules,
    ...stayRules,
    ...debtRules,
  },
  calls: [
    ...berthsServed,
    ...berthActionsServed,
    ...dayServed,
    ...grantsServed,
    ...lookupsServed,
    ...figuresServed,
    ...debtsServed,
    ...locksServed,
    ...driverServed,
    ...exitServed,
    ...lorawanServed,
  ],
  reports: { berthRate: ratesOfBerths, berthHours: hoursOfBerths, berthNoCar: carlessBerths },
  jobs,
  events: roadEvents,
});
