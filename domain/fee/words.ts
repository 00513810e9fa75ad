import { formatFen } from '../money/fen.ts';
import type { Fen } from '../money/fen.ts';

/** The same words in Chinese and English. */
export type Words = { readonly zh: string; readonly en: string };

export const NO_WORDS: Words = { zh: '', en: '' };

/** ISO 4217 code of the currency amounts are in unless a tariff says another. */
export const CURRENCY = 'CNY';

type Currency = { readonly zh: string; readonly decimals: number };
const currencies = new Map<string, Currency>();

/**
 * What a currency is called in Chinese, and how many decimals its amounts have: none for JPY, two for CNY, three for
 * KWD.
 */
function currencyOf(code: string): Currency {
  let found = currencies.get(code);
  if (!found) {
    const zh = code === CURRENCY ? '元' : (new Intl.DisplayNames('zh', { type: 'currency' }).of(code) ?? code);
    const { maximumFractionDigits: decimals = 2 } = new Intl.NumberFormat('en', {
      style: 'currency',
      currency: code,
    }).resolvedOptions();
    currencies.set(code, (found = { zh, decimals }));
  }
  return found;
}

/** An amount of the currency's smallest unit as a plain number: 12345 is 123.45 in CNY and 12,345 in JPY. */
export function formatAmount(amount: Fen, code = CURRENCY): string {
  const { decimals } = currencyOf(code);
  if (decimals === 2) return formatFen(amount);
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const [whole, part] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)];
  return `${amount < 0 ? '-' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${decimals === 0 ? '' : `.${part}`}`;
}

/** An amount of the currency's smallest unit with its currency: 5.00元, CNY 5.00; 200日元, JPY 200. */
export function amountWords(amount: Fen, code = CURRENCY): Words {
  const amountText = formatAmount(amount, code);
  return { zh: `${amountText}${currencyOf(code).zh}`, en: `${code} ${amountText}` };
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

/** A length as it is worded in prices: 每小时 and per hour, 每30分钟 and per 30 minutes. */
export function perWords(minutes: number): Words {
  const { zh, en } = minutesWords(minutes);
  return { zh: `每${zh.replace(/^1(?=\D)/, '')}`, en: `per ${en.replace(/^1 /, '')}` };
}
