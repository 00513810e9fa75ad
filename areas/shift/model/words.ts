import { DENOMINATIONS } from '#domain/shift/till.ts';
import type { Text } from '#kit/declare/text.ts';
import { text } from '#kit/declare/text.ts';

export const shiftStates = {
  open: text('当班', 'At work'),
  counting: text('清点中', 'Counting'),
  counted: text('待接班确认', 'Waits for the next'),
  closed: text('已交班', 'Handed over'),
  forced: text('强制结束，待清点', 'Closed by force, to be counted'),
  deposited: text('已缴款', 'Deposited'),
};

export const shiftTones = {
  open: 'info',
  counting: 'warn',
  counted: 'warn',
  closed: 'ok',
  forced: 'bad',
  deposited: 'muted',
} as const;

/** What happened at a box while a shift worked it. The first four move cash. */
export const entryKinds = {
  cash: text('收现金', 'Cash taken'),
  refund: text('退现金', 'Cash refunded'),
  drop: text('投库', 'Drop into the safe'),
  correction: text('更正', 'Correction'),
  release: text('减免放行', 'Released unpaid'),
  free: text('免费放行', 'Released, nothing due'),
  key: text('空车道开闸', 'Empty lane opened'),
};

export const entryTones = {
  cash: 'ok',
  refund: 'warn',
  drop: 'info',
  correction: 'warn',
  release: 'warn',
  free: 'muted',
  key: 'bad',
} as const;

export const voidStates = {
  asked: text('待审批', 'Requested'),
  approved: text('已作废', 'Voided'),
  refused: text('已驳回', 'Refused'),
};

/** Notes and coins by their worth in fen. */
export const pieceNames: Readonly<Record<string, Text>> = Object.fromEntries(
  DENOMINATIONS.map((fen) => [
    String(fen),
    fen >= 100 ? text(`${fen / 100} 元`, `CNY ${fen / 100}`) : text(`${fen / 10} 角`, `CNY 0.${fen / 10}`),
  ]),
);
