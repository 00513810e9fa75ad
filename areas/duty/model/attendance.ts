import { user } from '#areas/access/model/user.ts';
import { park } from '#areas/lot/model/park.ts';
import { company } from '#areas/org/model/company.ts';
import { dept } from '#areas/org/model/dept.ts';
import { date, dateTime, integer, month, relation, select, str } from '#kit/declare/field.ts';
import { lifecycle, state } from '#kit/declare/lifecycle.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { rdworkset } from './rdworkset.ts';
import { approveOvertime } from './calls.ts';
import { monthStates, resultTones, results } from './words.ts';

/** What a person did on a day of the roster: recomputed from clocks, roster and settings until its month is closed. */
export const attendanceDay = resource({
  name: 'attendanceDay',
  title: text('考勤明细', 'Attendance detail'),
  many: text('考勤明细', 'Attendance detail'),
  help: text(
    '每人每天每班一行，由打卡、排班和考勤设置算出；关账后不再改变。加班经审批后计入汇总。',
    'One line per person, day and shift, computed from clocks, roster and settings, and final once the month is closed. Overtime counts once approved.',
  ),
  area: 'duty',
  route: '/attendanceManagement/attendanceDetail',
  page: 'record',
  scope: 'company',
  wire: {
    base: '/api/gatehouse/duty/day',
    list: '/api/updown/attendance/attendanceDetail',
    export: '/api/updown/attendance/exportAttendanceDetail',
  },
  verbs: ['list', 'export'],
  range: 'startAt',
  until: 'day',
  rights: { approveOvertime: text('审批加班', 'Approve overtime') },
  fields: {
    day: date(text('日期', 'Day'), { search: true }),
    userId: relation(text('人员', 'Person'), () => user, { search: true }),
    companyId: relation(text('单位', 'Company'), () => company, { search: true }),
    deptId: relation(text('部门', 'Department'), () => dept, { search: true, within: 'companyId' }),
    shiftId: relation(text('班次', 'Shift'), () => rdworkset, { search: true, none: text('办公时间', 'Office hours') }),
    parkId: relation(text('车场', 'Car park'), () => park, { search: true }),
    startAt: dateTime(text('应签到', 'Starts')),
    endAt: dateTime(text('应签退', 'Ends')),
    inTime: dateTime(text('签到', 'Clock in')),
    outTime: dateTime(text('签退', 'Clock out')),
    lateMin: integer(text('迟到（分钟）', 'Late (min)')),
    earlyMin: integer(text('早退（分钟）', 'Early (min)')),
    workedMin: integer(text('工作（分钟）', 'Worked (min)')),
    overtimeMin: integer(text('加班（分钟）', 'Overtime (min)')),
    approvedMin: integer(text('已批加班（分钟）', 'Approved overtime (min)')),
    overtimeState: select(
      text('加班审批', 'Overtime approval'),
      { asked: text('待审批', 'Pending'), approved: text('已批', 'Approved') },
      { search: true, tones: { asked: 'warn', approved: 'ok' } },
    ),
    approvedBy: str(text('加班审批人', 'Overtime approved by'), { max: 60 }),
    result: select(text('结果', 'Result'), results, {
      search: true,
      tones: resultTones,
      none: text('未到判定时间', 'Not judged yet'),
    }),
  },
  display: 'day',
  index: [['day'], ['userId', 'day'], ['startAt']],
  order: { by: 'startAt', desc: true },
  list: [
    'day',
    'userId',
    'shiftId',
    'inTime',
    'outTime',
    'result',
    'lateMin',
    'earlyMin',
    'workedMin',
    'overtimeMin',
    'approvedMin',
    'overtimeState',
    'parkId',
    'deptId',
    'companyId',
  ],
  totals: ['lateMin', 'earlyMin', 'workedMin', 'overtimeMin', 'approvedMin'],
  actions: [
    {
      call: approveOvertime,
      key: 'dayId',
      when: { field: 'overtimeState', is: ['asked'] },
      tone: 'primary',
    },
  ],
});

const base = '/api/gatehouse/duty/month';

/** A company's month of attendance: once closed it does not change, whatever comes after. */
export const attendanceMonth = resource({
  name: 'attendanceMonth',
  title: text('考勤月份', 'Attendance month'),
  help: text(
    '核对后关账。关账前须处理完待审批的补卡，且该月最后一班已可判定；关账后考勤明细不再改变。',
    'Closed after review. Pending corrections must be decided and the last shift of the month must be over. A closed month does not change.',
  ),
  area: 'duty',
  route: '/attendance/month',
  scope: 'company',
  wire: { base, key: 'monthId' },
  verbs: ['list', 'detail', 'add', 'export'],
  fields: {
    companyId: relation(text('单位', 'Company'), () => company, { search: true, fixed: true }),
    month: month(text('月份', 'Month'), { required: true, search: true, fixed: true }),
    status: select(text('状态', 'State'), monthStates, {
      search: true,
      readOnly: true,
      tones: { open: 'warn', closed: 'ok' },
    }),
    people: integer(text('人数', 'People'), { readOnly: true }),
    days: integer(text('考勤行数', 'Lines'), { readOnly: true }),
    closedBy: str(text('关账人', 'Closed by'), { readOnly: true, max: 60 }),
    closedTime: dateTime(text('关账时间', 'Closed at'), { readOnly: true }),
  },
  display: 'month',
  unique: [['companyId', 'month']],
  list: ['month', 'companyId', 'status', 'people', 'days', 'closedBy', 'closedTime'],
  order: { by: 'month', desc: true },
  lifecycle: lifecycle({
    initial: 'open',
    states: { open: state(monthStates.open, 'warn'), closed: state(monthStates.closed, 'ok') },
    final: ['closed'],
    actions: {
      close: {
        label: text('关账', 'Close month'),
        from: ['open'],
        to: 'closed',
        by: 'staff',
        tone: 'danger',
        wire: { method: 'POST', path: `${base}/close`, key: 'monthId' },
      },
    },
  }),
});
