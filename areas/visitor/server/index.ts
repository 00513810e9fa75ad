import * as model from '#areas/visitor/model/index.ts';
import { area } from '#kit/area/area.ts';
import { carRules } from './cars.ts';
import { visitorEvents } from './events.ts';
import { jobs } from './jobs.ts';
import { mineServed } from './mine.ts';
import { qrRules, qrServed } from './visitor-qr.ts';
import { visitEffects, visitRules, visitServed } from './visits.ts';
import { webServed } from './web.ts';
import './visitor-records.ts';

export const visitor = area({
  name: 'visitor',
  model,
  rules: { visit: visitRules, visitorQr: qrRules, visitorCar: carRules },
  effects: { visit: visitEffects, visitorQr: { enable: 'none', disable: 'none' } },
  calls: [...visitServed, ...qrServed, ...webServed, ...mineServed],
  jobs,
  events: visitorEvents,
});
