import { dateTime, relation, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { user } from '#areas/access/model/user.ts';
import { curbPark } from '#areas/lot/model/curb-park.ts';
import { rdBerth } from './rd-berth.ts';

/** A berth taken out of use, from when to when, why and by whom. Opening it again ends the row. */
export const berthClosure = resource({
  name: 'berthClosure',
  title: text('泊位停用记录', 'Berth closures'),
  area: 'road',
  page: 'record',
  scope: 'park',
  wire: { base: '/api/gatehouse/berthClosure' },
  fields: {
    parkId: relation(text('路内车场', 'Roadside car park'), () => curbPark, { required: true, search: true }),
    berthId: relation(text('泊位', 'Berth'), () => rdBerth, { required: true, search: true, within: 'parkId' }),
    fromTime: dateTime(text('停用自', 'Closed from'), { required: true }),
    toTime: dateTime(text('停用至', 'Until')),
    reason: str(text('原因', 'Reason'), { max: 200 }),
    userId: relation(text('停用人', 'Closed by'), () => user),
  },
  display: 'reason',
  index: [['berthId', 'fromTime']],
  range: 'fromTime',
  list: ['berthId', 'fromTime', 'toTime', 'reason', 'userId'],
  order: { by: 'fromTime', desc: true },
  help: text('谁在何时为何停用了泊位。', 'Who took a berth out of use, when and why.'),
});
