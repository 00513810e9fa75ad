import * as model from '#areas/advert/model/index.ts';
import { area } from '#kit/area/area.ts';
import { adverOrderEffects, adverOrderRules } from './advert-order.ts';
import { driverServed } from './driver.ts';
import { garageAdRules, garageAdServed } from './garage-ad.ts';
import { jobs } from './jobs.ts';
import { networkDayRules, networkJobs } from './network-days.ts';
import { postServed } from './post.ts';
import { adverEffects, adverRules } from './rules.ts';

export const advert = area({
  name: 'advert',
  model,
  rules: { adver: adverRules, adverOrder: adverOrderRules, adNetworkDay: networkDayRules, garagead: garageAdRules },
  effects: { adver: adverEffects, adverOrder: adverOrderEffects },
  calls: [...postServed, ...driverServed, ...garageAdServed],
  jobs: [...jobs, ...networkJobs],
});
