import { text } from '#kit/declare/text.ts';

export const passStates = {
  applied: text('待审核', 'Pending'),
  refused: text('已拒绝', 'Rejected'),
  approved: text('待缴费', 'Awaiting payment'),
  active: text('有效', 'Active'),
  suspended: text('报停', 'Suspended'),
  grace: text('宽限期', 'Grace period'),
  expired: text('已过期', 'Expired'),
  stopped: text('已退租', 'Ended'),
};

export const passTones = {
  applied: 'warn',
  refused: 'muted',
  approved: 'info',
  active: 'ok',
  suspended: 'info',
  grace: 'warn',
  expired: 'bad',
  stopped: 'muted',
} as const;

/** What days came from. */
export const renewalKinds = {
  month: text('按月', 'By months'),
  money: text('按金额', 'By amount'),
  vip: text('贵宾免费', 'VIP, free'),
  rest: text('报停顺延', 'Suspension extension'),
};

/** Why a day was what it was, in the words of `domain/pass`. */
export const dayReasons = {
  covered: text('有效', 'Covered'),
  grace: text('宽限', 'Grace'),
  suspended: text('报停', 'Suspended'),
  stopped: text('退租后', 'After ending'),
  notBegun: text('未开始', 'Not begun'),
  gap: text('断期', 'Gap'),
  ended: text('已过期', 'Expired'),
};
