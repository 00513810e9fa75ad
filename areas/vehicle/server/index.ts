import * as model from '#areas/vehicle/model/index.ts';
import { area } from '#kit/area/area.ts';
import { jobs } from './jobs.ts';
import { carKindRules, carKindsServed } from './car-kinds.ts';
import { carListRules } from './car-list.ts';
import { spaceBookingEffects, spaceBookingRules } from './space-booking.ts';

export const vehicle = area({
  name: 'vehicle',
  model,
  rules: { ...carKindRules, ...carListRules, spaceBooking: spaceBookingRules },
  effects: { carList: { pass: 'none', refuse: 'none' }, spaceBooking: spaceBookingEffects },
  calls: carKindsServed,
  jobs,
});
