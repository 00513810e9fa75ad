import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import {
  boolean,
  dateTime,
  email,
  file,
  integer,
  money,
  phone,
  plate,
  relation,
  select,
  str,
} from '#kit/declare/field.ts';
import { lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { askStatus, mailInvoice } from './form-calls.ts';
import { invoiceSellerConfig } from './seller.ts';
import { buyerTypes, invoiceStates, invoiceTones, mailStates, redTypes, sources } from './words.ts';

const base = '/api/updown/invoiceApplyForm';
const at = (last: string) => ({ method: 'POST', path: `${base}/${last}`, key: 'recordId' }) as const;
const tone = (of: keyof typeof invoiceStates) => state(invoiceStates[of], invoiceTones[of]);

const buyer = {
  buyerType: select(text('购买方', 'Buyer'), buyerTypes, { search: true }),
  invoiceTitle: str(text('发票抬头', 'Title'), { search: true, max: 100, width: 200 }),
  buyerTaxNo: str(text('购买方税号', 'Tax number'), { max: 20, width: 180 }),
  email: email(text('邮箱', 'E-mail'), { personal: true }),
  phone: phone(text('手机号', 'Phone'), { personal: true }),
};

const asking = {
  failure: str(text('失败原因', 'Why it failed'), { max: 300, width: 220 }),
  askAt: dateTime(text('下次处理', 'Looked at next'), { hidden: true }),
  asks: integer(text('已问次数', 'Queries so far'), { hidden: true }),
  /** When its files are fetched; nothing where they are there, or not wanted. */
  filesAt: dateTime(text('取文件时间', 'Files fetched at'), { hidden: true }),
  fileTries: integer(text('取文件次数', 'Tries for files'), { hidden: true }),
  mailTo: email(text('发送至', 'Sent to'), { personal: true }),
  mailState: select(text('邮件', 'Mail'), mailStates, {
    search: true,
    tones: { queued: 'info', sent: 'ok', failed: 'bad' },
  }),
  mailTime: dateTime(text('邮件时间', 'Mailed at')),
  mailAt: dateTime(text('下次发送', 'Mailed next'), { hidden: true }),
  mailTries: integer(text('发送次数', 'Mail tries'), { hidden: true }),
  /** Counts the requested mails: each goes out once. */
  mailNo: integer(text('第几次发送', 'Which mail'), { hidden: true }),
};

const redding = {
  redType: select(text('红冲原因', 'Why reversed'), redTypes),
  redRequest: str(text('红字申请号', 'Red request'), { max: 40 }),
  redAskedTime: dateTime(text('红冲申请时间', 'Reversal requested at')),
  redNote: str(text('红字确认', 'Red confirmation'), { max: 200 }),
  /** A reversal after a refund was not confirmed: staff decide. */
  redBlocked: boolean(text('需人工处理', 'Needs a person'), {
    search: true,
    help: text(
      '退款后自动红冲未被对方确认，请与购买方联系后再红冲',
      'A refund was to be reversed and the other side did not confirm: speak with the buyer, then reverse it',
    ),
  }),
};

export const invoiceApplyForm = resource({
  name: 'invoiceApplyForm',
  title: text('开票申请', 'Invoices'),
  area: 'invoice',
  route: '/invoice/invoiceapplyform',
  page: 'record',
  scope: 'company',
  wire: { base, key: 'recordId' },
  range: 'time',
  help: text(
    '车主申请的数电票：状态、金额与税额；可查询、重试、取消、红冲、发送邮件。',
    'Digital invoices drivers applied for: state, amount and tax; query, retry, cancel, reverse, send by e-mail.',
  ),
  fields: {
    applyNo: str(text('申请号', 'No.'), { search: true, max: 32, width: 220 }),
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, readOnly: true }),
    parkId: relation(text('车场', 'Car park'), () => park, { search: true, within: 'companyId' }),
    sellerId: relation(text('销售方', 'Seller'), () => invoiceSellerConfig, {
      search: true,
      within: 'companyId',
      outlives: true,
    }),
    plateNumber: plate(text('车牌号', 'Plate'), { search: true, personal: true }),
    ...buyer,
    amountFen: money(text('价税合计', 'With tax')),
    netFen: money(text('金额', 'Net')),
    taxFen: money(text('税额', 'Tax')),
    redFen: money(text('已红冲', 'Reversed'), { default: 0 }),
    status: select(text('状态', 'State'), invoiceStates, { search: true, tones: invoiceTones }),
    invoiceNo: str(text('发票号码', 'Invoice number'), { search: true, max: 20, width: 190 }),
    issuedTime: dateTime(text('开票时间', 'Issued at')),
    time: dateTime(text('申请时间', 'Applied at'), { search: true }),
    fileUrl: file(text('PDF', 'PDF')),
    ofdUrl: file(text('OFD', 'OFD')),
    xmlUrl: file(text('XML', 'XML')),
    confirmed: boolean(text('购买方已用途确认', 'Used by the buyer'), {
      help: text(
        '购买方已抵扣或入账的，红冲须对方在72小时内确认',
        'Used by the buyer: a reversal needs his confirmation within 72 hours',
      ),
    }),
    source: select(text('来源', 'Source'), sources, { search: true }),
    ...asking,
    ...redding,
    /** Its driver gives up one that failed, and applies anew. */
    withdrawn: boolean(text('申请人撤回', 'Withdrawn'), { hidden: true }),
    createdFor: str(text('申请人地址', 'Applied from'), { hidden: true, max: 60 }),
  },
  display: 'applyNo',
  unique: [['applyNo']],
  index: [['time'], ['status'], ['askAt'], ['sellerId', 'time'], ['invoiceNo']],
  accepts: { orderNo: str(text('订单号', 'Order number'), { search: true, max: 40 }) },
  order: { by: 'time', desc: true },
  list: [
    'time',
    'amountFen',
    'status',
    'invoiceTitle',
    'invoiceNo',
    'failure',
    'plateNumber',
    'parkId',
    'netFen',
    'taxFen',
    'redFen',
    'redBlocked',
    'issuedTime',
    'mailState',
    'buyerTaxNo',
    'sellerId',
    'companyId',
    'applyNo',
  ],
  totals: ['amountFen', 'netFen', 'taxFen', 'redFen'],
  rights: { ask: text('查询开票状态', 'Ask the provider'), email: text('发送邮件', 'Send by e-mail') },
  actions: [
    { call: askStatus, key: 'recordId', when: { field: 'status', is: ['submitted', 'issuing', 'redPending'] } },
    { call: mailInvoice, key: 'recordId', when: { field: 'status', is: ['issued', 'redPending'] } },
  ],
  lifecycle: lifecycle({
    initial: 'submitted',
    states: {
      submitted: tone('submitted'),
      issuing: tone('issuing'),
      issued: tone('issued'),
      failed: tone('failed'),
      cancelled: tone('cancelled'),
      redPending: tone('redPending'),
      red: tone('red'),
    },
    final: ['cancelled', 'red'],
    actions: {
      send: { label: text('提交平台', 'Send'), from: ['submitted'], to: 'issuing', by: 'clock' },
      issue: { label: text('开具', 'Issue'), from: ['issuing'], to: 'issued', by: 'clock' },
      fail: { label: text('开票失败', 'Fail'), from: ['issuing'], to: 'failed', by: 'clock' },
      drop: { label: text('退款取消', 'Dropped after a refund'), from: ['submitted'], to: 'cancelled', by: 'clock' },
      withdraw: {
        label: text('申请人撤回', 'Withdrawn by the driver'),
        from: ['failed'],
        to: 'cancelled',
        by: 'clock',
      },
      retry: {
        label: text('重新开票', 'Retry'),
        from: ['failed'],
        to: 'submitted',
        by: 'staff',
        batch: true,
        wire: at('retry'),
      },
      cancel: {
        label: text('取消', 'Cancel'),
        from: ['submitted', 'failed'],
        to: 'cancelled',
        by: 'staff',
        tone: 'danger',
        wire: at('cancel'),
      },
      red: {
        label: text('红冲', 'Reverse'),
        from: ['issued'],
        to: 'redPending',
        by: 'staff',
        tone: 'danger',
        ask: {
          type: select(text('红冲原因', 'Why'), redTypes, { required: true, default: '1' }),
          orderNo: str(text('订单号', 'Order number'), {
            max: 40,
            help: text('只红冲其中一张订单时填写；不填则全部', 'To reverse one order of it; all of it when left empty'),
          }),
          backFen: money(text('红冲金额', 'Amount'), {
            min: 1,
            help: text('该订单的部分金额；不填则为剩余金额', 'Part of that order; what is left of it when empty'),
            when: { field: 'orderNo' },
          }),
        },
        wire: at('red'),
      },
      redRefund: {
        label: text('退款红冲', 'Reverse a refund'),
        from: ['issued'],
        to: 'redPending',
        by: 'clock',
      },
      redPart: { label: text('部分红冲完成', 'Reversed in part'), from: ['redPending'], to: 'issued', by: 'clock' },
      redAll: { label: text('红冲完成', 'Reversed'), from: ['redPending'], to: 'red', by: 'clock' },
      redRefuse: { label: text('红冲未确认', 'Not confirmed'), from: ['redPending'], to: 'issued', by: 'clock' },
    },
  }),
});
