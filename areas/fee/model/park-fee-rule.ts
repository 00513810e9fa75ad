import {
  boolean,
  integer,
  longText,
  money,
  multiSelect,
  relation,
  select,
  str,
  timeOfDay,
} from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { parkArea } from '#areas/lot/model/park-area.ts';
import { park } from '#areas/lot/model/park.ts';
import { MOST_MINUTES, feeRule, sharedFields, versionFields } from './fee-rule.ts';

/** The versions written in complex mode, by the contract's own calls for them. Detail answers their rows, too. */
export const parkFeeRule: Resource = resource({
  name: 'parkFeeRule',
  title: text('收费规则（复杂模式）', 'Tariff (complex)'),
  area: 'fee',
  scope: 'park',
  rowsOf: () => feeRule,
  wire: { base: '/api/updown/parkFeeRule', key: 'FeeRuleID' },
  help: text(
    '规则由区域、时段、子时段三级组成；写完整后才能发布。',
    'A tariff consists of areas, periods and sub-periods. It can be published once complete.',
  ),
  fields: {
    ...versionFields,
    freeMinutes: integer(text('免费分钟', 'Free minutes'), { default: 15, min: 0, max: MOST_MINUTES }),
    ...sharedFields,
    maxFee: money(text('每次最高收费', 'Maximum per stay'), { min: 1 }),
  },
  display: 'ruleName',
  unique: feeRule.unique as readonly ('parkId' | 'carTypeId' | 'carModelId' | 'version')[][],
  list: [
    'ruleName',
    'parkId',
    'carTypeId',
    'carModelId',
    'version',
    'freeMinutes',
    'maxFee',
    'status',
    'effectiveFrom',
    'effectiveUntil',
  ],
});

const ofPark = relation(text('车场', 'Car park'), () => park, {
  search: true,
  fixed: true,
  help: text('不填则取自收费规则', 'That of the tariff if left blank'),
});
const remark = longText(text('备注', 'Remark'), { max: 500 });

/** What a version charges in one area of its lot, or in all of it: the first level of complex mode. */
export const feeRuleArea: Resource = resource({
  name: 'feeRuleArea',
  title: text('区域收费扩展', 'Tariff area'),
  area: 'fee',
  scope: 'park',
  wire: { base: '/api/updown/parkAreaFeeRuleEX', key: 'parkAreaFeeRuleID' },
  fields: {
    parkId: ofPark,
    feeRuleId: relation(text('收费规则', 'Tariff'), () => parkFeeRule, {
      required: true,
      search: true,
      fixed: true,
      within: 'parkId',
      alias: ['carTypeFeeRuleID', 'FeeRuleID'],
    }),
    areaId: relation(text('区域', 'Area'), () => parkArea, {
      search: true,
      within: 'parkId',
      alias: ['AreaID'],
      help: text('不选则为整个车场', 'The whole car park if left blank'),
    }),
    freeMinutes: integer(text('免费分钟', 'Free minutes'), {
      min: 0,
      max: MOST_MINUTES,
      help: text(
        '整个车场填写时代替规则上的免费分钟；单个区域只有一个时段时可单设',
        "Overrides the rule's free minutes for the whole car park; an area with a single period may have its own",
      ),
    }),
    dayMaxFee: money(text('每日封顶', 'Daily cap'), {
      min: 1,
      help: text('该区域各时段合计', 'Over all periods of the area'),
    }),
    remark,
  },
  display: 'remark',
  unique: [['feeRuleId', 'areaId']],
  index: [['feeRuleId']],
  list: ['feeRuleId', 'areaId', 'freeMinutes', 'dayMaxFee', 'remark'],
  order: { by: 'createdAt', desc: false },
});

export const periodDays = {
  workday: text('工作日', 'Working days'),
  restday: text('休息日', 'Days off'),
  holiday: text('节假日', 'Holidays'),
  makeup: text('调休上班日', 'Make-up days'),
  event: text('活动日', 'Event days'),
  mon: text('周一', 'Mon'),
  tue: text('周二', 'Tue'),
  wed: text('周三', 'Wed'),
  thu: text('周四', 'Thu'),
  fri: text('周五', 'Fri'),
  sat: text('周六', 'Sat'),
  sun: text('周日', 'Sun'),
};
export const periodAgain = {
  piece: text('每次进入该时段', 'Each time the period starts'),
  stay: text('整次停车一次', 'Once per stay'),
  day: text('每个自然日', 'Each calendar day'),
  '24h': text('入场起每24小时', 'Each 24 h from entry'),
};
export const periodEdge = {
  ends: text('作废，另一时段重新计', 'Lapses'),
  pauses: text('暂停，下次接着计', 'Pauses, continues next time'),
  'runs-on': text('计到该单元结束', 'Runs to its end'),
};

