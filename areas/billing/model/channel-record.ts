import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import { dateTime, money, plate, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { channelResults, channelTones, payTypes } from './words.ts';

/**
 * Every status a payment channel reported of one of our trades, beside our own sum: what was booked, and what was
 * refused and why. Appended only.
 */
export const channelRecord = resource({
  name: 'channelRecord',
  title: text('线上支付对账记录', 'Online payment records'),
  area: 'billing',
  route: '/static/onlinepayparkorderrec',
  page: 'record',
  scope: 'park',
  verbs: ['list', 'export'],
  wire: {
    base: '/api/updown/static',
    list: 'getPageOnlinePayParkOrderRec',
    key: 'recordId',
    export: '/api/updown/static/exportOnlinePayParkOrderRec',
  },
  facts: { by: 'time', days: 7 },
  fields: {
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, readOnly: true }),
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, within: 'companyId' }),
    payType: select(text('渠道', 'Channel'), payTypes, { search: true }),
    tradeNo: str(text('交易号', 'Trade number'), { search: true, width: 240 }),
    channelTradeNo: str(text('渠道流水号', "Channel's number"), { search: true }),
    plateNumber: plate(text('车牌号', 'Plate'), { search: true, personal: true }),
    orderId: str(text('订单', 'Order'), { hidden: true }),
    time: dateTime(text('时间', 'Time')),
    source: select(
      text('来源', 'Source'),
      {
        notice: text('渠道通知', 'Notice'),
        query: text('主动查询', 'Queried'),
        bill: text('渠道日账单', 'Bill of the day'),
      },
      { search: true },
    ),
    askedFen: money(text('应付金额', 'Due')),
    saidFen: money(text('渠道金额', 'Channel amount')),
    result: select(text('结果', 'Result'), channelResults, { search: true, tones: channelTones }),
  },
  display: 'tradeNo',
  list: [
    'plateNumber',
    'askedFen',
    'saidFen',
    'time',
    'result',
    'payType',
    'source',
    'parkId',
    'tradeNo',
    'channelTradeNo',
  ],
  totals: ['saidFen'],
  help: text(
    '渠道对每笔交易的说法与我方金额的对照；金额或签名不符的通知不会入账。',
    'What the channel reported for each transaction compared with our amount. Notices with a wrong amount or signature are not booked.',
  ),
});
