import { byField, byMonth, count, fieldsOf, report, sum } from '#kit/declare/report.ts';
import { text } from '#kit/declare/text.ts';
import { attendanceDay } from './attendance.ts';

/** Days off have no end and count in nothing. */
const given = { not: null } as const;

export const attendanceSum = report({
  name: 'attendanceSum',
  title: text('考勤汇总', 'Attendance summary'),
  area: 'duty',
  route: '/attendanceManagement/attendanceSum',
  help: text(
    '每人每月一行；跨零点的班次算作开始那一天。加班只含已批准的。',
    'One line per person and month; a shift over midnight counts for the day it starts. Overtime is what was approved.',
  ),
  wire: { path: '/api/updown/attendance/attendanceSum', export: '/api/updown/attendance/exportAttendanceSum' },
  from: attendanceDay,
  time: 'day',
  group: { userId: byField('userId'), deptId: byField('deptId'), month: byMonth() },
  measures: {
    shifts: count(text('应出勤班次', 'Rostered shifts'), { endAt: given }),
    attended: count(text('实际出勤', 'Attended'), { endAt: given, inTime: given, result: { not: 'absent' } }),
    late: count(text('迟到次数', 'Late'), { lateMin: { from: 1 } }),
    lateMin: sum('lateMin', { label: text('迟到分钟', 'Late (min)') }),
    early: count(text('早退次数', 'Left early'), { earlyMin: { from: 1 } }),
    earlyMin: sum('earlyMin', { label: text('早退分钟', 'Early (min)') }),
    absent: count(text('旷工', 'Absent'), { result: 'absent' }),
    missing: count(text('缺卡', 'Missing clock'), { result: 'missing' }),
    leave: count(text('请假', 'Leave'), { result: 'leave' }),
    workedMin: sum('workedMin', { label: text('工作分钟', 'Worked (min)') }),
    overtimeMin: sum('approvedMin', { label: text('加班分钟', 'Overtime (min)') }),
  },
  filters: fieldsOf(attendanceDay, 'companyId', 'deptId', 'userId'),
  defaultDays: 31,
  chart: { kind: 'bar', x: 'userId', y: ['late', 'absent', 'missing'] },
  order: { by: 'userId', desc: false },
});
