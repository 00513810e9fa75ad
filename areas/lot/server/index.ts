import * as model from '#areas/lot/model/index.ts';
import { area } from '#kit/area/area.ts';
import { carChangesServed } from './car-changes.ts';
import { lotEvents } from './events.ts';
import { gateRules, gatesServed, samePark } from './gates.ts';
import { villageRules } from './guided.ts';
import { hoursServed } from './hours.ts';
import { jobs } from './jobs.ts';
import { mapsServed } from './maps.ts';
import { parkServing, parksServed } from './parks.ts';
import { qrServed } from './qr.ts';
import { receiverRules, receiversServed } from './receivers.ts';
import { remoteRules } from './remote-authorization.ts';
import { serviceRules, servicesServed } from './services.ts';
import { settingRules } from './settings.ts';
import { areaRules, villagesServed } from './villages.ts';

export const lot = area({
  name: 'lot',
  model,
  rules: {
    ...parkServing,
    village: villageRules,
    parkArea: areaRules,
    parkBox: { check: samePark },
    parkGate: gateRules,
    parkService: serviceRules,
    parkParameter: settingRules,
    messageReceiver: receiverRules,
    remoteAuthorization: remoteRules,
  },
  calls: [
    ...parksServed,
    ...villagesServed,
    ...gatesServed,
    ...hoursServed,
    ...servicesServed,
    ...receiversServed,
    ...qrServed,
    ...mapsServed,
    ...carChangesServed,
  ],
  jobs,
  events: lotEvents,
});
