import { text } from '#kit/declare/text.ts';

export const visitStates = {
  waiting: text('待审核', 'Pending'),
  approved: text('已通过', 'Approved'),
  inside: text('在访', 'Inside'),
  overstay: text('超时未离', 'Overstaying'),
  left: text('已离开', 'Left'),
  refused: text('已拒绝', 'Rejected'),
  cancelled: text('已取消', 'Cancelled'),
  noShow: text('未到', 'No-show'),
  expired: text('逾期未审', 'Not decided in time'),
};

export const visitTones = {
  waiting: 'warn',
  approved: 'info',
  inside: 'ok',
  overstay: 'bad',
  left: 'muted',
  refused: 'bad',
  cancelled: 'muted',
  noShow: 'muted',
  expired: 'muted',
} as const;

export const visitSources = {
  desk: text('前台登记', 'Reception'),
  poster: text('扫码登记', 'Poster code'),
};

export const carStates = {
  waiting: text('待审核', 'Pending'),
  booked: text('已预约', 'Booked'),
  inside: text('在场', 'Inside'),
  left: text('已离场', 'Left'),
  ended: text('已取消', 'Ended'),
};

export const eventKinds = {
  in: text('进入', 'Entered'),
  out: text('离开', 'Left'),
  refused: text('拒绝', 'Refused'),
  told: text('超时提醒', 'Overstay warned'),
};

export const eventWays = {
  desk: text('前台', 'Reception'),
  code: text('动态码', 'Changing code'),
  car: text('车道', 'Lane'),
  clock: text('定时任务', 'Schedule'),
};

/** Why a code or an entry is turned down, as the guard reads it. */
export const refusals = {
  unknown: text('不是本系统的访客码', 'Not a code of this system'),
  stale: text('访客码已过期，请刷新', 'This code is out of date; refresh it'),
  replayed: text('访客码已使用', 'This code has been used'),
  early: text('未到来访时间', 'Too early'),
  over: text('来访时间已过', 'The time of the visit is over'),
  notApproved: text('来访未通过', 'The visit is not approved'),
  usedUp: text('进入次数已用完', 'All entries are used'),
  inside: text('访客已在访', 'The visitor is inside already'),
  elsewhere: text('不是本车场的来访', 'The visit is to another place'),
};
export type RefusalReason = keyof typeof refusals;
