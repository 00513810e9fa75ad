import { parkGate } from '#areas/lot/model/park-gate.ts';
import { boolean, dateTime, image, integer, money, relation, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { correct, resolve } from './calls.ts';
import { atBerth, stayFields } from './stay-fields.ts';

/**
 * Vehicles inside now: one row per open, suspect or stale stay, with the stay's id. At most one per lot and plate
 * unless a clone was accepted.
 */
export const carInside = resource({
  name: 'carInside',
  title: text('场内车辆', 'Vehicles inside'),
  area: 'passage',
  route: '/static/incar',
  page: 'record',
  scope: 'park',
  verbs: ['list', 'export'],
  wire: {
    base: '/api/updown/parkIORecord',
    list: 'inCarList',
    key: 'recordId',
    export: '/api/updown/parkIORecord/exportInCarList',
  },
  fields: {
    ...stayFields,
    inTime: dateTime(text('入场时间', 'Entry time'), { search: true }),
    inGateId: relation(text('入口通道', 'Entry lane'), () => parkGate, { search: true, within: 'parkId' }),
    inPicture: image(text('入场图片', 'Entry picture'), { personal: true }),
    paidFen: money(text('已缴金额', 'Paid so far')),
    freeUntil: dateTime(text('免费离场截止', 'Free until')),
    /** 0 for the plate's own row; an accepted second vehicle of the same plate counts on. */
    cloneNo: integer(text('套牌序号', 'Cloned plate no.'), { hidden: true, default: 0 }),
    offline: boolean(text('脱机', 'Offline')),
    ...atBerth,
    provenTo: dateTime(text('证据至', 'Proven until')),
    remark: str(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'plateNumber',
  unique: [['parkId', 'plateNumber', 'cloneNo']],
  list: ['parkId', 'plateNumber', 'plateColour', 'kind', 'inTime', 'inGateId', 'paidFen', 'status', 'inPicture'],
  order: { by: 'inTime', desc: true },
  actions: [
    { call: correct, key: 'recordId', tone: 'primary' },
    { call: resolve, key: 'recordId', when: { field: 'status', is: ['suspect'] } },
  ],
  help: text(
    '当前在场车辆。可更正车牌、补录入场、批量离场；每次更正都会留痕。',
    'Vehicles inside now. Correct plates, add missed entries or close stays in bulk; every correction is logged.',
  ),
});
