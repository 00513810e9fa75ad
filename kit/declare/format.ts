import { formatInstant, parseWallTime } from '#domain/time/format.ts';
import { dayOf } from '#domain/time/day.ts';
import type { Lang } from './text.ts';

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });

/** A number with separators: 1234567 is `1,234,567`. */
export const number = (value: number): string => grouped.format(value);

/** Hundredths of a percent: 1250 is `12.50%`. */
export const percent = (value: number): string => `${(value / 100).toFixed(2)}%`;

/** An instant as wall time `yyyy-MM-dd HH:mm:ss` of a zone; the text itself when it is no instant. */
export function wallTime(instant: string, zone: string): string {
  const at = Date.parse(instant);
  return Number.isNaN(at) ? instant : formatInstant(at, zone);
}

/** Wall time `yyyy-MM-dd HH:mm:ss` of a zone as an ISO instant; null when it is no time. */
export function instantOf(wall: string, zone: string): string | null {
  const at = parseWallTime(wall, zone);
  return at === null ? null : new Date(at).toISOString();
}

/** Today `yyyy-MM-dd` in a zone. */
export const today = (zone: string, now: number = Date.now()): string => dayOf(now, zone);

/**
 * Seconds as days, hours and minutes, from a hundred days on without the minutes, from a thousand on without the hours;
 * below one minute as seconds.
 */
export function duration(seconds: number, lang: Lang): string {
  const [d, h, m, s] = [
    Math.floor(seconds / 86400),
    Math.floor((seconds % 86400) / 3600),
    Math.floor((seconds % 3600) / 60),
    Math.floor(seconds % 60),
  ];
  const units = lang === 'zh' ? ['天', '小时', '分', '秒'] : ['d', 'h', 'm', 's'];
  const parts =
    seconds < 60
      ? [[s, 3]]
      : [
          [d, 0],
          [d < 1000 ? h : 0, 1],
          [d < 100 ? m : 0, 2],
        ].filter(([value]) => value! > 0);
  return parts.map(([value, unit]) => `${number(value!)}${units[unit!]}`).join(lang === 'zh' ? '' : ' ');
}

/** A larger change in percent says less than the two figures. */
const mostPercent = 999;

/**
 * Change against a base in percent with its sign, or both figures where that would be huge; null when there is nothing
 * to compare with.
 */
export function change(
  now: number,
  before: number | undefined,
  lang: Lang = 'zh',
  show: (value: number) => string = number,
): string | null {
  if (before === undefined || before === 0) return null;
  const share = ((now - before) / Math.abs(before)) * 100;
  if (Math.abs(share) > mostPercent)
    return lang === 'zh' ? `由 ${show(before)} 到 ${show(now)}` : `from ${show(before)} to ${show(now)}`;
  return `${share >= 0.05 ? '+' : ''}${share.toFixed(1).replace(/^-(?=0\.0$)/, '')}%`;
}
