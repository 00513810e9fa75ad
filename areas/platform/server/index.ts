import * as model from '#areas/platform/model/index.ts';
import { area } from '#kit/area/area.ts';
import { dictionariesServed, sysdictRules } from './dictionaries.ts';
import { paramRules, paramsServed } from './params.ts';
import { printServed, templateRules } from './print.ts';

export const platform = area({
  name: 'platform',
  model,
  rules: { sysdict: sysdictRules, param: paramRules, parkprinttemplate: templateRules },
  calls: [...dictionariesServed, ...paramsServed, ...printServed],
});
