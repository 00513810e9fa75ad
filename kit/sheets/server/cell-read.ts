import { parseFen } from '#domain/money/fen.ts';
import { parseWallTime } from '#domain/time/format.ts';
import { instantAt } from '#domain/time/zone.ts';
import type { Field, Kind } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import type { Cell } from '#kit/sheets/read/table.ts';

/** How a written cell is understood: the person's zone (IANA), the workbook's day count, and which row a name means. */
export type Writer = {
  readonly zone: string;
  readonly dayShift: number;
  readonly idOf: (field: Field, name: string) => string | Wrong;
};

/** A cell that cannot be read as its field, and why. */
export class Wrong {
  readonly problem: Text;
  constructor(problem: Text) {
    this.problem = problem;
  }
}

type Given = Exclude<Cell, null>;
type Read = (given: Given, field: Field, writer: Writer) => unknown;

const plain: Read = (given) => (typeof given === 'string' ? given.trim() : String(given));
const items = (given: Given): string[] =>
  String(given)
    .split(/[、,，;；|\n]/)
    .map((item) => item.trim())
    .filter(Boolean);

/** Wall milliseconds of a day count: day 25,569 is 1970-01-01. */
const wallOf = (days: number, { dayShift }: Writer): number => Math.round((days + dayShift - 25_569) * 86_400) * 1000;
const two = (value: string): string => value.padStart(2, '0');

/** `2026/5/1 8:00`, `2026年5月1日` and `2026.5.1` as `2026-05-01 08:00`. */
function spokenTime(given: string): string {
  const found =
    /^(\d{4})[-/.年](\d{1,2})(?:[-/.月](\d{1,2})日?)?(?:[ T]+(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.\d+)?)?)?月?$/.exec(
      given.trim(),
    );
  if (!found) return given.trim();
  const [, year, month, day, hour, minute, second] = found;
  return `${year}-${two(month!)}${day ? `-${two(day)}` : ''}${hour ? ` ${two(hour)}:${two(minute!)}:${two(second ?? '0')}` : ''}`;
}

const wall = (ms: number): string => new Date(ms).toISOString();
const inCalendar = (ms: number): boolean => Math.abs(ms) < 8e14;

function word(given: Given, field: Field): string | Wrong {
  const spoken = String(given).trim();
  const all = Object.entries(field.options ?? {});
  const found =
    all.find(([key]) => key === spoken) ??
    all.find(([, { zh, en }]) => zh === spoken || en.toLowerCase() === spoken.toLowerCase());
  return found
    ? found[0]
    : new Wrong(
        text(
          `应为：${all.map(([, { zh }]) => zh).join('、')}`,
          `must be one of: ${all.map(([, { en }]) => en).join(', ')}`,
        ),
      );
}

/** All of a list, or what is wrong with the first that is. */
function each(given: Given, one: (item: string) => string | Wrong): string[] | Wrong {
  const read = items(given).map(one);
  return read.find((item) => item instanceof Wrong) ?? (read as string[]);
}

const yes = new Set(['是', '有', '启用', '1', 'true', 'yes', 'y', '√']);
const no = new Set(['否', '无', '停用', '0', 'false', 'no', 'n', '×']);

function yuan(given: Given): number | Wrong {
  const fen =
    typeof given === 'number'
      ? Math.abs(given * 100 - Math.round(given * 100)) < 1e-4
        ? Math.round(given * 100)
        : null
      : parseFen(String(given).replace(/^[¥￥]\s*|元$/g, ''));
  return fen ?? new Wrong(text('应为金额（元，最多两位小数）', 'must be an amount in yuan with at most two decimals'));
}

function share(given: Given): number | Wrong {
  const found = /^(-?\d{1,9}(?:\.\d{1,6})?)\s*[%％]?$/.exec(String(given).trim());
  if (typeof given !== 'number' && !found)
    return new Wrong(text('应为百分比，如 12.5%', 'must be a percentage such as 12.5%'));
  return Math.round(typeof given === 'number' ? given * 10_000 : Number(found![1]) * 100);
}

function seconds(given: Given): unknown {
  if (typeof given === 'number') return Math.round(given * 86_400);
  const found = /^(\d{1,6}):(\d{1,2})(?::(\d{1,2}))?$/.exec(String(given).trim());
  return found
    ? Number(found[1]) * 3600 + Number(found[2]) * 60 + Number(found[3] ?? 0)
    : new Wrong(text('应为时长，如 1:30:00', 'must be a length of time such as 1:30:00'));
}

