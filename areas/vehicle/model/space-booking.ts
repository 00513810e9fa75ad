import { boolean, dateTime, longText, phone, plate, relation, select, str } from '#kit/declare/field.ts';
import { approval, lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';

const base = '/api/updown/plat/managebook';

export const bookingStates = {
  pending: text('待审核', 'Pending'),
  passed: text('已通过', 'Approved'),
  arrived: text('已到场', 'Arrived'),
  refused: text('已拒绝', 'Rejected'),
  cancelled: text('已取消', 'Cancelled'),
  'no-show': text('未到', 'No-show'),
  expired: text('逾期未审', 'Not decided in time'),
};
const tones = {
  pending: 'warn',
  passed: 'info',
  arrived: 'ok',
  refused: 'bad',
  cancelled: 'muted',
  'no-show': 'muted',
  expired: 'muted',
} as const;

export const purposes = {
  visit: text('访客', 'Visit'),
  delivery: text('送货', 'Delivery'),
  service: text('施工维修', 'Works and repair'),
  event: text('活动', 'Event'),
  other: text('其他', 'Other'),
};

const at = (last: string) => ({ method: 'POST', path: `${base}/${last}` }) as const;

/**
 * A space booked for one visit of a plate: from shortly before its start to its end a space is kept, and the car is let
 * in once.
 */
export const spaceBooking = resource({
  name: 'spaceBooking',
  title: text('车位预约审核', 'Space booking'),
  area: 'vehicle',
  route: '/car/managebook',
  scope: 'park',
  verbs: ['list', 'detail', 'add', 'edit', 'export'],
  wire: { base, list: 'listPage' },
  help: text(
    '审核通过的预约从开始前 30 分钟起保留一个车位，车辆凭车牌入场一次；到结束仍未到场的自动释放。',
    'An approved booking keeps a space from 30 minutes before its start and lets the car in once; a space nobody came for is given back at the end.',
  ),
  fields: {
    plateNumber: plate(text('车牌号', 'Plate'), { required: true, search: true, personal: true }),
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, fixed: true }),
    startTime: dateTime(text('预约开始', 'From'), { required: true }),
    endTime: dateTime(text('预约结束', 'Until'), { required: true }),
    purpose: select(text('事由', 'Purpose'), purposes, { search: true, default: 'visit' }),
    freeOfCharge: boolean(text('预约时段免费', 'Free while booked'), {
      default: true,
      help: text(
        '是：预约时段内停车免费，超出部分按临时车收费；否：只保留车位，全程按临时车收费',
        'Yes: parking costs nothing while booked, what goes beyond is charged as for a temporary car. No: only the space is kept',
      ),
    }),
    contactName: str(text('联系人', 'Contact'), { search: true, max: 30, personal: true }),
    phone: phone(text('手机号', 'Phone'), { search: true, personal: true }),
    status: select(text('状态', 'State'), bookingStates, { readOnly: true, search: true, tones }),
    applicant: str(text('提交人', 'Submitted by'), { readOnly: true, max: 60 }),
    auditBy: str(text('审核人', 'Reviewed by'), { readOnly: true, max: 60 }),
    auditTime: dateTime(text('审核时间', 'Reviewed at'), { readOnly: true }),
    refuseRemark: str(text('拒绝原因', 'Reason of the refusal'), { readOnly: true, max: 200 }),
    arrivedTime: dateTime(text('到场时间', 'Arrived at'), { readOnly: true }),
    stayId: str(text('停车记录', 'Stay'), { readOnly: true, hidden: true, max: 36 }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'plateNumber',
  index: [
    ['parkId', 'plateNumber'],
    ['parkId', 'endTime'],
  ],
  order: { by: 'startTime', desc: true },
  list: [
    'plateNumber',
    'status',
    'startTime',
    'endTime',
    'parkId',
    'purpose',
    'contactName',
    'phone',
    'freeOfCharge',
    'arrivedTime',
    'auditBy',
    'refuseRemark',
  ],
  lifecycle: lifecycle({
    initial: 'pending',
    states: Object.fromEntries(
      Object.entries(bookingStates).map(([name, label]) => [name, state(label, tones[name as keyof typeof tones])]),
    ),
    final: ['arrived', 'refused', 'cancelled', 'expired'],
    actions: {
      ...approval({
        waiting: 'pending',
        passed: 'passed',
        refused: 'refused',
        batch: true,
        notes: { by: 'auditBy', time: 'auditTime', remark: 'refuseRemark' },
        pass: { wire: at('pass') },
        refuse: {
          ask: {
            refuseRemark: str(text('拒绝原因', 'Reason of the refusal'), {
              required: true,
              max: 200,
              alias: ['RefuseRemark'],
            }),
          },
          wire: at('refuse'),
        },
      }),
      cancel: {
        label: text('取消预约', 'Cancel'),
        from: ['pending', 'passed'],
        to: 'cancelled',
        by: 'owner',
        tone: 'danger',
        batch: true,
        wire: at('cancel'),
      },
      arrive: { label: text('到场', 'Arrives'), from: ['passed', 'no-show'], to: 'arrived', by: 'device' },
      miss: { label: text('未到', 'Does not come'), from: ['passed'], to: 'no-show', by: 'clock' },
      callOff: {
        label: text('来访取消', 'Its visit is called off'),
        from: ['pending', 'passed', 'no-show'],
        to: 'cancelled',
        by: 'device',
      },
      expire: { label: text('逾期', 'Is not decided in time'), from: ['pending'], to: 'expired', by: 'clock' },
    },
  }),
});
