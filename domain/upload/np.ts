/**
 * An open interface of car park data as published: one message of a visit, sent when it begins and again when it ends.
 * MD5 over the fields beside the body, then those of the body, then the key.
 */
import type { MapValue, Profile } from './profile.ts';

const visit = (ended: boolean): MapValue => ({
  parkCode: { $from: 'park.code' },
  parkType: 1,
  uniqueId: { $from: 'stay.id' },
  plate: { $from: 'stay.plate' },
  carType: { $from: 'stay.kind', table: { temp: 0 }, or: 1 },
  inTime: { $from: 'stay.inAt', as: 'local' },
  inLane: { $from: 'stay.inLaneCode', or: 0 },
  inRemark: null,
  inLaneName: { $from: 'stay.inLane' },
  ioStatus: ended ? 1 : 0,
  needCharge: { $from: 'stay.receivableFen', as: 'double' },
  cashCharge: { $from: 'stay.cashFen', as: 'double' },
  epayCharge: { $from: 'stay.onlineFen', as: 'double' },
  outLane: ended ? { $from: 'stay.outLaneCode', or: 0 } : 0,
  outLaneName: ended ? { $from: 'stay.outLane' } : null,
  outTime: ended ? { $from: 'stay.outAt', as: 'local' } : null,
  outRemark: null,
  admin: null,
});

export const np: Profile = {
  version: 1,
  name: { zh: '车场数据开放接口（inOutList）', en: 'Open car park data (inOutList)' },
  source: 'https://www.showdoc.com.cn/npDataOpenApi/2021154438500895',
  form: 'json',
  envelope: {
    service: 'inOutList',
    version: 'V1',
    timestamp: { $from: 'now', as: 'text' },
    orgId: { $from: 'platform.key' },
    body: '$message',
  },
  sign: { algo: 'md5', over: 'fields', nested: 'body', after: '&{secret}', code: 'hex', place: { field: 'sign' } },
  messages: {
    entry: { path: '', needs: ['park.code', 'stay.id', 'stay.plate', 'stay.inAt'], map: visit(false) },
    exit: { path: '', needs: ['park.code', 'stay.id', 'stay.plate', 'stay.inAt', 'stay.outAt'], map: visit(true) },
  },
  // The text does not say what is answered: the status of HTTP decides.
  answer: { words: ['msg', 'message'] },
};
