import { park } from '#areas/lot/model/park.ts';
import { user } from '#areas/access/model/user.ts';
import { company } from '#areas/org/model/company.ts';
import { call } from '#kit/declare/call.ts';
import { boolean, dateTime, integer, json, longText, relation, relations, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';

const base = '/api/updown/sysbigreport';
const own = '/api/gatehouse/sysbigreport';
const id = relation(text('大屏', 'Big screen'), (): Resource => sysbigreport, { required: true });

/** The page of a screen; what comes behind `#` is the link's ticket, which browsers send to no server. */
export const SCREEN_ROUTE = '/system/sysBigParkReport';
export const screenTitle = text('车场大屏', 'Park big screen');

export const linkScreen = call({
  name: 'sysbigreport.link',
  title: text('生成链接', 'Make a link'),
  area: 'wall',
  method: 'POST',
  path: `${own}/link`,
  permission: 'sysbigreport:link',
  answer: 'object',
  input: {
    id,
    days: integer(text('有效天数', 'Days it is good for'), { required: true, default: 365, min: 1, max: 730 }),
  },
  note: text(
    '{url, linkUntil}，链接只答这一次；先前的链接失效。以生成人此时的车场与权限显示',
    '{url, linkUntil}: the link is returned only once and ends the previous one. It shows only what its creator’s car parks and permissions allow',
  ),
});

export const endLink = call({
  name: 'sysbigreport.endLink',
  title: text('撤销链接', 'Revoke the link'),
  area: 'wall',
  method: 'POST',
  path: `${own}/endLink`,
  permission: 'sysbigreport:link',
  input: { id },
});

export const copyScreen = call({
  name: 'sysbigreport.copy',
  title: text('复制大屏', 'Copy a big screen'),
  area: 'wall',
  method: 'POST',
  path: `${base}/copy`,
  permission: 'sysbigreport:add',
  answer: 'object',
  input: { id },
  note: text('每次生成一份新的，不带链接；答 {id}', 'Makes a new one each time, without a link; answers {id}'),
});

export const screenList = call({
  name: 'sysbigreport.screenList',
  title: text('大屏列表', 'Screens in use'),
  area: 'wall',
  method: 'GET',
  path: `${base}/screenList`,
  permission: 'sysbigreport:read',
  answer: 'list',
  input: { companyId: relation(text('单位', 'Company'), () => company) },
});

export const offeredReports = call({
  name: 'sysbigreport.reports',
  title: text('大屏可用的报表', 'Reports for big screens'),
  area: 'wall',
  method: 'GET',
  path: `${own}/reports`,
  permission: 'sysbigreport:read',
  answer: 'list',
  note: text(
    '调用者可看的报表及其维度与指标；含个人信息的报表不上大屏',
    'Reports the caller may read, with what their lines are about and their figures; none with personal data goes on a wall',
  ),
});

export const previewScreen = call({
  name: 'sysbigreport.preview',
  title: text('预览大屏', 'Preview of a big screen'),
  area: 'wall',
  method: 'POST',
  path: `${own}/preview`,
  permission: 'sysbigreport:read',
  answer: 'object',
  changes: false,
  input: { id, config: json(text('内容', 'Content')) },
  note: text(
    '以调用者的车场与权限显示；给出 config 时显示该内容而不保存',
    'Within the lots and rights of the caller; with a config that one is shown and not kept',
  ),
});

export const showScreen = call({
  name: 'sysbigreport.show',
  title: text('显示大屏', 'What a big screen shows'),
  area: 'wall',
  method: 'POST',
  path: `${own}/show`,
  permission: 'public',
  answer: 'object',
  changes: false,
  input: { ticket: str(text('链接', 'Link'), { required: true, max: 200 }) },
  reasons: ['link_ended'],
  note: text('凭链接读取，不需登录，只读', 'By the link, without a login; reads alone'),
});

export const showPicture = call({
  name: 'sysbigreport.picture',
  title: text('大屏图片', 'A picture on a big screen'),
  area: 'wall',
  method: 'POST',
  path: `${own}/picture`,
  permission: 'public',
  answer: 'file',
  changes: false,
  input: {
    ticket: str(text('链接', 'Link'), { required: true, max: 200 }),
    tile: str(text('图块', 'Tile'), { required: true, max: 40 }),
  },
  reasons: ['link_ended'],
  note: text(
    '凭链接读取该大屏一个图块此时的图片：自己的图片，或生成人可看的车道最近一张',
    'By the link, what one of its tiles shows now: an own picture, or the last of a lane that its creator may see',
  ),
});

export const refreshes = {
  '15': text('15 秒', '15 seconds'),
  '30': text('30 秒', '30 seconds'),
  '60': text('1 分钟', '1 minute'),
  '300': text('5 分钟', '5 minutes'),
};

/** A big screen: its tiles, and the link by which a wall shows it. */
export const sysbigreport = resource({
  name: 'sysbigreport',
  title: text('大屏', 'Big screen'),
  help: text(
    '挂在墙上的大屏：图块取自报表与现况，凭可撤销的链接打开，不需登录，只读。',
    'Screens on walls: tiles of reports and of the moment, opened by a link that can be revoked, without a login, to read alone.',
  ),
  area: 'wall',
  route: '/system/sysBigReport',
  scope: 'company',
  config: { folder: 'big-screens', key: ['companyId', 'name'] },
  wire: { base },
  fields: {
    name: str(text('名称', 'Name'), { required: true, search: true, max: 60, width: 200 }),
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, fixed: true }),
    parkIds: relations(text('车场', 'Car parks'), () => park, {
      within: 'companyId',
      none: text('生成人的全部车场', 'All of the link’s creator'),
    }),
    config: json(text('内容', 'Content'), { hidden: true }),
    refresh: select(text('刷新', 'Refreshed every'), refreshes, { required: true, default: '30' }),
    enabled: boolean(text('启用', 'In use'), { default: true, search: true }),
    linkBy: relation(text('链接生成人', 'Link made by'), () => user, { readOnly: true, outlives: true }),
    linkTenant: integer(text('链接生成人的集团', 'Group of the link’s creator'), { readOnly: true, hidden: true }),
    linkNo: integer(text('链接序号', 'Number of the link'), { readOnly: true, hidden: true, default: 0 }),
    linkUntil: dateTime(text('链接有效至', 'Link good until'), { readOnly: true }),
    lastSeen: dateTime(text('最近显示', 'Last shown'), { readOnly: true, since: true }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'name',
  list: ['name', 'parkIds', 'refresh', 'enabled', 'linkBy', 'linkUntil', 'lastSeen', 'companyId'],
  rights: { link: text('生成与撤销链接', 'Make and revoke links') },
  actions: [{ call: copyScreen, key: 'id' }],
});
