/** A cron in words, for the common shapes; others are described by their next times alone. */
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';

const days = {
  zh: ['日', '一', '二', '三', '四', '五', '六'],
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
};
const plain = /^\d{1,2}$/;
const two = (part: string): string => part.padStart(2, '0');

function dailyWords(time: string, day: string, weekday: string): Text | null {
  if (day === '*' && weekday === '*') return text(`每天 ${time}`, `daily at ${time}`);
  if (day === '*' && /^[0-7]$/.test(weekday)) {
    const nth = Number(weekday) % 7;
    return text(`每周${days.zh[nth]} ${time}`, `${days.en[nth]}s at ${time}`);
  }
  if (weekday === '*' && plain.test(day)) return text(`每月${day}日 ${time}`, `on day ${day} of each month at ${time}`);
  return null;
}

/** @returns null for a shape that has no plain words */
export function cronWords(cron: string): Text | null {
  const [minute, hour, day, month, weekday, more] = cron.trim().split(/\s+/);
  if (!minute || !hour || !day || !weekday || month !== '*' || more !== undefined) return null;
  const always = hour === '*' && day === '*' && weekday === '*';
  const step = /^\*\/(\d{1,2})$/.exec(minute)?.[1];
  if (always && minute === '*') return text('每分钟', 'every minute');
  if (always && step) return text(`每${step}分钟`, `every ${step} minutes`);
  if (always && /^\d{1,2}(,\d{1,2})*$/.test(minute)) {
    const at = minute.split(',').map(two);
    return text(`每小时 ${at.join('、')}分`, `hourly at ${at.map((each) => `:${each}`).join(', ')}`);
  }
  return plain.test(minute) && plain.test(hour) ? dailyWords(`${two(hour)}:${two(minute)}`, day, weekday) : null;
}
