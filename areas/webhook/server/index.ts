import * as model from '#areas/webhook/model/index.ts';
import { area } from '#kit/area/area.ts';
import { webhookServed } from './calls.ts';
import { webhookEvents } from './events.ts';
import { jobs } from './jobs.ts';
import { webhookRules } from './rules.ts';

export const webhook = area({
  name: 'webhook',
  model,
  rules: { webhook: webhookRules },
  calls: webhookServed,
  jobs,
  events: webhookEvents,
});
