import { formatFen } from '../money/fen.ts';
import type { Fen } from '../money/fen.ts';

/** The same words in Chinese and English. */
export type Words = { readonly zh: string; readonly en: string };

/** An amount with its currency: 5.00元, CNY 5.00. */
export function amountWords(amount: Fen): Words {
  return { zh: `${formatFen(amount, 'zh')}元`, en: `CNY ${formatFen(amount, 'en')}` };
}

/** A length in minutes, whole hours as hours: 30分钟, 1小时; 30 minutes, 1 hour. */
export function minutesWords(minutes: number): Words {
  const hours = minutes >= 60 && minutes % 60 === 0;
  const count = hours ? minutes / 60 : minutes;
  return {
    zh: `${count}${hours ? '小时' : '分钟'}`,
    en: `${count} ${hours ? 'hour' : 'minute'}${count === 1 ? '' : 's'}`,
  };
}
