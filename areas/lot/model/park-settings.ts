import { boolean, integer, percent, select, url } from '#kit/declare/field.ts';
import type { Values } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';

const refuse = text('禁止入场', 'Refuse entry');
const asTemporary = text('按临时车入场', 'Enter as temporary');
const letIn = text('放行', 'Let in');

/**
 * Every setting of a lot, with its default. Each is stored as one `parkParameter` row once changed; what is not stored
 * has the default. Lane settings carry the names the lane's rules know them by (`domain/lane/lookup.ts`).
 */
export const parkSettings = {
  repeatSeconds: integer(text('重复识别间隔（秒）', 'Repeated reading within (s)'), {
    default: 15,
    min: 5,
    max: 120,
    help: text(
      '同一车道此时间内再次识别到同一车牌，视为同一辆车',
      'The same plate in the same lane within this time is the same vehicle',
    ),
  }),
  minConfidence: percent(text('最低可信度', 'Lowest confidence'), {
    default: 0,
    help: text('低于此值按未识别处理；0 为全部接受', 'Readings below count as not read; 0 accepts all'),
  }),
  fullTemporary: select(
    text('满位时临时车', 'Temporary cars when full'),
    { refuse, allow: letIn },
    { default: 'refuse' },
  ),
  fullFixed: select(text('满位时固定车', 'Fixed cars when full'), { refuse, allow: letIn }, { default: 'allow' }),
  keepForFixed: integer(text('为固定车预留车位', 'Spaces kept for fixed cars'), { default: 0, min: 0, max: 100_000 }),
  expiredPassRule: select(
    text('月租过期', 'Expired pass'),
    { refuse, temporary: asTemporary },
    { default: 'temporary' },
  ),
  groupFullRule: select(
    text('车位组占满', 'Space group full'),
    {
      refuse,
      temporary: asTemporary,
      queue: text('按临时车入场，空出车位后转月租', 'As temporary until a space is free'),
    },
    {
      default: 'temporary',
      help: text(
        '转月租时等候最久的车先得车位，只收转之前的临时费；按入场时的设置',
        'The longest-waiting vehicle gets the space first and pays only for the time before. The setting at entry applies.',
      ),
    },
  ),
  passGraceDays: integer(text('月租宽限天数', 'Grace days for passes'), {
    default: 0,
    min: 0,
    max: 60,
    help: text('到期后这些天内仍按月租车进出', 'A pass still works for this many days after it expires'),
  }),
  passGapRule: select(
    text('月租断期续费', 'Renewal after a gap'),
    {
      'from-today': text('自办理当天起', 'From the payment day'),
      'from-end': text('自原到期日次日补缴', 'From the day after the old end date'),
    },
    { default: 'from-today' },
  ),
  passRestRule: select(
    text('月租报停', 'Suspended days'),
    { extend: text('恢复后顺延', 'Added to the end'), keep: text('不顺延', 'Not added') },
    { default: 'extend' },
  ),
  passRefundRule: select(
    text('退租退款', 'Refund when a pass is ended'),
    { days: text('按剩余天数退', 'For remaining days'), none: text('不退', 'None') },
    { default: 'days' },
  ),
  listAgeHours: integer(text('脱机名单时限（小时）', 'List holds when cut off (h)'), {
    default: 72,
    min: 1,
    max: 720,
    help: text(
      '与平台断开的车道只在名单最近一次核对后的这段时间内按名单放行：退租的月租、撤下的白名单车在那里最迟到此失效',
      'An offline lane trusts its list only this long after the last check, so an ended pass or removed whitelist entry stops working there by then',
    ),
  }),
  noPlateRule: select(
    text('无牌车入场', 'No plate at the entry'),
    { code: text('发码入场', 'Let in under a code'), ask: text('扫码或人工确认', 'Driver scans or a person helps') },
    { default: 'ask' },
  ),
  noEntryRule: select(
    text('无入场记录出场', 'Exit without an entry'),
    {
      minimum: text('按最低收费', 'Lowest charge'),
      declared: text('按申报时间收费', 'By the declared time'),
      release: text('放行', 'Release'),
    },
    { default: 'minimum' },
  ),
  autoAcceptFuzzy: boolean(text('唯一相似车牌自动匹配', 'Take the only similar plate'), {
    default: true,
    help: text(
      '出场只有一个相似的在场车辆时不再人工确认',
      'No confirmation is needed when only one car inside is similar',
    ),
  }),
  quoteSeconds: integer(text('报价有效（秒）', 'Quote valid (s)'), { default: 60, min: 10, max: 600 }),
  leaveMinutes: integer(text('缴费后离场时限（分钟）', 'Time to leave after paying (min)'), {
    default: 15,
    min: 0,
    max: 240,
  }),
  gateSeconds: integer(text('抬杆应答时限（秒）', 'Barrier must answer within (s)'), { default: 2, min: 1, max: 30 }),
  passageSeconds: integer(text('开闸后通过时限（秒）', 'Passage within (s)'), { default: 60, min: 10, max: 600 }),
  openOnAccepted: boolean(text('无感支付受理即放行', 'Open once a deduction is accepted'), {
    default: false,
    help: text('关闭后，等扣费成功再放行', 'When off, the barrier waits until the deduction succeeded'),
  }),
  freezeRuleAt: select(
    text('收费规则取用时点', 'Tariff in force at'),
    { entry: text('入场时', 'The entry'), exit: text('出场时', 'The exit') },
    { default: 'entry' },
  ),
  cashAllowed: boolean(text('允许收现金', 'Cash allowed'), { default: true }),
  remoteNeedsGrant: boolean(text('远程开闸须授权', 'Remote opening requires a grant'), {
    default: false,
    help: text(
      '打开后，只有“远程授权”中的人能远程开闸',
      'When on, only people named under “Remote grants” can open remotely',
    ),
  }),
  cashNeedsShift: boolean(text('收现金须上班', 'Cash on a shift only'), {
    default: false,
    help: text(
      '打开后，岗亭无人当班时不能在平台收现金；岗亭终端已收的照记',
      'When on, no cash is taken in the console without a shift at the booth; what a terminal took is booked all the same',
    ),
  }),
  staleDays: integer(text('滞留天数', 'Stale after (days)'), {
    default: 30,
    min: 1,
    max: 3650,
    help: text(
      '超过此天数未出场的记录列入滞留，不再计入在场',
      'Stays older than this are listed as stale and no longer counted',
    ),
  }),
  arrearsAtExit: select(
    text('出口欠费', 'Debts at the exit'),
    {
      off: text('不提示', 'Not shown'),
      show: text('提示', 'Shown'),
      ask: text('提示并可一并缴纳', 'Shown and payable with the bill'),
    },
    {
      default: 'show',
      help: text(
        '出场车辆在集团路内车场的未缴欠费，在岗亭与车主页面提示；只付本次停车费也放行',
        'What the car owes at roadside car parks of the group, at the booth and on the driver’s page; the bill alone is enough to leave',
      ),
    },
  ),
  visitReview: boolean(text('访客须审核', 'Visits are reviewed'), {
    default: true,
    help: text(
      '关闭后，前台与被访人登记的来访直接通过；扫码登记按二维码的设置',
      'When off, visits entered by reception and hosts are approved at once; those of a poster follow its own setting',
    ),
  }),
  visitsPerHostDay: integer(text('被访人每天访客上限', 'Visits a host and day'), {
    default: 0,
    min: 0,
    max: 1000,
    help: text('同一被访人同一天最多的来访数；0 为不限', 'The most visits to one host on one day; 0 for no limit'),
  }),
  driverUrl: url(text('车主页面地址', 'Driver pages'), {
    max: 200,
    help: text('二维码指向的网址；不填用本平台地址', 'Where the codes lead; this server if left blank'),
  }),
};

export type SettingKey = keyof typeof parkSettings;
/** A lot's settings, complete: what is not set has its default. */
export type ParkSettings = Values<typeof parkSettings>;
