import { text } from '#kit/declare/text.ts';

export const typeCodes = {
  detector: text('探测器', 'Detector'),
  video: text('视频探测器', 'Video detector'),
  lamp: text('车位灯', 'Space lamp'),
  board: text('引导屏', 'Board'),
  counter: text('计数器', 'Counter'),
  gateway: text('网关', 'Gateway'),
  kiosk: text('查询机', 'Kiosk'),
  co: text('一氧化碳探头', 'CO sensor'),
  fan: text('风机', 'Fan'),
};
export type TypeCode = keyof typeof typeCodes;
/** Kinds that say whether a space is taken. */
export const sensing: readonly string[] = ['detector', 'video'];

export const nodeStates = {
  online: text('在线', 'Online'),
  lost: text('失联', 'Lost'),
  fault: text('故障', 'Fault'),
  unknown: text('未上报', 'Not seen yet'),
};
export const nodeTones = { online: 'ok', lost: 'bad', fault: 'bad', unknown: 'muted' } as const;

export const spaceKinds = {
  normal: text('普通', 'Normal'),
  charging: text('充电', 'Charging'),
  disabled: text('无障碍', 'Accessible'),
  short: text('短时', 'Short stay'),
  fixed: text('固定', 'Fixed'),
};
export const spaceStates = {
  free: text('空闲', 'Free'),
  taken: text('占用', 'Taken'),
  unknown: text('不明', 'Unknown'),
  closed: text('停用', 'Closed'),
};
export const spaceTones = { free: 'ok', taken: 'info', unknown: 'warn', closed: 'muted' } as const;
