import { date, relation, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { area, companyId, onlyOne, remark } from './common.ts';
import { doorGate } from './door-gate.ts';

/**
 * Where temperature is taken. Off until somebody says why and until when: readings of a place that is off are not kept.
 */
export const thermalPlace = resource({
  name: 'thermalPlace',
  title: text('测温地点', 'Temperature place'),
  area,
  route: '/door/yjPlace',
  help: text(
    '写明原因与截止日期后才开始记录体温；过了截止日期，相机的读数不再保存。体温不用于考勤。',
    'Readings are kept only while the place says why and until when; after that day they are not stored. Temperature is never used for attendance.',
  ),
  scope: 'company',
  wire: { base: '/api/updown/yjPlace' },
  fields: {
    placeName: str(text('地点名称', 'Place'), { required: true, search: true, max: 40 }),
    villageId: onlyOne,
    companyId,
    address: str(text('位置', 'Where'), { required: true, max: 100 }),
    gateId: relation(text('所在门', 'Door'), () => doorGate, { within: 'villageId', none: text('不在门旁', 'None') }),
    purpose: str(text('测温原因', 'Why it is taken'), { max: 200, none: text('未启用', 'Off') }),
    untilDate: date(text('测到', 'Until'), {
      help: text('当天结束后停止记录，最长一年', 'The last day, at most a year ahead'),
    }),
    remark,
  },
  display: 'placeName',
  unique: [['companyId', 'placeName']],
  list: ['placeName', 'villageId', 'address', 'gateId', 'purpose', 'untilDate', 'remark'],
});
