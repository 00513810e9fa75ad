import { longText, relation } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { company } from '#areas/org/model/company.ts';
import { village } from '#areas/lot/model/village.ts';

export const area = 'door';
/** Where it belongs: the community, which says the company too. */
export const villageId = relation(text('小区', 'Community'), () => village, {
  required: true,
  search: true,
  fixed: true,
  alias: ['VID', 'vid'],
});
/** The same where a company with one community need not say it. */
export const onlyOne = {
  ...villageId,
  required: false,
  help: text('单位只有一个小区时可不填', 'May be left out by a company with one community'),
};
export const remark = longText(text('备注', 'Remark'), { max: 500 });
/** Whose it is; follows from the community. */
export const companyId = relation(text('单位', 'Company'), () => company, { hidden: true });
