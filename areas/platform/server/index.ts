import * as model from '#areas/platform/model/index.ts';
import { area } from '#kit/area/area.ts';
import { dictionariesServed, sysdictRules } from './dictionaries.ts';
import { keyJobs, keyRules, keysServed } from './keys.ts';
import { paramRules, paramsServed } from './params.ts';
import { printServed, templateRules } from './print.ts';

export const platform = area({
  name: 'platform',
  model,
  rules: { sysdict: sysdictRules, param: paramRules, parkprinttemplate: templateRules, platBaseInterface: keyRules },
  jobs: keyJobs,
  calls: [...dictionariesServed, ...paramsServed, ...printServed, ...keysServed],
});
