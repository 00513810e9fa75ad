import { text } from '#kit/declare/text.ts';

export const platformKinds = {
  city: text('城市平台', 'City platform'),
  province: text('省级平台', 'Provincial platform'),
  police: text('公安平台', 'Police'),
  owner: text('业主或社区平台', 'Owner or community'),
  webhook: text('网络钩子', 'Webhook'),
};
/** Authorities: their lots are listed under provincial platforms. */
export const authorities = ['city', 'province', 'police'] as const;

export const personalParts = { plate: text('车牌号', 'Plate') };

export const messageKinds = {
  park: text('车场备案', 'Registration'),
  entry: text('入场', 'Entry'),
  payment: text('收款', 'Payment'),
  exit: text('出场', 'Exit'),
  correct: text('更正', 'Correction'),
  void: text('作废', 'Void'),
  count: text('在场数', 'Count'),
};

/** What a day is compared by; counts of cars replace each other. */
export const countedKinds = {
  entry: messageKinds.entry,
  exit: messageKinds.exit,
  payment: messageKinds.payment,
  correct: messageKinds.correct,
  void: messageKinds.void,
};

export const messageStates = {
  pending: text('待上传', 'Pending'),
  sending: text('上传中', 'Sending'),
  sent: text('已上传', 'Sent'),
  dead: text('被拒绝', 'Refused'),
  superseded: text('已被取代', 'Superseded'),
};

/** How one attempt ended. */
export const outcomes = {
  sent: text('成功', 'Taken'),
  again: text('稍后再试', 'Try again'),
  away: text('对方无应答', 'No answer'),
  refused: text('被拒绝', 'Refused'),
};
