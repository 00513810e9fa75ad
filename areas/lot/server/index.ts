import type { Served } from '#kit/server/served.ts';
import { carChangesServed } from './car-changes.ts';
import { gatesServed } from './gates.ts';
import { hoursServed } from './hours.ts';
import { mapsServed } from './maps.ts';
import { parksServed } from './parks.ts';
import { qrServed } from './qr.ts';
import { receiversServed } from './receivers.ts';
import { remoteServed } from './remote-authorization.ts';
import { servicesServed } from './services.ts';
import { settingsServed } from './settings.ts';
import { villagesServed } from './villages.ts';

export const served: readonly Served[] = [
  ...parksServed,
  ...villagesServed,
  ...gatesServed,
  ...hoursServed,
  ...servicesServed,
  ...settingsServed,
  ...receiversServed,
  ...qrServed,
  ...mapsServed,
  ...carChangesServed,
  ...remoteServed,
];
