/** Stays at the roadside in lists of their own: rows of `carInside` and `stay` that stand at a berth. */
import { str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { carInside } from '#areas/passage/model/car-inside.ts';
import { stay } from '#areas/passage/model/stay.ts';
import { voidStay } from './action-calls.ts';
import { endStay } from './rd-berth.ts';

const berthNo = str(text('泊位号', 'Berth'), { max: 20 });
const inside = carInside.fields;

const insideFields = {
  companyId: inside.companyId,
  parkId: inside.parkId,
  sectionId: inside.sectionId,
  berthId: inside.berthId,
  plateNumber: inside.plateNumber,
  plateColour: inside.plateColour,
  kind: inside.kind,
  status: inside.status,
  inTime: inside.inTime,
  provenTo: inside.provenTo,
  paidFen: inside.paidFen,
  inPicture: inside.inPicture,
};
const now = {
  area: 'road',
  page: 'record',
  scope: 'park',
  verbs: ['list', 'export'],
  rowsOf: () => carInside,
  accepts: { berthNo },
  fields: insideFields,
  display: 'plateNumber',
  list: [
    'berthId',
    'plateNumber',
    'inTime',
    'provenTo',
    'kind',
    'status',
    'sectionId',
    'parkId',
    'paidFen',
    'inPicture',
  ],
  order: { by: 'inTime', desc: false },
} as const;

/** Cars at berths now. */
export const rdInCar = resource({
  ...now,
  name: 'rdInCar',
  title: text('路内在停车辆', 'Roadside cars parked'),
  route: '/rdstatic/inCar',
  wire: {
    base: '/api/updown/roadstatic',
    list: 'searchPageRdInCar',
    key: 'recordId',
    export: '/api/updown/roadstatic/exportPageRdInCar',
  },
  actions: [
    { call: endStay, key: 'berthId', from: 'berthId', label: text('结束停车', 'End stay'), tone: 'primary' },
    { call: voidStay, key: 'recordId', label: text('作废', 'Void'), tone: 'danger' },
  ],
  help: text(
    '泊位上现在的车。未登记车牌的显示为无牌车编号，停车类型为“未识别”。',
    'Cars at berths now. One nobody has read yet stands under a code, and its type is unidentified.',
  ),
});

/** The same of all car parks of the group, to look at. */
export const groupInCar = resource({
  ...now,
  name: 'groupInCar',
  title: text('集团路内在停车辆', 'Roadside cars of the group'),
  route: '/static/rdIncar',
  wire: { base: '/api/gatehouse/groupInCar', key: 'recordId' },
  help: text('集团所有路内车场泊位上现在的车，只读。', 'Cars at the berths of all roadside car parks, read only.'),
});

const all = stay.fields;
const recordFields = {
  companyId: { ...all.companyId, alias: ['groupCompanyId'] },
  parkId: all.parkId,
  sectionId: all.sectionId,
  berthId: all.berthId,
  plateNumber: all.plateNumber,
  plateColour: all.plateColour,
  kind: all.kind,
  status: all.status,
  beginTime: all.beginTime,
  inTime: all.inTime,
  outTime: all.outTime,
  staySeconds: all.staySeconds,
  beginBy: all.beginBy,
  endBy: all.endBy,
  provenTo: all.provenTo,
  dutyUserId: all.dutyUserId,
  bays: all.bays,
  receivableFen: all.receivableFen,
  derateFen: all.derateFen,
  waivedFen: all.waivedFen,
  paidFen: all.paidFen,
  outstandingFen: all.outstandingFen,
  releaseType: all.releaseType,
  ruleName: all.ruleName,
  inPicture: all.inPicture,
};
const columns = [
  'plateNumber',
  'inTime',
  'receivableFen',
  'berthId',
  'outTime',
  'paidFen',
  'outstandingFen',
  'staySeconds',
  'beginBy',
  'endBy',
  'provenTo',
  'dutyUserId',
  'status',
  'parkId',
] as const;
const shared = {
  area: 'road',
  page: 'record',
  scope: 'park',
  verbs: ['list', 'export'],
  rowsOf: () => stay,
  facts: { by: 'beginTime', days: 7 },
  fields: recordFields,
  display: 'plateNumber',
  list: columns,
  totals: ['receivableFen', 'derateFen', 'waivedFen', 'paidFen', 'outstandingFen', 'staySeconds'],
} as const;

/** Stays at berths, with the sources of their begin and end. */
export const rdInOut = resource({
  ...shared,
  name: 'rdInOut',
  title: text('路内停车记录', 'Roadside parking records'),
  route: '/rdstatic/inoutRecord',
  wire: {
    base: '/api/updown/roadstatic',
    list: 'searchPageRdInOutRecord',
    key: 'recordId',
    export: '/api/updown/roadstatic/exportRdInOutRecord',
  },
  accepts: { berthNo },
  actions: [
    {
      call: voidStay,
      key: 'recordId',
      label: text('作废', 'Void'),
      tone: 'danger',
      when: { field: 'status', is: ['open', 'suspect', 'closed', 'closed-inferred'] },
    },
  ],
  help: text(
    '每次停车一条。“证据至”之后的时间不收费；作废的不计入任何统计。',
    'One record per stay. Nothing is charged after “proven until”; voided ones are in no figure.',
  ),
});

/** The same of all car parks of the group; nothing is done to them here. */
export const groupInOut = resource({
  ...shared,
  name: 'groupInOut',
  title: text('集团停车记录', 'Group parking records'),
  route: '/rdstatic/groupInoutRecord',
  wire: {
    base: '/api/updown/roadstatic',
    list: 'searchGroupInOutRecords',
    key: 'recordId',
    export: '/api/updown/roadstatic/exportGroupInOutRecords',
  },
  help: text('集团所有路内车场的停车记录。', 'Stays at all roadside car parks of the group.'),
});
