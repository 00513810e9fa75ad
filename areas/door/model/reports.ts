/** Who came and went by day and by month, from what doors let pass. */
import { date, integer, month, relation, str } from '#kit/declare/field.ts';
import { report } from '#kit/declare/report.ts';
import type { Drill } from '#kit/declare/report.ts';
import { text } from '#kit/declare/text.ts';
import { village } from '#areas/lot/model/village.ts';
import { dept } from '#areas/org/model/dept.ts';
import { doorEmployee } from './door-employee.ts';

const filters = {
  villageId: relation(text('小区', 'Community'), () => village, { search: true, alias: ['VID', 'vid'] }),
  deptId: relation(text('部门', 'Department'), () => dept, { search: true }),
  EmpID: relation(text('人员', 'Person'), () => doorEmployee, { search: true, within: 'villageId' }),
};
const who = {
  EmpID: relation(text('人员', 'Person'), () => doorEmployee),
  deptId: relation(text('部门', 'Department'), () => dept),
};
const measures = {
  passes: integer(text('放行次数', 'Let pass')),
  refused: integer(text('拒绝次数', 'Refused')),
  offline: integer(text('脱机放行', 'Let pass offline')),
};
const to = (result: string, more: Readonly<Record<string, string>> = {}): Drill => ({
  route: '/doorstatic/getStaticDoorEvent',
  params: { EmpID: 'EmpID' },
  fixed: { result, ...more },
});
const cells = { passes: to('granted'), refused: to('refused'), offline: to('granted', { offline: 'true' }) };
const wire = (name: string) => ({
  path: `/api/updown/door/static/get${name}`,
  export: `/api/updown/door/static/export${name}`,
});

export const swipeDay = report({
  name: 'swipeDay',
  title: text('刷卡日统计', 'Swipes by day'),
  area: 'door',
  route: '/doorstatic/swipeCardDay',
  help: text(
    '每人每天一行，按小区的当地日；首次与末次为当天第一次和最后一次放行。',
    'One line per person and day, by the days of his community; first and last are the day’s first and last time he was let pass.',
  ),
  wire: wire('SwipeCardDay'),
  accepts: { staticDay: date(text('日期', 'Day')) },
  dimensions: {
    day: date(text('日期', 'Day')),
    ...who,
    first: str(text('首次', 'First')),
    last: str(text('末次', 'Last')),
  },
  measures,
  filters,
  defaultDays: 7,
  mostDays: 93,
  chart: { kind: 'line', x: 'day', y: ['passes', 'refused'] },
  order: { by: 'day', desc: true },
  cells,
});

export const swipeMonth = report({
  name: 'swipeMonth',
  title: text('刷卡月统计', 'Swipes by month'),
  area: 'door',
  route: '/doorstatic/swipeCardMonth',
  help: text(
    '每人每月一行；首次与末次为有放行的各天的平均。',
    'One line per person and month; first and last are averages over the days with a passage.',
  ),
  wire: wire('SwipeCardMonth'),
  accepts: { staticMonth: month(text('月份', 'Month')) },
  dimensions: {
    month: month(text('月份', 'Month')),
    ...who,
    first: str(text('平均首次', 'First, on average')),
    last: str(text('平均末次', 'Last, on average')),
  },
  measures: { days: integer(text('天数', 'Days')), ...measures },
  filters,
  defaultDays: 62,
  chart: { kind: 'bar', x: 'month', y: ['passes', 'refused'] },
  order: { by: 'month', desc: true },
  cells,
});
