/** How messages write times, amounts and decisions, by language. Public accounts accept both forms in their fields. */
import { MINUTE } from '../time/zone.ts';

export type MessageLanguage = 'zh' | 'en';

const two = (value: number): string => String(value).padStart(2, '0');
const clockOf = (at: Date): string => `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`;
const yuan = (amountFen: number): string => `${Math.floor(amountFen / 100)}.${two(amountFen % 100)}`;
const units = (ms: number): readonly [days: number, hours: number, minutes: number] => {
  const minutes = Math.max(0, Math.floor(ms / MINUTE));
  return [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60];
};

/** `wall`: a wall clock as if it were UTC, in ms. `day`: `yyyy-MM-dd`. */
export type MessageWords = {
  readonly time: (wall: number) => string;
  readonly day: (day: string) => string;
  readonly money: (amountFen: number) => string;
  readonly stayed: (ms: number) => string;
  readonly granted: string;
  readonly refused: string;
  readonly none: string;
  /** Payment channels by their kind. */
  readonly channels: Readonly<Record<string, string>>;
  /** An example of each value, for a preview and a test. */
  readonly samples: Readonly<Record<string, string>>;
};

const common = {
  plate: '粤B12345',
  days: '5',
  num: '1',
  invoiceNo: '26440000000012345678',
  applyNo: '20261125000001',
  merchantNo: '1900000109',
  count: '2',
};

const zh: MessageWords = {
  time: (wall) => {
    const at = new Date(wall);
    return `${at.getUTCFullYear()}年${at.getUTCMonth() + 1}月${at.getUTCDate()}日 ${clockOf(at)}`;
  },
  day: (day) => {
    const [year, month, date] = day.split('-').map(Number);
    return `${year}年${month}月${date}日`;
  },
  money: (amountFen) => `${yuan(amountFen)}元`,
  stayed: (ms) => {
    const [days, hours, minutes] = units(ms);
    return `${days > 0 ? `${days}天` : ''}${hours > 0 ? `${hours}小时` : ''}${minutes}分钟`;
  },
  granted: '已通过',
  refused: '未通过',
  none: '无',
  channels: { wechat: '微信支付', alipay: '支付宝', allinpay: '通联收银宝' },
  samples: {
    ...common,
    parkName: '示例停车场',
    time: '2026年11月25日 10:35',
    inTime: '2026年11月25日 08:30',
    stayed: '2小时5分钟',
    amount: '12.00元',
    endDay: '2026年11月30日',
    couponName: '满十减五',
    endTime: '2026年12月31日 23:59',
    result: '已通过',
    said: '资料齐全',
    title: '示例科技有限公司',
    why: '税号与名称不符',
    day: '2026年11月24日',
    channel: '微信支付',
  },
};

const en: MessageWords = {
  time: (wall) => {
    const at = new Date(wall);
    return `${at.toISOString().slice(0, 10)} ${clockOf(at)}`;
  },
  day: (day) => day,
  money: (amountFen) => `¥${yuan(amountFen)}`,
  stayed: (ms) => {
    const [days, hours, minutes] = units(ms);
    return `${days > 0 ? `${days} d ` : ''}${hours > 0 ? `${hours} h ` : ''}${minutes} min`;
  },
  granted: 'Approved',
  refused: 'Declined',
  none: 'None',
  channels: { wechat: 'WeChat Pay', alipay: 'Alipay', allinpay: 'Allinpay' },
  samples: {
    ...common,
    parkName: 'Sample Car Park',
    time: '2026-11-25 10:35',
    inTime: '2026-11-25 08:30',
    stayed: '2 h 5 min',
    amount: '¥12.00',
    endDay: '2026-11-30',
    couponName: '5 off from 10',
    endTime: '2026-12-31 23:59',
    result: 'Approved',
    said: 'All documents received',
    title: 'Sample Technology Ltd.',
    why: 'The tax number does not match the name',
    day: '2026-11-24',
    channel: 'WeChat Pay',
  },
};

export const messageWords: Readonly<Record<MessageLanguage, MessageWords>> = { zh, en };
