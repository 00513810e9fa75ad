import { dateTime, json, relation, select, str } from '#kit/declare/field.ts';
import { movers } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { user } from '#areas/access/model/user.ts';
import { park } from '#areas/lot/model/park.ts';
import { company } from '#areas/org/model/company.ts';

/** What a line may be about, by the declaration's name. The server, which knows every area, adds them all. */
export const subjects: Record<string, Text> = { session: text('登录会话', 'Session') };

/**
 * What was done, by the name of the verb or action. The server adds those of every lifecycle and call; those that are
 * neither stand here.
 */
export const actionNames: Record<string, Text> = {
  add: text('新增', 'Add'),
  edit: text('修改', 'Edit'),
  remove: text('删除', 'Delete'),
  import: text('导入', 'Import'),
  export: text('导出', 'Export'),
  view: text('查看完整个人信息', 'Full personal data viewed'),
  pass: text('通过', 'Approve'),
  refuse: text('拒绝', 'Reject'),
  login: text('登录', 'Log in'),
  loginFailed: text('登录失败', 'Login failed'),
  loginRefused: text('登录被拒绝', 'Login refused'),
  logout: text('退出登录', 'Log out'),
  logoutLog: text('记录退出', 'Logout recorded'),
  sendCode: text('发送验证码', 'Send a code'),
  refreshReused: text('会话凭证重复使用', 'Session used twice'),
  lock: text('锁定屏幕', 'Lock screen'),
  unlock: text('解锁屏幕', 'Unlock screen'),
  propose: text('提出变更', 'Propose change'),
  charge: text('充值', 'Top up'),
  synchronize: text('余额重算', 'Balance recalculated'),
  importCheck: text('检查导入文件', 'Import checked'),
  drop: text('投库', 'Cash drop'),
  correction: text('更正现金', 'Correct cash'),
};

/** The contract's `operateType`: each a screen of its own over the same lines. */
export const operateTypes = {
  car: text('车辆管理日志', 'Car management log'),
  seller: text('商家管理日志', 'Shop log'),
  feeRule: text('收费规则日志', 'Tariff log'),
  derateQr: text('优惠二维码日志', 'Discount QR log'),
  derate: text('优惠规则日志', 'Discount rule log'),
  payConfig: text('支付配置日志', 'Payment settings log'),
  ioRecord: text('进出记录日志', 'Entry and exit log'),
};
export type OperateType = keyof typeof operateTypes;

const fields = {
  at: dateTime(text('时间', 'Time')),
  personName: str(text('操作人', 'Operator'), { search: true, alias: ['userName'], options: movers }),
  account: str(text('账号', 'Account'), { search: true }),
  resource: select(text('对象', 'Subject'), subjects, { width: 330 }),
  action: select(text('动作', 'Action'), actionNames, { search: true, width: 150 }),
  parkId: relation(text('车场', 'Car park'), () => park, { search: true }),
  companyId: relation(text('单位', 'Company'), () => company),
  userId: relation(text('用户', 'User'), () => user, { hidden: true, alias: ['createBy'] }),
  rowId: str(text('数据编号', 'Row id'), { max: 64 }),
  callName: str(text('接口', 'Call'), { search: true, max: 120, width: 240 }),
  ip: str(text('IP 地址', 'IP address'), { search: true }),
  requestId: str(text('请求编号', 'Request id'), { search: true }),
  before: json(text('修改前', 'Before'), { hidden: true }),
  after: json(text('修改后', 'After'), { hidden: true }),
};

const common = {
  area: 'ops',
  page: 'record',
  scope: 'tenant',
  facts: { by: 'at', days: 7 },
  display: 'personName',
  fields,
} as const;

/**
 * Who did what to which row, when and from where, with how it looked before and after. Appended with every change,
 * never changed.
 */
export const auditLog = resource({
  ...common,
  name: 'auditLog',
  title: text('通用日志', 'General log'),
  route: '/log/usual',
  wire: { base: '/api/blade-log/usual' },
  help: text(
    '谁在何时做了什么，逐项列出修改前后；只增不改。',
    'Who did what and when, with every field before and after. Records are only added, never changed.',
  ),
  index: [['resource', 'rowId']],
  list: ['at', 'personName', 'action', 'resource', 'account', 'parkId', 'ip'],
});

/** The same lines by subject, for the screens of the business. */
export const operateLog = resource({
  ...common,
  name: 'operateLog',
  title: text('操作日志', 'Operation log'),
  rowsOf: () => auditLog,
  verbs: ['list', 'detail', 'export'],
  help: text(
    '谁在何时改了什么，逐项列出修改前后；只增不改。',
    'Who changed what and when, with every field before and after. Records are only added, never changed.',
  ),
  wire: { base: '/api/updown/parkoperatelog', list: 'listPage' },
  accepts: { operateType: select(text('日志类型', 'Log'), operateTypes) },
  list: ['at', 'personName', 'action', 'resource', 'parkId', 'account', 'ip'],
});

/** The same lines by the call that wrote them. */
export const apiLog = resource({
  ...common,
  name: 'apiLog',
  title: text('接口日志', 'API log'),
  route: '/log/api',
  rowsOf: () => auditLog,
  wire: { base: '/api/blade-log/api' },
  help: text(
    '每次写入所用的接口、请求编号与来源地址。',
    'The call behind every change, with its request id and where it came from.',
  ),
  list: ['at', 'callName', 'requestId', 'account', 'ip', 'resource', 'action'],
});
