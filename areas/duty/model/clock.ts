import { user } from '#areas/access/model/user.ts';
import { park } from '#areas/lot/model/park.ts';
import { company } from '#areas/org/model/company.ts';
import { boolean, dateTime, geoPoint, image, integer, longText, relation, select, str } from '#kit/declare/field.ts';
import { lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { confirmPlace } from './calls.ts';
import { rdworkset } from './rdworkset.ts';
import { clockKinds, clockSources, correctionStates, dutyStates, places } from './words.ts';

const who = {
  userId: relation(text('人员', 'Person'), () => user, { search: true }),
  companyId: relation(text('单位', 'Company'), () => company, { search: true }),
  parkId: relation(text('车场', 'Car park'), () => park, { search: true }),
};
const placeTones = { ok: 'ok', far: 'bad', none: 'muted' } as const;

/** Somebody came or went, as it was recorded. Never changed: a correction is a clock of its own. */
export const dutyClock = resource({
  name: 'dutyClock',
  title: text('打卡记录', 'Clock record'),
  many: text('打卡记录', 'Clock records'),
  help: text(
    '每一次签到和签退的原始记录，含照片与位置；只增不改。',
    'Every clock in and clock out as recorded, with photo and position. Records are only added, never changed.',
  ),
  area: 'duty',
  route: '/attendanceManagement/attendanceRecord',
  page: 'record',
  scope: 'company',
  wire: { base: '/api/gatehouse/duty/clock' },
  verbs: ['list', 'detail', 'export'],
  rights: { add: text('打卡', 'Clock in and out') },
  range: 'at',
  fields: {
    ...who,
    at: dateTime(text('时间', 'Time'), {
      help: text(
        '离线打卡为按设备时钟偏差校正后的时间',
        'For offline clocks, corrected by the offset of the device clock',
      ),
    }),
    rawAt: dateTime(text('设备时间', 'Device time')),
    kind: select(text('类型', 'Kind'), clockKinds, { search: true, tones: { in: 'ok', out: 'info' } }),
    place: select(text('地点', 'Place'), places, { search: true, tones: placeTones }),
    distanceM: integer(text('距岗位（米）', 'Distance (m)')),
    point: geoPoint(text('位置', 'Position')),
    accuracyM: integer(text('定位误差（米）', 'Position error (m)')),
    picture: image(text('照片', 'Photo'), { personal: true }),
    offline: boolean(text('离线打卡', 'Offline'), { search: true }),
    source: select(text('来源', 'Source'), clockSources, { search: true }),
    deviceId: str(text('设备', 'Device'), { max: 36, hidden: true }),
    remark: str(text('说明', 'Remark'), { max: 200 }),
  },
  display: 'userId',
  index: [['userId', 'at'], ['at']],
  order: { by: 'at', desc: true },
  list: ['at', 'userId', 'kind', 'place', 'distanceM', 'picture', 'parkId', 'offline', 'source', 'companyId', 'remark'],
});

/** A person's time at work, made of his clocks. Recomputed whenever they change. */
export const rdworkrecord = resource({
  name: 'rdworkrecord',
  title: text('上班记录', 'Work record'),
  many: text('上班记录', 'Work records'),
  help: text(
    '签到与签退配成的上班记录。没有对应排班的也在其中。不在岗位的由督导确认。',
    'Clocks in and out paired to periods of work, including those without a roster entry. A supervisor confirms those away from the workplace.',
  ),
  area: 'duty',
  route: '/attendance/attendancelist',
  page: 'record',
  scope: 'company',
  wire: { base: '/api/updown/rdworkrecord', key: 'workId' },
  verbs: ['list', 'detail', 'export'],
  range: 'startAt',
  rights: { confirmPlace: text('确认地点', 'Confirm place') },
  fields: {
    ...who,
    /** The clock in, else the clock out: what the list is kept by. */
    startAt: dateTime(text('时间', 'Time'), { hidden: true }),
    inTime: dateTime(text('签到', 'Clock in')),
    outTime: dateTime(text('签退', 'Clock out')),
    workedMin: integer(text('时长（分钟）', 'Minutes')),
    shiftId: relation(text('班次', 'Shift'), () => rdworkset, {
      search: true,
      none: text('无排班', 'Not rostered'),
    }),
    state: select(text('状态', 'State'), dutyStates, {
      search: true,
      tones: { on: 'info', off: 'ok', missing: 'bad', corrected: 'warn' },
    }),
    place: select(text('签到地点', 'Place of clock in'), places, { search: true, tones: placeTones }),
    placeConfirmedBy: str(text('地点确认人', 'Place confirmed by'), { max: 60 }),
    picture: image(text('签到照片', 'Photo'), { personal: true }),
    cellId: str(text('排班', 'Roster entry'), { hidden: true, max: 36 }),
  },
  display: 'userId',
  index: [['userId', 'startAt'], ['startAt']],
  order: { by: 'startAt', desc: true },
  list: [
    'inTime',
    'userId',
    'outTime',
    'workedMin',
    'shiftId',
    'state',
    'place',
    'placeConfirmedBy',
    'parkId',
    'companyId',
  ],
  totals: ['workedMin'],
  actions: [{ call: confirmPlace, key: 'workId', when: { field: 'place', is: ['far'] } }],
});

const base = '/api/gatehouse/duty/correction';

/** A forgotten clock, entered by a clerk and approved by somebody else; then it is a clock. */
export const clockCorrection = resource({
  name: 'clockCorrection',
  title: text('补卡', 'Clock correction'),
  help: text(
    '忘记打卡由考勤员补录并说明原因，由另一人审批；任何人不能审批自己申请的或自己的补卡。原有打卡保留。',
    'A forgotten clock is entered with a reason and approved by someone else: nobody approves his own request or a correction of his own time. Existing clocks stay.',
  ),
  area: 'duty',
  route: '/attendance/clockCorrection',
  scope: 'company',
  wire: { base, key: 'correctionId' },
  verbs: ['list', 'detail', 'add', 'export'],
  range: 'at',
  fields: {
    userId: relation(text('人员', 'Person'), () => user, { required: true, search: true }),
    companyId: relation(text('单位', 'Company'), () => company, { search: true, readOnly: true }),
    kind: select(text('类型', 'Kind'), clockKinds, { required: true, search: true }),
    at: dateTime(text('时间', 'Time'), { required: true }),
    reason: longText(text('原因', 'Reason'), { required: true, max: 200 }),
    status: select(text('状态', 'State'), correctionStates, {
      search: true,
      readOnly: true,
      tones: { asked: 'warn', approved: 'ok', refused: 'muted' },
    }),
    askedBy: str(text('申请人', 'Requested by'), { readOnly: true, max: 60 }),
    askedById: str(text('申请人编号', 'Requested by (ID)'), { readOnly: true, hidden: true, max: 36 }),
    decidedBy: str(text('审批人', 'Reviewed by'), { readOnly: true, max: 60 }),
    decidedTime: dateTime(text('审批时间', 'Reviewed at'), { readOnly: true }),
    clockId: str(text('打卡', 'Clock'), { readOnly: true, hidden: true, max: 36 }),
  },
  display: 'userId',
  index: [['at']],
  list: ['at', 'userId', 'kind', 'reason', 'status', 'askedBy', 'decidedBy', 'decidedTime', 'companyId'],
  lifecycle: lifecycle({
    initial: 'asked',
    states: {
      asked: state(correctionStates.asked, 'warn'),
      approved: state(correctionStates.approved, 'ok'),
      refused: state(correctionStates.refused, 'muted'),
    },
    final: ['approved', 'refused'],
    actions: {
      approve: {
        label: text('同意', 'Approve'),
        from: ['asked'],
        to: 'approved',
        by: 'staff',
        tone: 'primary',
        batch: true,
        wire: { method: 'POST', path: `${base}/approve`, key: 'correctionId' },
      },
      refuse: {
        label: text('驳回', 'Reject'),
        from: ['asked'],
        to: 'refused',
        by: 'staff',
        tone: 'danger',
        wire: { method: 'POST', path: `${base}/refuse`, key: 'correctionId' },
      },
    },
  }),
});
