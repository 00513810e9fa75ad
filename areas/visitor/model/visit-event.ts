import { park } from '#areas/lot/model/park.ts';
import { dateTime, integer, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { visit } from './visit.ts';
import { eventKinds, eventWays, refusals } from './words.ts';

/** What happened to a visit at a door, a lane or a desk. Names nobody: it outlives the visitor's name. */
export const visitEvent = resource({
  name: 'visitEvent',
  title: text('访客进出', 'Visitor event'),
  area: 'visitor',
  page: 'record',
  scope: 'park',
  wire: { base: '/api/gatehouse/visitEvent' },
  verbs: ['list', 'detail', 'export'],
  range: 'time',
  fields: {
    visitId: relation(text('访客单', 'Visit'), () => visit, { search: true }),
    parkId: relation(text('车场', 'Car park'), () => park, { search: true }),
    time: dateTime(text('时间', 'Time')),
    kind: select(text('事件', 'Event'), eventKinds, {
      search: true,
      tones: { in: 'ok', out: 'info', refused: 'bad', told: 'warn' },
    }),
    way: select(text('途径', 'By'), eventWays, { search: true }),
    place: str(text('地点', 'Place'), { max: 60 }),
    reason: select(text('原因', 'Reason'), refusals),
    operator: str(text('操作员', 'Operator'), { max: 60 }),
    step: integer(text('码序', 'Step'), { hidden: true }),
    stayId: str(text('停车记录', 'Stay'), { hidden: true, max: 36 }),
  },
  display: 'time',
  index: [['visitId', 'time'], ['stayId']],
  order: { by: 'time', desc: true },
  list: ['time', 'kind', 'way', 'place', 'reason', 'operator', 'visitId', 'parkId'],
});
