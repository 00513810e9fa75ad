import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import { dateTime, money, percent, plate, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { invoiceApplyForm } from './apply-form.ts';
import { itemKinds, itemStates } from './words.ts';

/** A line of an invoice: one order, its stay as the lease. Red lines take of it. */
export const invoiceItem = resource({
  name: 'invoiceItem',
  title: text('发票明细', 'Invoice line'),
  many: text('发票明细', 'Invoice lines'),
  area: 'invoice',
  scope: 'company',
  verbs: ['list'],
  page: 'record',
  wire: { base: '/api/gatehouse/invoiceItem', key: 'itemId' },
  fields: {
    formId: relation(text('发票', 'Invoice'), (): Resource => invoiceApplyForm, { search: true }),
    companyId: relation(text('所属单位', 'Company'), () => company, { readOnly: true }),
    parkId: relation(text('车场', 'Car park'), () => park),
    kind: select(text('类型', 'Kind'), itemKinds, { search: true, tones: { blue: 'info', red: 'bad' } }),
    status: select(text('状态', 'State'), itemStates, { tones: { open: 'info', done: 'ok', void: 'muted' } }),
    orderId: str(text('订单编号', 'Order'), { hidden: true, max: 36 }),
    orderNo: str(text('订单号', 'Order number'), { max: 40, width: 196 }),
    plateNumber: plate(text('车牌号', 'Plate'), { personal: true }),
    goodsName: str(text('项目', 'Item'), { max: 60 }),
    taxCode: str(text('税收分类编码', 'Tax code'), { max: 19 }),
    leaseFrom: dateTime(text('租赁起', 'Lease from')),
    leaseTo: dateTime(text('租赁止', 'Lease to')),
    rateBp: percent(text('税率', 'Rate')),
    grossFen: money(text('价税合计', 'With tax')),
    netFen: money(text('金额', 'Net')),
    taxFen: money(text('税额', 'Tax')),
    /** Of a red line, the request it belongs to. */
    requestId: str(text('红字申请号', 'Red request'), { hidden: true, max: 40 }),
    invoiceNo: str(text('发票号码', 'Invoice number'), { max: 20, width: 190 }),
    time: dateTime(text('时间', 'At')),
    /** When it came into force: the period its tax belongs to. */
    issuedTime: dateTime(text('开具时间', 'Issued at')),
  },
  display: 'orderNo',
  index: [['formId'], ['orderId'], ['issuedTime']],
  order: { by: 'time', desc: false },
  list: [
    'kind',
    'orderNo',
    'plateNumber',
    'goodsName',
    'leaseFrom',
    'leaseTo',
    'grossFen',
    'netFen',
    'taxFen',
    'rateBp',
    'status',
    'invoiceNo',
    'time',
  ],
});
