import { parkGate } from '#areas/lot/model/park-gate.ts';
import { village } from '#areas/lot/model/village.ts';
import { call } from '#kit/declare/call.ts';
import { longText, relation, select, str } from '#kit/declare/field.ts';
import type { Fields } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { seatUser } from './seat-user.ts';
import { callReasons, statedResolutions } from './words.ts';

const base = '/api/gatehouse/seat';
const callId = str(text('呼叫', 'Call'), { required: true, max: 36 });

const action = <const F extends Fields>(name: string, title: Text, path: string, input: F, note?: Text) =>
  call({
    name: `callRecord.${name}`,
    title,
    area: 'seat',
    method: 'POST',
    path: `${base}/${path}`,
    permission: 'callRecord:answer',
    answer: 'object',
    input,
    ...(note ? { note } : {}),
  });

export const seatPresence = action('presence', text('坐席状态', 'Presence of a seat'), 'presence', {
  to: select(
    text('状态', 'State'),
    {
      ready: text('空闲', 'Ready'),
      break: text('小休', 'Break'),
      offline: text('下线', 'Offline'),
    },
    { required: true, default: 'ready' },
  ),
});
/** It changes only when the page was last seen, and comes every few seconds: no idempotency key is kept for it. */
export const seatState = call({
  name: 'callRecord.state',
  title: text('坐席现状', 'A seat as it is now'),
  area: 'seat',
  method: 'GET',
  path: `${base}/state`,
  permission: 'callRecord:answer',
  answer: 'object',
  note: text(
    '{ at, seat, queue, own, notes, others }：本坐席、可接车场的排队、正在振铃或通话的呼叫、待登记的呼叫、可转接的坐席。坐席页每 2 秒取一次；30 秒没有消息即离线，通话中的呼叫回到队列。没有坐席账号的人只答 { seat: null }。',
    '{ at, seat, queue, own, notes, others }: this seat, who waits at its car parks, the call it rings for or talks to, calls to be noted, seats to hand over to. The page of a seat asks every 2 s; after 30 s of silence the seat is offline and its call waits again. Whoever has no seat account is answered { seat: null } alone.',
  ),
});
export const acceptCall = action('accept', text('接听', 'Answer'), 'accept', { callId });
export const transferCall = action('handOver', text('转接', 'Hand over'), 'handOver', {
  callId,
  seatId: relation(text('转给', 'To'), () => seatUser, { none: text('空闲最久的坐席', 'Whoever is ready longest') }),
});
export const endCall = action('end', text('结束通话', 'End the call'), 'end', { callId });
export const noteCall = action(
  'why',
  text('登记原因', 'Note why'),
  'why',
  {
    callId,
    why: select(text('原因', 'Why'), callReasons, { required: true }),
    resolution: select(text('结果', 'Result'), statedResolutions, { required: true, default: 'told' }),
    remark: longText(text('备注', 'Remark'), { max: 200 }),
  },
  text(
    '通话期间到结束后 30 秒内由本人开闸或放行的，结果记为开闸或放行，并记下指令与放行记录。',
    'Where the person opened or released at the lane from the answer to 30 s after the end, that is the result, with its commands and its release.',
  ),
);

export const callLane = call({
  name: 'callRecord.lane',
  title: text('呼叫车道现状', 'The lane of a call'),
  area: 'seat',
  method: 'GET',
  path: `${base}/lane`,
  permission: 'callRecord:answer',
  answer: 'object',
  input: { gateId: relation(text('车道', 'Lane'), () => parkGate, { required: true }) },
  note: text(
    '与岗亭值守中的一条车道相同：车辆、账单、图片、设备。',
    'As a lane of the booth page: the car, its bill, pictures and devices.',
  ),
});

export const villageNow = call({
  name: 'village.now',
  title: text('小区实况', 'A community as it is now'),
  area: 'seat',
  method: 'GET',
  path: '/api/gatehouse/village/now',
  permission: 'village:read',
  answer: 'object',
  input: { vid: relation(text('小区', 'Community'), () => village, { required: true, alias: ['VID'] }) },
  note: text(
    '小区此刻的 { lots: [{ parkId, parkName, free, inside, lanes: [{ gateId, gateName, phase, plate, cameraId }] }], doors: [{ id, name, mode }], calls, alerts }。',
    '{ lots: [{ parkId, parkName, free, inside, lanes: [{ gateId, gateName, phase, plate, cameraId }] }], doors: [{ id, name, mode }], calls, alerts } as they are now.',
  ),
});
