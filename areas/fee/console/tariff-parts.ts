/** Ready parts of tariffs, and how one is put into a tariff that is being written. */
import type { Tariff } from '#domain/fee/form.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { layOut, readJson } from './json-places.ts';

/** Whole tariffs to start from: as the commonest ones are published. */
export const starters: readonly { readonly name: string; readonly label: Text; readonly tariff: Tariff }[] = [
  {
    name: 'hourly',
    label: text('按时计费，每日封顶', 'By the hour, with a daily cap'),
    tariff: {
      form: 2,
      schemes: [
        {
          free: { minutes: 15, lost: true },
          meters: [
            {
              id: 'time',
              label: text('计时', 'Time'),
              again: 'stay',
              edge: 'ends',
              ladder: [
                { minutes: 60, fen: 1000 },
                { unitMinutes: 30, fen: 300 },
              ],
            },
          ],
          after: [{ cap: 5000, per: 'day' }],
        },
      ],
    },
  },
  {
    name: 'dayNight',
    label: text('日间与夜间，夜间封顶，24小时封顶', 'Day and night, each night and each 24 hours capped'),
    tariff: {
      form: 2,
      schemes: [
        {
          free: { minutes: 15, lost: true },
          meters: [
            {
              id: 'day',
              label: text('日间', 'Day'),
              windows: [{ from: '08:00', to: '22:00' }],
              again: { minutes: 1440 },
              edge: 'runs-on',
              ladder: [{ unitMinutes: 15, fen: 400 }],
            },
            {
              id: 'night',
              label: text('夜间', 'Night'),
              windows: [{ from: '22:00', to: '08:00' }],
              again: { minutes: 1440 },
              edge: 'runs-on',
              ladder: [{ unitMinutes: 15, fen: 100 }],
            },
          ],
          after: [
            { cap: 1500, per: 'piece', of: ['night'] },
            { cap: 12800, per: { minutes: 1440 } },
          ],
        },
      ],
    },
  },
  {
    name: 'workdays',
    label: text('工作日与休息日，按日累进', 'Working and rest days, rising by length, resets daily'),
    tariff: {
      form: 2,
      schemes: [
        {
          free: { minutes: 10, lost: true },
          meters: [
            {
              id: 'workday',
              label: text('工作日', 'Working day'),
              windows: [{ from: '07:30', to: '20:00', days: ['workday'] }],
              again: 'day',
              edge: 'pauses',
              ladder: [
                { minutes: 30, fen: 300 },
                { minutes: 150, unitMinutes: 30, fen: 600 },
                { unitMinutes: 30, fen: 1000 },
              ],
            },
            {
              id: 'restday',
              label: text('休息日', 'Rest day'),
              windows: [{ from: '10:00', to: '20:00', days: ['restday'] }],
              again: 'day',
              edge: 'pauses',
              ladder: [
                { minutes: 30, fen: 120 },
                { minutes: 150, unitMinutes: 30, fen: 240 },
                { unitMinutes: 30, fen: 400 },
              ],
            },
          ],
        },
      ],
    },
  },
  {
    name: 'earlyBird',
    label: text('早到一口价，与按时计费取便宜', 'An early-bird price, or by the hour where that is cheaper'),
    tariff: {
      form: 2,
      choose: 'cheapest',
      schemes: [
        {
          label: text('早到', 'Early bird'),
          when: [
            {
              entry: { from: '06:00', to: '09:00', days: ['workday'] },
              exit: { from: '15:00', to: '20:00' },
              stayAtMostMinutes: 840,
            },
          ],
          meters: [
            { id: 'day', label: text('早到价', 'Early bird'), again: 'stay', edge: 'ends', ladder: [{ fen: 3000 }] },
          ],
        },
        {
          label: text('按时', 'By the hour'),
          meters: [
            {
              id: 'time',
              label: text('计时', 'Time'),
              again: 'stay',
              edge: 'ends',
              ladder: [{ unitMinutes: 60, fen: 800 }],
            },
          ],
        },
      ],
    },
  },
];

/** Where a part belongs: in the scheme at the cursor (a list it joins, or a field it sets), or in the tariff. */
type Part = {
  readonly name: string;
  readonly label: Text;
  readonly into: 'meters' | 'after' | 'when' | 'free' | 'schemes' | 'seasons';
  readonly value: Record<string, unknown>;
};

