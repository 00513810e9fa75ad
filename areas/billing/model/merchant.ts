/**
 * Merchant accounts with payment providers: whose they are, how requests are signed and answers verified. Secrets are
 * stored sealed and never answered.
 */
import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import { call } from '#kit/declare/call.ts';
import { boolean, dateTime, longText, relation, secret, select, str } from '#kit/declare/field.ts';
import type { Field } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';

export const companyId = (): Field<string> =>
  relation(text('所属单位', 'Company'), () => company, {
    search: true,
    help: text(
      '该单位及其下级的车场使用；不选则为当前单位',
      'Used by the lots of this company and those below it; the current company if left blank',
    ),
  });
export const enabled = () => boolean(text('启用', 'In use'), { default: true, search: true });
export const remark = () => longText(text('备注', 'Remark'), { max: 500 });
const privateKey = () =>
  secret(text('商户私钥', 'Private key'), {
    required: true,
    max: 4000,
    help: text(
      'RSA 私钥的 PEM 文本；加密保存，不再显示',
      'RSA private key as PEM text; kept encrypted and never shown again',
    ),
  });
export const checked = {
  checkedTime: dateTime(text('上次测试', 'Last tested'), { readOnly: true, since: true }),
  checkResult: str(text('测试结果', 'Result'), { readOnly: true, max: 200, width: 220 }),
};
export const lotOf = () =>
  relation(text('车场', 'Car park'), () => park, {
    search: true,
    within: 'companyId',
    none: text('全部车场', 'All car parks'),
    help: text('不选则用于该单位的全部车场', 'All lots of the company if left blank'),
  });

export const pending = text('已提交，待另一人确认后生效', 'Sent; takes effect once somebody else confirms it');

const key = 'recordId';
const recordId = (of: () => Resource) => relation(text('配置', 'Configuration'), of, { required: true, alias: ['id'] });

export const testWechat = call({
  name: 'wechatConfig.test',
  title: text('测试连接', 'Test the connection'),
  area: 'billing',
  method: 'POST',
  path: '/api/gatehouse/wechat-config/test',
  permission: 'wechatConfig:test',
  answer: 'object',
  input: { recordId: recordId((): Resource => wechatConfig) },
  note: text('向微信支付发出一次签名的查询，答 result', 'Sends WeChat Pay one signed query; answers result'),
});

export const wechatConfig = resource({
  name: 'wechatConfig',
  title: text('微信支付接口配置', 'WeChat Pay merchant'),
  area: 'billing',
  route: '/weixin/config',
  scope: 'company',
  wire: { base: '/api/updown/wxApiConfig', key },
  help: text(
    '微信支付 APIv3 的商户参数。变更须由另一人在“收款账户变更”中确认后生效。',
    'What WeChat Pay APIv3 needs of a merchant. Changes take effect once somebody else confirms them under “Merchant account changes”.',
  ),
  fields: {
    companyId: companyId(),
    mchId: str(text('商户号', 'Merchant number'), { required: true, search: true, max: 32 }),
    appId: str(text('应用编号 AppID', 'App id'), {
      required: true,
      search: true,
      max: 32,
      width: 176,
      help: text('与商户号绑定的公众号、小程序或应用', 'The public account, mini program or app bound to the merchant'),
    }),
    appSecret: secret(text('应用密钥 AppSecret', 'App secret'), {
      max: 64,
      help: text(
        '公众号的密钥；填写后车主可在微信内直接支付',
        'Of the public account; with it drivers pay inside WeChat itself',
      ),
    }),
    serialNo: str(text('商户证书序列号', 'Certificate number'), { required: true, max: 64 }),
    privateKey: privateKey(),
    apiV3Key: secret(text('APIv3 密钥', 'APIv3 key'), {
      required: true,
      min: 32,
      max: 32,
      help: text('32 个字符，用于解密通知', '32 characters; notices are decrypted with it'),
    }),
    platformSerial: str(text('微信支付公钥 ID', 'Public key id'), {
      required: true,
      max: 80,
      width: 220,
      help: text(
        'PUB_KEY_ID_ 开头；仍用平台证书的填证书序列号',
        'Begins with PUB_KEY_ID_; the certificate number where a platform certificate is still used',
      ),
    }),
    platformKey: longText(text('微信支付公钥', 'Public key'), {
      required: true,
      max: 4000,
      help: text(
        '公钥或平台证书的 PEM 文本，用于验证应答与通知',
        'Public key or platform certificate as PEM text; answers and notices are verified with it',
      ),
    }),
    enabled: enabled(),
    ...checked,
    remark: remark(),
  },
  display: 'mchId',
  pending,
  unique: [['companyId', 'mchId']],
  list: ['mchId', 'appId', 'companyId', 'privateKey', 'platformSerial', 'checkedTime', 'checkResult', 'enabled'],
  rights: { test: text('测试连接', 'Test the connection') },
  actions: [{ call: testWechat, key }],
});

