import { call } from '#kit/declare/call.ts';
import { relation } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';

const input = { parkId: relation(text('车场', 'Car park'), () => park, { required: true }) };

export const carTypesOfPark = call({
  name: 'carType.getSelectCarKindType',
  title: text('车辆类型下拉', 'Car types of a car park'),
  area: 'vehicle',
  method: 'GET',
  path: '/api/updown/baseSelect/getSelectCarKindType',
  permission: 'session',
  answer: 'list',
  input,
});
export const payingTypesOfPark = call({
  name: 'carType.getSelectStoredValueCarAndTempCar',
  title: text('储值车与临时车类型下拉', 'Temporary and stored-value types of a car park'),
  area: 'vehicle',
  method: 'GET',
  path: '/api/updown/baseSelect/getSelectStoredValueCarAndTempCar',
  permission: 'session',
  answer: 'list',
  input,
});
