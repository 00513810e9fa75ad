import * as model from '#areas/handheld/model/index.ts';
import { area } from '#kit/area/area.ts';
import { journalServed } from './journal-calls.ts';
import { served } from './devices.ts';
import { parameterRules } from './parameters.ts';
import { unbookedServed } from './unbooked.ts';

export const handheld = area({
  name: 'handheld',
  model,
  rules: { pdaParameter: parameterRules },
  calls: [...served, ...journalServed, ...unbookedServed],
});
