import { text } from '#kit/declare/text.ts';

/** A place of the roster: a shift, or a day off. */
export const cellKinds = {
  shift: text('上班', 'Shift'),
  rest: text('休息', 'Day off'),
  leave: text('请假', 'Leave'),
};

export const clockKinds = { in: text('签到', 'Clock in'), out: text('签退', 'Clock out') };

export const clockSources = {
  handheld: text('手持机', 'Handheld'),
  console: text('控制台', 'Console'),
  correction: text('补卡', 'Correction'),
};

export const places = {
  ok: text('在岗位', 'At the workplace'),
  far: text('不在岗位', 'Away from the workplace'),
  none: text('无定位', 'No position'),
};

export const dutyStates = {
  on: text('在岗', 'On duty'),
  off: text('已下班', 'Off duty'),
  missing: text('缺卡', 'Missing clock'),
  corrected: text('已补卡', 'Corrected'),
};

export const results = {
  normal: text('正常', 'Normal'),
  late: text('迟到', 'Late'),
  early: text('早退', 'Left early'),
  absent: text('旷工', 'Absent'),
  missing: text('缺卡', 'Missing clock'),
  leave: text('请假', 'Leave'),
  rest: text('休息', 'Day off'),
};
export type DayResult = keyof typeof results;

export const resultTones = {
  normal: 'ok',
  late: 'warn',
  early: 'warn',
  absent: 'bad',
  missing: 'bad',
  leave: 'info',
  rest: 'muted',
} as const;

export const correctionStates = {
  asked: text('待审批', 'Pending'),
  approved: text('已补卡', 'Approved'),
  refused: text('已驳回', 'Rejected'),
};

export const monthStates = { open: text('核对中', 'Under review'), closed: text('已关账', 'Closed') };

/** Days of the week by ISO number. */
export const weekdays = {
  1: text('周一', 'Mon'),
  2: text('周二', 'Tue'),
  3: text('周三', 'Wed'),
  4: text('周四', 'Thu'),
  5: text('周五', 'Fri'),
  6: text('周六', 'Sat'),
  7: text('周日', 'Sun'),
};
