import type { CallFact } from '#domain/queue/causes.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';

/** The trade's words for seats and the calls they answer. */
export const presences = {
  offline: text('离线', 'Offline'),
  break: text('小休', 'Break'),
  ready: text('空闲', 'Ready'),
  ringing: text('振铃', 'Ringing'),
  talking: text('通话', 'Talking'),
  wrapup: text('话后', 'Wrap-up'),
};
export const presenceTones = {
  offline: 'muted',
  break: 'warn',
  ready: 'ok',
  ringing: 'bad',
  talking: 'info',
  wrapup: 'info',
} as const;

export const callStates = {
  queued: text('排队', 'Waiting'),
  talking: text('通话中', 'Talking'),
  wrapup: text('待登记', 'To be noted'),
  closed: text('已办结', 'Closed'),
  abandoned: text('已放弃', 'Abandoned'),
  fallback: text('转现场', 'Sent to the booth'),
};
export const callTones = {
  queued: 'bad',
  talking: 'info',
  wrapup: 'warn',
  closed: 'ok',
  abandoned: 'muted',
  fallback: 'warn',
} as const;

export const callReasons = {
  noPlate: text('无牌车', 'No plate'),
  misread: text('识别错误', 'Misread'),
  cannotPay: text('无法支付', 'Cannot pay'),
  gate: text('道闸故障', 'Barrier'),
  question: text('咨询', 'Question'),
  other: text('其他', 'Other'),
};

/** What rows of the lane show around a call, ten minutes either way; found by the clock once a call is over. */
export const callFacts = {
  misread: text('车牌读错', 'Plate misread'),
  unread: text('未读出车牌', 'Plate not read'),
  gateFault: text('道闸故障', 'Barrier fault'),
  gateStill: text('道闸未动作', 'Barrier did not move'),
  payFailed: text('支付失败', 'Payment failed'),
  paidLate: text('到车道才支付', 'Paid at the lane'),
  deviceLost: text('设备离线', 'Device offline'),
  none: text('无对应事实', 'Nothing on record'),
} satisfies Record<CallFact, Text>;

/** What is proposed against each of them. */
export const callFixes = {
  misread: text(
    '调整相机角度与补光，设相似车牌匹配',
    'Turn and light the camera; match plates alike in the signs it confuses',
  ),
  unread: text('检查相机触发位置、角度与补光', 'Check where the camera triggers, its angle and its light'),
  gateFault: text('检修道闸', 'Have the barrier repaired'),
  gateStill: text('检查道闸的控制线与地感', 'Check the wiring and loop of the barrier'),
  payFailed: text('检查该车道的支付渠道与网络', 'Check the ways to pay at this lane, and its network'),
  paidLate: text('在出口前张贴缴费码，引导提前缴费', 'Post the pay code before the exit, so that drivers pay in time'),
  deviceLost: text('检查该车道设备的供电与网络', 'Check power and network of the lane’s devices'),
} satisfies Record<Exclude<CallFact, 'none'>, Text>;

export const fixStates = {
  proposed: text('待办', 'Proposed'),
  done: text('已实施', 'Done'),
  dismissed: text('不采纳', 'Not taken'),
};

/** The outcome a person enters; what was done at the barrier is read from the commands, not entered. */
export const statedResolutions = {
  told: text('已答复', 'Answered'),
  corrected: text('已更正车牌', 'Plate corrected'),
  paid: text('已缴费', 'Paid'),
  refused: text('未放行', 'Refused'),
};
export const resolutions = {
  ...statedResolutions,
  released: text('已放行', 'Released'),
  opened: text('已开闸', 'Opened'),
};

export const callEvents = {
  pressed: text('按键', 'Pressed'),
  queued: text('进入排队', 'Waiting'),
  joined: text('再次按键', 'Pressed again'),
  rung: text('振铃', 'Rung'),
  missed: text('未接', 'Missed'),
  overflowed: text('转下一组', 'Went on to the next group'),
  answered: text('接听', 'Answered'),
  handedOver: text('转接', 'Handed over'),
  lost: text('坐席掉线', 'Seat was lost'),
  ended: text('结束', 'Ended'),
  noted: text('登记原因', 'Noted'),
  abandoned: text('放弃', 'Abandoned'),
  fallback: text('转现场', 'Sent to the booth'),
  hungUp: text('司机挂断', 'Driver hung up'),
  rated: text('评分', 'Rated'),
};

export const grantStates = {
  future: text('未开始', 'To come'),
  live: text('使用中', 'Live'),
  ending: text('即将到期', 'Ends soon'),
  ended: text('已到期', 'Ended'),
};

export const payStates = {
  waiting: text('待支付', 'To be paid'),
  paid: text('已支付', 'Paid'),
  closed: text('已关闭', 'Closed'),
};
