/**
 * Who issues invoices for a company's lots, at which rate, through which provider. Secrets are stored sealed and never
 * answered.
 */
import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import {
  boolean,
  date,
  dateTime,
  integer,
  longText,
  money,
  percent,
  relation,
  relations,
  secret,
  select,
  str,
  url,
} from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { confirmSeller, renewSeller, saveInterface, testSeller } from './seller-calls.ts';
import { providers, validities } from './words.ts';

const tax = {
  goodsName: str(text('项目名称', 'Item'), { required: true, max: 60, default: '车辆停放服务' }),
  taxCode: str(text('税收分类编码', 'Tax code'), {
    required: true,
    min: 19,
    max: 19,
    default: '3040502020200000000',
    help: text('19 位；车辆停放服务为 3040502020200000000', '19 digits; parking is 3040502020200000000'),
  }),
  rateBp: percent(text('税率', 'Rate'), {
    required: true,
    min: 0,
    max: 1300,
    help: text(
      '由会计按纳税人身份填写：一般计税 9 %，简易 5 %，小规模 3 %',
      'Chosen by the accountant: usually 9 %, simple 5 %, small-scale 3 %',
    ),
  }),
  nextRateBp: percent(text('将改为税率', 'Rate to come'), { min: 0, max: 1300 }),
  nextRateFrom: date(text('新税率自', 'Rate to come from')),
};

const realEstate = {
  province: str(text('不动产所在省市', 'Province of the site'), { required: true, max: 40 }),
  siteAddress: str(text('不动产详细地址', 'Address of the site'), { required: true, max: 120 }),
  certificateNo: str(text('产权证书号', 'Title number'), { max: 60 }),
  crossCity: boolean(text('跨地市', 'Other city'), {
    default: false,
    help: text('不动产与销售方不在同一地市', 'The site is in another city than the seller'),
  }),
};

export const invoiceSellerConfig = resource({
  name: 'invoiceSellerConfig',
  title: text('开票商户配置', 'Invoice seller'),
  area: 'invoice',
  route: '/invoice/invoicesellerconfig',
  scope: 'company',
  wire: { base: '/api/updown/invoiceSellerConfig', key: 'RecordID' },
  help: text(
    '为单位车场开具数电票的销售方：税号、税率、开票平台与有效期。改变税号或接口后须由另一人确认，之前不开票。',
    'Who issues digital invoices for a company’s car parks: tax number, rate, provider and until when. A changed tax number or interface is confirmed by somebody else; nothing is issued until then.',
  ),
  fields: {
    sellerName: str(text('销售方名称', 'Seller'), { required: true, search: true, max: 100, width: 200 }),
    taxNo: str(text('纳税人识别号', 'Tax number'), { required: true, search: true, max: 20, width: 180 }),
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true, fixed: true }),
    parkIds: relations(text('车场', 'Car parks'), () => park, { none: text('全部车场', 'All car parks') }),
    address: str(text('地址', 'Address'), { max: 120 }),
    phone: str(text('电话', 'Phone'), { max: 30 }),
    bankName: str(text('开户银行', 'Bank'), { max: 60 }),
    bankAccount: secret(text('银行账号', 'Account number'), {
      max: 32,
      help: text('加密保存，不再显示；开票时交给平台', 'Kept encrypted and never shown; given to the provider alone'),
    }),
    ...tax,
    ...realEstate,
    startDate: date(text('服务开始', 'From')),
    endDate: date(text('服务到期', 'Until'), { required: true }),
    validity: select(text('有效期', 'Validity'), validities, {
      readOnly: true,
      search: true,
      tones: { valid: 'ok', ending: 'warn', expired: 'bad' },
    }),
    applyDays: integer(text('申请期限（天）', 'Days to apply'), {
      default: 90,
      min: 1,
      max: 720,
      help: text('支付后这么多天内可以申请', 'An order may be invoiced so many days after it was paid'),
    }),
    creditFen: money(text('月度开票额度', 'Monthly credit line'), {
      min: 1,
      help: text(
        '数电票授信额度（不含税），由税务机关核定；不填则不检查',
        'What the tax authority allows in a month, net; not checked when left empty',
      ),
    }),
    provider: select(text('开票平台', 'Provider'), providers, { readOnly: true, search: true }),
    interfaceUrl: url(text('接口地址', 'Interface'), { readOnly: true }),
    appKey: str(text('应用标识 AppKey', 'App key'), { readOnly: true, max: 100 }),
    appSecret: secret(text('应用密钥 AppSecret', 'App secret'), { readOnly: true, max: 200 }),
    confirmed: boolean(text('已确认', 'Confirmed'), { readOnly: true, search: true, default: false }),
    changedBy: str(text('改动人', 'Changed by'), { readOnly: true, max: 60 }),
    changedById: str(text('改动人编号', 'Who changed it'), { hidden: true, max: 36 }),
    confirmedBy: str(text('确认人', 'Confirmed by'), { readOnly: true, max: 60 }),
    confirmedTime: dateTime(text('确认时间', 'Confirmed at'), { readOnly: true }),
    checkedTime: dateTime(text('上次测试', 'Last tested'), { readOnly: true, since: true }),
    checkResult: str(text('测试结果', 'Result'), { readOnly: true, max: 200, width: 200 }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'sellerName',
  unique: [['companyId', 'taxNo']],
  list: [
    'sellerName',
    'taxNo',
    'companyId',
    'rateBp',
    'endDate',
    'validity',
    'confirmed',
    'provider',
    'creditFen',
    'parkIds',
    'checkedTime',
    'checkResult',
    'confirmedBy',
  ],
  sections: [
    {
      title: text('税务', 'Tax'),
      fields: ['goodsName', 'taxCode', 'rateBp', 'nextRateBp', 'nextRateFrom', 'creditFen'],
    },
    { title: text('不动产', 'Site'), fields: ['province', 'siteAddress', 'certificateNo', 'crossCity'] },
  ],
  rights: {
    renewal: text('续期', 'Renew'),
    interface: text('接口设置', 'Interface'),
    confirm: text('确认启用', 'Confirm'),
    test: text('测试连接', 'Test the connection'),
  },
  actions: [
    { call: confirmSeller, key: 'RecordID', tone: 'primary', when: { field: 'confirmed', is: ['false'] } },
    { call: renewSeller, key: 'RecordID' },
    { call: saveInterface, key: 'RecordID' },
    { call: testSeller, key: 'RecordID' },
  ],
});
