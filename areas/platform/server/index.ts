import * as model from '#areas/platform/model/index.ts';
import { area } from '#kit/area/area.ts';
import { codeRules, codesServed } from './codes.ts';
import { datasourceRules, datasourcesServed } from './datasources.ts';
import { dictionariesServed, sysdictRules } from './dictionaries.ts';
import { keyJobs, keyRules, keysServed } from './keys.ts';
import { storeRules, storesServed } from './object-stores.ts';
import { paramRules, paramsServed } from './params.ts';
import { taskJobs } from './task-run.ts';
import { taskRules, tasksServed } from './tasks.ts';
import { printServed, templateRules } from './print.ts';
import { platformEvents } from './tickets.ts';

export const platform = area({
  name: 'platform',
  model,
  rules: {
    sysdict: sysdictRules,
    param: paramRules,
    parkprinttemplate: templateRules,
    platBaseInterface: keyRules,
    aliOssconfig: storeRules,
    tackManagement: taskRules,
    datasource: datasourceRules,
    code: codeRules,
  },
  jobs: [...keyJobs, ...taskJobs],
  events: platformEvents,
  calls: [
    ...dictionariesServed,
    ...paramsServed,
    ...printServed,
    ...keysServed,
    ...storesServed,
    ...tasksServed,
    ...datasourcesServed,
    ...codesServed,
  ],
});
