/** What the lane says and why: every reason, exception, cause and screen line, in both languages. */

export interface Words {
  readonly zh: string;
  readonly en: string;
}

const w = (zh: string, en: string): Words => ({ zh, en });

/** Why a lane decided as it did. A decision carries one or more, most important first. */
export const REASONS = {
  'black-listed': w('黑名单车辆，禁止入场', 'Blacklisted, entry refused'),
  'free-by-law': w('警车、应急等法定免费车辆', 'Free by law'),
  'white-listed': w('白名单车辆', 'Whitelisted'),
  'pass-valid': w('月租车，有效期内', 'Pass is valid'),
  'pass-grace': w('月租已过期，宽限期内', 'Pass expired, in grace period'),
  'pass-expired-temporary': w('固定车过期变临时车', 'Pass expired, entered as temporary'),
  'pass-expired-refused': w('月租已过期，禁止入场', 'Pass expired, entry refused'),
  'group-full-temporary': w('固定车车位满变临时车', 'Space group full, entered as temporary'),
  'group-full-queue': w(
    '车位组已满，按临时车入场，空出车位后转月租',
    'Space group full, temporary until a space is free',
  ),
  'group-full-refused': w('车位组已满，禁止入场', 'Space group full, entry refused'),
  'visitor-booked': w('预约访客', 'Visitor with a booking'),
  temporary: w('临时车', 'Temporary vehicle'),
  'park-full': w('车位已满', 'Car park is full'),
  'lane-closed': w('车道已关闭', 'This lane is closed'),
  'lane-full': w('车道满位，仅固定车通行', 'Lane set to full, pass holders only'),
  'out-of-hours': w('不在通行时段', 'Outside permitted hours'),
  'open-stay-here': w('该车牌已有在场记录', 'This plate is already inside'),
  'no-plate': w('未识别到车牌', 'No plate was read'),
  'no-plate-coded': w('无牌车，凭码入场', 'No plate, entered with a code'),
  'low-confidence': w('识别可信度过低', 'Confidence too low'),
  'turned-away': w('值班员拒绝通行', 'Refused by the attendant'),
  'let-in-by-person': w('人工放行入场', 'Manually released at entry'),
  'inside-moves': w('场内换区', 'Area change inside'),
  'inside-unknown': w('场内车辆，无在场记录，放行', 'Inside without a record, released'),
  'stay-found': w('找到在场记录', 'Open stay found'),
  'ticket-shown': w('凭入场凭条找到在场记录', 'Stay found by its entry ticket'),
  'stay-picked': w('人工确认在场记录', 'Stay confirmed manually'),
  'fuzzy-accepted': w('唯一相似车牌，自动匹配', 'Only similar plate, matched automatically'),
  'fuzzy-ask': w('有相似车牌，待人工确认', 'Similar plates, awaiting confirmation'),
  'no-entry-free': w('无入场记录，名单车辆放行', 'No entry on record, listed car released'),
  'no-entry-minimum': w('无入场记录，按最低收费', 'No entry on record, lowest charge'),
  'no-entry-declared': w('无入场记录，按申报时间收费', 'No entry on record, charged by the declared time'),
  'no-entry-released': w('无入场记录，按规则放行', 'No entry on record, released by rule'),
  'no-entry-ask': w('无入场记录，待人工处理', 'No entry record, awaiting attendant'),
  'unpriced-max-stay': w(
    '超过最长停车时间，无法计价，待人工处理',
    'Maximum stay exceeded, cannot be priced, awaiting attendant',
  ),
  'unpriced-uncovered': w(
    '有时段未规定收费，无法计价，待人工处理',
    'Part of the stay has no price, awaiting attendant',
  ),
  'unpriced-not-said': w(
    '收费规则未规定此车的价格，待人工处理',
    'The tariff has no price for this vehicle, awaiting attendant',
  ),
  'priced-by-person': w('人工定价', 'Price set manually'),
  'nothing-due': w('无需缴费', 'Nothing to pay'),
  'derate-given': w('岗亭发放优惠，重新计价', 'Discount given at the booth, repriced'),
  'derate-withdrawn': w('岗亭撤销优惠，重新计价', 'Discount withdrawn at the booth, repriced'),
  'payment-due': w('待缴费', 'Awaiting payment'),
  'price-rose': w('缴费超时，需补缴', 'Payment expired, balance due'),
  paid: w('已缴费', 'Paid'),
  'deduction-asked': w('无感支付扣费中', 'Deducting without contact'),
  'deduction-accepted': w('无感支付已受理', 'Deduction accepted'),
  'deduction-failed': w('无感支付失败，请扫码缴费', 'Deduction failed, please pay'),
  'released-by-person': w('人工放行', 'Manually released'),
  'no-passage': w('开闸后未通过', 'Opened, no vehicle passed'),
  'decided-offline': w('脱机放行', 'Released offline'),
} as const satisfies Record<string, Words>;

