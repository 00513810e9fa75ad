import { call } from '#kit/declare/call.ts';
import { dateTime, image, integer, relation, str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { rdSensor } from './devices.ts';
import { rdBerth } from './rd-berth.ts';

const area = 'road';
const berthId = relation(text('泊位', 'Berth'), () => rdBerth, { required: true, alias: ['id'] });
const reason = str(text('原因', 'Reason'), { required: true, min: 2, max: 200 });

export const roadImages = call({
  name: 'parkIORecord.getRoadImages',
  title: text('路边进出图片', 'Pictures of a stay'),
  area,
  method: 'GET',
  path: '/api/updown/parkIORecord/getRoadImages',
  permission: 'stay:read',
  answer: 'list',
  input: { recordId: str(text('停车记录', 'Stay'), { required: true, max: 40 }) },
  note: text('[{url, sha256, at, source, claim}]', '[{url, sha256, at, source, claim}]'),
});

export const voidStay = call({
  name: 'stay.void',
  title: text('作废停车记录', 'Void a stay'),
  area,
  method: 'POST',
  path: '/api/gatehouse/stay/void',
  permission: 'rdBerth:voidStay',
  input: {
    recordId: str(text('停车记录', 'Stay'), { required: true, max: 40 }),
    remark: reason,
    picture: image(text('现场图片', 'Picture of the berth'), { required: true }),
  },
  note: text(
    '该泊位当时没有车。已收过钱的不能作废，先退款。',
    'Nothing stood there. One that money was taken for is refunded first.',
  ),
});

export const swapSensors = call({
  name: 'rdSensor.swap',
  title: text('对调地磁', 'Swap two sensors'),
  area,
  method: 'POST',
  path: '/api/gatehouse/rdSensor/swap',
  permission: 'rdSensor:edit',
  input: {
    deviceId: relation(text('地磁', 'Sensor'), () => rdSensor, { required: true }),
    otherId: relation(text('另一个地磁', 'The other sensor'), () => rdSensor, { required: true }),
    at: dateTime(text('自', 'From'), { help: text('不填为现在', 'Now if left blank') }),
  },
});

/** One berth over a day or so: its spells and the evidence they rest on. */
export const berthDay = call({
  name: 'rdBerth.day',
  title: text('泊位一日', 'A berth over a day'),
  area,
  method: 'GET',
  path: '/api/gatehouse/rdBerth/day',
  permission: 'rdBerth:read',
  answer: 'object',
  input: {
    berthId,
    startTime: dateTime(text('自', 'From'), { required: true }),
    hours: integer(text('小时', 'Hours'), { default: 24, min: 1, max: 168 }),
  },
  note: text('{spells, evidence}', '{spells, evidence}'),
});
