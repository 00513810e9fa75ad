import { call } from '#kit/declare/call.ts';
import { relation } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { building } from '#areas/guidance/model/building.ts';
import { area, villageId } from './common.ts';

/** How a door stands now. */
export const doorStates = {
  closed: text('关闭', 'Closed'),
  open: text('打开', 'Open'),
  forced: text('强行打开', 'Forced open'),
  held: text('超时未关', 'Held open'),
  offline: text('离线', 'Offline'),
  unknown: text('不明', 'Unknown'),
};

export const doorTones = {
  closed: 'ok',
  open: 'info',
  forced: 'bad',
  held: 'warn',
  offline: 'muted',
  unknown: 'muted',
} as const;

/** The doors of a community as they are now, and one of its floors. */
export const doorPlan = call({
  name: 'doorGate.plan',
  title: text('门禁实况图', 'Doors, live'),
  area,
  method: 'GET',
  path: '/api/gatehouse/door/plan',
  permission: 'doorGate:read',
  answer: 'object',
  input: {
    villageId,
    buildingId: relation(text('楼层', 'Floor'), () => building, {
      help: text('不填为第一个', 'The first one where left out'),
    }),
  },
  note: text(
    '应答 {at, floors, floor, doors}。floors 为小区各车场的楼层 {value, label, parkName}；floor 为 {id, buildingName, width, height, mapUrl, points}，没有楼层时为空。doors 为小区的全部门（至多 500 个）：{id, gateName, gateType, buildingId, x, y, mode, modeUntil, fireSince, state, contact, contactAt, devices, reached, last}；state 由设备是否在线与门磁最近上报得出，last 为最近一次通行 {time, empName, result, reader, reason}，无权查看事件的为空。',
    'Answers {at, floors, floor, doors}. `floors` are those of the community’s car parks, {value, label, parkName}; `floor` is {id, buildingName, width, height, mapUrl, points}, null where there is none. `doors` are all of the community, 500 at most: {id, gateName, gateType, buildingId, x, y, mode, modeUntil, fireSince, state, contact, contactAt, devices, reached, last}; `state` follows from whether its devices are reached and from what its contact reported last, `last` is the latest passage, {time, empName, result, reader, reason}, null for who may not see events.',
  ),
});