export const wechatSubMerchant = resource({
  name: 'wechatSubMerchant',
  title: text('微信子商户配置', 'WeChat sub-merchant'),
  area: 'billing',
  route: '/weixin/submerchant',
  scope: 'company',
  wire: { base: '/api/updown/wxApiSubMerchantConfig', key },
  help: text(
    '服务商模式：所属单位的微信支付接口配置为服务商，款项进入子商户。变更须由另一人确认后生效。',
    'Service provider mode: the company’s WeChat Pay merchant is the provider, and the money goes to the sub-merchant. Changes take effect once somebody else confirms them.',
  ),
  fields: {
    companyId: companyId(),
    parkId: lotOf(),
    subMchId: str(text('子商户号', 'Sub-merchant number'), { required: true, search: true, max: 32 }),
    subAppId: str(text('子商户 AppID', 'Its app id'), { max: 32 }),
    enabled: enabled(),
    remark: remark(),
  },
  display: 'subMchId',
  pending,
  list: ['subMchId', 'companyId', 'parkId', 'subAppId', 'enabled', 'remark'],
});

export const testAlipay = call({
  name: 'alipayConfig.test',
  title: text('测试连接', 'Test the connection'),
  area: 'billing',
  method: 'POST',
  path: '/api/gatehouse/alipay-config/test',
  permission: 'alipayConfig:test',
  answer: 'object',
  input: { recordId: recordId((): Resource => alipayConfig) },
  note: text(
    '向支付宝发出一次签名的查询并验证应答，答 result',
    'Sends Alipay one signed query and verifies its answer; answers result',
  ),
});

export const authAddress = call({
  name: 'alipayConfig.getAuthAddress',
  title: text('授权地址', 'Authorisation address'),
  area: 'billing',
  method: 'GET',
  path: '/api/updown/aliapiconfig/getAuthAddress',
  permission: 'alipayConfig:authorise',
  answer: 'url',
  input: { recordId: recordId((): Resource => alipayConfig) },
  note: text(
    '商家以支付宝打开并授权，24小时内有效；收到的授权须由另一人在“收款账户变更”中确认',
    'Where the merchant logs in and authorises, good for 24 hours; what comes of it is confirmed by somebody else under “Merchant account changes”',
  ),
});

export const refreshAuth = call({
  name: 'alipayConfig.refreshAuth',
  title: text('刷新授权', 'Refresh the authorisation'),
  area: 'billing',
  method: 'GET',
  changes: true,
  path: '/api/updown/aliapiconfig/refreshAuth',
  permission: 'alipayConfig:authorise',
  answer: 'ack',
  input: { recordId: recordId((): Resource => alipayConfig) },
  reasons: ['no_refresh_token', 'other_merchant'],
  note: text('以刷新令牌换取新的授权令牌，商家不变', 'A new token for the refresh token, of the same merchant'),
});

