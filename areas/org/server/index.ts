import * as model from '#areas/org/model/index.ts';
import { area } from '#kit/area/area.ts';
import { companyRules, companyServed, companyVerbs } from './company.ts';
import { deptRules, deptServed } from './dept.ts';
import { orgEvents } from './events.ts';
import { regionServed } from './region-calls.ts';
import { tenantRules } from './tenant.ts';

export const org = area({
  name: 'org',
  model,
  rules: { company: { ...companyRules, verbs: companyVerbs }, tenant: tenantRules, dept: deptRules },
  calls: [...companyServed, ...deptServed, ...regionServed],
  events: orgEvents,
});
