/**
 * P 云 (4pyun), which passes on to city platforms: its published texts of entries, exits and changes. MD5 over the
 * fields by name with the lot's secret at the end.
 */
import type { MapValue, Profile } from './profile.ts';

const colours = { blue: '1', yellow: '2', white: '3', black: '4', green: '5', 'yellow-green': '5' };
/** 1 temporary, 2 monthly, 3 free. */
const types = { temp: '1', pass: '2', visitor: '3', free: '3', 'temp-expired': '1', 'temp-group-full': '1' };
const names = { temp: '临时车', pass: '月租车', visitor: '访客', free: '免费车' };

const visit: Readonly<Record<string, MapValue>> = {
  park_uuid: { $from: 'park.code' },
  parking_serial: { $from: 'stay.id' },
  plate: { $from: 'stay.plate' },
  plate_color: { $from: 'stay.colour', table: colours, or: '-1' },
  enter_time: { $from: 'stay.inAt', as: 'text' },
  enter_gate: { $from: 'stay.inLane' },
  car_type: { $from: 'stay.kind', table: types, or: '0' },
  car_desc: { $from: 'stay.kind', table: names, or: '其他' },
  charge_type: { $from: 'park.values.chargeType', or: '1' },
  total_parking_space: { $from: 'park.total', as: 'text' },
  remain_parking_space: { $from: 'park.free', as: 'text' },
};

export const pyun: Profile = {
  version: 1,
  name: { zh: 'P云（4pyun）', en: 'P Cloud (4pyun)' },
  source: 'https://doc.4pyun.com/parking/api/parking-enter.html',
  form: 'form',
  sign: { algo: 'md5', over: 'fields', after: '&app_secret={secret}', code: 'HEX', place: { field: 'sign' } },
  messages: {
    entry: {
      path: '/gate/1.0/parking/internal/enter',
      needs: ['park.code', 'stay.id', 'stay.inAt'],
      map: visit,
    },
    exit: {
      path: '/gate/1.0/parking/internal/leave',
      needs: ['park.code', 'stay.id', 'stay.inAt', 'stay.outAt'],
      map: {
        ...visit,
        leave_time: { $from: 'stay.outAt', as: 'text' },
        leave_gate: { $from: 'stay.outLane' },
        total_value: { $from: 'stay.receivableFen', as: 'text' },
        free_value: { $from: 'stay.deratedFen', as: 'text' },
        online_value: { $from: 'stay.onlineFen', as: 'text' },
        balance_value: { $from: 'stay.storedFen', as: 'text' },
        cash_value: { $from: 'stay.cashFen', as: 'text' },
        payment_list: {
          $json: {
            $each: 'stay.payments',
            map: {
              parking_order: { $from: 'item.id' },
              pay_time: { $from: 'item.at', as: 'text' },
              pay_type: { $from: 'item.way', table: { cash: 1, storedValue: 4 }, or: 2 },
              value: { $from: 'item.amountFen' },
            },
          },
        },
      },
    },
    correct: {
      path: '/gate/1.0/parking/internal/update',
      needs: ['park.code', 'stay.id', 'stay.plate'],
      map: {
        park_uuid: { $from: 'park.code' },
        flow_no: { $from: 'message.id' },
        parking_serial: { $from: 'stay.id' },
        plate: { $from: 'stay.plate' },
        plate_color: { $from: 'stay.colour', table: colours, or: '-1' },
        car_type: { $from: 'stay.kind', table: types, or: '0' },
        car_desc: { $from: 'stay.kind', table: names, or: '其他' },
        enter_time: { $from: 'stay.inAt', as: 'iso' },
        leave_time: { $from: 'stay.outAt', as: 'iso' },
        operate_time: { $from: 'now', as: 'iso' },
        reason: '更正',
      },
    },
  },
  answer: {
    code: 'code',
    ok: ['200', '1000', '1001'],
    refused: ['400'],
    words: ['hint', 'message'],
    // It answers 200 and takes nothing where the signature is wrong.
    doubt: { at: 'hint', says: ['签名'] },
  },
};
