import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import { boolean, date, dateTime, integer, money, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { adver } from './adver.ts';
import { plats, slots, unread, visitKinds } from './words.ts';

const companyId = relation(text('所属单位', 'Company'), () => company, { search: true, readOnly: true });
const adverId = relation(text('广告', 'Advert'), () => adver, { required: true, search: true, within: 'companyId' });
const plat = select(text('平台', 'Platform'), plats, { search: true });
const parkId = relation(text('车场', 'Car park'), () => park, { required: true, search: true, within: 'companyId' });
const slot = select(text('广告位', 'Slot'), slots, { search: true });

/** One message about an advert, counted or not. Nobody is known by it: a viewer is a hash whose key is of one day. */
export const adVisit = resource({
  name: 'adVisit',
  title: text('广告访问明细', 'Advert visits'),
  help: text(
    '每次下发、展示、点击、关闭一行；不计数的写明原因。观看者为当日加盐的散列，不能追溯到车牌。',
    'A row for each serving, view, click and close; what does not count shows why. A viewer is a hash salted for the day and leads back to no plate.',
  ),
  area: 'advert',
  route: '/advert/advertvisitdetail',
  page: 'record',
  scope: 'park',
  verbs: ['list', 'detail', 'export'],
  wire: { base: '/api/gatehouse/adVisit' },
  range: 'at',
  fields: {
    at: dateTime(text('时间', 'At'), { required: true, search: true }),
    adverId,
    plat,
    companyId,
    parkId,
    slot,
    kind: select(text('事件', 'What'), visitKinds, { required: true, search: true }),
    counted: boolean(text('计数', 'Counted'), { search: true }),
    invalid: select(text('不计原因', 'Why not'), unread, { search: true, tones: { bot: 'warn', flood: 'warn' } }),
    token: str(text('凭据', 'Token'), { hidden: true, max: 48 }),
    viewer: str(text('观看者', 'Viewer'), { hidden: true, max: 64 }),
    hour: integer(text('钟点', 'Hour'), { hidden: true }),
    day: date(text('日期', 'Day'), { hidden: true }),
  },
  display: 'at',
  unique: [['token', 'kind']],
  index: [
    ['adverId', 'viewer'],
    ['parkId', 'at'],
  ],
  order: { by: 'at', desc: true },
  list: ['at', 'adverId', 'plat', 'parkId', 'slot', 'kind', 'counted', 'invalid'],
});

/** An advert's day at a lot: written with the visits it counts. */
export const adDay = resource({
  name: 'adDay',
  title: text('广告日数据', 'Advert days'),
  area: 'advert',
  page: 'record',
  scope: 'park',
  verbs: ['list'],
  wire: { base: '/api/gatehouse/adDay' },
  fields: {
    day: date(text('日期', 'Day'), { required: true, search: true }),
    adverId,
    plat,
    companyId,
    parkId,
    slot,
    served: integer(text('下发', 'Served'), { default: 0 }),
    viewable: integer(text('展示', 'Views'), { default: 0 }),
    clicks: integer(text('点击', 'Clicks'), { default: 0 }),
    closes: integer(text('关闭', 'Closes'), { default: 0 }),
    invalid: integer(text('不计', 'Not counted'), { default: 0 }),
    chargeFen: money(text('费用', 'Charged'), { default: 0 }),
    lotFen: money(text('车场收入', 'To car parks'), { default: 0 }),
  },
  display: 'day',
  unique: [['day', 'adverId', 'parkId', 'slot']],
  index: [['adverId', 'day']],
  order: { by: 'day', desc: true },
  list: [
    'day',
    'adverId',
    'plat',
    'parkId',
    'slot',
    'served',
    'viewable',
    'clicks',
    'closes',
    'invalid',
    'chargeFen',
    'lotFen',
  ],
});
