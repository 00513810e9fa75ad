/**
 * Accounts with aggregators, who take WeChat Pay, Alipay and UnionPay under one contract. Only channels that have an
 * adapter can be chosen.
 */
import { call } from '#kit/declare/call.ts';
import { longText, relation, secret, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { checked, companyId, enabled, lotOf, pending, remark } from './merchant.ts';
import { otherChannels } from './words.ts';

export const signTypes = {
  SM2: text('SM2（国密）', 'SM2'),
  RSA: text('RSA', 'RSA'),
  MD5: text('MD5', 'MD5'),
};

const key = 'recordId';

export const testOtherpay = call({
  name: 'otherpayConfig.test',
  title: text('测试连接', 'Test the connection'),
  area: 'billing',
  method: 'POST',
  path: '/api/gatehouse/otherpay-config/test',
  permission: 'otherpayConfig:test',
  answer: 'object',
  input: {
    recordId: relation(text('配置', 'Configuration'), (): Resource => otherpayConfig, {
      required: true,
      alias: ['id'],
    }),
  },
  note: text(
    '向渠道发出一次签名的查询并验证应答，答 result',
    'Sends the channel one signed query and verifies its answer; answers result',
  ),
});

export const otherpayConfig = resource({
  name: 'otherpayConfig',
  title: text('其他支付配置', 'Other payment channel'),
  area: 'billing',
  route: '/otherpay/config',
  scope: 'company',
  wire: { base: '/api/updown/otherpay/config', key },
  help: text(
    '聚合支付渠道的商户参数，按单位或车场。变更须由另一人在“收款账户变更”中确认后生效。',
    'Accounts with aggregators, by company or car park. Changes take effect once somebody else confirms them under “Merchant account changes”.',
  ),
  fields: {
    companyId: companyId(),
    parkId: lotOf(),
    payType: select(text('支付渠道', 'Channel'), otherChannels, { required: true, search: true }),
    merchantNo: str(text('商户号', 'Merchant number'), { required: true, search: true, max: 32 }),
    appKey: str(text('应用编号', 'App id'), {
      required: true,
      max: 64,
      help: text('渠道分配的 appid', 'The appid the channel gave'),
    }),
    signType: select(text('签名方式', 'Signature'), signTypes, {
      required: true,
      default: 'SM2',
      help: text(
        '与渠道商户平台上的设置一致；MD5 强度低，新接入请用 SM2 或 RSA',
        'As set on the channel’s merchant site; MD5 is weak, so begin with SM2 or RSA',
      ),
    }),
    appSecret: secret(text('密钥', 'Key'), {
      required: true,
      max: 4000,
      help: text(
        'SM2、RSA 填商户私钥的 PEM 文本，MD5 填渠道给的密钥；加密保存，不再显示',
        'For SM2 and RSA the private key as PEM text, for MD5 the channel’s key; kept encrypted and never shown again',
      ),
    }),
    publicKey: longText(text('渠道公钥', 'The channel’s public key'), {
      max: 4000,
      help: text(
        'SM2、RSA 须填；用于验证应答与通知',
        'Needed for SM2 and RSA; answers and notices are verified with it',
      ),
    }),
    terminalNo: str(text('终端号', 'Terminal number'), {
      max: 8,
      help: text(
        '车道扫付款码时上送的终端号，8位数字，在渠道登记',
        'Sent when a lane scans a pay code: eight digits, registered with the channel',
      ),
    }),
    enabled: enabled(),
    ...checked,
    remark: remark(),
  },
  display: 'merchantNo',
  pending,
  unique: [['payType', 'merchantNo']],
  list: [
    'payType',
    'merchantNo',
    'appKey',
    'companyId',
    'parkId',
    'signType',
    'appSecret',
    'checkedTime',
    'checkResult',
    'enabled',
  ],
  rights: { test: text('测试连接', 'Test the connection') },
  actions: [{ call: testOtherpay, key }],
});