/** What a cell of each kind becomes before the declaration's own check: what the form would have sent. */
const reads: { readonly [K in Kind]: Read } = {
  text: plain,
  longText: plain,
  integer: (given) => (typeof given === 'string' ? given.replaceAll(',', '').trim() : given),
  decimal: (given) => (typeof given === 'string' ? given.replaceAll(',', '').trim() : given),
  money: yuan,
  percent: share,
  boolean: (given) => {
    const spoken = String(given).trim().toLowerCase();
    return yes.has(spoken) ? true : no.has(spoken) ? false : new Wrong(text('应为是或否', 'must be yes or no'));
  },
  select: word,
  multiSelect: (given, field) => each(given, (item) => word(item, field)),
  relation: (given, field, { idOf }) => idOf(field, String(given).trim()),
  relations: (given, field, { idOf }) => each(given, (item) => idOf(field, item)),
  plate: plain,
  phone: plain,
  idCard: plain,
  email: plain,
  url: plain,
  date: (given, _, writer) =>
    typeof given === 'number' && inCalendar(wallOf(given, writer))
      ? wall(wallOf(given, writer)).slice(0, 10)
      : spokenTime(String(given)),
  month: (given, _, writer) =>
    typeof given === 'number' && inCalendar(wallOf(given, writer))
      ? wall(wallOf(given, writer)).slice(0, 7)
      : spokenTime(String(given)).slice(0, 7),
  dateTime: (given, _, writer) => {
    if (typeof given === 'number')
      return inCalendar(wallOf(given, writer))
        ? new Date(instantAt(wallOf(given, writer), writer.zone)).toISOString()
        : String(given);
    const spoken = spokenTime(String(given));
    const at = parseWallTime(/^\d{4}-\d{2}-\d{2}$/.test(spoken) ? `${spoken} 00:00` : spoken, writer.zone);
    return at === null ? spoken : new Date(at).toISOString();
  },
  timeOfDay: (given) => {
    if (typeof given !== 'number')
      return String(given)
        .trim()
        .replace(/^(\d):/, '0$1:');
    const spoken = wall(Math.round((given % 1) * 86_400) * 1000).slice(11, 19);
    return spoken.endsWith(':00') ? spoken.slice(0, 5) : spoken;
  },
  duration: seconds,
  colour: plain,
  image: plain,
  file: plain,
  geoPoint: (given) => {
    const found = /^(-?\d+(?:\.\d+)?)\s*[,，]\s*(-?\d+(?:\.\d+)?)$/.exec(String(given).trim());
    return found
      ? { lng: Number(found[1]), lat: Number(found[2]) }
      : new Wrong(text('应为“经度,纬度”', 'must be "longitude,latitude"'));
  },
  json: plain,
  secret: plain,
  cron: plain,
};

/** A cell as the form would have sent it, or why it cannot be. Empty is undefined: the field's default applies. */
export function readCell(field: Field, spoken: Cell, writer: Writer): unknown {
  return spoken === null || (typeof spoken === 'string' && spoken.trim() === '')
    ? undefined
    : reads[field.kind](spoken, field, writer);
}

/** The note of an import template about how a kind is written, where that is not obvious. */
export const hints: { readonly [K in Kind]?: Text } = {
  money: text('金额，单位元，如 12.50', 'Amount in yuan, such as 12.50'),
  percent: text('百分比，如 12.5%', 'Percentage, such as 12.5%'),
  date: text('日期，如 2026-05-01', 'Date, such as 2026-05-01'),
  month: text('月份，如 2026-05', 'Month, such as 2026-05'),
  dateTime: text('时间，如 2026-05-01 08:00:00', 'Time, such as 2026-05-01 08:00:00'),
  timeOfDay: text('时刻，如 08:00', 'Time of day, such as 08:00'),
  duration: text('时长，如 1:30:00', 'Length of time, such as 1:30:00'),
  relation: text('填写名称', 'Name'),
  relations: text('填写名称，多个用顿号隔开', 'Names, separated by commas'),
  geoPoint: text('经度,纬度', 'longitude,latitude'),
};
