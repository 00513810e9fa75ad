import { curbPark } from '#areas/lot/model/curb-park.ts';
import { boolean, integer, money, relation, select, str } from '#kit/declare/field.ts';
import type { Values } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';

/**
 * Every setting of the handhelds of a roadside car park with its default (roadside rules, section 2). Stored as one row
 * once changed.
 */
export const handheldSettings = {
  cashAllowed: boolean(text('手持机收现金', 'Handhelds take cash'), { default: true }),
  maxCash: money(text('身上现金上限（元）', 'Cash carried up to (yuan)'), {
    default: 100_000,
    min: 0,
    max: 10_000_000,
    help: text(
      '当日已收与本笔之和超过即不再收现金，须先交款；0为不限',
      'No more is taken once the day’s cash and this sum pass it: it is to be handed in; 0 is no limit',
    ),
  }),
  offlineHours: integer(text('脱机收现金（小时）', 'Cash without a network for (h)'), {
    default: 8,
    min: 0,
    max: 48,
    help: text('脱机超过此时间不能收现金', 'Offline for longer, no cash is taken'),
  }),
  photo: boolean(text('登记车牌须拍照', 'A plate needs a picture'), { default: false }),
  slip: boolean(text('收款后自动打印收据', 'Print the receipt by itself'), { default: false }),
} as const;
type Key = keyof typeof handheldSettings;
export type HandheldSettings = { readonly [K in Key]: NonNullable<Values<typeof handheldSettings>[K]> };

const labels = Object.fromEntries(Object.entries(handheldSettings).map(([key, { label }]) => [key, label])) as {
  [K in Key]: Text;
};

/** One changed setting of the handhelds that work a roadside car park. */
export const pdaParameter = resource({
  name: 'pdaParameter',
  title: text('手持机参数', 'Handheld parameter'),
  area: 'handheld',
  scope: 'park',
  config: { folder: 'handheld-settings', key: ['paramKey'], together: true },
  verbs: ['list', 'add', 'edit', 'export'],
  wire: { base: '/api/updown/pda/rdParameter' },
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
