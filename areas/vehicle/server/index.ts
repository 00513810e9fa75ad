import type { Served } from '#kit/server/served.ts';
import { carKindsServed } from './car-kinds.ts';
import { carListServed } from './car-list.ts';
import { spaceBookingServed } from './space-booking.ts';

export const served: readonly Served[] = [...carKindsServed, ...carListServed, ...spaceBookingServed];
