import { date, dateTime, integer, money, select, str } from '#kit/declare/field.ts';
import { approval, lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { grantFields, holderFields, remark } from './pass-fields.ts';
import { passStates, passTones } from './words.ts';

const base = '/api/updown/parkMonth';
const key = 'grantId';
const at = (last: string) => ({ method: 'POST', path: `${base}/${last}`, key }) as const;
const decide = (type: '1' | '2') => ({ ...at('pass'), with: { type } }) as const;
const comment = str(text('备注', 'Remark'), { max: 200, alias: ['auditRemark'] });
const newEndDate = (help: ReturnType<typeof text>, required = false) =>
  date(text('新到期日', 'New end date'), { required, help });
const mustMeet = text(
  '可不填；填写时须与计算结果一致，避免重复续费',
  'Optional; if given it must match the calculated date, to avoid renewing twice',
);

/** What each way of renewing asks for. Money is fen, days are the lot's. */
export const renewalInput = {
  renewalMonth: {
    monthNum: integer(text('月数', 'Months'), { required: true, min: 1, max: 60, default: 1 }),
    money: money(text('实收金额', 'Amount taken'), {
      min: 0,
      help: text(
        '不填按车类月租单价计算；与单价不符须有优惠权限',
        "If blank, calculated from the car type's monthly price; any other amount needs the special price permission",
      ),
    }),
    newEndDate: newEndDate(mustMeet),
    remark: comment,
  },
  renewalMoney: {
    money: money(text('实收金额', 'Amount taken'), { required: true, min: 1 }),
    newEndDate: newEndDate(
      text(
        '不填时金额须为月租单价的整数倍；自定到期日须有优惠权限',
        'If blank, the amount must be whole months; a custom end date needs the special price permission',
      ),
    ),
    remark: comment,
  },
  renewalVip: { newEndDate: newEndDate(text('贵宾车免费有效至这一天', 'Free until this day'), true), remark: comment },
};

const renewable = ['approved', 'active', 'grace', 'expired'];
const renew = (name: keyof typeof renewalInput, zh: string, en: string) => ({
  label: text(zh, en),
  from: renewable,
  to: 'active',
  by: 'staff' as const,
  batch: true,
  ask: renewalInput[name],
  wire: at(name),
});

/**
 * A monthly pass (月租车): cars of one owner that park in a lot by days paid ahead. What it covers are the days bought
 * (`passRenewal`) less its rests (`passSuspension`); the state is for people and their buttons, lanes ask the days.
 */
export const parkMonth = resource({
  name: 'parkMonth',
  title: text('月租车', 'Monthly pass'),
  area: 'pass',
  route: '/car/carMonthNew',
  scope: 'park',
  wire: { base, list: ['listPage', 'list'], key, export: `${base}/exportListPage` },
  help: text(
    '新增即提交申请，审核通过并缴费后生效；“直接发行”一步完成。',
    'Adding submits an application, which takes effect once approved and paid. “Issue now” does it in one step.',
  ),
  fields: {
    ...holderFields,
    ...grantFields,
    endTime: date(text('到期日', 'End date'), { readOnly: true, search: true }),
    status: select(text('状态', 'State'), passStates, { readOnly: true, search: true, tones: passTones }),
    /** The day of the month the months are counted from, 1 to 31. */
    anchorDay: integer(text('计月日', 'Billing day'), { readOnly: true, hidden: true }),
    lastDay: date(text('退租前最后一天', 'Last day before ending'), { readOnly: true }),
    auditBy: str(text('审核人', 'Reviewed by'), { readOnly: true, max: 60 }),
    auditTime: dateTime(text('审核时间', 'Reviewed at'), { readOnly: true }),
    auditRemark: str(text('审核意见', 'Review comment'), { readOnly: true, max: 200 }),
    remark,
  },
  display: 'plateNumber',
  index: [['parkId', 'plateNumber'], ['carBitGroupId'], ['endTime']],
  list: [
    'plateNumber',
    'status',
    'startTime',
    'endTime',
    'parkId',
    'carTypeId',
    'ownerName',
    'phone',
    'plateNos',
    'carBitGroupId',
  ],
  verbs: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  rights: {
    issue: text('直接发行', 'Issue now'),
    price: text('优惠价续费', 'Special price renewal'),
    authGate: text('通道授权', 'Lane access'),
  },
  lifecycle: lifecycle({
    initial: 'applied',
    states: Object.fromEntries(
      Object.entries(passStates).map(([name, label]) => [
        name,
        state(label, passTones[name as keyof typeof passTones]),
      ]),
    ),
    final: ['stopped'],
    actions: {
      ...approval({
        waiting: 'applied',
        passed: 'approved',
        refused: 'refused',
        batch: true,
        notes: { by: 'auditBy', time: 'auditTime', remark: 'auditRemark', input: 'remark' },
        pass: { from: ['applied', 'refused'], ask: { remark: comment }, wire: decide('1') },
        refuse: { ask: { remark: comment }, wire: decide('2') },
      }),
      reapply: { label: text('修改后重新申请', 'Resubmitted'), from: ['refused'], to: 'applied', by: 'owner' },
      renewalMonth: { ...renew('renewalMonth', '按月续费', 'Renew by months'), tone: 'primary' },
      renewalMoney: renew('renewalMoney', '按金额续费', 'Renew by amount'),
      renewalVip: { ...renew('renewalVip', '贵宾续期', 'Renew VIP'), tone: 'primary' },
      tempStop: {
        label: text('报停', 'Suspend'),
        from: ['active'],
        to: 'suspended',
        by: 'staff',
        batch: true,
        ask: { remark: comment },
        wire: at('tempStop'),
      },
      recorve: {
        label: text('恢复', 'Resume'),
        from: ['suspended'],
        to: 'active',
        by: 'staff',
        tone: 'primary',
        batch: true,
        ask: { remark: comment },
        wire: at('recorve'),
      },
      stop: {
        label: text('退租', 'End pass'),
        from: ['approved', 'active', 'suspended', 'grace', 'expired'],
        to: 'stopped',
        by: 'staff',
        tone: 'danger',
        ask: { remark: { ...comment, required: true } },
        wire: at('stop'),
      },
      end: { label: text('到期', 'Expires'), from: ['active'], to: 'grace', by: 'clock' },
      expire: { label: text('宽限期满', 'Grace period over'), from: ['active', 'grace'], to: 'expired', by: 'clock' },
    },
  }),
});

/** The same rows as they are issued from a file: every line holds its first and last day and what was paid. */
export const passGrant = resource({
  name: 'passGrant',
  title: text('月租车批量发行', 'Bulk-issue passes'),
  area: 'pass',
  scope: 'park',
  rowsOf: () => parkMonth,
  wire: { base },
  fields: {
    ...holderFields,
    startTime: grantFields.startTime,
    endTime: date(text('到期日', 'End date'), { required: true }),
    money: money(text('实收金额', 'Amount taken'), { min: 0, default: 0 }),
    remark,
  },
  display: 'plateNumber',
  list: ['plateNumber'],
  verbs: ['import'],
});
