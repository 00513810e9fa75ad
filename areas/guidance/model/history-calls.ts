import { call } from '#kit/declare/call.ts';
import { date, dateTime, relation } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { building } from './building.ts';

const buildingId = relation(text('楼层', 'Floor'), () => building, { required: true });

/** How full a floor was hour by hour, with the day before and the same day of the week before beside it. */
export const floorCurve = call({
  name: 'guide.curve',
  title: text('楼层小时曲线', 'A floor hour by hour'),
  area: 'guidance',
  method: 'GET',
  path: '/api/gatehouse/guide/curve',
  permission: 'parkingSpace:read',
  answer: 'object',
  input: { buildingId, day: date(text('日期', 'Day')) },
  note: text(
    '{ at, day, from, until, days: [{ day, hours: [{ hour, free, taken, unknown, closed }] }] }：该日（默认车场的今天）、前一日与上周同日，每小时为每十分钟所存各状态车位数的平均；没有记录的钟点不列出。from 与 until 为该日的起止，at 为现在。记录保留 35 天。',
    '{ at, day, from, until, days: [{ day, hours: [{ hour, free, taken, unknown, closed }] }] }: the day (the car park’s today by default), the day before and the same day of the week before; each hour is the mean of the numbers of spaces stored every ten minutes. Hours without any are left out. from and until are the instants the day begins and ends, at is now. They are kept for 35 days.',
  ),
});

/** The spaces of a floor as they were at an instant. */
export const floorReplay = call({
  name: 'guide.replay',
  title: text('楼层回放', 'A floor at an instant'),
  area: 'guidance',
  method: 'GET',
  path: '/api/gatehouse/guide/replay',
  permission: 'parkingSpace:read',
  answer: 'object',
  input: { buildingId, at: dateTime(text('时刻', 'At'), { required: true }) },
  note: text(
    '{ at, spaces: [{ id, state }], counts }：现有车位在该时刻的状态，由保存的状态变化得出；当时还没有的车位不列出，没有记录的为不明。时刻不能晚于现在，也不能早于 35 天前。',
    '{ at, spaces: [{ id, state }], counts }: what today’s spaces were at that instant, from their stored changes. Spaces that did not exist yet are left out; those nothing is stored of are unknown. The instant lies neither in the future nor more than 35 days back.',
  ),
});
