import { carModel } from './car-model.ts';
import { carType } from './car-type.ts';

export const resources = [carModel, carType];
export const reports = [];
export const calls = [];
