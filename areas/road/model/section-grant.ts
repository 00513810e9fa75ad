import { call } from '#kit/declare/call.ts';
import { dateTime, relation, relations, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { user } from '#areas/access/model/user.ts';
import { curbPark } from '#areas/lot/model/curb-park.ts';
import { company } from '#areas/org/model/company.ts';
import { berthSection } from './berth-section.ts';

const base = '/api/updown/userSectionGrant';
const companyId = relation(text('单位', 'Company'), () => company);
const parkId = relation(text('路内车场', 'Roadside car park'), () => curbPark);

const grantFields = {
  userId: relation(text('人员', 'Person'), () => user, { required: true, search: true, fixed: true }),
  sectionIds: relations(text('泊位段', 'Sections'), () => berthSection, { required: true }),
  fromTime: dateTime(text('自', 'From')),
  toTime: dateTime(text('至', 'Until')),
};

/** In which sections a person may start and end stays; whoever has no grant sees no section as a collector. */
export const userSectionGrant = resource({
  name: 'userSectionGrant',
  title: text('泊位段授权', 'Section grant'),
  area: 'road',
  route: '/rdstatic/sectionAuthorization',
  scope: 'company',
  verbs: ['list', 'edit', 'add', 'remove', 'export'],
  wire: { base, submit: 'update', remove: 'remove' },
  help: text(
    '收费员只能在授权的泊位段登记与结束停车。不填时间为一直有效。',
    'Collectors start and end stays only in granted sections. Without times a grant always holds.',
  ),
  accepts: { parkId },
  fields: {
    companyId: { ...companyId, search: true, help: text('不选则为当前单位', 'The current company if left blank') },
    ...grantFields,
  },
  display: 'userId',
  index: [['userId']],
  list: ['userId', 'sectionIds', 'fromTime', 'toTime', 'companyId'],
});

export const addGrant = call({
  name: 'userSectionGrant.add',
  title: text('新增泊位段授权', 'Grant sections'),
  area: 'road',
  method: 'POST',
  path: `${base}/add`,
  permission: 'userSectionGrant:add',
  input: { ...grantFields, sectionIds: { ...grantFields.sectionIds, required: true } },
});
export const deleteGrant = call({
  name: 'userSectionGrant.delete',
  title: text('删除泊位段授权', 'Withdraw a grant'),
  area: 'road',
  method: 'DELETE',
  path: `${base}/delete`,
  permission: 'userSectionGrant:remove',
  input: { ids: str(text('授权', 'Grants'), { required: true, max: 20_000 }) },
});
export const grantUsers = call({
  name: 'userSectionGrant.getUserList',
  title: text('可授权用户', 'People who can be granted sections'),
  area: 'road',
  method: 'GET',
  path: `${base}/getUserList`,
  permission: 'userSectionGrant:read',
  answer: 'page',
  input: { companyId, userName: str(text('姓名', 'Name'), { max: 30 }) },
});
export const grantSections = call({
  name: 'userSectionGrant.getSectionList',
  title: text('可授权泊位段', 'Sections that can be granted'),
  area: 'road',
  method: 'GET',
  path: `${base}/getSectionList`,
  permission: 'userSectionGrant:read',
  answer: 'list',
  input: { companyId, userId: relation(text('人员', 'Person'), () => user) },
  note: text(
    '应答含每段的授权人数 people 与该人是否已授权 granted。',
    'Says of each section how many people hold it and whether this person does.',
  ),
});
