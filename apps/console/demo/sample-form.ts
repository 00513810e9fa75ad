import { rangeProblem } from '#kit/console/ranges.ts';
import {
  boolean,
  colour,
  date,
  dateTime,
  email,
  idCard,
  integer,
  longText,
  money,
  month,
  multiSelect,
  percent,
  phone,
  plate,
  select,
  str,
  timeOfDay,
  url,
} from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';

const choices = {
  small: text('小型车', 'Small'),
  large: text('大型车', 'Large'),
  energy: text('新能源', 'New energy'),
};

/** One field of each ordinary kind, checked as everywhere in the product. */
export const fields = {
  name: str(text('姓名', 'Name'), { required: true, max: 20 }),
  phone: phone(text('手机号码', 'Mobile number'), { required: true }),
  url: url(text('网址', 'Web address'), { help: text('以 http:// 或 {host} 开头', 'Starts with http:// or {host}') }),
  from: date(text('开始日期', 'From'), { required: true }),
  to: date(text('结束日期', 'To'), { required: true, help: text('最长90天', 'At most 90 days') }),
  plate: plate(text('车牌号', 'Plate')),
  idCard: idCard(text('身份证号', 'Identity number')),
  email: email(text('邮箱', 'E-mail')),
  kind: select(text('车型', 'Car model'), choices),
  kinds: multiSelect(text('适用车型', 'Applies to'), choices),
  count: integer(text('数量', 'Count'), { min: 0, max: 9999 }),
  fee: money(text('金额', 'Amount')),
  share: percent(text('比例', 'Share')),
  on: boolean(text('启用', 'In use')),
  month: month(text('月份', 'Month')),
  at: dateTime(text('时间', 'Time')),
  clock: timeOfDay(text('时刻', 'Time of day')),
  colour: colour(text('颜色', 'Colour')),
  remark: longText(text('备注', 'Remark'), { max: 200 }),
};

/** What the dates say together: not backwards, and at most 90 days. */
export const spanProblem = (values: Readonly<Record<string, unknown>>): Text | null =>
  values['from'] && values['to'] ? rangeProblem({ from: String(values['from']), to: String(values['to']) }) : null;

/** Under which name the last form that was right stays in this browser. */
export const entry = 'sample-form';
