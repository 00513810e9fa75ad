import { relation } from '#kit/declare/field.ts';
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
      '{ family, path, steps: [{ label, value }], trust, nativeId, networks, gateId, gateName, can, reports, contacts: [{ contact, at }] | null, online, fault, address, host, messages: [{ at, receivedAt, plate, payCode, colour, confidence, picture, counts }], problems: [{ time, reason }] }。path 末尾接设备密钥；reports 为 false 的（继电器）只应答呼叫；contacts 为各触点最近一次变化的时间，没有输入的为 null；counts 为 false 的只显示、不放行。',
      '{ family, path, steps: [{ label, value }], trust, nativeId, networks, gateId, gateName, can, reports, contacts: [{ contact, at }] | null, online, fault, address, host, messages: [{ at, receivedAt, plate, payCode, colour, confidence, picture, counts }], problems: [{ time, reason }] }. The secret of the device follows the path; what does not report (a relay) only answers calls; contacts says when each changed last, null without inputs; what does not count is shown and opens nothing.',
    ),
  },
  'GET',
);
