import { call } from '#kit/declare/call.ts';
import { date, relation } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { area } from './common.ts';
import { doorDevice } from './door-device.ts';
import { doorEmployee } from './door-employee.ts';

/** What a day of the calendar is besides its weekday. */
export const dayKinds = {
  holiday: text('节假日', 'Holiday'),
  workday: text('调休上班', 'Worked instead'),
  event: text('活动日', 'Event day'),
};

/** A week of a device or of a person, Monday first: what stands there to be drawn. */
export const weekPlan = call({
  name: 'doorGrant.week',
  title: text('一周通行时段', 'A week of rights'),
  area,
  method: 'GET',
  path: '/api/gatehouse/door/week',
  permission: 'doorGrant:read',
  answer: 'object',
  input: {
    deviceId: relation(text('设备', 'Device'), () => doorDevice),
    EmpID: relation(text('人员', 'Person'), () => doorEmployee),
    day: date(text('日期', 'Day'), { help: text('所在的一周，不填为本周', 'Of the week; this one where left out') }),
  },
  note: text(
    '设备与人员二选一，本周起一年以内。应答 {zone, today, days, lines}：days 为周一起的七天 {day, kinds}，kinds 为 holiday、workday、event。设备的每行是一个时段：{id, name, people, standsOpen, spans}，standsOpen 为门的常开时段；人员的每行是一台设备：{id, name, gateName, spans}。spans 为七天，每天的 [{from, to}] 是当天的分钟，不含 to。',
    'Either a device or a person, from this week on and within a year. Answers {zone, today, days, lines}: `days` are seven from Monday, {day, kinds}, of holiday, workday, event. A line of a device is a period: {id, name, people, standsOpen, spans}, `standsOpen` being the one its door stands open in; a line of a person is a device: {id, name, gateName, spans}. `spans` has seven days, each with [{from, to}] in minutes of the day, `to` not included.',
  ),
});
