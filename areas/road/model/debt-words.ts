import { text } from '#kit/declare/text.ts';

export const escapeStates = {
  waiting: text('待缴', 'In its term'),
  owing: text('欠费', 'Owing'),
  handed: text('已移交', 'Handed over'),
  paid: text('已补缴', 'Paid'),
  cancelled: text('已撤销', 'Cancelled'),
  writtenOff: text('已核销', 'Written off'),
};

export const escapeTones = {
  waiting: 'info',
  owing: 'bad',
  handed: 'warn',
  paid: 'ok',
  cancelled: 'muted',
  writtenOff: 'muted',
} as const;

/** States in which money may still come. */
export const openStates = ['waiting', 'owing', 'handed'];

/** Where a debt was paid in the end. */
export const paidPlaces = {
  berth: text('泊位', 'At a berth'),
  exit: text('出口', 'At an exit'),
  online: text('线上', 'Online'),
  collector: text('收费员', 'By a collector'),
};

/** What a second person has to confirm. */
export const escapeActions = { cancel: text('撤销', 'Cancel'), writeOff: text('核销', 'Write off') };

export const authorities = {
  authority: text('停车主管部门', 'Parking authority'),
  court: text('法院', 'Court'),
};

export const noticeWays = {
  list: text('催缴名单', 'Call list'),
  sms: text('短信', 'Text message'),
  slip: text('补缴通知单', 'Notice slip'),
  letter: text('信函', 'Letter'),
};