export type ReasonId = keyof typeof REASONS;

/** What a person has to look at. */
export const EXCEPTIONS = {
  'E-DUP': w('同一车牌重复入场', 'Same plate entered twice'),
  'E-GATE': w('道闸未动作或故障', 'Barrier stuck or faulty'),
  'E-TAIL': w('跟车通过', 'Tailgating'),
  'E-GAP': w('设备事件缺失', 'Device events are missing'),
  'E-NOENTRY': w('出场无入场记录', 'Left without an entry on record'),
  'E-NOPRICE': w('收费规则无法计价', 'The tariff gave no price'),
  'E-OFFLINE': w('脱机决定与平台不一致', 'Offline decision differs from the server'),
  'E-CAUSE': w('开闸原因不明', 'Opened, cause unknown'),
  'E-UNPAID': w('未缴清离场', 'Left unpaid'),
  'E-UNREAD': w('未识别车辆通过', 'Unrecognised vehicle passed'),
  'E-FORCED': w('被拒车辆仍通过', 'Refused vehicle passed anyway'),
  'E-PAIDGONE': w('无在场记录的车已缴费未离场', 'Paid without an entry and did not leave'),
  'E-BATCH': w('后台批量离场，未收费', 'Bulk exit by the office, not charged'),
  'E-TICKET': w('入场凭条未打出', 'Entry ticket not printed'),
  'E-LATE': w('迟到事件改变了配对', 'Late event changed the entry and exit match'),
} as const satisfies Record<string, Words>;

export type ExceptionCode = keyof typeof EXCEPTIONS;

export const CAUSES = {
  stay: w('停车记录放行', 'Released by stay record'),
  pass: w('月租放行', 'Released by pass'),
  remote: w('远程开闸', 'Remote opening'),
  manual: w('岗亭人工放行', 'Manual release at the booth'),
  mode: w('常开或消防模式', 'Free flow or fire mode'),
  unknown: w('设备上报，原因不明', 'Reported by device, cause unknown'),
} as const satisfies Record<string, Words>;

export type CauseKind = keyof typeof CAUSES;

/** Why a pay code held before a lane's reader did not pay; `refused` where its channel names no reason. */
export const CODE_FAULTS = {
  code: w('付款码已失效，请刷新后再扫', 'Pay code no longer valid, please refresh it'),
  money: w('余额不足，请换一种付款方式', 'Not enough money, please pay another way'),
  refused: w('支付未成功，请刷新付款码再试', 'Payment failed, please refresh the code and try again'),
  unknown: w('请出示微信或支付宝付款码', 'Please show a WeChat or Alipay pay code'),
  waiting: w('正在扣款，请稍候', 'Paying, one moment please'),
} as const satisfies Record<string, Words>;

export type CodeFaultId = keyof typeof CODE_FAULTS;

const yuan = (fen: number): string => (fen / 100).toFixed(2);

/** Screen lines and spoken words that carry a figure. Money in fen. */
export const say = {
  reason: (id: ReasonId): Words => REASONS[id],
  plate: (plate: string): Words => w(plate, plate),
  due: (fen: number): Words => w(`请缴费 ${yuan(fen)} 元`, `Please pay ${yuan(fen)} yuan`),
  expiredDays: (days: number): Words => w(`已过期${days}天`, `Ended ${days} days ago`),
  welcome: w('欢迎光临', 'Welcome'),
  farewell: w('一路平安', 'Have a safe journey'),
  scan: w('请扫码入场', 'Please scan to enter'),
  ticketUnknown: w('凭条无效，请按铃或稍候', 'Ticket not valid here, please ring or wait'),
  backOut: w('请倒车离开', 'Please back out'),
  waitForGuard: w('请稍候，正在人工确认', 'One moment, please'),
} as const;

/**
 * Who took cash while the lane was cut off: nobody who could be named. It stands in the books where a person's name
 * would.
 */
export const LANE_ALONE = '脱机车道';

/** Who stands where a taker of money would be named, besides people. */
export const takers: Readonly<Record<string, Words>> = { [LANE_ALONE]: w(LANE_ALONE, 'Cut-off lane') };
