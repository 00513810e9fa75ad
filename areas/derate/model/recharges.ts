import { dateTime, money, plate, relation, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkSeller } from './park-seller.ts';

const place = {
  companyId: relation(text('所属单位', 'Company'), () => company, { search: true, readOnly: true }),
  parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, within: 'companyId' }),
};

const moved = {
  time: dateTime(text('充值时间', 'Topped up at'), { search: true }),
  amountFen: money(text('充值金额', 'Top-up amount')),
  balanceBefore: money(text('充值前余额', 'Balance before')),
  balanceAfter: money(text('充值后余额', 'Balance after')),
  operator: str(text('操作人', 'Operator'), { search: true }),
  remark: str(text('备注', 'Remark'), { max: 200 }),
};

/** Money a seller put into his account, in the drawer of who took it. */
export const sellerRecharge = resource({
  name: 'sellerRecharge',
  title: text('商家充值记录', 'Shop top-ups'),
  help: text('商家每次充值的金额与充值前后的余额。', 'Every shop top-up with the balance before and after.'),
  area: 'derate',
  route: '/static/sellerRecharges',
  page: 'record',
  scope: 'park',
  verbs: ['list', 'export'],
  wire: {
    base: '/api/updown/static',
    list: 'getPageSellerRecharges',
    key: 'recordId',
    export: '/api/updown/static/exportSellerRecharges',
  },
  fields: {
    sellerId: relation(text('商家', 'Shop'), () => parkSeller, { search: true, within: 'parkId' }),
    ...place,
    ...moved,
  },
  display: 'sellerId',
  index: [['sellerId', 'time']],
  order: { by: 'time', desc: true },
  range: 'time',
  list: ['time', 'amountFen', 'sellerId', 'balanceBefore', 'balanceAfter', 'operator', 'remark', 'parkId'],
  totals: ['amountFen'],
});

/**
 * Money paid ahead for one plate, taken at the exit by itself. The account in the ledger is the truth; the balance
 * follows it.
 */
export const storedCard = resource({
  name: 'storedCard',
  title: text('储值卡', 'Stored-value cards'),
  area: 'derate',
  scope: 'park',
  verbs: ['list', 'export'],
  wire: { base: '/api/gatehouse/storedCard', key: 'cardId' },
  fields: {
    plateNumber: plate(text('车牌号', 'Plate'), { required: true, search: true, personal: true }),
    ...place,
    balance: money(text('余额', 'Balance'), { default: 0 }),
    rechargedFen: money(text('累计充值', 'Total top-ups'), { default: 0 }),
    usedTime: dateTime(text('最近扣款', 'Last used'), { since: true }),
  },
  display: 'plateNumber',
  unique: [['parkId', 'plateNumber']],
  list: ['plateNumber', 'balance', 'rechargedFen', 'usedTime', 'parkId'],
  totals: ['balance', 'rechargedFen'],
});

export const cardRecharge = resource({
  name: 'cardRecharge',
  title: text('储值卡充值记录', 'Stored-value card top-ups'),
  help: text(
    '储值卡每次充值的金额与充值前后的余额。',
    'Every stored-value card top-up with the balance before and after.',
  ),
  area: 'derate',
  route: '/static/cardRecharge',
  page: 'record',
  scope: 'park',
  verbs: ['list', 'export'],
  wire: {
    base: '/api/updown/static',
    list: 'getSearchCardRecharge',
    key: 'recordId',
    export: '/api/updown/static/exportCardRecharge',
  },
  fields: {
    plateNumber: plate(text('车牌号', 'Plate'), { search: true, personal: true }),
    ...place,
    cardId: relation(text('储值卡', 'Card'), () => storedCard, { hidden: true }),
    ...moved,
  },
  display: 'plateNumber',
  index: [['parkId', 'plateNumber'], ['time']],
  range: 'time',
  order: { by: 'time', desc: true },
  list: ['time', 'amountFen', 'plateNumber', 'balanceBefore', 'balanceAfter', 'operator', 'remark', 'parkId'],
  totals: ['amountFen'],
});
