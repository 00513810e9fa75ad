import { takers } from '#domain/lane/words.ts';
import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkBox } from '#areas/lot/model/park-box.ts';
import { shift } from '#areas/shift/model/shift.ts';
import { carType } from '#areas/vehicle/model/car-type.ts';
import { dateTime, money, plate, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { backReasons, ledgerFigures, ledgerItems, ledgerKinds, ledgerTones, orderKinds, payTypes } from './words.ts';

/**
 * The lines of the ledger that the figures of the reports are made of, a row each, as a person reads them: what for,
 * whose, by whom and why. Drawn from the ledger and what its lines speak of (server/ledger-entries.ts); nothing of it
 * is kept twice.
 */
export const ledgerEntry = resource({
  name: 'ledgerEntry',
  title: text('账目明细', 'Ledger entries'),
  help: text(
    '报表中应收、优惠、减免、欠费、多收与净收入的每一笔：何时、哪辆车、为什么；只增不改。',
    "Every entry behind the reports' amount due, discount, waived, unpaid, overpaid and net income: when, which vehicle and why. Entries are only added, never changed.",
  ),
  area: 'billing',
  route: '/static/ledgerEntry',
  page: 'record',
  scope: 'park',
  verbs: ['list', 'export'],
  wire: { base: '/api/gatehouse/ledgerEntry' },
  facts: { by: 'time', days: 7 },
  fields: {
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, readOnly: true }),
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, within: 'companyId' }),
    time: dateTime(text('记账时间', 'Booked at')),
    plateNumber: plate(text('车牌号', 'Plate'), { search: true, personal: true }),
    item: select(text('账目', 'Item'), ledgerItems, { search: true, tones: ledgerTones }),
    amountFen: money(text('金额', 'Amount')),
    kind: select(text('事由', 'Booked for'), ledgerKinds, { search: true }),
    payType: select(text('支付方式', 'Paid by'), payTypes, { search: true }),
    operator: str(text('收费员', 'Collector'), { search: true, options: takers }),
    reason: str(text('原因', 'Reason'), { max: 200, options: backReasons }),
    orderKind: select(text('订单类型', 'Bill for'), orderKinds, { search: true }),
    orderNo: str(text('订单号', 'Order number'), { search: true, width: 196 }),
    carTypeId: relation(text('车类', 'Car type'), () => carType, { search: true, within: 'parkId' }),
    boxId: relation(text('岗亭', 'Booth'), () => parkBox, { search: true, within: 'parkId' }),
    shiftId: relation(text('班次', 'Shift'), () => shift, { search: true, within: 'boxId' }),
    orderId: str(text('订单', 'Order'), { hidden: true }),
    ...ledgerFigures,
  },
  display: 'orderNo',
  list: [
    'time',
    'plateNumber',
    'amountFen',
    'item',
    'kind',
    'payType',
    'parkId',
    'operator',
    'reason',
    'orderKind',
    'orderNo',
    'boxId',
  ],
  totals: ['receivableFen', 'derateFen', 'waivedFen', 'arrearsFen', 'surplusFen', 'paidFen', 'refundFen', 'netFen'],
});
