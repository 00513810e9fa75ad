import * as model from '#areas/derate/model/index.ts';
import { area } from '#kit/area/area.ts';
import { carDerate } from '../model/car-derate.ts';
import { derateCode } from '../model/derate-code.ts';
import { sellerRecharge } from '../model/recharges.ts';
import { cardsServed } from './cards.ts';
import { codesServed } from './codes.ts';
import { driverPageServed } from './driver-page.ts';
import { derateEvents } from './events.ts';
import { giveServed } from './give.ts';
import { jobs } from './jobs.ts';
import { notForSellers, ofSeller, rulesOfSeller } from './own.ts';
import { sellerRules, sellersServed } from './sellers.ts';
import { ruleRules } from './terms.ts';

export const derate = area({
  name: 'derate',
  model,
  rules: {
    parkDerate: { ...ruleRules, narrow: rulesOfSeller },
    parkSeller: sellerRules,
    derateCode: { narrow: ofSeller(derateCode) },
    carDerate: { narrow: ofSeller(carDerate) },
    sellerRecharge: { narrow: ofSeller(sellerRecharge) },
    storedCard: { narrow: notForSellers },
    cardRecharge: { narrow: notForSellers },
  },
  calls: [...sellersServed, ...giveServed, ...codesServed, ...driverPageServed, ...cardsServed],
  jobs,
  events: derateEvents,
});
