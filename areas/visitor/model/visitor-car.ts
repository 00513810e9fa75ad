import { park } from '#areas/lot/model/park.ts';
import { dateTime, integer, plate, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { visit } from './visit.ts';
import { carStates } from './words.ts';

/** A car of a visit. Once the visit is approved it has one booking at a time, by which the lane lets it in. */
export const visitorCar = resource({
  name: 'visitorCar',
  title: text('访客车辆', 'Visitor car'),
  area: 'visitor',
  route: '/visitor/carmanage',
  scope: 'park',
  wire: { base: '/api/updown/plat/visitorCar' },
  help: text(
    '来访车辆。来访通过后按来访时间预约入场，车道凭车牌放行，出场后按剩余次数再次预约。',
    'Cars of visits. Once the visit is approved the car is booked for its time and let in by its plate; after it has left, the remaining entries are booked again.',
  ),
  fields: {
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, fixed: true }),
    visitId: relation(text('访客单', 'Visit'), () => visit, {
      required: true,
      search: true,
      fixed: true,
      within: 'parkId',
    }),
    plateNumber: plate(text('车牌号', 'Plate'), { required: true, search: true, personal: true }),
    startTime: dateTime(text('入场起', 'From'), { required: true }),
    endTime: dateTime(text('入场止', 'Until'), { required: true }),
    entries: integer(text('可入场次数', 'Entries'), { default: 1, min: 1, max: 9 }),
    used: integer(text('已入场次数', 'Entries used'), { readOnly: true, default: 0 }),
    free: select(
      text('收费', 'Charging'),
      { booked: text('来访时段免费', 'Free while booked'), none: text('照常收费', 'As any other') },
      { default: 'booked', search: true },
    ),
    state: select(text('状态', 'State'), carStates, {
      readOnly: true,
      search: true,
      default: 'waiting',
      tones: { waiting: 'warn', booked: 'info', inside: 'ok', left: 'muted', ended: 'muted' },
    }),
    note: str(text('未预约原因', 'Not booked because'), { readOnly: true, max: 200 }),
    bookingId: str(text('预约', 'Booking'), { readOnly: true, hidden: true, max: 36 }),
    stayId: str(text('停车记录', 'Stay'), { readOnly: true, hidden: true, max: 36 }),
  },
  display: 'plateNumber',
  index: [['visitId'], ['bookingId']],
  range: 'startTime',
  order: { by: 'startTime', desc: true },
  list: ['plateNumber', 'state', 'visitId', 'startTime', 'endTime', 'parkId', 'used', 'entries', 'free', 'note'],
});
