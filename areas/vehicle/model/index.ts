import { carList, whiteList } from './car-list.ts';
import { carModel } from './car-model.ts';
import { carType } from './car-type.ts';
import * as lookups from './lookups.ts';

export const resources = [carModel, carType, carList, whiteList];
export const reports = [];
export const calls = Object.values(lookups);
