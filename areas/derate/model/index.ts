import { carDerate } from './car-derate.ts';
import { derateCode } from './derate-code.ts';
import { parkDerate } from './park-derate.ts';
import { parkSeller } from './park-seller.ts';
import { cardRecharge, sellerRecharge, storedCard } from './recharges.ts';

export const resources = [parkDerate, parkSeller, carDerate, derateCode, sellerRecharge, storedCard, cardRecharge];
export const reports = [];
