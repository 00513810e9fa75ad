/** The menu below an account's conversation: a draft of items, and the versions that were sent to the platform. */
import { company } from '#areas/org/model/company.ts';
import { call } from '#kit/declare/call.ts';
import { dateTime, integer, json, relation, select, str, url } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { publicplat } from './publicplat.ts';
import { menuStates, menuTypes } from './words.ts';

const base = '/api/updown/wxmenu';
const account = text('公众号', 'Public account');

export const wxmenu = resource({
  name: 'wxmenu',
  title: text('公众号菜单项', 'Menu item'),
  many: text('公众号菜单', 'Public-account menu'),
  help: text(
    '底部最多3个菜单，每个最多5个子菜单；编辑的是草稿，发布后用户才看到。',
    'Three items at the bottom, five above each. What is edited is a draft; followers see it once it is published.',
  ),
  area: 'weixin',
  route: '/weixin/meun',
  scope: 'company',
  wire: { base, key: 'recordId' },
  fields: {
    companyId: relation(text('所属单位', 'Company'), () => company, {
      search: true,
      fixed: true,
      alias: ['companyid'],
    }),
    publicplatId: relation(account, () => publicplat, {
      fixed: true,
      search: true,
      within: 'companyId',
      help: text('不填为单位最早的公众号', 'Left empty: the first account of the company'),
    }),
    parentId: relation(text('上级菜单', 'Above it'), (): Resource => wxmenu, {
      within: 'publicplatId',
      fixed: true,
      none: text('底部', 'At the bottom'),
    }),
    name: str(text('名称', 'Name'), {
      required: true,
      max: 40,
      help: text(
        '底部最多16字节（手机显示4个汉字），子菜单最多40字节（8个汉字）',
        'At the bottom 16 bytes, above 40; a phone shows 4 and 8 Chinese characters',
      ),
    }),
    type: select(text('点击后', 'When pressed'), menuTypes, {
      none: text('展开子菜单', 'Opens what is above it'),
    }),
    url: url(text('网页地址', 'Page'), {
      max: 1024,
      when: { field: 'type', is: ['view', 'miniprogram'] },
      help: text('小程序打不开时也用此地址', 'Also where a mini program cannot be opened'),
    }),
    key: str(text('菜单关键词', 'Menu key'), {
      max: 128,
      when: { field: 'type', is: ['click'] },
      help: text('与关键词回复中“点击菜单”的关键词相同', 'The keyword of an answer for “Menu key”'),
    }),
    appId: str(text('小程序 AppID', 'Mini program’s app id'), {
      max: 18,
      when: { field: 'type', is: ['miniprogram'] },
    }),
    pagePath: str(text('小程序页面', 'Mini program’s page'), {
      max: 256,
      when: { field: 'type', is: ['miniprogram'] },
    }),
    sort: integer(text('顺序', 'Order'), { default: 0, min: 0, max: 9999 }),
    remark: str(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'name',
  index: [['publicplatId']],
  order: { by: 'sort', desc: false },
  list: ['name', 'type', 'url', 'key', 'appId', 'pagePath', 'parentId', 'sort', 'publicplatId', 'companyId'],
  rights: { publish: text('发布菜单', 'Publish the menu') },
});

/** A menu as sent, the platform's response, and the menu it returns. */
export const wxmenuVersion = resource({
  name: 'wxmenuVersion',
  title: text('公众号菜单版本', 'Menu version'),
  area: 'weixin',
  page: 'record',
  scope: 'company',
  verbs: ['list', 'export'],
  wire: { base: '/api/gatehouse/wxmenuVersion' },
  fields: {
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, readOnly: true }),
    publicplatId: relation(account, () => publicplat, { search: true, readOnly: true }),
    no: integer(text('版本', 'Version'), { readOnly: true, ordinal: true }),
    tree: json(text('菜单', 'Menu'), { readOnly: true, hidden: true }),
    live: json(text('平台上的菜单', 'As returned by the platform'), { readOnly: true, hidden: true }),
    state: select(text('状态', 'State'), menuStates, {
      readOnly: true,
      search: true,
      tones: { sending: 'info', published: 'ok', differs: 'warn', failed: 'bad' },
    }),
    answer: str(text('平台答复', 'Platform’s answer'), { readOnly: true, max: 200 }),
    publishedBy: str(text('发布人', 'Published by'), { readOnly: true, max: 60 }),
    time: dateTime(text('发布时间', 'Sent at'), { readOnly: true }),
    checkedTime: dateTime(text('核对时间', 'Compared at'), { readOnly: true }),
  },
  display: 'no',
  unique: [['publicplatId', 'no']],
  order: { by: 'time', desc: true },
  list: ['no', 'state', 'publishedBy', 'time', 'checkedTime', 'answer', 'publicplatId', 'companyId'],
});

const common = { area: 'weixin', answer: 'object' } as const;

export const menuModel = call({
  ...common,
  name: 'wxmenu.wxmodel',
  title: text('公众号菜单模型', 'Menu as drawn and as published'),
  method: 'GET',
  path: `${base}/wxmodel`,
  permission: 'wxmenu:read',
  input: {
    companyid: relation(text('所属单位', 'Company'), () => company, { alias: ['companyId'] }),
    publicplatId: relation(account, () => publicplat),
  },
  note: text(
    '{publicplatId, accounts, draft, published, state, changes, faults, cut, unanswered, limits}；不填单位为自己的',
    '{publicplatId, accounts, draft, published, state, changes, faults, cut, unanswered, limits}; the own company where none is named',
  ),
});

export const publishMenu = call({
  ...common,
  name: 'wxmenu.publishMenu',
  title: text('发布公众号菜单', 'Publish the menu'),
  method: 'GET',
  path: `${base}/publishMenu`,
  permission: 'wxmenu:publish',
  changes: true,
  input: { recordId: relation(account, () => publicplat, { required: true }) },
  note: text(
    'recordId 为公众号；发布草稿后取回核对，草稿为空则撤下菜单；重复发布相同的草稿不产生新版本',
    'recordId is the account. Sends the draft, fetches it back and compares; an empty draft takes the menu off. The same draft again makes no new version',
  ),
});

export const compareMenu = call({
  ...common,
  name: 'wxmenu.compare',
  title: text('核对公众号菜单', 'Compare the menu with the platform'),
  method: 'POST',
  path: '/api/gatehouse/wxmenu/compare',
  permission: 'wxmenu:publish',
  input: { publicplatId: relation(account, () => publicplat, { required: true }) },
  note: text('取回平台上的菜单，与已发布的逐项核对', 'Fetches the menu and compares it with what was published'),
});

export const restoreMenu = call({
  ...common,
  name: 'wxmenu.restore',
  title: text('恢复菜单版本为草稿', 'Take an earlier menu as the draft'),
  method: 'POST',
  path: '/api/gatehouse/wxmenu/restore',
  permission: 'wxmenu:edit',
  input: { id: relation(text('版本', 'Version'), () => wxmenuVersion, { required: true }) },
});
