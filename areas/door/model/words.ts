import type { Dictionary } from '#kit/declare/dictionary.ts';
import { text } from '#kit/declare/text.ts';

export const gateTypes = {
  door: text('门', 'Door'),
  turnstile: text('闸机', 'Turnstile'),
  unit: text('单元门', 'Building entrance'),
  lift: text('电梯', 'Lift'),
};

export const gateModes = {
  normal: text('正常', 'Normal'),
  open: text('常开', 'Held open'),
  locked: text('锁定', 'Locked'),
};

export const fireKinds = {
  fire: text('消防报警', 'Fire alarm'),
  call: text('点名', 'Roll call'),
};

export const fireStates = {
  standing: text('进行中', 'In progress'),
  ended: text('已结束', 'Ended'),
};

export const rollStates = {
  missing: text('未点到', 'Missing'),
  accounted: text('已点到', 'Accounted for'),
  out: text('已离开', 'Left'),
};

/** What the device of a door did about a fire. */
export const fireDoorStates = {
  open: text('已打开', 'Open'),
  sending: text('下发中', 'Being sent'),
  offline: text('设备离线', 'Device offline'),
  refused: text('设备不支持', 'Not done by the device'),
  normal: text('已恢复', 'Back to normal'),
};

export const passbackKinds = {
  off: text('不限', 'Off'),
  soft: text('提示', 'Noted'),
  hard: text('禁止', 'Refused'),
  timed: text('限时', 'Within a time'),
};

export const personKinds = {
  resident: text('住户', 'Resident'),
  staff: text('员工', 'Staff'),
  contractor: text('外协', 'Contractor'),
  service: text('物业服务', 'Service'),
};

export const personStates = {
  active: text('正常', 'Active'),
  suspended: text('已停用', 'Suspended'),
  left: text('已离开', 'Left'),
};

export const cardStates = {
  active: text('可用', 'Active'),
  lost: text('已挂失', 'Lost'),
};

export const followTypes = {
  watch: text('关注', 'Watch'),
  care: text('关怀', 'Care'),
  barred: text('禁止进入', 'Barred'),
};

export const grantStates = {
  future: text('未开始', 'Not yet'),
  live: text('有效', 'Live'),
  ended: text('已到期', 'Ended'),
};

export const weekdays = {
  1: text('周一', 'Monday'),
  2: text('周二', 'Tuesday'),
  3: text('周三', 'Wednesday'),
  4: text('周四', 'Thursday'),
  5: text('周五', 'Friday'),
  6: text('周六', 'Saturday'),
  7: text('周日', 'Sunday'),
};

export const readers = {
  in: text('进', 'In'),
  out: text('出', 'Out'),
};

/** Why a door let somebody pass or not, as `domain/door/decide.ts` names it. */
export const reasonWords = {
  fire: text('消防联动', 'Fire'),
  'mode-open': text('门常开', 'Door held open'),
  'mode-locked': text('门已锁定', 'Door locked'),
  'unknown-credential': text('凭证未登记', 'Unknown credential'),
  'lost-credential': text('卡已挂失', 'Card lost'),
  'revoked-credential': text('卡已注销', 'Card revoked'),
  suspended: text('人员已停用', 'Person suspended'),
  left: text('人员已离开', 'Person left'),
  barred: text('禁止进入', 'Barred'),
  'not-granted': text('没有授权', 'Not granted'),
  'not-yet': text('授权未开始', 'Grant not begun'),
  ended: text('授权已到期', 'Grant ended'),
  'out-of-hours': text('不在时间段内', 'Out of hours'),
  holiday: text('节假日不开放', 'Holiday'),
  'second-factor': text('须再验证', 'Second factor'),
  'second-person': text('须两人同行', 'Second person'),
  interlock: text('互锁的门未关', 'Interlocked door open'),
  'area-full': text('区域已满', 'Area full'),
  'passed-back': text('未出又进', 'No exit between'),
  temperature: text('体温待查', 'Temperature'),
  'lease-over': text('脱机时限已过', 'Offline lease over'),
};

/** What the server notes of a passage afterwards. */
export const oddWords = { 'passed-back': reasonWords['passed-back'] };

export const checkStates = {
  waiting: text('待审核', 'To be checked'),
  passed: text('已通过', 'Passed'),
  refused: text('已驳回', 'Refused'),
  expired: text('已过期', 'Expired'),
};

export const paramKeys = {
  volume: text('音量（0 至 100）', 'Volume (0 to 100)'),
  language: text('语言（zh 或 en）', 'Language (zh or en)'),
  screenS: text('熄屏（秒）', 'Screen off after (s)'),
  tamperAlarm: text('防拆报警（on 或 off）', 'Tamper alarm (on or off)'),
  openAlarm: text('超时未关报警（on 或 off）', 'Held-open alarm (on or off)'),
  warnTemp: text('预警温度（℃）', 'Warns from (°C)'),
  lowTemp: text('体温下限（℃）', 'Lowest temperature (°C)'),
  highTemp: text('体温上限（℃）', 'Highest temperature (°C)'),
  tempOffset: text('体温修正（℃）', 'Temperature offset (°C)'),
  distanceCm: text('测量距离（厘米）', 'Distance (cm)'),
};

export const paramStates = {
  wanted: text('待下发', 'To be sent'),
  sent: text('已发出', 'Sent'),
  held: text('已采用', 'Taken'),
  refused: text('设备拒绝', 'Refused by the device'),
};

export const doorReasons: Dictionary = {
  code: 'door.reason',
  title: text('远程开门原因', 'Reasons to operate a door'),
  values: {
    forgotten: text('忘带卡', 'Card forgotten'),
    visitor: text('访客到访', 'A visitor'),
    goods: text('搬运货物', 'Goods carried'),
    emergency: text('紧急情况', 'An emergency'),
    check: text('设备检修', 'Device checked'),
  },
};
