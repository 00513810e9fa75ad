import { boolean, date, integer, money, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';
import { chargeWays, derateTypes } from './words.ts';

/**
 * A discount rule: what drivers are given, what the seller pays for it, and how often. One that was given keeps the
 * terms it was given by.
 */
export const parkDerate = resource({
  name: 'parkDerate',
  title: text('优惠规则', 'Discount rule'),
  area: 'derate',
  route: '/derate/parkderaterule',
  scope: 'park',
  config: { folder: 'discounts', key: ['derateName'] },
  wire: { base: '/api/updown/parkderate', key: 'derateId' },
  accepts: { sellerId: str(text('商家', 'Shop'), { max: 36 }) },
  help: text('修改只影响之后发放的优惠。', 'A change is for discounts given from then on.'),
  fields: {
    derateName: str(text('规则名称', 'Name'), { required: true, search: true, max: 40, width: 200 }),
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, fixed: true }),
    derateType: select(text('优惠方式', 'Kind'), derateTypes, { required: true, search: true, default: 'time' }),
    minutes: integer(text('减免分钟', 'Minutes off'), {
      min: 1,
      max: 10_080,
      when: { field: 'derateType', is: ['time'] },
      help: text('从停车时间末尾减去', 'Deducted from the end of the stay'),
    }),
    amountFen: money(text('金额', 'Amount'), {
      min: 0,
      max: 10_000_000,
      when: { field: 'derateType', is: ['amount', 'flat'] },
    }),
    percentOff: integer(text('减免百分比', 'Percent off'), {
      min: 1,
      max: 100,
      when: { field: 'derateType', is: ['percent'] },
      help: text('八折填 20', 'Enter 20 for 20% off'),
    }),
    derateValue: integer(text('优惠值', 'Value'), { min: 0, max: 10_000_000, hidden: true }),
    exclusive: boolean(text('不与其他优惠同享', 'Cannot be combined'), {
      default: false,
      help: text(
        '与其他优惠同时存在时，取对车主更优惠的一种',
        'If there are other discounts, the one better for the driver applies',
      ),
    }),
    chargeBy: select(text('商家结算', 'Shop pays'), chargeWays, { required: true, default: 'price' }),
    price: money(text('单张价格', 'Price'), {
      min: 0,
      max: 10_000_000,
      default: 0,
      when: { field: 'chargeBy', is: ['price', 'benefit'] },
      help: text(
        '按张计价：每张扣款，0 为不向商家收费；按实际优惠：每张最多扣款，发放时按此冻结',
        'Per discount: price each, 0 for no charge. By actual discount: the maximum charge for each, held when given',
      ),
    }),
    chargePercent: integer(text('结算百分比', 'Percent charged'), {
      min: 1,
      max: 100,
      default: 100,
      when: { field: 'chargeBy', is: ['benefit'] },
    }),
    dayLimit: integer(text('每车每日限用', 'Daily limit per plate'), {
      min: 0,
      max: 100,
      default: 1,
      help: text('0 为不限', '0 for no limit'),
    }),
    validHours: integer(text('发放后有效（小时）', 'Valid for (hours)'), { min: 1, max: 8760, default: 24 }),
    startDate: date(text('开始日期', 'From'), { help: text('不填则立即生效', 'Takes effect at once if blank') }),
    endDate: date(text('结束日期', 'Until'), { help: text('当日仍可发放', 'Can still be given on this day') }),
    restores: boolean(text('全额退款后退回', 'Given back on a full refund'), { default: true }),
    atBox: boolean(text('岗亭可发放', 'Available at the booth'), {
      default: false,
      search: true,
      help: text(
        '值班员可在出口代可用此规则的商家发放',
        'Attendants may give it at the exit on behalf of shops that use this rule',
      ),
    }),
    enable: boolean(text('启用', 'Enabled'), { default: true, search: true }),
    remark: str(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'derateName',
  unique: [['parkId', 'derateName']],
  list: [
    'derateName',
    'derateType',
    'minutes',
    'amountFen',
    'percentOff',
    'parkId',
    'exclusive',
    'chargeBy',
    'price',
    'dayLimit',
    'atBox',
    'endDate',
    'enable',
  ],
});
