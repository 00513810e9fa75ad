import { date, money, phone, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { park } from './park.ts';

/** The contract's states: 1 ends within 30 days, 3 has ended. */
export const serviceStates = {
  1: text('即将到期', 'About to expire'),
  2: text('正常', 'Running'),
  3: text('已到期', 'Expired'),
};
export const EXPIRES_SOON_DAYS = 30;

/** A paid service of a lot (cloud seat, invoices, messages …) and until when it runs. */
export const parkService = resource({
  name: 'parkService',
  title: text('车场服务', 'Car park service'),
  area: 'lot',
  route: '/basedata/parkServicesConfig',
  scope: 'park',
  wire: { base: '/api/updown/plat/parkServicesConfig', key: 'RecordID' },
  help: text(
    '到期前30天起列为“即将到期”，并在铃铛中提醒。',
    'Listed as about to expire, and shown at the bell, from 30 days before the end.',
  ),
  fields: {
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, fixed: true }),
    serviceType: select(
      text('服务项目', 'Service'),
      {
        platform: text('平台使用', 'Platform'),
        cloudSeat: text('云坐席', 'Cloud seat'),
        onlinePay: text('线上支付', 'Online payment'),
        sensorless: text('无感支付', 'Contactless payment'),
        invoice: text('电子发票', 'E-invoices'),
        sms: text('短信通知', 'Text messages'),
        video: text('远程视频', 'Remote video'),
        network: text('物联网卡', 'SIM data'),
        maintenance: text('设备维保', 'Maintenance'),
      },
      { required: true, search: true, default: 'platform' },
    ),
    startDate: date(text('开通日期', 'From'), { required: true }),
    expireDate: date(text('到期日期', 'Until'), {
      required: true,
      search: true,
      help: text('到期日当天仍可使用', 'The last day of service'),
    }),
    status: select(text('状态', 'Status'), serviceStates, {
      readOnly: true,
      search: true,
      tones: { 1: 'warn', 2: 'ok', 3: 'bad' },
    }),
    fee: money(text('服务费', 'Fee'), { min: 0 }),
    contractNo: str(text('合同编号', 'Contract'), { search: true, max: 60 }),
    linkman: str(text('联系人', 'Contact'), { max: 30 }),
    contactNumber: phone(text('联系电话', 'Phone')),
    remark: str(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'serviceType',
  unique: [['parkId', 'serviceType']],
  index: [['expireDate']],
  list: ['parkId', 'serviceType', 'startDate', 'expireDate', 'status', 'fee', 'contractNo', 'linkman'],
  order: { by: 'expireDate', desc: false },
  verbs: ['list', 'detail', 'add', 'edit', 'remove', 'export', 'import'],
});
