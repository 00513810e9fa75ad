import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import {
  dateTime,
  image,
  integer,
  longText,
  money,
  multiSelect,
  relation,
  relations,
  select,
  str,
  timeOfDay,
  url,
} from '#kit/declare/field.ts';
import { lifecycle, state } from '#kit/declare/lifecycle.ts';
import { weekdays } from '#kit/declare/report.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { adverKinds, adverStates, plats, priceModels, slots } from './words.ts';

const base = '/api/gatehouse/adver';
const key = 'adverId';
const tones = { draft: 'muted', reviewed: 'info', running: 'ok', stopped: 'warn', ended: 'muted' } as const;

const shown = {
  kind: select(text('类型', 'Kind'), adverKinds, { required: true, search: true, default: 'picture' }),
  picture: image(text('图片', 'Picture'), { when: { field: 'kind', is: ['picture'] } }),
  text: str(text('文字', 'Text'), {
    max: 60,
    help: text('图片广告的替代文字', 'Also the alternative text of a picture'),
  }),
  linkUrl: url(text('链接', 'Link'), {
    max: 300,
    help: text('点击后打开，须为 https', 'Opened by a click; https only'),
  }),
  slots: multiSelect(text('广告位', 'Slots'), slots, { required: true }),
};

const when = {
  startTime: dateTime(text('开始时间', 'From'), { required: true }),
  endTime: dateTime(text('结束时间', 'Until'), { required: true }),
  weekdays: multiSelect(text('星期', 'Weekdays'), weekdays, { none: text('每天', 'Every day') }),
  hoursFrom: timeOfDay(text('每天从', 'Daily from'), {
    help: text('按车场当地时间，可跨午夜', 'By the clock of the car park; may go past midnight'),
  }),
  hoursUntil: timeOfDay(text('每天到', 'Daily until')),
  perDeviceDay: integer(text('每人每天最多', 'Per viewer and day'), { min: 1, max: 100, default: 3 }),
  weight: integer(text('权重', 'Weight'), { min: 1, max: 100, default: 10 }),
};

const price = {
  priceModel: select(text('计价方式', 'Price model'), priceModels, { required: true, search: true, default: 'cpm' }),
  priceFen: money(text('单价', 'Price'), { required: true, min: 0, max: 10_000_000 }),
  budgetFen: money(text('预算', 'Budget'), {
    min: 1,
    max: 1_000_000_000,
    help: text('用完不再下发，留空不限', 'No more is shown once it is used; no end if left blank'),
  }),
  advertiser: str(text('广告主', 'Advertiser'), { search: true, max: 60 }),
};

/** An advert on the driver's pages. What it shows and costs stands from its review on. */
export const adver = resource({
  name: 'adver',
  title: text('广告', 'Advert'),
  help: text(
    '由另一人审核后按排期投放；展示、点击每人每小时至多计一次，机器访问不计。审核后内容与价格不再变。',
    'Reviewed by another person, then shown by its schedule. A viewer counts once an hour and programs do not; what it shows and costs stands from the review on.',
  ),
  area: 'advert',
  route: '/advert/advertmanage',
  scope: 'company',
  wire: { base, key },
  fields: {
    name: str(text('名称', 'Name'), { required: true, search: true, max: 40, width: 180 }),
    plat: select(text('平台', 'Platform'), plats, { required: true, search: true, default: 'own' }),
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, fixed: true }),
    ...shown,
    parkIds: relations(text('车场', 'Car parks'), () => park, {
      none: text('本单位及下级的全部车场', 'All of the company and those below it'),
    }),
    ...when,
    ...price,
    status: select(text('状态', 'State'), adverStates, { readOnly: true, search: true, tones }),
    served: integer(text('下发', 'Served'), { readOnly: true, default: 0 }),
    views: integer(text('展示', 'Views'), { readOnly: true, default: 0 }),
    clicks: integer(text('点击', 'Clicks'), { readOnly: true, default: 0 }),
    days: integer(text('展示天数', 'Days'), { readOnly: true, hidden: true, default: 0 }),
    spentFen: money(text('费用', 'Charged'), { readOnly: true, default: 0 }),
    lotFen: money(text('车场收入', 'To car parks'), { readOnly: true, default: 0 }),
    reviewedBy: str(text('审核人', 'Reviewed by'), { readOnly: true, max: 60 }),
    reviewedTime: dateTime(text('审核时间', 'Reviewed at'), { readOnly: true }),
    remark: longText(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'name',
  unique: [['companyId', 'name']],
  index: [['status', 'endTime']],
  list: [
    'name',
    'plat',
    'status',
    'kind',
    'picture',
    'slots',
    'parkIds',
    'startTime',
    'endTime',
    'priceModel',
    'priceFen',
    'views',
    'clicks',
    'spentFen',
    'budgetFen',
    'advertiser',
    'companyId',
  ],
  totals: ['views', 'clicks', 'spentFen', 'lotFen'],
  lifecycle: lifecycle({
    initial: 'draft',
    states: {
      draft: state(adverStates.draft, tones.draft),
      reviewed: state(adverStates.reviewed, tones.reviewed),
      running: state(adverStates.running, tones.running),
      stopped: state(adverStates.stopped, tones.stopped),
      ended: state(adverStates.ended, tones.ended),
    },
    final: ['ended'],
    actions: {
      review: {
        label: text('审核通过', 'Approve'),
        from: ['draft'],
        to: 'reviewed',
        by: 'staff',
        tone: 'primary',
        notBy: 'createdBy',
        notes: { by: 'reviewedBy', time: 'reviewedTime' },
        wire: { method: 'POST', path: `${base}/review`, key },
      },
      start: {
        label: text('启动', 'Start'),
        from: ['reviewed', 'stopped'],
        to: 'running',
        by: 'staff',
        batch: true,
        wire: { method: 'POST', path: `${base}/start`, key },
      },
      stopAdver: {
        label: text('停止', 'Stop'),
        from: ['running'],
        to: 'stopped',
        by: 'staff',
        tone: 'danger',
        batch: true,
        wire: { method: 'POST', path: `${base}/stopAdver`, key },
      },
      begin: { label: text('开始投放', 'Begin'), from: ['reviewed'], to: 'running', by: 'clock' },
      end: { label: text('到期', 'End'), from: ['reviewed', 'running', 'stopped'], to: 'ended', by: 'clock' },
    },
  }),
});
