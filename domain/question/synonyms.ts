/** Words without meaning for the question, and words that people use for those of the reports. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  'a all and are at by did do each for from get give has have how in is it list many me much my of on our per please report reports show that the to total us was we were what which with'.split(
    ' ',
  ),
);
export const STOP_HAN =
  /请问|请|给我|帮我|我要|我想|看看|看一下|查一下|查询|多少|有几|几个|哪些|什么|怎么样|情况|报表|一共|总共|合计|[的了是有和与及在按各每看查共]/g;

/** Each line is one meaning; the words are as `tokensOf` makes them: no plural, pairs of Chinese characters. */
const MEANINGS: readonly (readonly string[])[] = [
  ['income', 'revenue', 'tak', 'money', 'earn', 'fee', 'net', 'receiv', '收入', '营收', '实收', '收费', '收款'],
  ['vehicle', 'car', 'traffic', '车流', '车辆', '流量'],
  ['entry', 'enter', 'entrance', '入场', '进场'],
  ['exit', 'leave', 'departure', '出场', '离场'],
  ['lane', 'gate', '车道', '通道'],
  ['cashier', 'collector', 'operator', 'staff', 'person', '人员', '收费员', '费员', '值班', '岗亭'],
  ['discount', 'derate', '减免', '优惠'],
  ['arrear', 'debt', 'owed', '欠费', '欠款'],
  ['pass', 'monthly', 'subscription', '月租', '月卡', '包月'],
  ['occupancy', 'usage', 'use', 'utilisation', 'utilization', '占用', '使用', '利用', '用率'],
  ['stay', 'duration', 'length', 'long', '停留', '时长', '停车'],
  ['online', 'mobile', 'wechat', 'alipay', '线上', '在线'],
  ['roadside', 'curb', 'street', '路边', '路内', '道路'],
  ['day', 'daily', '每日', '每天', '日报'],
  ['month', 'monthly', '月报', '每月', '月份'],
  ['paid', 'pay', 'payment', '支付', '缴费'],
  ['type', 'method', 'kind', 'way', '方式', '类型'],
  ['berth', 'space', 'bay', '泊位', '车位'],
];
const meanings = new Map<string, string[]>();
for (const words of MEANINGS) for (const word of words) meanings.set(word, [...(meanings.get(word) ?? []), ...words]);

/** The other words for what a word means. */
export const meantBy = (token: string): readonly string[] => meanings.get(token) ?? [];
