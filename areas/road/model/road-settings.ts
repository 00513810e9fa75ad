import { integer, money, relation, select, str } from '#kit/declare/field.ts';
import type { Values } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { curbPark } from '#areas/lot/model/curb-park.ts';

const minutes = (label: Text, fallback: number, most: number, help?: Text) =>
  integer(label, { default: fallback, min: 0, max: most, ...(help ? { help } : {}) });

/**
 * Every setting of a roadside car park with its default (roadside rules, section 2). Stored as one `RdParameter` row
 * once changed.
 */
export const roadSettings = {
  pairMinutes: minutes(
    text('同一次到离的时间差（分钟）', 'One arrival or departure within (min)'),
    15,
    120,
    text('不同来源在此时间内的说法视为同一次', 'Claims of several sources within this time are of one event'),
  ),
  confirmSeconds: integer(text('驶离确认（秒）', 'Departure unchallenged for (s)'), { default: 90, min: 0, max: 900 }),
  maxBackMinutes: minutes(
    text('车牌前最多计费（分钟）', 'Charged before the plate at most (min)'),
    30,
    240,
    text('无相机时，车牌登记之前最多计入这么久', 'Without a camera no more than this counts before the plate was read'),
  ),
  unreadMinutes: minutes(text('未登记车牌提醒（分钟）', 'Unread plate warned after (min)'), 10, 240),
  stillThereMinutes: minutes(text('结单后仍占用提醒（分钟）', 'Still there after the end warned (min)'), 10, 240),
  moveMinutes: minutes(text('挪位合并（分钟）', 'Moved car is one stay within (min)'), 5, 60),
  payTermHours: integer(text('缴费期限（小时）', 'Time to pay (h)'), { default: 48, min: 0, max: 8760 }),
  noticeDays: str(text('催缴日（逾期后天数）', 'Notices on days overdue'), { default: '1,7,30', max: 60 }),
  noticeGapDays: integer(text('催缴间隔（天）', 'Days between notices'), { default: 7, min: 0, max: 365 }),
  cancelLimit: money(text('单人取消上限', 'One person cancels up to'), { default: 5000, min: 0 }),
} as const;
export type RoadSettingKey = keyof typeof roadSettings;
export type RoadSettings = { readonly [K in RoadSettingKey]: NonNullable<Values<typeof roadSettings>[K]> };

const labels = Object.fromEntries(Object.entries(roadSettings).map(([key, { label }]) => [key, label])) as {
  [K in RoadSettingKey]: Text;
};

/** One changed setting of a roadside car park. */
export const RdParameter = resource({
  name: 'RdParameter',
  title: text('路边参数', 'Roadside parameter'),
  area: 'road',
  scope: 'park',
  config: { folder: 'roadside-settings', key: ['paramKey'], together: true },
  verbs: ['list', 'add', 'edit', 'export'],
  wire: { base: '/api/updown/plat/RdParameter' },
  fields: {
    parkId: relation(text('路内车场', 'Roadside car park'), () => curbPark, {
      required: true,
      search: true,
      fixed: true,
    }),
    paramKey: select(text('参数', 'Parameter'), labels, { required: true, search: true, fixed: true }),
    paramValue: str(text('值', 'Value'), { required: true, max: 200 }),
    remark: str(text('备注', 'Remark'), { max: 200 }),
  },
  display: 'paramKey',
  unique: [['parkId', 'paramKey']],
  list: ['parkId', 'paramKey', 'paramValue', 'remark'],
  help: text('没有改动的用默认值。', 'What is not changed has its default.'),
});