export const alipayConfig = resource({
  name: 'alipayConfig',
  title: text('支付宝接口配置', 'Alipay merchant'),
  area: 'billing',
  route: '/alipay/config',
  scope: 'company',
  wire: { base: '/api/updown/aliapiconfig', key },
  help: text(
    '支付宝开放平台应用的密钥（RSA2）。变更须由另一人在“收款账户变更”中确认后生效。',
    'Keys (RSA2) of an app on the Alipay open platform. Changes take effect once somebody else confirms them under “Merchant account changes”.',
  ),
  fields: {
    companyId: companyId(),
    appId: str(text('应用 AppID', 'App id'), { required: true, search: true, max: 32 }),
    privateKey: privateKey(),
    publicKey: longText(text('支付宝公钥', "Alipay's public key"), {
      required: true,
      max: 4000,
      help: text('不是应用公钥；用于验证应答与通知', 'Not the app’s own; answers and notices are verified with it'),
    }),
    sellerId: str(text('收款账号（PID）', 'Seller (PID)'), {
      max: 28,
      help: text(
        '填写后，通知的收款账号不符即视为伪造',
        'When given, a notice that names another shop is taken as forged',
      ),
    }),
    authToken: secret(text('应用授权令牌', 'App authorisation token'), {
      max: 100,
      help: text('代商家收款时填写 app_auth_token', 'app_auth_token, when collecting for another merchant'),
    }),
    refreshToken: secret(text('刷新令牌', 'Refresh token'), {
      max: 100,
      help: text('app_refresh_token；有授权地址时自动填写', 'app_refresh_token; filled in by an authorisation'),
    }),
    authUntil: dateTime(text('授权有效期至', 'Authorised until'), {
      help: text('留空为长期有效', 'Without an end if left blank'),
    }),
    authState: select(
      text('授权状态', 'Authorisation'),
      {
        authorised: text('已授权', 'Authorised'),
        ending: text('即将到期', 'Ending'),
        expired: text('已到期', 'Expired'),
      },
      { readOnly: true, search: true, tones: { authorised: 'ok', ending: 'warn', expired: 'bad' } },
    ),
    enabled: enabled(),
    ...checked,
    remark: remark(),
  },
  display: 'appId',
  pending,
  unique: [['companyId', 'appId']],
  list: [
    'appId',
    'companyId',
    'sellerId',
    'privateKey',
    'authState',
    'authUntil',
    'checkedTime',
    'checkResult',
    'enabled',
  ],
  rights: { test: text('测试连接', 'Test the connection'), authorise: text('商家授权', 'Authorisation by merchants') },
  actions: [
    { call: testAlipay, key },
    { call: authAddress, key },
    {
      call: refreshAuth,
      key,
      when: { field: 'authState', is: ['authorised', 'ending', 'expired'] },
      confirm: text('向支付宝换取新的授权令牌？', 'Ask Alipay for another token?'),
    },
  ],
});

export const alipaySubMerchant = resource({
  name: 'alipaySubMerchant',
  title: text('支付宝子商户配置', 'Alipay sub-merchant'),
  area: 'billing',
  route: '/alipay/submerchantconfig',
  scope: 'company',
  wire: { base: '/api/updown/alipaysubmerchantconfig', key },
  help: text(
    '直付通子商户，或代商家收款的授权令牌；按单位或车场。变更须由另一人确认后生效。',
    'Sub-merchants, or the token of a merchant collected for; by company or car park. Changes take effect once somebody else confirms them.',
  ),
  fields: {
    companyId: companyId(),
    parkId: lotOf(),
    smid: str(text('子商户号（SMID）', 'Sub-merchant (SMID)'), { search: true, max: 32 }),
    appAuthToken: secret(text('应用授权令牌', 'App authorisation token'), { max: 100 }),
    enabled: enabled(),
    remark: remark(),
  },
  display: 'smid',
  pending,
  list: ['smid', 'companyId', 'parkId', 'appAuthToken', 'enabled', 'remark'],
});

export const merchantResources = [wechatConfig, wechatSubMerchant, alipayConfig, alipaySubMerchant];
