import * as model from '#areas/report/model/index.ts';
import { area } from '#kit/area/area.ts';
import { feeServed } from './fees.ts';
import { homeServed } from './home.ts';
import { questionServed } from './question.ts';
import { registersServed } from './registers.ts';
import { roadNowServed } from './road-now.ts';
import { roadPeopleServed } from './road-people.ts';
import { roadServed } from './road.ts';
import { templateServed } from './template/templates.ts';
import { trafficServed } from './traffic.ts';
import { usageServed } from './usage.ts';
import { waitingServed } from './waiting.ts';

export const report = area({
  name: 'report',
  model,
  calls: [
    ...homeServed,
    ...feeServed,
    ...trafficServed,
    ...usageServed,
    ...registersServed,
    ...roadServed,
    ...roadNowServed,
    ...roadPeopleServed,
    ...waitingServed,
    ...questionServed,
    ...templateServed,
  ],
});
