import type { Lang } from '#kit/declare/text.ts';
import { duration } from '#kit/declare/format.ts';

/** How long until a due time, or since it: whole minutes, in words. */
export function timeLeft(due: string, now: number, lang: Lang): { readonly late: boolean; readonly time: string } {
  const seconds = Math.round((Date.parse(due) - now) / 60_000) * 60;
  return { late: seconds < 0, time: duration(Math.abs(seconds), lang) };
}
