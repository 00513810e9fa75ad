import { USUAL_MOST_BP } from '#domain/fund/profit-share.ts';
import { company } from '#areas/org/model/company.ts';
import { call } from '#kit/declare/call.ts';
import {
  boolean,
  dateTime,
  integer,
  longText,
  money,
  percent,
  relation,
  secret,
  select,
  str,
} from '#kit/declare/field.ts';
import type { Field } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { cycles, modes } from './words.ts';

const rate = (label: Text, fallback: number, help?: Text): Field<number> =>
  percent(label, { default: fallback, min: 0, max: 1000, ...(help ? { help } : {}) });

const recordId = relation(text('提现设置', 'Cash-out setting'), (): Resource => cashoutSet, {
  required: true,
  alias: ['id'],
});
const own = { area: 'fund', answer: 'object' } as const;

export const verifyAccount = call({
  ...own,
  name: 'cashoutSet.verify',
  title: text('核验账户', 'Verify the account'),
  method: 'POST',
  path: '/api/gatehouse/cashoutSet/verify',
  permission: 'cashoutSet:verify',
  input: {
    recordId,
    accountNo: secret(text('银行账号', 'Account number'), {
      required: true,
      max: 32,
      help: text('按合同或开户凭证再输入一遍', 'Type it again from the contract or the bank’s own paper'),
    }),
  },
  note: text(
    '由填写账户以外的人按凭证再输入账号，一致才算核验',
    'Somebody other than who entered it types the number again; it is verified where both are the same',
  ),
});

export const draftPayout = call({
  ...own,
  name: 'transferRecord.draft',
  title: text('申请提现', 'Pay out'),
  method: 'POST',
  path: '/api/gatehouse/transferRecord/draft',
  permission: 'transferRecord:draft',
  input: { recordId },
  note: text(
    '把到期未付的结算单一并申请提现，答 transferId、amountFen；另一人批准后付款',
    'Drafts one payout of all settlements that are ripe; answers transferId and amountFen. Another person approves it',
  ),
});

export const previewPayout = call({
  ...own,
  name: 'cashoutSet.preview',
  title: text('下次提现', 'Next payout'),
  method: 'GET',
  path: '/api/gatehouse/cashoutSet/preview',
  permission: 'cashoutSet:read',
  input: { recordId },
  note: text(
    '答 dueFen 已确认未提现、amountFen 现在可提现、settlements、verified',
    'Answers dueFen confirmed and not paid, amountFen that may be paid out now, settlements, verified',
  ),
});

const sureOfDraft = text(
  '将把到期未付的结算单一并申请提现，由另一人批准后付款。',
  'Drafts one payout of all settlements that are due; it is paid once somebody else approves it.',
);

/**
 * How a company settles: at which rates, who collects, and where what is due to it goes. Companies below it that have
 * none of their own use it.
 */
export const cashoutSet = resource({
  name: 'cashoutSet',
  title: text('提现设置', 'Cash-out setting'),
  area: 'fund',
  route: '/fundmanage/cashoutset',
  scope: 'company',
  verbs: ['list', 'add', 'edit', 'remove', 'export'],
  wire: { base: '/api/updown/plat/cashoutset', key: 'recordId' },
  help: text(
    '各单位的结算费率、收款方式与收款账户；下级单位没有自己的就用上级的。账号加密保存，只显示尾号。',
    'Rates, who collects and the account of each company; companies below use it unless they have their own. Account numbers are kept encrypted, only their end is shown.',
  ),
  fields: {
    companyId: relation(text('所属单位', 'Company'), () => company, { required: true, search: true, fixed: true }),
    mode: select(text('收款方式', 'Collected by'), modes, {
      required: true,
      search: true,
      default: 'own',
      help: text(
        '代收可能需要支付业务许可，请先与法务确认并保存合同；渠道分账须先登记分账接收方',
        'Collecting for others may need a payment licence: ask counsel first and keep the contract. Sharing needs registered receivers',
      ),
    }),
    wechatBp: rate(text('微信手续费率', 'WeChat fee'), 60),
    alipayBp: rate(text('支付宝手续费率', 'Alipay fee'), 60),
    otherBp: rate(text('其他渠道手续费率', 'Fee of other channels'), 60),
    serviceBp: rate(text('平台服务费率', 'Service fee'), 0, text('由平台运营设定', 'Set by platform operators')),
    shareMostBp: percent(text('最高分账比例', 'Most that is shared'), {
      default: USUAL_MOST_BP,
      min: 0,
      max: 10_000,
      help: text('渠道默认最高 30%，另有约定的按约定填写', 'Channels allow 30% unless they agreed to more'),
    }),
    payeeName: str(text('收款户名', 'Account holder'), { required: true, search: true, max: 60 }),
    bankName: str(text('开户银行', 'Bank'), { required: true, max: 60 }),
    branchCode: str(text('联行号', 'Branch code'), { min: 12, max: 12, help: text('12 位数字', '12 digits') }),
    accountNo: secret(text('银行账号', 'Account number'), {
      required: true,
      min: 8,
      max: 32,
      help: text('加密保存，不再显示', 'Kept encrypted and never shown again'),
    }),
    accountTail: str(text('账号尾号', 'Ends in'), { readOnly: true, max: 4 }),
    cycle: select(text('提现周期', 'Cycle'), cycles, { required: true, default: 'daily' }),
    holdDays: integer(text('T＋天数', 'T plus days'), {
      default: 1,
      min: 0,
      max: 60,
      help: text('结算日之后满这么多天才可提现', 'A day may be paid out so many days after it'),
    }),
    minFen: money(text('最低提现金额', 'Least sum'), { default: 10_000, min: 1 }),
    enabled: boolean(text('启用', 'In use'), { default: true, search: true }),
    verified: boolean(text('账户已核验', 'Account verified'), { readOnly: true, search: true }),
    verifiedBy: str(text('核验人', 'Verified by'), { readOnly: true, max: 60 }),
    verifiedTime: dateTime(text('核验时间', 'Verified at'), { readOnly: true }),
    changedById: str(text('账户填写人编号', 'Who entered it'), { hidden: true, max: 36 }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'payeeName',
  unique: [['companyId']],
  list: [
    'companyId',
    'mode',
    'wechatBp',
    'alipayBp',
    'otherBp',
    'serviceBp',
    'payeeName',
    'bankName',
    'accountTail',
    'cycle',
    'holdDays',
    'minFen',
    'verified',
    'enabled',
  ],
  rights: { verify: text('核验账户', 'Verify the account') },
  actions: [
    { call: verifyAccount, key: 'recordId', when: { field: 'verified', is: ['false'] } },
    {
      call: draftPayout,
      key: 'recordId',
      tone: 'primary',
      when: { field: 'verified', is: ['true'] },
      confirm: sureOfDraft,
    },
  ],
});

/** The contract asks for a setting by its company. */
export const cashoutDetail = call({
  name: 'cashoutSet.find',
  title: text('提现设置详情', 'Cash-out setting: detail'),
  area: 'fund',
  method: 'GET',
  path: '/api/updown/plat/cashoutset/detail',
  permission: 'cashoutSet:read',
  answer: 'object',
  input: {
    recordId: str(text('编号', 'Id'), { max: 36, alias: ['id'] }),
    companyId: str(text('所属单位', 'Company'), { max: 36 }),
  },
  note: text('按编号或所属单位', 'By its id, or by its company'),
});
