import { DENOMINATIONS } from '#domain/shift/till.ts';
import type { Text } from '#kit/declare/text.ts';
import { text } from '#kit/declare/text.ts';

export const shiftStates = {
  open: text('当班', 'On duty'),
  counting: text('清点中', 'Counting'),
  counted: text('待接班确认', 'Awaiting takeover'),
  closed: text('已交班', 'Handed over'),
  forced: text('强制结束，待清点', 'Force-closed, to be counted'),
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
  drop: text('投库', 'Cash drop'),
  correction: text('更正', 'Correction'),
  release: text('减免放行', 'Released, fee waived'),
  free: text('免费放行', 'Released, nothing due'),
  key: text('空车道开闸', 'Barrier opened (no vehicle)'),
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
  asked: text('待审批', 'Pending'),
  approved: text('已作废', 'Voided'),
  refused: text('已驳回', 'Rejected'),
};

/** Notes and coins by their worth in fen. */
export const pieceNames: Readonly<Record<string, Text>> = Object.fromEntries(
  DENOMINATIONS.map((fen) => [
    String(fen),
    fen >= 100 ? text(`${fen / 100} 元`, `CNY ${fen / 100}`) : text(`${fen / 10} 角`, `CNY 0.${fen / 10}`),
  ]),
);
