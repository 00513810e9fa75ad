import { user } from '#areas/access/model/user.ts';
import { park } from '#areas/lot/model/park.ts';
import { company } from '#areas/org/model/company.ts';
import { date, relation, select } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { rdworkset } from './rdworkset.ts';
import { cellKinds } from './words.ts';

/** One person's shift, day off or leave on a day. The week is edited on a screen of its own. */
export const employeWork = resource({
  name: 'employeWork',
  title: text('排班', 'Roster entry'),
  many: text('排班表', 'Weekly roster'),
  help: text(
    '谁在哪天上哪个班。跨零点的班次算作开始那一天。',
    'Who works which shift on which day. A shift over midnight counts for the day it starts.',
  ),
  area: 'duty',
  route: '/attendance/attendanceweek',
  scope: 'company',
  wire: { base: '/api/updown/employeWork', remove: 'delete' },
  verbs: ['list', 'remove', 'export'],
  rights: { edit: text('排班', 'Edit roster') },
  fields: {
    userId: relation(text('人员', 'Person'), () => user, { required: true, search: true }),
    companyId: relation(text('单位', 'Company'), () => company, { search: true }),
    day: date(text('日期', 'Day'), { required: true, search: true }),
    cellKind: select(text('安排', 'Kind'), cellKinds, {
      required: true,
      search: true,
      tones: { shift: 'info', rest: 'muted', leave: 'warn' },
    }),
    shiftId: relation(text('班次', 'Shift'), () => rdworkset, {
      search: true,
      when: { field: 'cellKind', is: ['shift'] },
    }),
    parkId: relation(text('车场', 'Car park'), () => park, { search: true }),
  },
  display: 'day',
  unique: [['userId', 'day', 'shiftId']],
  index: [['day'], ['userId', 'day']],
  list: ['day', 'userId', 'cellKind', 'shiftId', 'parkId', 'companyId'],
  order: { by: 'day', desc: true },
});