export const parts: readonly Part[] = [
  { name: 'free', into: 'free', label: text('免费分钟', 'Free minutes'), value: { minutes: 15, lost: true } },
  {
    name: 'meter',
    into: 'meters',
    label: text('计费时段', 'Period with a price'),
    value: {
      id: 'period',
      label: text('时段', 'Period'),
      windows: [{ from: '08:00', to: '20:00' }],
      again: 'day',
      edge: 'runs-on',
      ladder: [{ unitMinutes: 30, fen: 300 }],
    },
  },
  {
    name: 'ladder',
    into: 'meters',
    label: text('首段与累进', 'First period, then steps'),
    value: {
      id: 'steps',
      label: text('累进', 'Steps'),
      again: 'day',
      edge: 'ends',
      ladder: [
        { minutes: 60, fen: 1000 },
        { minutes: 120, unitMinutes: 30, fen: 300 },
        { unitMinutes: 30, fen: 500 },
      ],
    },
  },
  {
    name: 'visit',
    into: 'meters',
    label: text('按次一口价', 'One price per visit'),
    value: { id: 'visit', label: text('按次', 'Per visit'), again: 'stay', edge: 'ends', ladder: [{ fen: 1000 }] },
  },
  {
    name: 'vehicles',
    into: 'meters',
    label: text('按车辆种类定价', 'A price by kind of vehicle'),
    value: {
      id: 'vehicles',
      label: text('计时', 'Time'),
      again: 'stay',
      edge: 'ends',
      ladder: [{ unitMinutes: 60, fen: { by: 'vehicle', of: { small: 500, large: 1000 }, else: 500 } }],
    },
  },
  { name: 'dayCap', into: 'after', label: text('每日封顶', 'Daily cap'), value: { cap: 5000, per: 'day' } },
  {
    name: 'rollingCap',
    into: 'after',
    label: text('每24小时封顶', 'Cap per 24 hours'),
    value: { cap: 5000, per: { minutes: 1440 } },
  },
  {
    name: 'bays',
    into: 'after',
    label: text('占多个车位加倍', 'Times the bays taken'),
    value: { times: { value: 'bays', else: 1 }, label: text('占用车位数', 'Bays taken') },
  },
  { name: 'least', into: 'after', label: text('最低收费', 'Lowest charge'), value: { atLeast: 500 } },
  {
    name: 'round',
    into: 'after',
    label: text('取整到元', 'Round to whole yuan'),
    value: { roundTo: 100, how: 'half-up' },
  },
  {
    name: 'less',
    into: 'after',
    label: text('按条件优惠', 'Less on a condition'),
    value: { less: { percent: 50 }, label: text('优惠', 'Reduction'), when: [{ vehicle: ['energy'] }] },
  },
  {
    name: 'entry',
    into: 'when',
    label: text('条件：入场时间', 'Condition: time of entry'),
    value: { entry: { from: '06:00', to: '09:00', days: ['workday'] } },
  },
  {
    name: 'kind',
    into: 'when',
    label: text('条件：车辆种类', 'Condition: kind of vehicle'),
    value: { vehicle: ['large'] },
  },
  {
    name: 'scheme',
    into: 'schemes',
    label: text('另一个方案', 'Another scheme'),
    value: {
      label: text('方案', 'Scheme'),
      meters: [
        {
          id: 'time',
          label: text('计时', 'Time'),
          again: 'stay',
          edge: 'ends',
          ladder: [{ unitMinutes: 60, fen: 500 }],
        },
      ],
    },
  },
  { name: 'season', into: 'seasons', label: text('季节', 'Season'), value: { id: 'summer', months: [7, 8] } },
];

type Loose = Record<string, unknown>;
const listed = (value: unknown): Loose[] => (Array.isArray(value) ? (value as Loose[]) : []);

/** The same id is not given twice in one list: period, period-2, period-3. */
function unique(value: Loose, among: readonly Loose[]): Loose {
  if (typeof value['id'] !== 'string') return value;
  const taken = new Set(among.map(({ id }) => id));
  let id = value['id'];
  for (let nth = 2; taken.has(id); nth += 1) id = `${value['id']}-${nth}`;
  return { ...value, id };
}

/** Index of the scheme an offset stands in; the first where it stands in none. */
function schemeAt(places: ReadonlyMap<string, { from: number; to: number }>, at: number): number {
  for (let nth = 0; ; nth += 1) {
    const place = places.get(`schemes[${nth}]`);
    if (!place) return 0;
    if (at >= place.from && at <= place.to) return nth;
  }
}

/** The text with a part put where it belongs, and the path of what is new; null where the text is no JSON object. */
export function insertPart(source: string, at: number, { into, value }: Part): { source: string; path: string } | null {
  const read = readJson(source);
  if (read.fault || typeof read.value !== 'object' || read.value === null || Array.isArray(read.value)) return null;
  const tariff = read.value as Loose;
  if (into === 'schemes' || into === 'seasons') {
    const list = listed(tariff[into]);
    const next = { form: 2, ...tariff, [into]: [...list, unique(value, list)] };
    return { source: layOut(next), path: `${into}[${list.length}]` };
  }
  const nth = schemeAt(read.places, at);
  const schemes = listed(tariff['schemes']);
  const scheme = schemes[nth] ?? {};
  const list = listed(scheme[into]);
  const joined = into === 'free' ? value : [...list, unique(value, list)];
  const next = {
    ...tariff,
    schemes:
      schemes.length === 0
        ? [{ [into]: joined }]
        : schemes.map((each, index) => (index === nth ? { ...each, [into]: joined } : each)),
  };
  return { source: layOut(next), path: `schemes[${nth}].${into}${into === 'free' ? '' : `[${list.length}]`}` };
}
