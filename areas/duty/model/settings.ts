import { company } from '#areas/org/model/company.ts';
import { DEFAULT_RULES } from '#domain/duty/duty.ts';
import { boolean, date, integer, longText, multiSelect, relation, timeOfDay } from '#kit/declare/field.ts';
import type { Text } from '#kit/declare/text.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { weekdays } from './words.ts';

const minutes = (label: Text, byDefault: number, help: Text, most = 720, least = 0) =>
  integer(label, { default: byDefault, min: least, max: most, help });

/**
 * How a company judges attendance from a day on. The newest that is valid on a day counts; what is before a closed
 * month's end stays as it was judged.
 */
export const workCompanySet = resource({
  name: 'workCompanySet',
  title: text('考勤设置', 'Attendance setting'),
  help: text(
    '自生效日起按此判定迟到、早退、旷工与加班；已关账的月份不受影响。下级单位没有设置时用上级的。',
    'From its first day on, lateness, early leaving, absence and overtime are judged by this. Closed months are not affected. A company without settings uses those of the company above it.',
  ),
  area: 'duty',
  route: '/attendanceManagement/attendanceManagementSetting',
  scope: 'company',
  wire: { base: '/api/updown/workCompanySet' },
  fields: {
    companyId: relation(text('单位', 'Company'), () => company, { search: true, fixed: true }),
    validFrom: date(text('生效日', 'Valid from'), {
      help: text('不填为当天', 'Today if left blank'),
    }),
    lateMinutes: minutes(
      text('迟到宽限（分钟）', 'Late allowance (min)'),
      DEFAULT_RULES.graceLate,
      text(
        '超过才算迟到，迟到分钟数从上班时间算起',
        'Late only beyond this; late minutes count from the start of the shift',
      ),
    ),
    earlyMinutes: minutes(
      text('早退宽限（分钟）', 'Early-leave allowance (min)'),
      DEFAULT_RULES.graceEarly,
      text('超过才算早退', 'Leaving early only beyond this'),
    ),
    earlyInMinutes: minutes(
      text('可提前签到（分钟）', 'Clock in up to (min before)'),
      DEFAULT_RULES.earlyIn,
      text('更早的签到不属于该班次', 'An earlier clock does not belong to the shift'),
    ),
    lateOutMinutes: minutes(
      text('可延后签退（分钟）', 'Clock out up to (min after)'),
      DEFAULT_RULES.lateOut,
      text('班次结束再过此时间后才判旷工、缺卡', 'Absence and missing clocks are judged this long after the end'),
    ),
    absentLateMinutes: minutes(
      text('迟到多久算旷工（分钟）', 'Late counts as absent beyond (min)'),
      DEFAULT_RULES.absentLate,
      text('迟到超过此时间记为旷工，不再记迟到', 'Beyond this it is an absence instead of lateness'),
      1440,
    ),
    radiusM: integer(text('打卡范围（米）', 'Clock-in radius (m)'), {
      default: 200,
      min: 20,
      max: 5000,
      help: text('另加定位误差，最多100米', 'Plus the error of the position, at most 100 m'),
    }),
    photoRequired: boolean(text('打卡须拍照', 'Photo required'), { default: false }),
    overtimeFromMinutes: minutes(
      text('加班起算（分钟）', 'Overtime from (min)'),
      DEFAULT_RULES.overtimeFrom,
      text('下班后不足此时间不算加班', 'Less than this after the end is no overtime'),
    ),
    overtimeStepMinutes: minutes(
      text('加班单位（分钟）', 'Overtime unit (min)'),
      DEFAULT_RULES.overtimeStep,
      text('向下取整到此单位', 'Rounded down to this unit'),
      240,
      1,
    ),
    workStartTime: timeOfDay(text('办公上班时间', 'Office hours from'), {
      help: text(
        '没有排班的人在工作日签到时按此判定',
        'Judges people without a roster entry who clock in on a working day',
      ),
    }),
    workEndTime: timeOfDay(text('办公下班时间', 'Office hours until')),
    workDays: multiSelect(text('办公日', 'Office days'), weekdays, { default: ['1', '2', '3', '4', '5'] }),
    remark: longText(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'validFrom',
  unique: [['companyId', 'validFrom']],
  list: [
    'companyId',
    'validFrom',
    'lateMinutes',
    'earlyMinutes',
    'absentLateMinutes',
    'radiusM',
    'photoRequired',
    'overtimeFromMinutes',
    'workStartTime',
    'workEndTime',
    'remark',
  ],
  order: { by: 'validFrom', desc: true },
  sections: [
    {
      title: text('判定', 'Judging'),
      fields: ['lateMinutes', 'earlyMinutes', 'earlyInMinutes', 'lateOutMinutes', 'absentLateMinutes'],
    },
    { title: text('打卡', 'Clocking'), fields: ['radiusM', 'photoRequired'] },
    { title: text('加班', 'Overtime'), fields: ['overtimeFromMinutes', 'overtimeStepMinutes'] },
    { title: text('没有排班的人', 'Without a roster'), fields: ['workStartTime', 'workEndTime', 'workDays'] },
  ],
});
