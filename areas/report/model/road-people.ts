/** What the people of the roadside did: hours, stays, takings and work orders in one line each. */
import { user } from '#areas/access/model/user.ts';
import { company } from '#areas/org/model/company.ts';
import { integer, money, relation } from '#kit/declare/field.ts';
import { report } from '#kit/declare/report.ts';
import type { Drill } from '#kit/declare/report.ts';
import { text } from '#kit/declare/text.ts';

const person = relation(text('人员', 'Person'), () => user);
const attendance: Drill = { route: '/attendanceManagement/attendanceDetail', params: { userId: 'userId' } };

export const roadPeople = report({
  name: 'roadPeople',
  title: text('集团人员统计', 'Group staff'),
  area: 'report',
  route: '/rdstatic/groupEmployee',
  help: text(
    '每名收费员一行：出勤、当班时驶离的停车及其应收与现欠、本人所收的钱、完成的工单。',
    'One line per collector: attendance, stays that ended while on duty with what was due and is still owed, money taken in person, work orders done.',
  ),
  wire: {
    path: '/api/updown/roadstatic/groupEmployeeStatic',
    export: '/api/updown/roadstatic/exportGroupEmployeeStatic',
  },
  dimensions: { userId: person },
  measures: {
    shifts: integer(text('出勤班次', 'Shifts worked')),
    workedMin: integer(text('工作分钟', 'Worked (min)')),
    stays: integer(text('当班停车', 'Stays on duty')),
    receivableFen: money(text('应收', 'Due')),
    outstandingFen: money(text('现欠', 'Still owed')),
    payments: integer(text('收款笔数', 'Payments')),
    cashFen: money(text('现金', 'Cash')),
    onlineFen: money(text('线上', 'Online')),
    paidFen: money(text('实收合计', 'Total paid')),
    orders: integer(text('完成工单', 'Work orders done')),
  },
  filters: {
    companyId: relation(text('单位', 'Company'), () => company, { search: true, alias: ['groupCompanyId'] }),
    userId: { ...person, search: true },
  },
  tiles: ['stays', 'receivableFen', 'paidFen', 'outstandingFen', 'orders'],
  chart: { kind: 'bar', x: 'userId', y: ['stays'] },
  order: { by: 'stays', desc: true },
  drill: attendance,
});
