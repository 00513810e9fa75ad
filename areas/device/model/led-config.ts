import { integer, longText, relation, select, str } from '#kit/declare/field.ts';
import type { Field } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { park } from '#areas/lot/model/park.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';

/**
 * How a line comes onto the screen, by the code the screens know it by. Codes that no maker has documented are not
 * offered.
 */
export const ledEffects = {
  1: text('随机', 'Random'),
  0: text('快速打出', 'Fast out'),
  2: text('静止显示', 'Static'),
  3: text('向上移动', 'Move up'),
  4: text('向下移动', 'Move down'),
  5: text('向左移动', 'Move left'),
  6: text('向右移动', 'Move right'),
  7: text('向上移入', 'Move in from up'),
  8: text('向下移入', 'Move in from down'),
  9: text('向左移入', 'Move in from left'),
  10: text('向右移入', 'Move in from right'),
  50: text('向上连续移动', 'Continuous move up'),
  51: text('向下连续移动', 'Continuous move down'),
  52: text('向左连续移动', 'Continuous move left'),
  53: text('向右连续移动', 'Continuous move right'),
  54: text('向下覆盖', 'Cover down'),
  55: text('向上覆盖', 'Cover up'),
  56: text('向右覆盖', 'Cover right'),
  57: text('向左覆盖', 'Cover left'),
};
export type LedWay = 'up' | 'down' | 'left' | 'right';
export type LedMotion = { readonly manner: 'move' | 'in' | 'on' | 'cover'; readonly way: LedWay };
const WAYS: readonly LedWay[] = ['up', 'down', 'left', 'right'];
const COVERS: readonly LedWay[] = ['down', 'up', 'right', 'left'];

/** How an effect moves, by its code; null for one that does not. A random one is shown as one of them. */
export function ledMotion(effect: number): LedMotion | null {
  const ranges = [
    ['move', 3, WAYS],
    ['in', 7, WAYS],
    ['on', 50, WAYS],
    ['cover', 54, COVERS],
  ] as const;
  for (const [manner, from, ways] of ranges) {
    const way = ways[effect - from];
    if (way) return { manner, way };
  }
  return effect === 1 ? { manner: 'in', way: 'left' } : null;
}

export const ledColours = { red: text('红', 'Red'), green: text('绿', 'Green'), yellow: text('黄', 'Yellow') };
/** When the screen shows it by itself: nobody stands in the lane, or the platform cannot be reached. */
export const ledMoments = {
  idle: text('车道空闲', 'Lane idle'),
  offline: text('与平台断开', 'Cut off from the platform'),
};
/** Day is 6:00 to 22:00 by the clock of the lot. */
export const ledHours = {
  always: text('全天', 'All day'),
  day: text('白天（6–22点）', 'By day (6–22 h)'),
  night: text('夜间（22–6点）', 'By night (22–6 h)'),
};

export const ledLines = [1, 2, 3, 4] as const;
const names = [
  text('第一行', 'First line'),
  text('第二行', 'Second line'),
  text('第三行', 'Third line'),
  text('第四行', 'Fourth line'),
];

/** The fields of one line: its text and, where it has any, how it looks, how it comes and for how long. */
const lineFields = Object.fromEntries(
  ledLines.flatMap((nth): [string, Field][] => {
    const when = { field: `text${nth}` };
    return [
      [`text${nth}`, str(names[nth - 1]!, { max: 60, width: 220, ...(nth === 1 ? { required: true } : {}) })],
      [`colour${nth}`, select(text('颜色', 'Colour'), ledColours, { default: 'red', when })],
      [`effect${nth}`, select(text('效果', 'Effect'), ledEffects, { default: '2', when })],
      [`seconds${nth}`, integer(text('停留秒数', 'Seconds shown'), { min: 1, max: 60, default: 5, when })],
    ];
  }),
) as Readonly<Record<`${'text' | 'colour' | 'effect' | 'seconds'}${(typeof ledLines)[number]}`, Field>>;

/** What a lane's screens show by themselves between the vehicles. A lane's own goes before that of the whole lot. */
export const ledConfig = resource({
  name: 'ledConfig',
  title: text('LED屏设置', 'LED setting'),
  area: 'device',
  route: '/car/ledSetting',
  scope: 'park',
  config: { folder: 'led', key: ['gateId', 'configType', 'ledRuleType'] },
  wire: { base: '/api/updown/parkledconfig', key: 'parkLedConfigId' },
  help: text(
    '车道空闲或断网时屏幕自己显示的内容；有车时仍显示车牌、提示与金额。保存后立即下发到相应屏幕。',
    'What screens show by themselves while a lane is idle or cut off; a vehicle’s plate, words and sum come first as before. Saved, it is sent to the screens at once.',
  ),
  fields: {
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, fixed: true }),
    gateId: relation(text('车道', 'Lane'), () => parkGate, {
      search: true,
      within: 'parkId',
      fixed: true,
      none: text('全部车道', 'All lanes'),
      help: text('不选则为全部车道；车道自己的设置优先', 'All lanes if left blank; a lane’s own setting goes first'),
    }),
    configType: select(text('显示时机', 'When'), ledMoments, {
      required: true,
      search: true,
      default: 'idle',
      fixed: true,
    }),
    ledRuleType: select(text('显示时段', 'Hours'), ledHours, {
      required: true,
      search: true,
      default: 'always',
      fixed: true,
    }),
    ...lineFields,
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'text1',
  index: [['parkId', 'configType']],
  list: ['parkId', 'gateId', 'configType', 'ledRuleType', 'text1', 'text2', 'text3', 'text4', 'remark'],
  sections: ledLines.map((nth) => ({
    title: names[nth - 1]!,
    fields: [`text${nth}`, `colour${nth}`, `effect${nth}`, `seconds${nth}`] as const,
  })),
});

/** A line as it is sent to a screen. `effect` is its code. */
export type LedLine = {
  readonly text: string;
  readonly colour: keyof typeof ledColours;
  readonly effect: number;
  readonly seconds: number;
};

/** The lines of a setting that have a text, top first. */
export const linesOf = (row: Readonly<Record<string, unknown>>): LedLine[] =>
  ledLines.flatMap((nth) => {
    const lineText = row[`text${nth}`];
    return typeof lineText === 'string' && lineText !== ''
      ? [
          {
            text: lineText,
            colour: (row[`colour${nth}`] ?? 'red') as LedLine['colour'],
            effect: Number(row[`effect${nth}`] ?? 2),
            seconds: Number(row[`seconds${nth}`] ?? 5),
          },
        ]
      : [];
  });
