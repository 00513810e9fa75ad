import { dateTime, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { curbPark } from '#areas/lot/model/curb-park.ts';
import { rdBerth } from './rd-berth.ts';
import { berthStates, berthTones, evidenceSources } from './words.ts';

/**
 * How long a berth was in one state. Follows from the evidence alone: one row per berth and beginning; the last has no
 * end yet.
 */
export const berthSpell = resource({
  name: 'berthSpell',
  title: text('占用段', 'Spells'),
  area: 'road',
  page: 'record',
  scope: 'park',
  wire: { base: '/api/gatehouse/berthSpell' },
  fields: {
    parkId: relation(text('路内车场', 'Roadside car park'), () => curbPark, { required: true, search: true }),
    berthId: relation(text('泊位', 'Berth'), () => rdBerth, { required: true, search: true, within: 'parkId' }),
    fromTime: dateTime(text('开始', 'From'), { required: true }),
    toTime: dateTime(text('结束', 'To')),
    state: select(text('状态', 'State'), berthStates, { required: true, search: true, tones: berthTones }),
    stayId: str(text('停车记录', 'Stay'), { hidden: true, max: 40 }),
    beganBy: select(text('由谁得知开始', 'Begun by'), evidenceSources),
    endedBy: select(text('由谁得知结束', 'Ended by'), evidenceSources),
  },
  display: 'state',
  unique: [['berthId', 'fromTime']],
  index: [['parkId', 'toTime']],
  range: 'fromTime',
  list: ['berthId', 'fromTime', 'toTime', 'state', 'beganBy', 'endedBy'],
  order: { by: 'fromTime', desc: true },
  help: text('由证据得出，不能录入。', 'Follows from the evidence; never entered.'),
});
