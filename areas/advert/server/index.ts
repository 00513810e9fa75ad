import * as model from '#areas/advert/model/index.ts';
import { area } from '#kit/area/area.ts';
import { driverServed } from './driver.ts';
import { jobs } from './jobs.ts';
import { postServed } from './post.ts';
import { adverEffects, adverRules } from './rules.ts';

export const advert = area({
  name: 'advert',
  model,
  rules: { adver: adverRules },
  effects: { adver: adverEffects },
  calls: [...postServed, ...driverServed],
  jobs,
});
