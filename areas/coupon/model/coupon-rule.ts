import { chargeWays, derateTypes } from '#areas/derate/model/words.ts';
import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import { boolean, dateTime, integer, longText, money, relation, relations, select, str } from '#kit/declare/field.ts';
import { lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { couponStore } from './coupon-store.ts';
import { giveCoupons, sendCoupons } from './row-calls.ts';
import { bearers, cancelTypes, ruleStates } from './words.ts';

const base = '/api/updown/plat/couponRule';
const key = 'ruleIds';
const tones = { draft: 'muted', enabled: 'ok', stopped: 'warn', cancelled: 'muted' } as const;
const counted = (zh: string, en: string) => integer(text(zh, en), { readOnly: true, default: 0 });

const terms = {
  derateType: select(text('优惠方式', 'Kind'), derateTypes, { required: true, search: true, default: 'amount' }),
  minutes: integer(text('减免分钟', 'Minutes off'), {
    min: 1,
    max: 10_080,
    when: { field: 'derateType', is: ['time'] },
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
  minSpendFen: money(text('满多少可用', 'Minimum fee'), {
    min: 0,
    max: 10_000_000,
    default: 0,
    help: text('与优惠前的停车费比较，0 为不限', 'Compared with the fee before any discount; 0 for no floor'),
  }),
  exclusive: boolean(text('不与其他优惠同享', 'Cannot be combined'), { default: false }),
};

const paying = {
  bearer: select(text('承担方', 'Paid by'), bearers, {
    required: true,
    search: true,
    default: 'store',
    tones: { store: 'info', own: 'muted', platform: 'warn' },
  }),
  chargeBy: select(text('商家结算', 'Store pays'), chargeWays, {
    default: 'benefit',
    when: { field: 'bearer', is: ['store'] },
  }),
  chargePercent: integer(text('结算百分比', 'Percent charged'), {
    min: 1,
    max: 100,
    default: 100,
    when: { field: 'chargeBy', is: ['benefit'] },
  }),
  price: money(text('单张最多承担', 'At most per coupon'), {
    min: 0,
    max: 10_000_000,
    default: 0,
    help: text(
      '按张计价时为每张价格；其他为每张最多承担的金额，减免金额的券可填 0 表示按面额',
      'The price of each where it is charged per coupon; else the most one may cost, 0 for the face of an amount coupon',
    ),
  }),
  budgetNum: integer(text('发行张数', 'Number of coupons'), { required: true, min: 1, max: 1_000_000 }),
  budgetFen: money(text('预算金额', 'Budget'), {
    min: 1,
    max: 1_000_000_000,
    when: { field: 'bearer', is: ['own', 'platform'] },
    help: text('发券时冻结，用完不能再发', 'Held as coupons are issued; no more are issued beyond it'),
  }),
};

const limits = {
  perPerson: integer(text('每人限领', 'Per person'), {
    min: 0,
    max: 100,
    default: 1,
    help: text('按手机号，0 为不限', 'By phone number; 0 for no limit'),
  }),
  perPlateDay: integer(text('每车每日限领', 'Per plate and day'), { min: 0, max: 100, default: 1 }),
  claimFrom: dateTime(text('领取开始', 'Claimed from')),
  claimUntil: dateTime(text('领取截止', 'Claimed until')),
  validUntil: dateTime(text('有效期至', 'Valid until')),
  validDays: integer(text('领取后有效天数', 'Days valid once claimed'), {
    min: 1,
    max: 366,
    help: text('与“有效期至”至少填一项，取先到者', 'This or “valid until” is needed; the earlier counts'),
  }),
};

/**
 * The terms and the budget of coupons. From the first enabling on its terms stand: a coupon shown is a coupon that
 * works.
 */
export const couponRule = resource({
  name: 'couponRule',
  title: text('卡券规则', 'Coupon rule'),
  help: text(
    '规则启用后条款不再变，只能增加张数、延后有效期、增加车场；发券即冻结预算或商家余额。',
    'Once enabled its terms stand: only more coupons, a later end and further car parks. Issuing holds the budget or the balance of the store.',
  ),
  area: 'coupon',
  route: '/couponcard/couponrule',
  scope: 'company',
  config: { folder: 'coupon-templates', key: ['companyId', 'ruleName'] },
  wire: { base, list: 'listPage', key: 'ruleId' },
  fields: {
    ruleName: str(text('规则名称', 'Name'), { required: true, search: true, max: 40, width: 200 }),
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, fixed: true }),
    ...terms,
    ...paying,
    storeId: relation(text('商家', 'Store'), () => couponStore, {
      search: true,
      within: 'companyId',
      only: { enable: 'true' },
      help: text('由商家承担时必填；也可只由该商家发放', 'Needed where a store pays; it may also only hand out'),
    }),
    parkIds: relations(text('可用车场', 'Car parks'), () => park),
    ...limits,
    giftable: boolean(text('可转赠', 'Transferable'), {
      default: false,
      help: text('车主领取后可把券转赠给其他车主', 'A driver may give a claimed coupon to another'),
    }),
    maxGifts: integer(text('最多转赠次数', 'Transfers at most'), {
      min: 1,
      max: 10,
      default: 1,
      when: { field: 'giftable', is: ['true'] },
    }),
    restores: boolean(text('全额退款后退回', 'Restored on a full refund'), { default: true }),
    autoUse: boolean(text('领取后自动使用', 'Applied automatically'), {
      default: true,
      help: text(
        '领取的车牌在可用车场内时，直接列入账单',
        'Put on the bill as soon as its plate is in one of the car parks',
      ),
    }),
    status: select(text('状态', 'State'), ruleStates, { readOnly: true, search: true, tones }),
    issued: counted('已发', 'Issued'),
    claimed: counted('已领', 'Claimed'),
    used: counted('已用', 'Used'),
    cancelled: counted('作废', 'Void'),
    benefitFen: money(text('优惠金额', 'Taken off'), { readOnly: true, default: 0 }),
    usedFen: money(text('承担金额', 'Paid by bearer'), { readOnly: true, default: 0 }),
    reservedFen: money(text('冻结', 'On hold'), { readOnly: true, default: 0 }),
    claimCode: str(text('领取码', 'Claim code'), { readOnly: true, max: 12 }),
    cancelType: select(text('取消方式', 'Cancelled how'), cancelTypes, { hidden: true }),
    endRemark: str(text('取消说明', 'Why cancelled'), { readOnly: true, max: 200 }),
    remark: str(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'ruleName',
  unique: [['companyId', 'ruleName'], ['claimCode']],
  index: [['storeId']],
  list: [
    'ruleName',
    'status',
    'derateType',
    'minutes',
    'amountFen',
    'percentOff',
    'bearer',
    'storeId',
    'budgetNum',
    'issued',
    'claimed',
    'used',
    'cancelled',
    'benefitFen',
    'reservedFen',
    'validUntil',
    'companyId',
  ],
  totals: ['issued', 'claimed', 'used', 'cancelled', 'benefitFen'],
  rights: {
    grantPark: text('授权车场', 'Set car parks'),
    sendCoupon: text('发券', 'Issue coupons'),
  },
  lifecycle: lifecycle({
    initial: 'draft',
    states: {
      draft: state(ruleStates.draft, tones.draft),
      enabled: state(ruleStates.enabled, tones.enabled),
      stopped: state(ruleStates.stopped, tones.stopped),
      cancelled: state(ruleStates.cancelled, tones.cancelled),
    },
    final: ['cancelled'],
    actions: {
      enable: {
        label: text('启用', 'Enable'),
        from: ['draft', 'stopped'],
        to: 'enabled',
        by: 'staff',
        tone: 'primary',
        batch: true,
        wire: { method: 'POST', path: `${base}/enable`, key },
      },
      stop: {
        label: text('停用', 'Stop'),
        from: ['enabled'],
        to: 'stopped',
        by: 'staff',
        batch: true,
        wire: { method: 'POST', path: `${base}/stop`, key },
      },
      cancelCouponRule: {
        label: text('取消规则', 'Cancel rule'),
        from: ['enabled', 'stopped'],
        to: 'cancelled',
        by: 'staff',
        tone: 'danger',
        batch: true,
        ask: {
          type: select(text('已发的卡券', 'Coupons issued'), cancelTypes, { required: true, default: '1' }),
          remark: longText(text('说明', 'Reason'), { required: true, max: 200 }),
        },
        wire: { method: 'POST', path: `${base}/cancelCouponRule`, key },
      },
    },
  }),
  actions: [
    { call: sendCoupons, key: 'ruleId', tone: 'primary', when: { field: 'status', is: ['enabled'] } },
    { call: giveCoupons, key: 'ruleId', when: { field: 'status', is: ['enabled'] } },
  ],
});
