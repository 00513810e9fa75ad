import { carList, whiteList } from './car-list.ts';
import { carModel } from './car-model.ts';
import { carType } from './car-type.ts';
import { spaceBooking } from './space-booking.ts';
import * as lookups from './lookups.ts';

export const resources = [carModel, carType, carList, whiteList, spaceBooking];
export const reports = [];
export const calls = Object.values(lookups);
