import * as model from '#areas/device/model/index.ts';
import { area } from '#kit/area/area.ts';
import { boughtServed } from './bought-served.ts';
import { commandRules, commandServed, incidentRules } from './commands.ts';
import { devicesRules, devicesServed } from './devices.ts';
import { deviceEvents } from './events.ts';
import { jobs } from './jobs.ts';
import { ledRules, ledServed } from './led-config.ts';

export const device = area({
  name: 'device',
  model,
  rules: { ...devicesRules, ledConfig: ledRules, deviceIncident: incidentRules, deviceCommand: commandRules },
  calls: [...devicesServed, ...commandServed, ...ledServed, ...boughtServed],
  jobs,
  events: deviceEvents,
});