/** Recurring time of an area, with its own units: the second level. */
export const feeRulePeriod: Resource = resource({
  name: 'feeRulePeriod',
  title: text('收费时段', 'Tariff period'),
  area: 'fee',
  scope: 'park',
  wire: { base: '/api/updown/parkFeeRuleEXTimePeriod', key: 'areaTimePeriodID' },
  help: text(
    '一个时刻归排序在前、且包含它的时段；不属于任何时段的时间免费。',
    'Each moment belongs to the first matching period in order. Time outside all periods is free.',
  ),
  fields: {
    parkId: ofPark,
    areaRuleId: relation(text('区域收费扩展', 'Tariff area'), () => feeRuleArea, {
      required: true,
      search: true,
      fixed: true,
      alias: ['parkAreaFeeRuleID'],
    }),
    periodName: str(text('时段名称', 'Name'), {
      max: 20,
      help: text('账单上的名称，不填则写起止时间', 'Name on bills; the times if left blank'),
    }),
    startTime: timeOfDay(text('开始', 'From'), {
      help: text('与结束都不填则为全天', 'All day when both are left empty'),
    }),
    endTime: timeOfDay(text('结束', 'To'), {
      help: text(
        '不晚于开始则跨夜；到当日结束填 00:00',
        'Crosses midnight if not later than the start; enter 00:00 for the end of the day',
      ),
    }),
    days: multiSelect(text('适用日', 'Days'), periodDays, { help: text('不选则每天', 'Every day if left blank') }),
    again: select(text('阶梯重新起算', 'Steps restart'), periodAgain, { required: true, default: 'piece' }),
    edge: select(text('跨时段的计费单元', 'Unit crossing the period end'), periodEdge, {
      required: true,
      default: 'ends',
    }),
    maxFee: money(text('时段封顶', 'Period cap'), {
      min: 1,
      help: text('每次进入该时段最多收这么多', 'Maximum charge each time the period starts'),
    }),
    sort: integer(text('排序', 'Order'), { default: 0, min: 0, max: 9999 }),
    remark,
  },
  display: 'periodName',
  index: [['areaRuleId']],
  list: ['areaRuleId', 'periodName', 'startTime', 'endTime', 'days', 'maxFee', 'sort', 'remark'],
  order: { by: 'sort', desc: false },
});

/** One stretch of a period's own time and what its units cost: the third level. */
export const feeRuleSubPeriod: Resource = resource({
  name: 'feeRuleSubPeriod',
  title: text('收费子时段', 'Tariff sub-period'),
  area: 'fee',
  scope: 'park',
  wire: { base: '/api/updown/parkFeeRuleEXSubTimePeriod' },
  help: text(
    '子时段从0分钟起首尾相接；最后一个可不填结束分钟，一直计下去。',
    'Sub-periods follow each other from minute 0. The last may have no end and continues.',
  ),
  fields: {
    parkId: ofPark,
    periodId: relation(text('收费时段', 'Period'), () => feeRulePeriod, {
      required: true,
      search: true,
      fixed: true,
      alias: ['areaTimePeriodID'],
    }),
    startMinute: integer(text('从第几分钟', 'From minute'), { required: true, min: 0, max: MOST_MINUTES }),
    endMinute: integer(text('到第几分钟', 'To minute'), {
      min: 1,
      max: MOST_MINUTES,
      help: text('不填则一直计下去', 'Continues if left blank'),
    }),
    unitMinutes: integer(text('计费单元（分钟）', 'Unit (minutes)'), {
      min: 1,
      max: MOST_MINUTES,
      help: text('不填则整段一价', 'One price for the whole step if left blank'),
    }),
    unitFee: money(text('单元金额', 'Price per unit'), { required: true, min: 0, max: 100_000_000 }),
    roundUp: boolean(text('不足一个单元按一个单元计', 'Round up to a full unit'), { default: true }),
    remark,
  },
  display: 'remark',
  index: [['periodId']],
  list: ['periodId', 'startMinute', 'endMinute', 'unitMinutes', 'unitFee', 'roundUp', 'remark'],
  order: { by: 'startMinute', desc: false },
});
