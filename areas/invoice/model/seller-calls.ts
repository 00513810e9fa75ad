/** What is done to one seller besides saving it; its own declaration names these. */
import { call } from '#kit/declare/call.ts';
import { date, integer, secret, select, str, url } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { providers } from './words.ts';

const base = '/api/updown/invoiceSellerConfig';
const area = 'invoice';
const RecordID = str(text('开票商户', 'Seller'), { required: true, max: 36, alias: ['id', 'recordId'] });

export const renewSeller = call({
  name: 'invoiceSellerConfig.renewal',
  title: text('续期', 'Renew'),
  area,
  method: 'GET',
  path: `${base}/renewal`,
  permission: 'invoiceSellerConfig:renewal',
  changes: true,
  answer: 'ack',
  input: {
    RecordID,
    RenewalYear: integer(text('续期年数', 'Years'), { required: true, min: 1, max: 5, default: 1 }),
    newEndDate: date(text('新的到期日', 'New end'), {
      help: text(
        '应为原到期日加续期年数；不填则由系统计算',
        'The end as it is and the years added; reckoned when left empty',
      ),
    }),
  },
  note: text('同一 newEndDate 再次提交不再延长', 'The same newEndDate sent again extends nothing'),
});

export const saveInterface = call({
  name: 'invoiceSellerConfig.submitInterfaceData',
  title: text('接口设置', 'Interface'),
  area,
  method: 'POST',
  path: `${base}/submitInterfaceData`,
  permission: 'invoiceSellerConfig:interface',
  answer: 'ack',
  input: {
    RecordID,
    provider: select(text('开票平台', 'Provider'), providers, {
      help: text('沙箱只用于试用，不产生真实发票', 'The sandbox is for trying alone and makes no real invoices'),
    }),
    interfaceUrl: url(text('接口地址', 'Address'), { when: { field: 'provider', is: ['standard'] } }),
    appKey: str(text('应用标识 AppKey', 'App key'), { max: 100, when: { field: 'provider', is: ['standard'] } }),
    appSecret: secret(text('应用密钥 AppSecret', 'App secret'), {
      max: 200,
      when: { field: 'provider', is: ['standard'] },
      help: text('加密保存，不再显示；留空即不变', 'Kept encrypted and never shown again; left empty it stays'),
    }),
  },
  note: text(
    '改变后须由另一人确认，之前不开票',
    'A change is confirmed by somebody else; nothing is issued until then',
  ),
});

export const confirmSeller = call({
  name: 'invoiceSellerConfig.confirm',
  title: text('确认启用', 'Confirm'),
  area,
  method: 'POST',
  path: '/api/gatehouse/invoiceSellerConfig/confirm',
  permission: 'invoiceSellerConfig:confirm',
  answer: 'ack',
  input: { RecordID },
  note: text('须为最后改动税号或接口的人以外的人', 'By somebody other than who last changed tax number or interface'),
});

export const testSeller = call({
  name: 'invoiceSellerConfig.test',
  title: text('测试连接', 'Test the connection'),
  area,
  method: 'POST',
  path: '/api/gatehouse/invoiceSellerConfig/test',
  permission: 'invoiceSellerConfig:test',
  answer: 'object',
  input: { RecordID },
  note: text(
    '向开票平台发出一次签名的查询并验证应答，答 result',
    'Sends the provider one signed question and verifies its answer; answers result',
  ),
});
