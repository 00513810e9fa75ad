import { CAUSES, EXCEPTIONS } from '#domain/lane/words.ts';
import { PLATE_COLOURS } from '#domain/plate/colour.ts';
import type { Text } from '#kit/declare/text.ts';
import { text } from '#kit/declare/text.ts';

/** The trade's words for a stay, shared by all records that speak of one. */
export const stayKinds = {
  temp: text('临时车', 'Temporary'),
  pass: text('月租车', 'Pass'),
  visitor: text('访客', 'Visitor'),
  free: text('免费车', 'Free'),
  'temp-expired': text('过期转临时', 'Expired pass, temporary'),
  'temp-group-full': text('车位满转临时', 'Group full, temporary'),
  'temp-group-queue': text('车位满候补', 'Group full, waiting'),
  unidentified: text('未识别', 'Unidentified'),
  'no-entry': text('无入场记录', 'No entry on record'),
};

export const stayStates = {
  open: text('在场', 'Inside'),
  suspect: text('疑似已离场', 'Suspected exit'),
  stale: text('滞留', 'Overdue'),
  closed: text('已离场', 'Left'),
  'closed-inferred': text('推定离场', 'Inferred exit'),
  'closed-batch': text('批量离场', 'Batch exit'),
  merged: text('已合并', 'Merged'),
  voided: text('作废', 'Voided'),
};

export const stayTones = {
  open: 'info',
  suspect: 'warn',
  stale: 'warn',
  closed: 'ok',
  'closed-inferred': 'muted',
  'closed-batch': 'muted',
  merged: 'muted',
  voided: 'muted',
} as const;

export const releaseTypes = {
  paid: text('缴费放行', 'Paid'),
  free: text('免费放行', 'Nothing due'),
  pass: text('月租放行', 'Pass'),
  list: text('名单放行', 'Listed'),
  manual: text('人工放行', 'Manual release'),
  remote: text('远程开闸', 'Remote opening'),
  offline: text('脱机放行', 'Offline'),
  unpaid: text('欠费离场', 'Left unpaid'),
  repair: text('后台处理', 'Handled in office'),
};

export const colours: Readonly<Record<keyof typeof PLATE_COLOURS, Text>> = PLATE_COLOURS;
export const causes = CAUSES;
/** What a barrier did: an opening has one cause, the others have none. */
export const gateEvents = {
  up: text('开闸', 'Opened'),
  fault: text('故障', 'Fault'),
  still: text('未动作', 'Did not move'),
};
export const exceptions = EXCEPTIONS;
/** How it is known that a barrier went up, and that a vehicle went through. */
export const openingEvidence = { reported: text('设备上报', 'Reported'), commanded: text('按指令', 'By command') };
export const passageEvidence = { seen: text('看到驶过', 'Seen'), assumed: text('推定', 'Assumed') };

export const directions = { entry: text('入场', 'Entry'), exit: text('出场', 'Exit') };
