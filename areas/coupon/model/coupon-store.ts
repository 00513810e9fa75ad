import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import { boolean, money, phone, relation, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { chargeStore } from './row-calls.ts';

/**
 * A merchant who issues coupons at many lots and may pay for them. His money is his account in the ledger; these
 * columns follow it.
 */
export const couponStore = resource({
  name: 'couponStore',
  title: text('卡券商家', 'Coupon store'),
  help: text(
    '可在多个车场发券的商家。余额 = 充值 − 已用 − 冻结；发券时冻结，核销时扣款，过期或作废时解冻。',
    'Stores that hand out coupons at many car parks. Balance = top-ups − used − held: issuing holds, use charges, an end releases.',
  ),
  area: 'coupon',
  route: '/couponcard/couponseller',
  scope: 'company',
  wire: { base: '/api/updown/couponStore', key: 'recordId' },
  fields: {
    storeName: str(text('商家名称', 'Store'), { required: true, search: true, max: 40 }),
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, fixed: true }),
    contact: str(text('联系人', 'Contact'), { max: 30 }),
    phone: phone(text('联系电话', 'Phone'), { search: true, personal: true }),
    account: str(text('登录账号', 'Login account'), {
      min: 2,
      max: 40,
      fixed: true,
      search: true,
      help: text(
        '填写后开通商家登录；再用“重置密码”取得密码',
        'Opens a login for the store; get the password with “Reset password”',
      ),
    }),
    booksParkId: relation(text('收款车场', 'Books its money'), () => park, {
      required: true,
      help: text('充值记入此车场的账', 'Top-ups are booked at this car park'),
    }),
    creditFen: money(text('信用额度', 'Credit'), {
      min: 0,
      max: 100_000_000,
      default: 0,
      help: text('余额用完后还可透支的金额', 'How far the balance may be overdrawn'),
    }),
    balance: money(text('余额', 'Balance'), { readOnly: true, default: 0 }),
    chargedFen: money(text('累计充值', 'Total top-ups'), { readOnly: true, default: 0 }),
    usedFen: money(text('累计使用', 'Total used'), { readOnly: true, default: 0 }),
    reservedFen: money(text('冻结', 'On hold'), {
      readOnly: true,
      default: 0,
      help: text('已发未核销的卡券', 'Coupons issued and not yet used'),
    }),
    enable: boolean(text('启用', 'Enabled'), { default: true, search: true }),
    remark: str(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'storeName',
  unique: [['companyId', 'storeName']],
  list: [
    'storeName',
    'balance',
    'reservedFen',
    'usedFen',
    'chargedFen',
    'creditFen',
    'companyId',
    'contact',
    'phone',
    'account',
    'enable',
  ],
  totals: ['balance', 'reservedFen', 'usedFen', 'chargedFen'],
  rights: {
    charge: text('充值', 'Top up'),
    resetPassword: text('重置密码', 'Reset password'),
  },
  actions: [{ call: chargeStore, key: 'recordId', tone: 'primary' }],
});
