import { user } from '#areas/access/model/user.ts';
import { company } from '#areas/org/model/company.ts';
import { dept } from '#areas/org/model/dept.ts';
import { integer, month, relation } from '#kit/declare/field.ts';
import { report } from '#kit/declare/report.ts';
import type { Drill } from '#kit/declare/report.ts';
import { text } from '#kit/declare/text.ts';

const userId = relation(text('人员', 'Person'), () => user, { search: true });
const deptId = relation(text('部门', 'Department'), () => dept, { search: true, within: 'companyId' });

const lines = (fixed: Readonly<Record<string, string>> = {}): Drill => ({
  route: '/attendanceManagement/attendanceDetail',
  params: { userId: 'userId' },
  fixed,
});

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
  dimensions: { userId, deptId, month: month(text('月份', 'Month')) },
  measures: {
    shifts: integer(text('应出勤班次', 'Rostered shifts')),
    attended: integer(text('实际出勤', 'Attended')),
    late: integer(text('迟到次数', 'Late')),
    lateMin: integer(text('迟到分钟', 'Late (min)')),
    early: integer(text('早退次数', 'Left early')),
    earlyMin: integer(text('早退分钟', 'Early (min)')),
    absent: integer(text('旷工', 'Absent')),
    missing: integer(text('缺卡', 'Missing clock')),
    leave: integer(text('请假', 'Leave')),
    workedMin: integer(text('工作分钟', 'Worked (min)')),
    overtimeMin: integer(text('加班分钟', 'Overtime (min)')),
  },
  filters: { companyId: relation(text('单位', 'Company'), () => company, { search: true }), deptId, userId },
  defaultDays: 31,
  chart: { kind: 'bar', x: 'userId', y: ['late', 'absent', 'missing'] },
  order: { by: 'userId', desc: false },
  drill: lines(),
  // Days off are lines of the same list, so that rostered shifts are more than its lines.
  cells: {
    absent: lines({ result: 'absent' }),
    missing: lines({ result: 'missing' }),
    leave: lines({ result: 'leave' }),
  },
});
