import type { Served } from '#kit/server/served.ts';
import { debtsServed } from './debts.ts';
import { berthsServed } from './berths.ts';
import { dayServed } from './day.ts';
import { deedsServed } from './deeds.ts';
import { devicesServed } from './devices.ts';
import { grantsServed } from './grants.ts';
import { lookupsServed } from './lookups.ts';
import { recordsServed } from './records.ts';
import { sectionsServed } from './sections.ts';
import { settingsServed } from './settings.ts';

export const served: readonly Served[] = [
  ...sectionsServed,
  ...berthsServed,
  ...devicesServed,
  ...deedsServed,
  ...dayServed,
  ...grantsServed,
  ...settingsServed,
  ...lookupsServed,
  ...recordsServed,
  ...debtsServed,
];
