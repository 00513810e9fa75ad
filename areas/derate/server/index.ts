import type { Resource } from '#kit/declare/resource.ts';
import { crud } from '#kit/server/crud.ts';
import { exportOf } from '#kit/sheets/server/export.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { carDerate } from '../model/car-derate.ts';
import { derateCode } from '../model/derate-code.ts';
import { parkDerate } from '../model/park-derate.ts';
import { parkSeller } from '../model/park-seller.ts';
import { cardRecharge, sellerRecharge, storedCard } from '../model/recharges.ts';
import { cardsServed } from './cards.ts';
import { codesServed } from './codes.ts';
import { driverPageServed } from './driver-page.ts';
import { giveServed } from './give.ts';
import { notForSellers, ofSeller, rulesOfSeller } from './own.ts';
import { sellerRules, sellersServed } from './sellers.ts';
import { ruleRules } from './terms.ts';

const record = (of: unknown, narrow: (work: Work) => ReturnType<ReturnType<typeof ofSeller>>): Served[] => [
  ...crud(of as Resource, { narrow }),
  exportOf(of as Resource),
];

export const served: readonly Served[] = [
  ...crud(parkDerate, { ...ruleRules, narrow: rulesOfSeller }),
  ...crud(parkSeller, sellerRules),
  ...crud(derateCode, { narrow: ofSeller(derateCode) }),
  ...crud(storedCard, { narrow: notForSellers }),
  ...record(carDerate, ofSeller(carDerate)),
  ...record(sellerRecharge, ofSeller(sellerRecharge)),
  ...record(cardRecharge, notForSellers),
  ...sellersServed,
  ...giveServed,
  ...codesServed,
  ...driverPageServed,
  ...cardsServed,
];
