import { date, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';

/**
 * Where a day of the calendar comes from: a person, or a library of public holidays (docs/decisions/010-calendar.md).
 */
export const holidaySources = {
  hand: text('人工登记', 'By hand'),
  'chinese-days': text('国务院公告', 'State Council notice'),
  'date-holidays': text('各国公共假日', 'Public holidays'),
};

/**
 * What a day of the calendar is. Whether it is worked and whether there is an event are two things: a day may be a
 * holiday and have an event.
 */
export const dayKinds = {
  holiday: text('节假日', 'Holiday'),
  workday: text('调休上班', 'Worked instead'),
  event: text('活动日', 'Event'),
};
export type DayKind = keyof typeof dayKinds;

/** A day of a lot that is not what its weekday says: a holiday, a weekend day worked instead, or one with an event. */
export const holidayDate = resource({
  name: 'holidayDate',
  title: text('节假日', 'Holiday'),
  area: 'fee',
  scope: 'park',
  config: { folder: 'calendar', key: ['day', 'dayKind'], together: true, without: ['remark'] },
  wire: { base: '/api/updown/parkHolidayDate' },
  fields: {
    parkId: relation(text('车场', 'Car park'), () => park, {
      required: true,
      search: true,
      fixed: true,
      alias: ['parkingId'],
    }),
    day: date(text('日期', 'Day'), { required: true, search: true }),
    dayKind: select(text('类型', 'Kind'), dayKinds, {
      required: true,
      search: true,
      default: 'holiday',
      tones: { holiday: 'ok', workday: 'warn', event: 'info' },
    }),
    holidayName: str(text('名称', 'Name'), { max: 30 }),
    source: select(text('来源', 'Source'), holidaySources, { readOnly: true, search: true, default: 'hand' }),
    remark: str(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'day',
  unique: [['parkId', 'day', 'dayKind']],
  list: ['parkId', 'day', 'dayKind', 'holidayName', 'source', 'remark'],
  order: { by: 'day', desc: true },
  verbs: ['list', 'remove', 'export'],
});
