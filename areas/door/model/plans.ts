/** When rights hold: spans of a day, weeks, templates with holidays, and the periods that grants name. */
import { date, multiSelect, relation, relations, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { area, companyId, remark, villageId } from './common.ts';
import { weekdays } from './words.ts';

const clock = text('写作 08:00，当天结束写作 24:00', 'Written 08:00; the end of a day is 24:00');
const startTime = str(text('开始', 'From'), { max: 8, help: clock });
const endTime = str(text('结束', 'To'), { max: 8, help: clock });

/** A span of a day. One over midnight is two. */
export const dmPeriod = resource({
  name: 'dmPeriod',
  title: text('时间段', 'Time span'),
  help: text('一天中的一段；跨午夜的分成两段。', 'A part of a day; one over midnight is entered as two.'),
  area,
  route: '/door/dmperiod',
  scope: 'company',
  config: { folder: 'door-spans', key: ['villageId', 'periodName'] },
  wire: { base: '/api/updown/dmperiod' },
  fields: {
    periodName: str(text('名称', 'Name'), { required: true, search: true, max: 40 }),
    villageId,
    companyId,
    startTime: { ...startTime, required: true },
    endTime: { ...endTime, required: true },
    remark,
  },
  display: 'periodName',
  unique: [['villageId', 'periodName']],
  list: ['periodName', 'villageId', 'startTime', 'endTime', 'remark'],
  order: { by: 'startTime', desc: false },
});

const spans = (label: { zh: string; en: string }) =>
  relations(label, () => dmPeriod, { within: 'villageId', none: text('关闭', 'Closed') });

/** Spans for each weekday, three at most. */
export const dmWeek = resource({
  name: 'dmWeek',
  title: text('周计划', 'Week plan'),
  help: text('每天至多三个时间段，空着即当天不开放。', 'Three spans a day at most; a day without any is closed.'),
  area,
  route: '/door/dmweek',
  scope: 'company',
  config: { folder: 'door-weeks', key: ['villageId', 'weekName'] },
  wire: { base: '/api/updown/dmweeklmt3' },
  fields: {
    weekName: str(text('名称', 'Name'), { required: true, search: true, max: 40 }),
    villageId,
    companyId,
    mon: spans(weekdays[1]),
    tue: spans(weekdays[2]),
    wed: spans(weekdays[3]),
    thu: spans(weekdays[4]),
    fri: spans(weekdays[5]),
    sat: spans(weekdays[6]),
    sun: spans(weekdays[7]),
    remark,
  },
  display: 'weekName',
  unique: [['villageId', 'weekName']],
  list: ['weekName', 'villageId', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
});

/** A week, and what holds on days that are not what their weekday says. */
export const dmTemplate = resource({
  name: 'dmTemplate',
  title: text('时段模板', 'Plan template'),
  many: text('时段模板', 'Plan templates'),
  help: text(
    '周计划加节假日、调休上班日与活动日的时间段。日历取自小区车场的节假日；节假日不填即不开放，调休不填按周一，活动日不填不另算。',
    'A week plan with the spans of holidays, days worked instead and event days. The calendar is that of the car parks of the community. Left out, a holiday is closed, a day worked instead is a Monday, an event changes nothing.',
  ),
  area,
  route: '/door/dmtemplate',
  scope: 'company',
  config: { folder: 'door-templates', key: ['villageId', 'templName'] },
  wire: { base: '/api/updown/dmtemplmt3' },
  fields: {
    templName: str(text('名称', 'Name'), { required: true, search: true, max: 40 }),
    villageId,
    companyId,
    weekId: relation(text('周计划', 'Week plan'), () => dmWeek, { required: true, within: 'villageId' }),
    holiday: spans(text('节假日', 'Holidays')),
    workday: relations(text('调休上班', 'Worked instead'), () => dmPeriod, {
      within: 'villageId',
      none: text('按周一', 'As on a Monday'),
    }),
    event: relations(text('活动日', 'Event days'), () => dmPeriod, {
      within: 'villageId',
      none: text('不另算', 'No difference'),
    }),
    remark,
  },
  display: 'templName',
  unique: [['villageId', 'templName']],
  list: ['templName', 'villageId', 'weekId', 'holiday', 'workday', 'event', 'remark'],
});

/** What a grant names: hours of some weekdays, or a template. */
export const doorTimePeriod = resource({
  name: 'doorTimePeriod',
  title: text('门禁时段', 'Door period'),
  help: text(
    '授权引用的时段：选模板，或直接写星期与起止时间（不分节假日）。',
    'What grants refer to: a template, or weekdays with their hours, holidays or not.',
  ),
  area,
  route: '/door/doortimeperiod',
  scope: 'company',
  config: { folder: 'door-periods', key: ['villageId', 'periodName'] },
  wire: { base: '/api/updown/doortimeperiod' },
  fields: {
    periodName: str(text('名称', 'Name'), { required: true, search: true, max: 40 }),
    villageId,
    companyId,
    templateId: relation(text('模板', 'Template'), () => dmTemplate, { within: 'villageId' }),
    weekDays: multiSelect(text('星期', 'Weekdays'), weekdays),
    startTime,
    endTime,
    dateFrom: date(text('起始日期', 'From day')),
    dateTo: date(text('截止日期', 'To day')),
    remark,
  },
  display: 'periodName',
  unique: [['villageId', 'periodName']],
  list: ['periodName', 'villageId', 'templateId', 'weekDays', 'startTime', 'endTime', 'dateFrom', 'dateTo'],
});
