import type { Words } from './words.ts';

/** What may be wrong with a mobile number; each id has its message. */
export const PHONE_PROBLEMS = {
  phone_empty: { zh: '手机号码不能为空', en: 'Enter a mobile number' },
  phone_length: { zh: '手机号码长度不为11位', en: 'A mobile number has 11 digits' },
  phone_shape: { zh: '手机号码格式不正确', en: 'This is not a mobile number' },
} as const satisfies Record<string, Words>;

export type PhoneProblem = keyof typeof PHONE_PROBLEMS;

/** A mobile number without blanks, hyphens and the country's +86 or 0086. */
export function canonicalPhone(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s-]/g, '')
    .replace(/^(\+86|0086)/, '');
}

/**
 * null for a mobile number of mainland China in any spelling; else the first rule it breaks. Operators' prefixes are
 * not listed: they change.
 */
export function checkPhone(text: string): PhoneProblem | null {
  const phone = canonicalPhone(text);
  if (phone === '') return 'phone_empty';
  if (phone.length !== 11) return 'phone_length';
  return /^1[3-9][0-9]{9}$/.test(phone) ? null : 'phone_shape';
}

/** 13800138000 -> 138****8000; anything shorter than 8 characters is hidden whole. */
export function maskPhone(text: string): string {
  const phone = canonicalPhone(text);
  return phone.length < 8
    ? '*'.repeat(phone.length)
    : phone.slice(0, 3) + '*'.repeat(phone.length - 7) + phone.slice(-4);
}
