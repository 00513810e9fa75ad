import { longText, relation } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { deviceAction } from './device-action.ts';
import { parkDevice } from './park-device.ts';

const device = relation(text('设备', 'Device'), () => parkDevice, { required: true, alias: ['id'] });

/** For whoever connects a camera of another maker: what to type into its page, and what has come of it so far. */
export const boughtConnection = deviceAction(
  'connection',
  text('接入情况', 'How it connects'),
  '/api/gatehouse/parkDevice/connection',
  'parkDevice:edit',
  { deviceId: device },
  {
    answer: 'object',
    note: text(
      '{ family, path, steps: [{ label, value }], trust, beat: { at, from, nativeId, firmware } | null, nativeId, networks, gateId, gateName, can, reports, contacts: [{ contact, at }] | null, mapping, sample, online, fault, address, host, messages: [{ at, receivedAt, plate, payCode, colour, confidence, picture, counts }], problems: [{ time, reason }] }。path 末尾接设备密钥；reports 为 false 的（继电器）只应答呼叫；contacts 为各触点最近一次变化的时间，没有输入的为 null；counts 为 false 的只显示、不放行。',
      '{ family, path, steps: [{ label, value }], trust, beat: { at, from, nativeId, firmware } | null, nativeId, networks, gateId, gateName, can, reports, contacts: [{ contact, at }] | null, mapping, sample, online, fault, address, host, messages: [{ at, receivedAt, plate, payCode, colour, confidence, picture, counts }], problems: [{ time, reason }] }. The secret of the device follows the path; what does not report (a relay) only answers calls; contacts says when each changed last, null without inputs; what does not count is shown and opens nothing.',
    ),
  },
  'GET',
);

/** How far each plate has come on a camera of another maker, and until when it lets each in by itself. */
export const cameraList = deviceAction(
  'cameraList',
  text('平台下发的名单', 'List sent to a camera'),
  '/api/gatehouse/parkDevice/cameraList',
  'parkDevice:read',
  { deviceId: device },
  {
    answer: 'page',
    note: text(
      'records 为 [{ plateNumber, wanted, status, bound, changedAt, tries, error }]，另有 counts: { held, sent, waiting, failed, removing }、readsBack、listUntil。status：due 待下发、sending 下发中、sent 已送达（不能回读）、held 回读一致、failed 失败（自动再试）；wanted 为 false 的是要删除的；bound 为断网时相机最迟放行到何时。只用于其他厂商中能写名单的相机。',
      'records are [{ plateNumber, wanted, status, bound, changedAt, tries, error }], with counts: { held, sent, waiting, failed, removing }, readsBack and listUntil. status: due, sending, sent (cannot be read back), held (read back as sent), failed (tried again); those not wanted are being removed; bound is until when at the latest the camera lets it in while cut off. For cameras of other makers that are sent a list.',
    ),
  },
  'GET',
);

/** For whoever names the fields of somebody's message: what a sample would be understood as. */
export const tryMapping = deviceAction(
  'tryMapping',
  text('试解析', 'Try a mapping'),
  '/api/gatehouse/parkDevice/tryMapping',
  'parkDevice:edit',
  {
    deviceId: device,
    mapping: longText(text('字段对应', 'Field mapping'), { max: 2_000 }),
    sample: longText(text('消息样例', 'Sample message'), { required: true, max: 20_000 }),
  },
  {
    answer: 'object',
    note: text(
      '{ nativeId, problem, events: [{ key, plate, colour, confidence, at, pictures }] }；不保存，也不放行',
      '{ nativeId, problem, events: [{ key, plate, colour, confidence, at, pictures }] }; nothing is kept and nothing opens',
    ),
  },
);
