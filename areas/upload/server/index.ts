import * as model from '#areas/upload/model/index.ts';
import { area } from '#kit/area/area.ts';
import { uploadServed } from './calls.ts';
import { countsServed } from './counts.ts';
import { uploadEvents } from './events.ts';
import { jobs } from './jobs.ts';
import { appRules, authorityRules, gateRules, thirdpartyRules } from './rules.ts';

export const upload = area({
  name: 'upload',
  model,
  rules: {
    thirdparty: thirdpartyRules,
    thirdpartyApp: appRules,
    thirdplatform: authorityRules,
    thirdpartyGate: gateRules,
  },
  calls: [...uploadServed, ...countsServed],
  jobs,
  events: uploadEvents,
});
