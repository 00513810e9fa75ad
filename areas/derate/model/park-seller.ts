import { boolean, money, phone, relation, relations, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkDerate } from './park-derate.ts';
import { sellerCharge, synchronizeAmount } from './row-calls.ts';

/**
 * Somebody who pays for the parking of his customers: a shop, a hospital, a hotel. His money is his account in the
 * ledger; these columns follow it.
 */
export const parkSeller = resource({
  name: 'parkSeller',
  title: text('商家', 'Shop'),
  area: 'derate',
  route: '/derate/parkseller',
  scope: 'park',
  wire: { base: '/api/updown/parkseller', key: 'recordId' },
  help: text(
    '余额 = 充值 − 已用 − 冻结。发放优惠时冻结，车辆缴费时扣款，未用则解冻。',
    'Balance = top-ups − used − held. Giving a discount holds its price; it is charged when the vehicle pays and released if unused.',
  ),
  fields: {
    sellerName: str(text('商家名称', 'Shop'), { required: true, search: true, max: 40 }),
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, fixed: true }),
    contact: str(text('联系人', 'Contact'), { max: 30 }),
    phone: phone(text('联系电话', 'Phone'), { search: true, personal: true }),
    account: str(text('登录账号', 'Login account'), {
      min: 2,
      max: 40,
      fixed: true,
      search: true,
      help: text(
        '填写后开通商家登录；再用“重置密码”取得密码',
        'Opens a login for the shop; get the password with “Reset password”',
      ),
    }),
    derateIds: relations(text('可用优惠规则', 'Discount rules'), () => parkDerate, { within: 'parkId' }),
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
      help: text('已发放未使用的优惠', 'Discounts given but not yet used'),
    }),
    enable: boolean(text('启用', 'Enabled'), { default: true, search: true }),
    remark: str(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'sellerName',
  unique: [['parkId', 'sellerName']],
  list: [
    'sellerName',
    'balance',
    'parkId',
    'reservedFen',
    'usedFen',
    'chargedFen',
    'creditFen',
    'contact',
    'phone',
    'account',
    'enable',
  ],
  totals: ['balance', 'reservedFen', 'usedFen', 'chargedFen'],
  actions: [
    { call: sellerCharge, key: 'recordId', tone: 'primary' },
    {
      call: synchronizeAmount,
      key: 'sellerId',
      confirm: text('按账本重算该商家的余额？', "Recalculate this shop's balance from the ledger?"),
    },
  ],
});
