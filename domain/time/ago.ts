/** Wording steps, each from so many seconds on. */
const steps = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const;
const longest = 30 * 86_400;

/**
 * How long ago in words, such as `3 分钟前` and `3 minutes ago`; null where a date says more. A clock a little ahead is no
 * future.
 */
export function ago(at: number, now: number, lang: 'zh' | 'en'): string | null {
  const seconds = Math.floor((now - at) / 1000);
  if (seconds >= longest || seconds < -60) return null;
  const [least, unit] = steps.find(([from]) => seconds >= from) ?? [];
  if (!least) return lang === 'zh' ? '刚刚' : 'just now';
  return new Intl.RelativeTimeFormat(lang === 'zh' ? 'zh-CN' : 'en', { numeric: 'always' }).format(
    -Math.floor(seconds / least),
    unit!,
  );
}
