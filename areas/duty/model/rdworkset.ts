import { company } from '#areas/org/model/company.ts';
import { park } from '#areas/lot/model/park.ts';
import { colour, integer, longText, relation, relations, str, timeOfDay } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';

/** A named span of the day that rosters are made of. An end not after the start is of the next day. */
export const rdworkset = resource({
  name: 'rdworkset',
  title: text('班次时段', 'Work shift'),
  help: text(
    '排班表使用的班次。结束不晚于开始的为跨零点班次，算作开始那一天。',
    'Shifts the roster is made of. A shift whose end is not after its start ends on the next day and counts for the day it starts.',
  ),
  area: 'duty',
  route: '/attendance/worktimerange',
  scope: 'company',
  config: { folder: 'work-shifts', key: ['companyId', 'shiftName'] },
  wire: { base: '/api/updown/pda/rdworkset' },
  fields: {
    shiftName: str(text('班次名称', 'Shift name'), { required: true, search: true, max: 20 }),
    companyId: relation(text('单位', 'Company'), () => company, { search: true, fixed: true }),
    parkIds: relations(text('适用车场', 'Car parks'), () => park, {
      search: true,
      within: 'companyId',
      alias: ['parkId'],
      none: text('全部', 'All'),
    }),
    startTime: timeOfDay(text('开始', 'Starts'), { required: true }),
    endTime: timeOfDay(text('结束', 'Ends'), { required: true }),
    breakMin: integer(text('休息（分钟）', 'Break (min)'), { default: 0, min: 0, max: 480 }),
    colour: colour(text('颜色', 'Colour'), { default: '#2f6fdb' }),
    remark: longText(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'shiftName',
  unique: [['companyId', 'shiftName']],
  list: ['shiftName', 'startTime', 'endTime', 'breakMin', 'parkIds', 'companyId', 'colour', 'remark'],
  order: { by: 'startTime', desc: false },
});
