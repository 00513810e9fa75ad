import { text } from '#kit/declare/text.ts';

export const workTypes = {
  sensor: text('地磁维修', 'Sensor repair'),
  lock: text('车位锁维修', 'Space lock repair'),
  device: text('设备维修', 'Device repair'),
  patrol: text('现场巡查', 'On-site check'),
  cleaning: text('清障保洁', 'Clearing and cleaning'),
  marking: text('标线标牌', 'Markings and signs'),
  complaint: text('诉求处理', 'Complaint follow-up'),
  other: text('其他', 'Other'),
};
export type WorkType = keyof typeof workTypes;

export const priorities = {
  1: text('一级（15分钟响应，1小时完成）', 'P1 (respond 15 min, solve 1 h)'),
  2: text('二级（1小时响应，4小时完成）', 'P2 (respond 1 h, solve 4 h)'),
  3: text('三级（4小时响应，24小时完成）', 'P3 (respond 4 h, solve 24 h)'),
};

export const workStates = {
  waiting: text('待派单', 'Unassigned'),
  allocated: text('已派单', 'Assigned'),
  doing: text('处理中', 'In progress'),
  paused: text('已暂停', 'Paused'),
  done: text('待验收', 'Awaiting check'),
  checked: text('已验收', 'Checked'),
};

export const workSources = {
  manual: text('人工登记', 'Entered by hand'),
  warning: text('预警', 'Warning'),
  request: text('用户诉求', 'User request'),
};

export const overdueKinds = {
  none: text('未超时', 'On time'),
  late: text('已超时', 'Overdue'),
  escalated: text('已升级', 'Escalated'),
};

/** Causes of warnings; each is raised and cleared by the area that knows it. */
export const warnTypes = {
  sensorSilent: text('地磁失联', 'Sensor silent'),
  battery: text('电量低', 'Low battery'),
  unread: text('有车无牌', 'Vehicle without plate'),
  still: text('结束后仍占用', 'Occupied after the end'),
  noCar: text('登记无车', 'Registered without a vehicle'),
  lock: text('车位锁异常', 'Space lock fault'),
  long: text('长时间停放', 'Long stay'),
  idle: text('收费员无操作', 'Collector idle'),
  cash: text('现金过多', 'Too much cash'),
  escape: text('欠费率异常', 'Unusual arrears'),
  gap: text('收费缺口', 'Charging gap'),
  debt: text('欠费车辆到达', 'Debtor arrived'),
  swap: text('泊位对调', 'Swapped sensors'),
  closedCar: text('停用泊位有车', 'Car on a closed berth'),
  dispute: text('地磁互相矛盾', 'Sensors disagree'),
  plateDoubt: text('车牌读数不一', 'Readings of the plate differ'),
  suspect: text('同一车牌两处', 'Plate read in two places'),
  doubt: text('结算异议', 'Evidence against a bill'),
  visitor: text('访客超时未离', 'Visitor overstaying'),
  fire: text('消防报警', 'Fire alarm'),
  watched: text('关注的人刷卡', 'A watched person came'),
  barred: text('禁止的人刷卡', 'A barred person came'),
  lostCard: text('挂失的卡刷卡', 'A lost card was shown'),
  unseen: text('关怀的人久未见', 'Not seen for too long'),
  separation: text('例外结束后仍兼有', 'Holds both after an exception'),
  other: text('其他', 'Other'),
};
export type WarnType = keyof typeof warnTypes;

export const warnLevels = {
  info: text('提示', 'Notice'),
  warn: text('一般', 'Warning'),
  bad: text('严重', 'Severe'),
};

export const warnStates = {
  open: text('待处理', 'Open'),
  converted: text('已转工单', 'Work order created'),
  dealt: text('已处理', 'Dealt with'),
  cleared: text('已消除', 'Cleared'),
};

export const requestTypes = {
  complaint: text('投诉', 'Complaint'),
  suggestion: text('建议', 'Suggestion'),
  appeal: text('欠费申诉', 'Appeal against a debt'),
  repair: text('报修', 'Fault report'),
  question: text('咨询', 'Question'),
};
export type RequestType = keyof typeof requestTypes;

export const requestStates = {
  waiting: text('待受理', 'New'),
  handling: text('处理中', 'In progress'),
  answered: text('已答复', 'Answered'),
  closed: text('已关闭', 'Closed'),
};

/** Outcomes; the last five are of appeals and change the debt. */
export const requestResults = {
  solved: text('已解决', 'Solved'),
  explained: text('已说明', 'Explained'),
  unfounded: text('不成立', 'Unfounded'),
  refuse: text('申诉驳回', 'Appeal rejected'),
  cancel: text('撤销欠费', 'Debt cancelled'),
  endTime: text('更正结束时间', 'End time corrected'),
  plate: text('更正车牌', 'Plate corrected'),
  amount: text('更正金额', 'Amount corrected'),
};
export type RequestResult = keyof typeof requestResults;
export const appealResults: readonly RequestResult[] = ['refuse', 'cancel', 'endTime', 'plate', 'amount'];
