import * as model from '#areas/vehicle/model/index.ts';
import { area } from '#kit/area/area.ts';
import { jobs } from './jobs.ts';
import { carKindsServed } from './car-kinds.ts';
import { carListServed } from './car-list.ts';
import { spaceBookingServed } from './space-booking.ts';

export const vehicle = area({
  name: 'vehicle',
  model,
  calls: [...carKindsServed, ...carListServed, ...spaceBookingServed],
  jobs,
});
