/**
 * What somebody wants changed about a merchant account. It takes effect when another person confirms it, and not
 * before.
 */
import { company } from '#areas/org/model/company.ts';
import { dateTime, json, longText, relation, secret, select, str } from '#kit/declare/field.ts';
import { approval, lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { alipayConfig, alipaySubMerchant, wechatConfig, wechatSubMerchant } from './merchant.ts';
import { otherpayConfig } from './otherpay.ts';

const base = '/api/gatehouse/merchantChange';

/** The accounts, by the name of their resource. */
export const merchantKinds = {
  wechatConfig: wechatConfig.title,
  wechatSubMerchant: wechatSubMerchant.title,
  alipayConfig: alipayConfig.title,
  alipaySubMerchant: alipaySubMerchant.title,
  otherpayConfig: otherpayConfig.title,
};

export const changeKinds = { add: text('新增', 'Add'), edit: text('修改', 'Edit'), remove: text('删除', 'Delete') };

const notes = { by: 'decidedBy', time: 'decidedTime' };
const at = (last: string) => ({ method: 'POST', path: `${base}/${last}`, key: 'changeId' }) as const;
const decision = approval({
  waiting: 'proposed',
  passed: 'confirmed',
  refused: 'refused',
  notBy: 'proposedById',
  notes: { ...notes, remark: 'remark' },
  pass: { label: text('确认生效', 'Confirm'), wire: at('confirm') },
  refuse: {
    label: text('驳回', 'Reject'),
    ask: { remark: str(text('驳回原因', 'Why refused'), { required: true, max: 200 }) },
    wire: at('refuse'),
  },
});

export const merchantChange = resource({
  name: 'merchantChange',
  title: text('收款账户变更', 'Merchant account change'),
  many: text('收款账户变更', 'Merchant account changes'),
  area: 'billing',
  route: '/fundmanage/merchantchange',
  page: 'record',
  scope: 'company',
  verbs: ['list', 'detail', 'export'],
  wire: { base, key: 'changeId' },
  help: text(
    '新增、修改或删除收款账户，须由另一名有权的人确认后才生效；集团管理员会收到通知。',
    'Adding, changing and removing merchant accounts takes effect only after another authorised person confirms it; group administrators are notified.',
  ),
  fields: {
    companyId: relation(text('所属单位', 'Company'), () => company, { search: true }),
    kind: select(text('账户类型', 'Account'), merchantKinds, { search: true, width: 170 }),
    accountName: str(text('账户', 'Number'), { search: true, max: 80 }),
    deed: select(text('变更', 'Change'), changeKinds, { search: true, width: 90 }),
    changes: longText(text('变更内容', 'What changes'), { max: 4000, width: 320 }),
    status: select(
      text('状态', 'State'),
      {
        proposed: text('待确认', 'To be confirmed'),
        confirmed: text('已生效', 'In force'),
        refused: text('已驳回', 'Rejected'),
        withdrawn: text('已撤回', 'Withdrawn'),
      },
      { search: true, tones: { proposed: 'warn', confirmed: 'ok', refused: 'muted', withdrawn: 'muted' } },
    ),
    proposedBy: str(text('申请人', 'Requested by'), { search: true, max: 60 }),
    proposedById: str(text('申请人编号', 'Person'), { hidden: true, max: 36 }),
    proposedTime: dateTime(text('申请时间', 'Requested at'), { search: true }),
    decidedBy: str(text('处理人', 'Decided by'), { search: true, max: 60 }),
    decidedTime: dateTime(text('处理时间', 'Decided at')),
    remark: str(text('驳回原因', 'Why refused'), { max: 200 }),
    accountId: str(text('账户编号', 'Account id'), { hidden: true, max: 36 }),
    /** Of each field that changes what it was and what it will be, in values; secrets only as masks. */
    shown: json(text('变更字段', 'Fields changed'), { hidden: true }),
    /** What was entered, keys included, until it is decided. */
    entered: secret(text('填写的内容', 'What was entered'), { hidden: true }),
  },
  display: 'accountName',
  index: [['status'], ['accountId']],
  order: { by: 'proposedTime', desc: true },
  list: [
    'proposedTime',
    'kind',
    'accountName',
    'deed',
    'changes',
    'companyId',
    'status',
    'proposedBy',
    'decidedBy',
    'decidedTime',
  ],
  rights: { propose: text('申请变更', 'Ask for a change') },
  lifecycle: lifecycle({
    initial: 'proposed',
    states: {
      proposed: state(text('待确认', 'To be confirmed'), 'warn'),
      confirmed: state(text('已生效', 'In force'), 'ok'),
      refused: state(text('已驳回', 'Rejected'), 'muted'),
      withdrawn: state(text('已撤回', 'Withdrawn'), 'muted'),
    },
    final: ['confirmed', 'refused', 'withdrawn'],
    actions: {
      confirm: decision.pass,
      refuse: decision.refuse,
      withdraw: {
        label: text('撤回', 'Withdraw'),
        from: ['proposed'],
        to: 'withdrawn',
        by: 'owner',
        notes,
        wire: at('withdraw'),
      },
    },
  }),
});
