/**
 * Who is paid a part of a company's payments by the channel itself, as a contract has it. Entered by one person,
 * confirmed by another, registered with the channel; what stands changes no more, a new contract is a new row.
 */
import { company } from '#areas/org/model/company.ts';
import { date, dateTime, json, longText, percent, relation, secret, select, str } from '#kit/declare/field.ts';
import { lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { receiverStates, receiverTones, relationsTo, shareWays } from './words.ts';

const base = '/api/gatehouse/shareReceiver';
const at = (last: string) => ({ method: 'POST', path: `${base}/${last}`, key: 'recordId' }) as const;
const tone = (of: keyof typeof receiverStates) => state(receiverStates[of], receiverTones[of]);

export const shareReceiver = resource({
  name: 'shareReceiver',
  title: text('分账接收方', 'Share receiver'),
  area: 'fund',
  route: '/fundmanage/sharereceiver',
  scope: 'company',
  verbs: ['list', 'add', 'edit', 'remove', 'export'],
  wire: { base, key: 'recordId' },
  help: text(
    '按合同由渠道直接分给谁、分多少。填写人以外的人确认后在渠道登记，登记后自生效日起分账；比例变化时新增一条，不改旧条。',
    'Who is paid a part by the channel, and how much. Somebody else confirms what was entered, then it is registered there and counts from its first day. Another rate is a new row; the old one stays.',
  ),
  fields: {
    companyId: relation(text('分账单位', 'Company'), () => company, { required: true, search: true, fixed: true }),
    payType: select(text('渠道', 'Channel'), shareWays, { required: true, search: true, default: 'wechat' }),
    title: str(text('接收方', 'Receiver'), { required: true, search: true, max: 40 }),
    accountNo: str(text('接收方账号', 'Receiver’s account'), {
      required: true,
      search: true,
      max: 64,
      help: text(
        '微信填商户号，对方须在其商户平台开启“同意分账回退”；支付宝填 2088 开头的 16 位用户号或登录账号',
        'WeChat Pay: the merchant number, whose owner has to allow returns in the merchant platform. Alipay: the user number of 16 digits from 2088 on, or the login name',
      ),
    }),
    accountName: secret(text('接收方全称', 'Receiver’s full name'), {
      required: true,
      max: 100,
      help: text('与渠道登记的一致，加密保存与发送', 'As the channel has it; kept and sent encrypted'),
    }),
    relation: select(text('与单位的关系', 'Relation'), relationsTo, {
      required: true,
      default: 'PARTNER',
      when: { field: 'payType', is: ['wechat'] },
    }),
    shareBp: percent(text('分账比例', 'Part'), {
      required: true,
      min: 1,
      max: 10_000,
      help: text('按扣除渠道手续费后的实收计算', 'Of what is left after the channel’s fee and refunds'),
    }),
    validFrom: date(text('生效日', 'From'), { required: true, search: true }),
    validUntil: date(text('截止日', 'Until'), {
      help: text('含当日；不填为长期', 'That day too; for good if left out'),
    }),
    contractNo: str(text('合同编号', 'Contract'), { search: true, max: 60 }),
    status: select(text('状态', 'State'), receiverStates, { readOnly: true, search: true, tones: receiverTones }),
    enteredById: str(text('填写人编号', 'Who entered it'), { hidden: true, max: 36 }),
    confirmedBy: str(text('确认人', 'Confirmed by'), { readOnly: true, max: 60 }),
    confirmedTime: dateTime(text('确认时间', 'Confirmed at'), { readOnly: true }),
    registeredTime: dateTime(text('登记时间', 'Registered at'), { readOnly: true }),
    failure: longText(text('渠道答复', 'The channel’s words'), { readOnly: true, max: 200 }),
    /** Merchant accounts it was registered with, as payments keep them. */
    registeredWith: json(text('已登记的商户', 'Registered with'), { hidden: true }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'title',
  index: [['companyId'], ['status']],
  list: [
    'title',
    'shareBp',
    'status',
    'companyId',
    'payType',
    'accountNo',
    'relation',
    'validFrom',
    'validUntil',
    'contractNo',
    'confirmedBy',
    'registeredTime',
    'failure',
  ],
  lifecycle: lifecycle({
    initial: 'drafted',
    states: {
      drafted: tone('drafted'),
      confirmed: tone('confirmed'),
      registered: tone('registered'),
      refused: tone('refused'),
      stopped: tone('stopped'),
    },
    final: ['stopped'],
    actions: {
      confirm: {
        label: text('确认', 'Confirm'),
        from: ['drafted'],
        to: 'confirmed',
        by: 'staff',
        tone: 'primary',
        notBy: 'enteredById',
        ask: {
          accountNo: str(text('接收方账号', 'Receiver’s account'), {
            required: true,
            max: 64,
            help: text('按合同再输入一遍', 'Type it again from the contract'),
          }),
        },
        notes: { by: 'confirmedBy', time: 'confirmedTime' },
        wire: at('confirm'),
      },
      register: { label: text('已在渠道登记', 'Registered'), from: ['confirmed'], to: 'registered', by: 'clock' },
      refuse: { label: text('渠道未接受', 'Refused by the channel'), from: ['confirmed'], to: 'refused', by: 'clock' },
      again: {
        label: text('重新登记', 'Register again'),
        from: ['refused'],
        to: 'confirmed',
        by: 'staff',
        wire: at('again'),
      },
      stop: {
        label: text('停用', 'Stop'),
        from: ['confirmed', 'registered', 'refused'],
        to: 'stopped',
        by: 'staff',
        tone: 'danger',
        ask: { remark: str(text('原因', 'Why'), { required: true, max: 200 }) },
        notes: { remark: 'remark' },
        wire: at('stop'),
      },
    },
  }),
});
