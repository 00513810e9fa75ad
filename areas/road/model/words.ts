import type { Dictionary } from '#kit/declare/dictionary.ts';
import { text } from '#kit/declare/text.ts';

/** Who or what says something about a berth. */
export const evidenceSources = {
  camera: text('高位视频或视频桩', 'Camera'),
  sensor: text('地磁', 'Sensor'),
  lock: text('车位锁', 'Lock'),
  person: text('收费员、巡查员', 'Collector or patrol'),
  driver: text('车主', 'Driver'),
  system: text('系统', 'System'),
};

export const berthStates = {
  free: text('空闲', 'Free'),
  occupied: text('占用', 'Occupied'),
  unknown: text('不明', 'Unknown'),
  closed: text('停用', 'Closed'),
};
export const berthTones = { free: 'ok', occupied: 'info', unknown: 'warn', closed: 'muted' } as const;

export const berthKinds = {
  normal: text('普通', 'Normal'),
  disabled: text('无障碍', 'Disabled'),
  charging: text('充电', 'Charging'),
  loading: text('装卸', 'Loading'),
  short: text('短时', 'Short stay'),
};

export const closingReasons: Dictionary = {
  code: 'berth.closed',
  title: text('泊位停用原因', 'Reasons to close a berth'),
  values: {
    roadwork: text('道路施工', 'Roadworks'),
    event: text('活动管制', 'An event'),
    broken: text('设备故障', 'Device out of order'),
    reserved: text('临时保留', 'Kept free for now'),
  },
};
