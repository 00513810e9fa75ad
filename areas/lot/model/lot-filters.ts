/** What most reports are narrowed by: a company with those below it, and a car park of it. */
import { relation } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { company } from '#areas/org/model/company.ts';
import { park } from './park.ts';

export const lotFilters = {
  companyId: relation(text('单位', 'Company'), () => company, { search: true }),
  parkId: relation(text('车场', 'Car park'), () => park, { search: true, within: 'companyId' }),
};
