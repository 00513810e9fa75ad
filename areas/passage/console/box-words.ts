import type { Phase } from '#domain/lane/types.ts';
import type { Tone } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';

/** What a lane is at, for the person who watches it. */
export const phases: Readonly<Record<Phase['name'], { readonly label: Text; readonly tone: Tone }>> = {
  idle: { label: text('空闲', 'Idle'), tone: 'muted' },
  'no-plate': { label: text('无牌车，待放行', 'No plate, waiting'), tone: 'warn' },
  refused: { label: text('已拒绝', 'Rejected'), tone: 'bad' },
  granted: { label: text('已放行，待通过', 'Released, waiting to pass'), tone: 'ok' },
  confirm: { label: text('相似车牌，请确认', 'Similar plates, please confirm'), tone: 'bad' },
  'no-entry': { label: text('无入场记录', 'No entry on record'), tone: 'bad' },
  unpriced: { label: text('无法计价', 'No price'), tone: 'bad' },
  awaiting: { label: text('待缴费', 'Awaiting payment'), tone: 'warn' },
  deducting: { label: text('无感扣费中', 'Deducting'), tone: 'info' },
  stalled: { label: text('开闸未通过', 'Opened, no vehicle passed'), tone: 'warn' },
  releasing: { label: text('已放行，待通过', 'Released, waiting to pass'), tone: 'ok' },
};

/** Shown instead of “released” if the barrier has not moved five seconds after the command. */
export const stuck = {
  label: text('已放行，道闸未动', 'Released, barrier has not moved'),
  online: text(
    '按 F 再次开闸；仍不动时手动抬杆，并检查道闸。',
    'Press F to open again. If it still does not move, lift the barrier by hand and check it.',
  ),
  offline: text(
    '“{device}”离线：手动抬杆放行，并检查它的电源与网络；恢复后按 F 再次开闸。',
    '“{device}” is offline: lift the barrier by hand and check its power and network. Once it is back, press F to open again.',
  ),
  tone: 'bad',
} as const;

export const barriers = {
  up: text('闸杆升起', 'Barrier up'),
  down: text('闸杆落下', 'Barrier down'),
  fault: text('道闸故障', 'Barrier fault'),
};
export const laneDirections = { entry: text('入口', 'Entry'), exit: text('出口', 'Exit') };

export const releaseReasons: readonly Text[] = [
  text('车主无法支付，经理同意放行', 'Driver unable to pay, approved by manager'),
  text('执行任务的特种车辆', 'Emergency vehicle on duty'),
  text('设备故障，计费有误', 'Device fault, incorrect fee'),
  text('本单位工作车辆', 'Company work vehicle'),
  text('道路疏导', 'Traffic relief'),
];
export const refuseReasons: readonly Text[] = [
  text('未经允许的车辆', 'Unauthorised vehicle'),
  text('拒不缴费', 'Refuses to pay'),
  text('车位已满', 'Car park full'),
  text('超高、超长车辆', 'Over height or length limit'),
  text('走错入口或出口', 'Wrong entrance or exit'),
];
export const emptyReasons: readonly Text[] = [
  text('清扫、维护车辆通过', 'Cleaning or maintenance'),
  text('道闸检修测试', 'Barrier maintenance test'),
  text('非机动车通过', 'Bicycle or pedestrian'),
  text('相机未识别到车辆', 'Camera did not detect the vehicle'),
];
export const spoken: readonly Text[] = [
  text('请稍候，正在为您处理', 'One moment, please'),
  text('请扫码缴费', 'Please scan to pay'),
  text('请缴纳现金', 'Please pay in cash'),
  text('请倒车离开', 'Please back out'),
  text('一路平安', 'Have a safe journey'),
];

export const actionWords: Readonly<Record<string, Text>> = {
  cash: text('收现金', 'took cash'),
  release: text('人工放行', 'released'),
  pick: text('确认车辆', 'confirmed the vehicle'),
  declare: text('申报入场时间', 'declared the entry time'),
  refuse: text('拒绝通行', 'refused passage'),
  derate: text('发放优惠', 'gave a discount'),
  withdraw: text('撤销优惠', 'withdrew a discount'),
};
